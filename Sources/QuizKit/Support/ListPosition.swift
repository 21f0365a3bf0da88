/// The part of a long list that is shown: a page of it, or as many lines as a window has room for.
public struct ListPosition: Encodable, Hashable, Sendable {
  /// The number of lines on a page, unless the user chooses another one.
  public static let size = 20

  /// The page number, from 1. An empty list has page 1.
  public var number: Int
  /// The number of pages, at least 1.
  public var pages: Int

  /// The number of lines on this list's pages.
  private var size: Int
  /// The lines to show instead of the page, for a screen that decides by itself how many lines fit.
  private var window: ListWindow?

  private enum CodingKeys: CodingKey {
    case number, pages
  }

  /// The page `number` of a list with `total` lines, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: The number of the page, from 1.
  ///   - total: The number of lines in the list.
  ///   - size: The number of lines on a page, at least 1.
  public init(_ number: Int, total: Int, size: Int = size) {
    self.size = max(1, size)
    pages = max(1, total / self.size + (total % self.size > 0 ? 1 : 0))
    self.number = min(max(number, 1), pages)
  }

  /// The lines of `window`, as far as they exist. The page is that of the first line.
  public init(_ window: ListWindow, total: Int, size: Int = size) {
    self.init(window.first / max(1, size) + 1, total: total, size: size)
    self.window = window
  }

  /// A list that is shown whole, as one page.
  public static let whole = ListPosition(1, total: 0, size: .max)

  /// Whether the list is shown whole.
  public var isWhole: Bool { size == .max }

  /// Moves through a list that has `total` lines.
  ///
  /// - Throws: ``ListRefusal`` when there is no such page.
  public mutating func perform(_ move: ListMove, total: Int) throws(ListRefusal) {
    switch move {
    case .nextPage: try turn(by: 1, total: total)
    case .previousPage: try turn(by: -1, total: total)
    case .show(let window): self = ListPosition(window, total: total, size: size)
    }
  }

  private mutating func turn(by pages: Int, total: Int) throws(ListRefusal) {
    var next = adapted(to: total)
    next.window = nil
    next.number += pages
    if next.number < 1 { throw .firstPage }
    if next.number > next.pages { throw .lastPage }
    self = next
  }

  /// The positions of the list that are on this page, counted from 0.
  public func positions(total: Int) -> Range<Int> {
    let start = min(window?.first ?? (number - 1) * size, total)
    return start..<(start + min(window?.count ?? size, total - start))
  }

  /// The first page. With a window, the same number of lines from the start of the list.
  public func toStart() -> ListPosition {
    var page = self
    page.number = 1
    page.window?.first = 0
    return page
  }

  /// The same page, or the same lines, of a list that has `total` lines now.
  public func adapted(to total: Int) -> ListPosition {
    window.map { ListPosition($0, total: total, size: size) }
      ?? ListPosition(number, total: total, size: size)
  }
}

/// A move through a long list.
public enum ListMove: Equatable, Sendable {
  /// Turn to the next page.
  case nextPage
  /// Turn to the previous page.
  case previousPage
  /// Show these lines instead of a page.
  case show(ListWindow)
}

/// Consecutive lines of a list.
public struct ListWindow: Hashable, Sendable {
  /// The position of the first line, from 0.
  public var first: Int
  /// The number of lines.
  public var count: Int

  /// `count` lines from `first` on.
  public init(first: Int, count: Int) {
    (self.first, self.count) = (first, count)
  }
}

extension Collection {
  /// The element on the line `number`, counted from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  package func line(_ number: Int) throws(ListRefusal) -> Element {
    guard (1...Swift.max(1, count)).contains(number), !isEmpty else {
      throw .noSuchLine(number: number, count: count)
    }
    return self[index(startIndex, offsetBy: number - 1)]
  }
}

/// The reason why a page or a line of a list does not exist.
public enum ListRefusal: ReportableError, Equatable {
  /// There is no page after this one.
  case lastPage
  /// There is no page before this one.
  case firstPage
  /// The list has no line `number`, only `count` lines.
  case noSuchLine(number: Int, count: Int)

  public var message: Message {
    switch self {
    case .lastPage: Message("last-page", "This is the last page.", "最後のページです。")
    case .firstPage: Message("first-page", "This is the first page.", "最初のページです。")
    case .noSuchLine(let number, let count):
      count == 0
        ? Message("no-such-line", "There is nothing in this list.", "一覧には何もありません。")
        : Message(
          "no-such-line", "There is no number \(number) in the list; there are 1 to \(count).",
          "\(number) 番はありません。1〜\(count) を指定してください。")
    }
  }
}

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
