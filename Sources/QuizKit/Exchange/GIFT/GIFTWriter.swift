/// Writes GIFT that this program and Moodle read back unchanged.
struct GIFTWriter: QuestionWriter {
  private var category: String?

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    if question.content.kind == .gaps, MissingWord(question.content) == nil {
      return .severalGaps(format: GIFTReader.formatName)
    }
    if Self.wouldMatchPairs(question.content) {
      return .arrowInAnswers(format: GIFTReader.formatName)
    }
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
    let missing = MissingWord(content)
    let text = missing?.before ?? content.text
    if format == .markdown {
      output.raw("[markdown]")
    } else {
      output.guardMark(text, as: .plain, isStem: true)
    }
    output.escaped(text)
    let isStatement =
      content.kind == .trueFalse && content.choices.map(\.text) == ["True", "False"]
    output.raw("{")
    if isStatement {
      writeStatement(content, format, to: &output)
    } else {
      output.writeAnswers(of: content, format)
    }
    if !content.commentary.isEmpty {
      output.raw("####")
      output.guardMark(content.commentary, as: format)
      output.escaped(content.commentary)
      if !isStatement { output.raw("\n") }
    }
    output.raw("}")
    output.escaped(missing?.after ?? "")
    output.raw("\n\n")
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

  /// Whether the answers would be read as pairs to match. A single answer is written without the
  /// mark that would make it a pair, unless it would then be read as true or false.
  static func wouldMatchPairs(_ content: QuestionContent) -> Bool {
    if case .match(let solution) = content.solution {
      // The first arrow divides a pair.
      return solution.pairs.contains { $0.left.utf8.contains("->".utf8) }
    }
    guard let solution = typed(content), solution.accepted.contains(where: \.hasArrow)
    else { return false }
    return solution.accepted.contains {
      solution.accepted.count > 1 || GIFTParser.statement($0.pattern) != nil
    }
  }

  /// The accepted texts of a question that asks for one, or of its gap.
  private static func typed(_ content: QuestionContent) -> TextSolution? {
    if case .text(let solution) = content.solution { return solution }
    guard case .typed(let solution)? = MissingWord(content)?.gap else { return nil }
    return solution
  }

  private static func writeComment(_ content: QuestionContent, to output: inout GIFTOutput) {
    let id = content.externalID.map { [("id", $0)] } ?? []
    let marks = id + content.tags.map { ("tag", $0) } + kindMark(content)
    if marks.isEmpty { return }
    let words = marks.map { name, value in
      var value = oneLine(value).replacing("]", with: "\\]")
      // Otherwise the backslash would escape the closing bracket.
      if value.hasSuffix("\\") { value += " " }
      return "[\(name):\(value)]"
    }
    output.line("// " + words.joined(separator: " "))
  }

  private static func kindMark(_ content: QuestionContent) -> [(String, String)] {
    let mark =
      content.kind == .gaps
      ? MissingWord.mark : KindMark(content.solution, among: content.choices.count)?.rawValue
    return mark.map { [("kind", $0)] } ?? []
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }

  private static func needsItsBlanks(_ content: QuestionContent) -> Bool {
    var needs = false
    content.forEachText { needs = needs || hasOpenBlanks($0) }
    return needs
  }

  /// Whether blanks are at the beginning or the end of a line, or several in a row.
  private static func hasOpenBlanks(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x09 || (byte == 0x20 && (previous == 0x20 || previous == 0x0A)) { return true }
      if byte == 0x0A, previous == 0x20 { return true }
      previous = byte
    }
    return false
  }
}
