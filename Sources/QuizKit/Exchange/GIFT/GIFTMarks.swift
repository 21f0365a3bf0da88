/// The unescaped special characters of a block (`{ } = ~ #`), in order.
///
/// They are found in one pass, because the parser needs all of them: for the braces, the beginning
/// of each choice and its feedback.
struct GIFTMarks {
  struct Mark {
    var byte: UInt8
    var index: Int
  }

  private(set) var marks: [Mark] = []

  /// The positions of each `n` after a backslash and before a letter, which may be part of a LaTeX
  /// command.
  private(set) var newlinesBeforeLetters: [Int] = []

  /// Finds the marks of another block, reusing the memory.
  mutating func find(in bytes: UnsafeBufferPointer<UInt8>) {
    marks.removeAll(keepingCapacity: true)
    newlinesBeforeLetters.removeAll(keepingCapacity: true)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\"):
        index += 1
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "n"),
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index + 1])
        {
          newlinesBeforeLetters.append(index)
        }
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "="), UInt8(ascii: "~"),
        UInt8(ascii: "#"):
        marks.append(Mark(byte: byte, index: index))
      default: break
      }
      index += 1
    }
  }

  /// The position of the first `byte` mark in a range.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    within(range).first { $0.byte == byte }?.index
  }

  /// The positions of the marks that begin a choice.
  func choices(in range: Range<Int>) -> [Int] {
    var places: [Int] = []
    for mark in within(range) where mark.byte == UInt8(ascii: "=") || mark.byte == UInt8(ascii: "~")
    {
      places.append(mark.index)
    }
    return places
  }

  /// The position of the last `####` in a range.
  func lastGeneralFeedback(in range: Range<Int>) -> Int? {
    var found: Int?
    var count = 0
    var next = -1
    for mark in within(range) where mark.byte == UInt8(ascii: "#") {
      count = mark.index == next ? count + 1 : 1
      next = mark.index + 1
      if count >= 4 { found = mark.index - 3 }
    }
    return found
  }

  /// The position of the first opening and closing brace in a range, and how many of each there
  /// are.
  func braces(in range: Range<Int>) -> (open: Int, opened: Int, close: Int, closed: Int) {
    var braces = (open: 0, opened: 0, close: 0, closed: 0)
    for mark in within(range) {
      if mark.byte == UInt8(ascii: "{") {
        if braces.opened == 0 { braces.open = mark.index }
        braces.opened += 1
      } else if mark.byte == UInt8(ascii: "}") {
        if braces.closed == 0 { braces.close = mark.index }
        braces.closed += 1
      }
    }
    return braces
  }

  private func within(_ range: Range<Int>) -> ArraySlice<Mark> {
    marks[place(of: range.lowerBound)..<place(of: range.upperBound)]
  }

  /// The number of marks before an index. A binary search, because it is called for each choice of
  /// possibly very long blocks.
  private func place(of index: Int) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
