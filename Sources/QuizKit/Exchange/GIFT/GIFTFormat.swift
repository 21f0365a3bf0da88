extension QuestionFormat {
  /// Moodle's text format.
  package static let gift = QuestionFormat(
    name: "gift", title: GIFTReader.formatName, extensions: ["gift"],
    keeps: .moodle.subtracting([.letterCase]), kinds: .old.union([.gaps, .match]),
    recognitions: [Recognition(by: .marks) { hasAnswers($0.head) }],
    reader: GIFTReader(), writer: { _, _ in GIFTWriter() })

  /// Whether the text has an unescaped `{ … }` that contains `=` or `~`, or is only `T`, `F`,
  /// `TRUE` or `FALSE`.
  private static func hasAnswers(_ text: String) -> Bool {
    var isInside = false
    var hasMark = false
    var content = ""
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "{") {
        (isInside, hasMark, content) = (true, false, "")
      } else if byte == UInt8(ascii: "}") {
        if isInside, hasMark || ["T", "F", "TRUE", "FALSE"].contains(content) { return true }
        isInside = false
      } else if isInside {
        hasMark = hasMark || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "~")
        if content.utf8.count < 6 { content.unicodeScalars.append(Unicode.Scalar(byte)) }
      }
    }
    return false
  }
}
