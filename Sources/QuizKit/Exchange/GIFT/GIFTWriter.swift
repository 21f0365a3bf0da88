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
    let marked = MarkedPictures(question.content) { question.path(of: $0) != nil }
    Self.write(marked.content, to: &output)
    text += marked.put(into: output.bytes) { picture in
      var image = GIFTOutput()
      image.escaped(WrittenPicture.html(picture, at: question.path(of: picture) ?? ""))
      return String(decoding: image.bytes, as: UTF8.self)
    }
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
      output.text(content.commentary, as: format)
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

/// Builds the text of a GIFT file.
private struct GIFTOutput {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends text that needs no escapes.
  mutating func ascii(_ text: String) {
    bytes.append(contentsOf: text.utf8)
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
    self.text(text, as: format)
  }

  /// Appends a text with the format before it where it needs one.
  mutating func text(_ text: String, as format: GIFTFormat) {
    guardMark(text, as: format)
    escaped(text)
  }

  /// Writes an explicit format before a text that would otherwise be read as a format, a weight, a
  /// comment or a category.
  mutating func guardMark(_ text: String, as format: GIFTFormat, isStem: Bool = false) {
    let looksLikeMark =
      starts(text, "[") || starts(text, "%")
      || (isStem && (starts(text, "//") || starts(text, "$CATEGORY")))
    if looksLikeMark { ascii(format == .markdown ? "[markdown]" : "[plain]") }
  }

  /// Compares bytes like the reader. `hasPrefix` would not match a mark followed by a combining
  /// accent.
  private func starts(_ text: String, _ mark: String) -> Bool { text.utf8.starts(with: mark.utf8) }
}

/// Writes the answers between the braces.
extension GIFTOutput {
  /// Appends all right and wrong answers, each on its own line.
  mutating func writeAnswers(of content: QuestionContent, _ format: GIFTFormat) {
    switch content.solution {
    case .single(let solution): write(content.choices, solution, format)
    case .trueFalse(let correct): write(content.choices, SingleSolution(correct), format)
    case .several(let solution):
      raw("\n")
      let credits = solution.credits(among: content.choices.count)
      for (choice, credit) in zip(content.choices, credits) {
        raw("\t~")
        writeWeight(credit, isRounded: solution.weights == nil)
        write(choice.text, choice.feedback, format)
      }
    case .text(let solution): write(solution, format)
    case .number(let solution): write(solution, format)
    case .match(let solution): write(solution, format)
    case .gaps(let solution): write(solution.gaps, format)
    case .card, .order: break
    }
  }

  /// Writes the choice with full credit with the mark `=`, by which Moodle recognises that one
  /// choice is to be picked.
  private mutating func write(
    _ choices: [Choice], _ solution: SingleSolution, _ format: GIFTFormat
  ) {
    raw("\n")
    for (choice, credit) in zip(choices, solution.credits(among: choices.count)) {
      raw(credit == 1 ? "\t=" : "\t~")
      if credit != 1 { writeWeight(credit) }
      write(choice.text, choice.feedback, format)
    }
  }

  private mutating func write(_ solution: TextSolution, _ format: GIFTFormat) {
    raw("\n")
    // After `=`, an arrow would turn the answer into a pair to match.
    let needsMark = solution.accepted.count > 1 || !solution.accepted.contains { $0.hasArrow }
    for accepted in solution.accepted {
      raw(needsMark ? "\t=" : "\t")
      if accepted.fraction != 1 { writeWeight(accepted.fraction, isAlways: true) }
      write(accepted.pattern, accepted.feedback, format)
    }
  }

  /// Writes a pair on each line. What belongs to nothing has an empty left side.
  private mutating func write(_ solution: MatchSolution, _ format: GIFTFormat) {
    raw("\n")
    for pair in solution.pairs + solution.extra.map({ MatchPair("", $0) }) {
      raw("\t=")
      text(pair.left, as: format)
      raw(" -> ")
      text(pair.right, as: format)
      raw("\n")
    }
  }

  /// Writes the answers of the only gap.
  private mutating func write(_ gaps: [Gap], _ format: GIFTFormat) {
    for gap in gaps {
      switch gap {
      case .typed(let solution): write(solution, format)
      case .picked(let choices):
        write(choices.texts.map { Choice($0) }, SingleSolution(choices.correct), format)
      }
    }
  }

  private mutating func write(_ solution: NumberSolution, _ format: GIFTFormat) {
    raw("#\n")
    for (index, accepted) in solution.accepted.enumerated() {
      let isLast = index == solution.accepted.count - 1
      if isLast, accepted.span == .any, accepted.fraction == 0, !accepted.feedback.isEmpty {
        raw("\t~")
      } else {
        raw("\t=")
        if accepted.fraction != 1 { writeWeight(accepted.fraction, isAlways: true) }
        ascii(accepted.span.moodleText)
      }
      if !accepted.feedback.isEmpty { feedback(accepted.feedback, format) }
      raw("\n")
    }
  }

  private mutating func write(_ text: String, _ feedback: String, _ format: GIFTFormat) {
    self.text(text, as: format)
    if !feedback.isEmpty { self.feedback(feedback, format) }
    raw("\n")
  }

  /// Omits a weight of 0, because it is the default after `~`.
  private mutating func writeWeight(
    _ credit: Double, isRounded: Bool = false, isAlways: Bool = false
  ) {
    if credit == 0, !isAlways { return }
    let percent = isRounded ? MoodlePercent.roundedText(of: credit) : MoodlePercent.text(of: credit)
    ascii("%\(percent)%")
  }
}

extension AcceptedText {
  /// Whether the answer contains the mark of a pair to match, which GIFT cannot escape.
  var hasArrow: Bool {
    [pattern, feedback].contains { $0.utf8.contains("->".utf8) }
  }
}

/// A text with one gap, as GIFT writes it: the answers are in braces where the word is missing.
///
/// A reader of GIFT takes it for a question with a line where the word is missing. The mark tells
/// this program that it was a gap.
struct MissingWord {
  /// The mark of such a question, in a comment: `[kind:gaps]`.
  static let mark = "gaps"

  /// The text before the gap.
  let before: String
  /// The text after the gap.
  let after: String
  /// What fills the gap.
  let gap: Gap

  /// `nil` for a question of another kind, and for a text that does not show one gap once.
  init?(_ content: QuestionContent) {
    guard case .gaps(let solution) = content.solution, solution.gaps.count == 1 else { return nil }
    let parts = GapText(content.text).parts
    guard let place = parts.firstIndex(of: .gap(0)),
      let before = Self.text(parts[..<place]), let after = Self.text(parts[(place + 1)...])
    else { return nil }
    (self.before, self.after, gap) = (before, after, solution.gaps[0])
  }

  /// The text of parts without a gap; `nil` if there is one among them.
  private static func text(_ parts: ArraySlice<GapText.Part>) -> String? {
    var whole = ""
    for part in parts {
      guard case .text(let text) = part else { return nil }
      whole += text
    }
    return whole
  }
}
