import QuizSupport

/// Reads the texts between the braces of a block: answers, weights and feedback.
struct GIFTAnswerText {
  /// An answer without the mark before it.
  struct Piece {
    var text = ""
    /// The weight that a text such as `%50%` states, from -1 to 1; `nil` when the answer has no
    /// weight.
    var weight: Double?
    var feedback = ""
    var warnings: [Fault] = []
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let marks: GIFTMarks
  private let format: GIFTFormat

  /// - Parameter format: the format of the question.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ marks: GIFTMarks, _ format: GIFTFormat) {
    self.bytes = bytes
    self.marks = marks
    self.format = format
  }

  /// The text of a choice or feedback. It has the question's format unless it states its own.
  func text(_ range: Range<Int>) -> String {
    guard let prefix = GIFTFormat.prefix(bytes, range) else {
      return GIFTText.make(bytes, range, format)
    }
    return GIFTText.make(bytes, prefix.start..<range.upperBound, prefix.format)
  }

  /// Reads `%50%text#feedback`.
  func answer(_ range: Range<Int>) -> Piece {
    var answer = Piece()
    let hash = marks.first(UInt8(ascii: "#"), in: range)
    var content = range.lowerBound..<(hash ?? range.upperBound)
    if let (digits, start) = weightText(content) {
      answer.weight = Self.weight(digits)
      if answer.weight == nil {
        answer.warnings.append(.badWeight("%\(digits)%"))
      } else {
        content = start..<content.upperBound
      }
    }
    answer.text = text(content)
    if let hash { answer.feedback = text(hash + 1..<range.upperBound) }
    return answer
  }

  /// The text between two percent signs at the beginning of an answer, and where the rest begins.
  private func weightText(_ range: Range<Int>) -> (digits: String, start: Int)? {
    let start = trimmed(range).lowerBound
    guard start < range.upperBound, bytes[start] == UInt8(ascii: "%"),
      let end = bytes[start + 1..<range.upperBound].firstIndex(of: UInt8(ascii: "%"))
    else { return nil }
    return (FieldText.make(UnsafeBufferPointer(rebasing: bytes[start + 1..<end])), end + 1)
  }

  private static func weight(_ digits: String) -> Double? {
    let isDecimal = digits.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }
    return isDecimal ? MoodlePercent.fraction(digits) : nil
  }

  /// The parts of a range between the unescaped marks in it.
  func split(_ range: Range<Int>, at mark: UInt8) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while let end = marks.first(mark, in: start..<range.upperBound) {
      parts.append(start..<end)
      start = end + 1
    }
    return parts + [start..<range.upperBound]
  }

  /// The position of the first unescaped mark in a range.
  func first(_ mark: UInt8, in range: Range<Int>) -> Int? { marks.first(mark, in: range) }

  /// Whether a `=` is attached to a word, as in `header=True`. Such a `=` is unlikely to mark a
  /// choice.
  func hasBareEquals(_ starts: [Int]) -> Bool {
    starts.dropFirst().contains { mark in
      guard bytes[mark] == UInt8(ascii: "=") else { return false }
      switch bytes[mark - 1] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        return true
      default: return false
      }
    }
  }

  /// The range without the blanks at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, GIFTFormat.isBlank(bytes[start]) { start += 1 }
    while start < end, GIFTFormat.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
