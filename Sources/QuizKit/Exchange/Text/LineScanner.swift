import QuizSupport

/// A line of a text: its number, counted from 1, and its range.
struct TextLine {
  var number: Int
  var range: Range<Int>
}

/// Iterates over the lines of a text, for line-based formats.
struct LineScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The start of the next line.
  private(set) var index = 0
  private var number = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func next() -> TextLine? {
    guard index < bytes.count else { return nil }
    let start = index
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    index = end + 1
    number += 1
    return TextLine(number: number, range: start..<end)
  }

  /// The line without blanks at its ends.
  func text(_ line: TextLine) -> String {
    FieldText.make(UnsafeBufferPointer(rebasing: bytes[line.range]))
  }

  /// The line without blanks at its end. Those at its beginning stay.
  func indentedText(_ line: TextLine) -> String {
    let text = text(line)
    guard let first = bytes[line.range].first, " \t\u{A0}\u{3000}".utf8.contains(first) else {
      return text
    }
    let blanks = String(decoding: bytes[line.range], as: UTF8.self).unicodeScalars.prefix {
      " \t\u{A0}\u{3000}".unicodeScalars.contains($0)
    }
    return text.isEmpty ? "" : String(blanks) + text
  }

  /// The line after its first `count` bytes, without blanks at its ends.
  func text(_ line: TextLine, dropping count: Int) -> String {
    let start = min(line.range.lowerBound + count, line.range.upperBound)
    return FieldText.make(UnsafeBufferPointer(rebasing: bytes[start..<line.range.upperBound]))
  }

  /// Whether the line contains only blanks.
  func isBlank(_ line: TextLine) -> Bool {
    bytes[line.range].allSatisfy { $0 == 0x20 || $0 == 0x09 } || text(line).isEmpty
  }
}
