import QuizSupport

/// Splits text into records and fields according to RFC 4180, tolerating deviations.
///
/// CSV, TSV and Anki's text share it. It works on bytes and returns positions, so that a field is
/// copied only when its text is needed.
struct RecordScanner {
  /// The position of a field in the text.
  struct Field {
    var start: Int
    var end: Int
    /// Whether doubled quotes in the field have to be undone.
    var hasQuotes = false
  }

  /// The result of scanning a record.
  enum Outcome {
    case record
    case end
    /// A quote on this line is never closed. The next call continues after that line.
    case quoteNotClosed(line: Int)
  }

  let delimiter: UInt8
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index: Int
  private var nextLine: Int
  private var unclosed: Range<Int>?

  /// Where the last record began.
  private(set) var start = 0
  /// The line on which the last record began.
  private(set) var line = 1
  /// The fields of the last record.
  private(set) var fields: [Field] = []
  /// Whether the last record had text after a closing quote, which was appended to the field.
  private(set) var hasTextAfterQuote = false

  /// Whether a line break inside of a field does not count as a line. The records of a spreadsheet
  /// are counted in this way.
  private let countsRecords: Bool

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8, from index: Int = 0, line: Int = 1,
    countsRecords: Bool = false
  ) {
    self.bytes = bytes
    self.countsRecords = countsRecords
    self.delimiter = delimiter
    self.index = index
    nextLine = line
  }

  mutating func next() -> Outcome {
    guard index < bytes.count else { return .end }
    fields.removeAll(keepingCapacity: true)
    hasTextAfterQuote = false
    unclosed = nil
    line = nextLine
    start = index
    while true {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        let openedAt = index
        let openedOn = nextLine
        guard quotedField() else {
          unclosed = openedAt..<index
          index = openedAt
          nextLine = openedOn
          skipLine()
          return .quoteNotClosed(line: openedOn)
        }
      } else {
        let start = index
        while index < bytes.count, bytes[index] != delimiter, bytes[index] != UInt8(ascii: "\n") {
          index += 1
        }
        fields.append(Field(start: start, end: index))
      }
      guard index < bytes.count else { return .record }
      index += 1
      if bytes[index - 1] == UInt8(ascii: "\n") {
        nextLine += 1
        return .record
      }
    }
  }

  /// The bytes of the last record, or everything from an unclosed quote to the end of the text.
  var extent: Range<Int> { unclosed ?? start..<index }

  /// The text of a field, with doubled quotes undone and blanks at the ends removed.
  func text(_ field: Field) -> String {
    let stretch = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
    guard field.hasQuotes else { return FieldText.make(stretch) }
    var plain: [UInt8] = []
    plain.reserveCapacity(stretch.count)
    var position = 1
    var isInside = true
    while position < stretch.count {
      let byte = stretch[position]
      position += 1
      if isInside, byte == UInt8(ascii: "\"") {
        if position < stretch.count, stretch[position] == UInt8(ascii: "\"") {
          plain.append(byte)
          position += 1
        } else {
          isInside = false
        }
      } else {
        plain.append(byte)
      }
    }
    return plain.withUnsafeBufferPointer { FieldText.make($0) }
  }

  func byte(at index: Int) -> UInt8 { bytes[index] }

  /// Whether the last record contains only blanks.
  var isBlank: Bool {
    for field in fields {
      for index in field.start..<field.end where bytes[index] != 0x20 && bytes[index] != 0x09 {
        return false
      }
    }
    return true
  }

  /// The text of the line that was skipped because of an unclosed quote.
  var skippedLine: String {
    var start = max(0, index - 1)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return FieldText.make(UnsafeBufferPointer(rebasing: bytes[start..<index]))
  }

  /// Skips a field that begins with a quote; returns `false` if the quote is never closed.
  private mutating func quotedField() -> Bool {
    let start = index
    var hasDoubled = false
    index += 1
    while true {
      guard index < bytes.count else { return false }
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n"), !countsRecords { nextLine += 1 }
      guard byte == UInt8(ascii: "\"") else { continue }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { break }
      hasDoubled = true
      index += 1
    }
    let closed = index
    var hasTrailing = false
    while index < bytes.count, bytes[index] != delimiter, bytes[index] != UInt8(ascii: "\n") {
      if bytes[index] != 0x20 { hasTrailing = true }
      index += 1
    }
    hasTextAfterQuote = hasTextAfterQuote || hasTrailing
    fields.append(
      hasDoubled || hasTrailing
        ? Field(start: start, end: index, hasQuotes: true)
        : Field(start: start + 1, end: closed - 1))
    return true
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    if index < bytes.count {
      index += 1
      nextLine += 1
    }
  }
}
