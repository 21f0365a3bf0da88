/// Line numbers of a list, such as `1 3-5`.
package struct LineNumbers: Equatable, Sendable {
  /// The numbers, from 1, as ranges in ascending order that do not overlap.
  package private(set) var ranges: [ClosedRange<Int>] = []

  /// How many numbers there are.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The only number; `nil` when there are several.
  package var single: Int? { count == 1 ? ranges[0].lowerBound : nil }

  /// Whether a list of `count` lines has all of them.
  package func isIn(_ count: Int) -> Bool { ranges.last.map { $0.upperBound <= count } ?? true }

  /// Creates the numbers of some ranges, each number once.
  package init(_ ranges: [ClosedRange<Int>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        let end = max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound...end
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// Creates one number.
  package init(_ number: Int) {
    ranges = [number...number]
  }

  /// Reads a number or a range: `7`, `3-5`. `nil` for anything else.
  package static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first >= 1, last >= first
    else { return nil }
    return first...last
  }
}

extension RandomAccessCollection {
  /// The elements on these lines, each once, in the order of the list.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  package func lines(_ numbers: LineNumbers) throws(ListRefusal) -> [Element] {
    var elements: [Element] = []
    for range in numbers.ranges {
      // The last number first, so that a huge range is refused before it is walked through.
      _ = try line(range.upperBound)
      for number in range { elements.append(try line(number)) }
    }
    return elements
  }
}

extension [String] {
  /// The names in this list that `words` mean, each once. A word is one of the names, or numbers
  /// in the list from 1 when there is no such name. A word that is neither stays as it is.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  package func names(of words: [String]) throws(ListRefusal) -> [String] {
    var names: [String] = []
    for word in words {
      let range = contains(word) ? nil : LineNumbers.range(word)
      let meant = try range.map { range throws(ListRefusal) in try lines(LineNumbers([range])) }
      for name in meant ?? [word] where !names.contains(name) { names.append(name) }
    }
    return names
  }
}
