extension QuestionFormat {
  /// Moodle's text format.
  package static let gift = QuestionFormat(
    name: "gift", title: GIFTReader.formatName, extensions: ["gift"],
    keeps: .moodle.subtracting([.letterCase]), kinds: .old.union([.gaps, .match]),
    recognitions: [Recognition(by: .marks) { hasAnswers($0.head) }],
    reader: GIFTReader(), writer: { _, _ in GIFTWriter() })

  /// Whether most braces of the text begin as GIFT's answers do, and one holds answers: braces
  /// that are full of other things are those of a program.
  private static func hasAnswers(_ text: String) -> Bool {
    var (isInside, isEscaped, hasMark) = (false, false, false)
    var (found, others) = (0, 0)
    var content: [UInt8] = []
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "{") {
        // An answer has no brace in it, so what was open so far is something else.
        if isInside { others += 1 }
        (isInside, hasMark, content) = (true, false, [])
      } else if byte == UInt8(ascii: "}"), isInside {
        isInside = false
        let isStatement = ["T", "F", "TRUE", "FALSE"].contains(
          String(decoding: content, as: UTF8.self))
        let isAnswer = content.first.map { "=~#%".utf8.contains($0) } ?? true
        if isStatement || (isAnswer && hasMark) { found += 1 } else if !isAnswer { others += 1 }
      } else if isInside {
        hasMark = hasMark || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "~")
        if content.count < 6, byte > 0x20 || !content.isEmpty { content.append(byte) }
      }
    }
    return found > others
  }
}
