/// Writes GIFT that this program and Moodle read back unchanged.
struct GIFTWriter: QuestionWriter {
  private var category: String?

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    var output = GIFTOutput()
    if question.category != category {
      category = question.category
      output.line("$CATEGORY: " + MoodleCategory.path(Self.oneLine(category ?? "")))
      output.line("")
    }
    Self.write(question.content, to: &output)
    text += output.bytes
    return nil
  }

  private static func write(_ content: QuestionContent, to output: inout GIFTOutput) {
    writeComment(content, to: &output)
    if let title = content.title, !title.isEmpty {
      output.raw("::"); output.escaped(title); output.raw("::")
    }
    // Moodle folds blanks and line breaks unless the text is marked as Markdown.
    let format: GIFTFormat = needsItsBlanks(content) ? .markdown : .moodle
    if format == .markdown {
      output.raw("[markdown]")
    } else {
      output.guardMark(content.text, as: .plain, isStem: true)
    }
    output.escaped(content.text)
    let isStatement =
      content.kind == .trueFalse && content.choices.map(\.text) == ["True", "False"]
    output.raw("{")
    if isStatement {
      writeStatement(content, format, to: &output)
    } else {
      writeChoices(content, format, to: &output)
    }
    if !content.commentary.isEmpty {
      output.raw("####")
      output.guardMark(content.commentary, as: format)
      output.escaped(content.commentary)
      if !isStatement { output.raw("\n") }
    }
    output.raw("}\n\n")
  }

  private static func writeStatement(
    _ content: QuestionContent, _ format: GIFTFormat, to output: inout GIFTOutput
  ) {
    let isTrue = content.solution.rightChoice == 0
    output.raw(isTrue ? "TRUE" : "FALSE")
    let wrong = content.choices[isTrue ? 1 : 0].feedback
    let right = content.choices[isTrue ? 0 : 1].feedback
    if wrong.isEmpty, right.isEmpty { return }
    output.feedback(wrong, format)
    if !right.isEmpty { output.feedback(right, format) }
  }

  private static func writeChoices(
    _ content: QuestionContent, _ format: GIFTFormat, to output: inout GIFTOutput
  ) {
    output.raw("\n")
    for (index, choice) in content.choices.enumerated() {
      output.raw(content.solution.rightChoices.contains(index) ? "\t=" : "\t~")
      output.guardMark(choice.text, as: format)
      output.escaped(choice.text)
      if !choice.feedback.isEmpty { output.feedback(choice.feedback, format) }
      output.raw("\n")
    }
  }

  private static func writeComment(_ content: QuestionContent, to output: inout GIFTOutput) {
    let id = content.externalID.map { [("id", $0)] } ?? []
    let marks = id + content.tags.map { ("tag", $0) }
    if marks.isEmpty { return }
    let words = marks.map { name, value in
      var value = oneLine(value).replacing("]", with: "\\]")
      // Otherwise the backslash would escape the closing bracket.
      if value.hasSuffix("\\") { value += " " }
      return "[\(name):\(value)]"
    }
    output.line("// " + words.joined(separator: " "))
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }

  private static func needsItsBlanks(_ content: QuestionContent) -> Bool {
    let texts =
      [content.text, content.commentary] + content.choices.flatMap { [$0.text, $0.feedback] }
    return texts.contains { text in
      var previous: UInt8 = 0
      for byte in text.utf8 {
        if byte == 0x09 || (byte == 0x20 && (previous == 0x20 || previous == 0x0A)) { return true }
        if byte == 0x0A, previous == 0x20 { return true }
        previous = byte
      }
      return false
    }
  }
}

/// Builds the text of a GIFT file.
private struct GIFTOutput {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func escaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"):
        raw("\\n")
        continue
      case UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "#"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ":"):
        bytes.append(UInt8(ascii: "\\"))
      default: break
      }
      bytes.append(byte)
    }
  }

  mutating func feedback(_ text: String, _ format: GIFTFormat) {
    raw("#")
    guardMark(text, as: format)
    escaped(text)
  }

  /// Writes an explicit format before a text that would otherwise be read as a format, a weight, a
  /// comment or a category.
  mutating func guardMark(_ text: String, as format: GIFTFormat, isStem: Bool = false) {
    let looksLikeMark =
      starts(text, "[") || starts(text, "%")
      || (isStem && (starts(text, "//") || starts(text, "$CATEGORY")))
    if looksLikeMark { line(format == .markdown ? "[markdown]" : "[plain]"); bytes.removeLast() }
  }

  /// Compares bytes like the reader. `hasPrefix` would not match a mark followed by a combining
  /// accent.
  private func starts(_ text: String, _ mark: String) -> Bool { text.utf8.starts(with: mark.utf8) }
}
