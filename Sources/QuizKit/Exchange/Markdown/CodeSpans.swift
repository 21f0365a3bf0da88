/// The inline code of one line: a run of backticks up to the next run of the same length, as in
/// CommonMark 0.31 §6.1.
///
/// A backslash before a backtick has no effect. Text in doubt is then code, where nothing is
/// interpreted and so nothing is lost.
package struct CodeSpans {
  /// Where the runs of each length begin, in ascending order.
  private var starts: [Int: [Int]] = [:]

  /// Finds the runs in a line. Its positions are offsets into `line`.
  init(_ line: [UInt8]) {
    var index = 0
    while let start = line[index...].firstIndex(of: Self.mark) {
      index = Self.end(ofRunAt: start, in: line)
      starts[index - start, default: []].append(start)
    }
  }

  /// The position after the code that begins at `start`; `nil` if the backticks there are text.
  package func end(from start: Int, in line: [UInt8]) -> Int? {
    let length = Self.end(ofRunAt: start, in: line) - start
    guard let candidates = starts[length] else { return nil }
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if candidates[middle] <= start { low = middle + 1 } else { high = middle }
    }
    return low < candidates.count ? candidates[low] + length : nil
  }

  package static func end(ofRunAt start: Int, in line: [UInt8]) -> Int {
    line[start...].firstIndex { $0 != mark } ?? line.count
  }

  package static let mark = UInt8(ascii: "`")
}
