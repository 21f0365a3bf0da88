import QuizSupport

/// The format of a text, which determines what line breaks and blanks in it mean.
enum GIFTFormat: String {
  case moodle, plain, html, markdown

  /// Whether a line break in the file counts as a blank.
  var foldsLines: Bool { self == .moodle || self == .plain }

  /// The format named in brackets at the beginning of a text, and where the text itself begins.
  /// Other brackets are part of the text.
  static func prefix(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> (format: GIFTFormat, start: Int)? {
    var start = range.lowerBound
    while start < range.upperBound, isBlank(bytes[start]) { start += 1 }
    guard start < range.upperBound, bytes[start] == UInt8(ascii: "["),
      let bracket = bytes[start..<min(start + 10, range.upperBound)].firstIndex(
        of: UInt8(ascii: "]")),
      let format = GIFTFormat(
        rawValue: String(decoding: bytes[start + 1..<bracket], as: UTF8.self))
    else { return nil }
    return (format, bracket + 1)
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
}

/// Undoes GIFT's escapes and joins soft-wrapped lines.
enum GIFTText {
  /// Converts a range of bytes to text. Escapes are undone only here, after all marks were found,
  /// so that an escaped character is never taken for a mark.
  static func make(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ format: GIFTFormat
  ) -> String {
    // The line break before the next choice would needlessly trigger the slow path.
    var range = range
    while let last = range.last, GIFTFormat.isBlank(bytes[last]) { range = range.dropLast() }
    while let first = range.first, GIFTFormat.isBlank(bytes[first]) { range = range.dropFirst() }
    guard needsWork(bytes, range, format) else {
      return FieldText.make(UnsafeBufferPointer(rebasing: bytes[range]))
    }
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), index + 1 < range.upperBound,
        let plain = unescaped(bytes[index + 1])
      {
        text.append(plain)
        index += 2
      } else if format.foldsLines, GIFTFormat.isBlank(byte) {
        var end = index
        var hasNewline = false
        while end < range.upperBound, GIFTFormat.isBlank(bytes[end]) {
          hasNewline = hasNewline || bytes[end] == UInt8(ascii: "\n")
          end += 1
        }
        let joins =
          hasNewline && WideText.ends(text) && WideText.begins(bytes, end..<range.upperBound)
        if !joins { text.append(UInt8(ascii: " ")) }
        index = end
      } else {
        text.append(byte)
        index += 1
      }
    }
    return FieldText.make(text, 0..<text.count)
  }

  private static func needsWork(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ format: GIFTFormat
  ) -> Bool {
    var wasBlank = false
    for byte in bytes[range] {
      if byte == UInt8(ascii: "\\") { return true }
      let blank = GIFTFormat.isBlank(byte)
      if blank, format.foldsLines, wasBlank || byte != UInt8(ascii: " ") { return true }
      wasBlank = blank
    }
    return false
  }

  private static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "\\"):
      byte
    default: nil
    }
  }
}

/// Recognises characters as wide as a kanji. A line break between two of them does not count as a
/// blank.
///
/// Hangul is not included: it is as wide, but Korean separates words by blanks.
enum WideText {
  static func ends(_ text: [UInt8]) -> Bool {
    guard let start = text.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
    return String(decoding: text[start...], as: UTF8.self).unicodeScalars.first.map(isWide) ?? false
  }

  static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    let first = bytes[range.lowerBound..<min(range.lowerBound + 4, range.upperBound)]
    return String(decoding: first, as: UTF8.self).unicodeScalars.first.map(isWide) ?? false
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

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

/// The credit for an answer in percent of the whole point, as GIFT and Moodle XML write it.
enum MoodlePercent {
  /// The credit, from -1 to 1, for a number of percent; `nil` when the text is not such a number.
  /// The decimal point is shifted in the text, so that no rounding error occurs.
  static func fraction(_ digits: String) -> Double? {
    guard let credit = Double(digits + "e-2") ?? Double(digits).map({ $0 / 100 }) else {
      return nil
    }
    // Minus zero is written as zero.
    return (-1...1).contains(credit) ? credit + 0 : nil
  }

  /// The number of percent that ``fraction(_:)`` reads as this credit. It has no exponent, because
  /// Moodle would not read one.
  static func text(of credit: Double) -> String {
    let parts = "\(credit.magnitude)".split(separator: "e")
    let digits = parts[0].split(separator: ".")
    // The digits without the decimal point, and the position of the point among them.
    var whole = String(digits[0])
    var point = whole.count + 2 + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    whole += digits.count > 1 && digits[1] != "0" ? String(digits[1]) : ""
    if point < 1 {
      whole = String(repeating: "0", count: 1 - point) + whole
      point = 1
    }
    whole += String(repeating: "0", count: max(point - whole.count, 0))
    let end = whole.index(whole.startIndex, offsetBy: point)
    let above = whole[..<end].drop { $0 == "0" }
    let text = (above.isEmpty ? "0" : above) + (end < whole.endIndex ? "." + whole[end...] : "")
    return credit < 0 && text != "0" ? "-" + text : String(text)
  }

  /// The number of percent with five digits after the point, as in Moodle's list of grades.
  static func roundedText(of credit: Double) -> String {
    text(of: (credit * 1e7).rounded() / 1e7)
  }
}

/// Numbers as GIFT writes them: `3`, `3:0.1` with a tolerance, `1..5` from 1 to 5, `*` for any.
extension NumberSpan {
  init(moodle text: String) throws(Fault) {
    if let dots = text.firstRange(of: ".."), dots.lowerBound > text.startIndex {
      self = .range(
        try Self.number(text[..<dots.lowerBound]), try Self.number(text[dots.upperBound...]))
    } else if let colon = text.firstIndex(of: ":") {
      try self.init(
        moodle: String(text[..<colon]), tolerance: String(text[text.index(after: colon)...]))
    } else {
      try self.init(moodle: text, tolerance: "")
    }
  }

  /// - Parameter tolerance: empty when there is none.
  init(moodle value: String, tolerance: String) throws(Fault) {
    let value = FieldText.make(value)
    let tolerance = FieldText.make(tolerance)
    if value == "*" {
      self = .any
    } else {
      self = .value(
        try Self.number(value[...]),
        tolerance: tolerance.isEmpty ? 0 : abs(try Self.number(tolerance[...])))
    }
  }

  private static func number(_ text: Substring) throws(Fault) -> Double {
    let text = FieldText.make(String(text))
    guard let number = TypedNumber.value(of: text) else { throw .notANumber(text) }
    return number
  }

  /// The text that ``init(moodle:)`` reads.
  var moodleText: String {
    switch self {
    case .value(let value, 0): TypedNumber.text(of: value)
    case .value(let value, let tolerance):
      "\(TypedNumber.text(of: value)):\(TypedNumber.text(of: tolerance))"
    case .range(let lower, let upper):
      "\(TypedNumber.text(of: lower))..\(TypedNumber.text(of: upper))"
    case .any: "*"
    }
  }
}
