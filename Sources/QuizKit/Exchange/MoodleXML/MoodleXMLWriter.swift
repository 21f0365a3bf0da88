/// Writes Moodle's XML, <https://docs.moodle.org/en/Moodle_XML_format>.
///
/// Information that Moodle's format cannot express is in an attribute of our own, which Moodle
/// ignores.
struct MoodleXMLWriter: QuestionWriter {
  private let encoding: TextEncoding
  private var category: String?

  init(encoding: TextEncoding) {
    self.encoding = encoding
  }

  var beginning: [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"\(encoding.rawValue)\"?>\n<quiz>\n".utf8)
  }

  var end: [UInt8] { Array("</quiz>\n".utf8) }

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    var output = MoodleXMLOutput()
    if question.category != category {
      category = question.category
      output.element("question", [("type", "category")]) {
        let name = category.map { "/" + $0 } ?? ""
        $0.element("category") { $0.value("text", "$course$/top" + name) }
      }
    }
    Self.write(question.content, to: &output)
    text += output.bytes
    return nil
  }

  private static func write(_ content: QuestionContent, to output: inout MoodleXMLOutput) {
    let marks = marks(content)
    let mark =
      marks.isEmpty ? [] : [(MoodleQuestion.markAttribute, marks.joined(separator: " "))]
    output.element("question", [("type", type(content))] + mark) { output in
      output.element("name") { $0.value("text", content.title ?? name(of: content.text)) }
      output.text("questiontext", content.text)
      output.text("generalfeedback", content.commentary)
      output.value("defaultgrade", "1")
      output.value("penalty", content.kind == .trueFalse ? "1" : "0.3333333")
      output.value("hidden", "0")
      output.value("idnumber", content.externalID ?? "")
      writeAnswers(of: content, to: &output)
      if content.tags.isEmpty { return }
      output.element("tags") { output in
        for tag in content.tags { output.element("tag") { $0.value("text", tag) } }
      }
    }
  }

  private static func writeAnswers(
    of content: QuestionContent, to output: inout MoodleXMLOutput
  ) {
    switch content.solution {
    case .trueFalse(let correct) where isStatement(content):
      for (index, choice) in content.choices.enumerated() {
        output.answer(choice.text.lowercased(), index == correct ? "100" : "0", choice.feedback)
      }
    case .single(let solution):
      let worths = solution.worths(among: content.choices.count)
      writeChoices(
        content, isSingle: true, percents: worths.map { MoodlePercent.text(of: $0) }, to: &output)
    case .trueFalse(let correct):
      writeChoices(
        content, isSingle: true,
        percents: content.choices.indices.map { $0 == correct ? "100" : "0" }, to: &output)
    case .several(let solution):
      let percents = solution.worths(among: content.choices.count).map {
        solution.weights == nil ? MoodlePercent.roundedText(of: $0) : MoodlePercent.text(of: $0)
      }
      writeChoices(content, isSingle: false, percents: percents, to: &output)
    case .text(let solution):
      output.value("usecase", solution.isCaseSensitive ? "1" : "0")
      for accepted in solution.accepted {
        output.answer(
          accepted.pattern, MoodlePercent.text(of: accepted.fraction), accepted.feedback)
      }
    case .number(let solution):
      for accepted in solution.accepted { output.answer(accepted) }
    case .card, .gaps, .order, .match: break
    }
  }

  private static func writeChoices(
    _ content: QuestionContent, isSingle: Bool, percents: [String],
    to output: inout MoodleXMLOutput
  ) {
    output.value("single", isSingle ? "true" : "false")
    output.value("shuffleanswers", content.kind == .trueFalse ? "false" : "true")
    output.value("answernumbering", "abc")
    for (choice, percent) in zip(content.choices, percents) {
      output.choice(choice, percent)
    }
  }

  /// Whether Moodle can store the question as a statement. Moodle's statements have no texts of
  /// their own, and true comes first.
  private static func isStatement(_ content: QuestionContent) -> Bool {
    content.choices.map(\.text) == ["True", "False"]
  }

  private static func type(_ content: QuestionContent) -> String {
    switch content.kind {
    case .trueFalse where isStatement(content): "truefalse"
    case .single, .trueFalse, .several: "multichoice"
    case .text: "shortanswer"
    case .number: "numerical"
    case .card, .gaps, .order, .match: ""
    }
  }

  private static func marks(_ content: QuestionContent) -> [String] {
    var marks = content.title == nil ? [MoodleQuestion.untitledMark] : []
    switch content.solution {
    case .trueFalse where !isStatement(content):
      marks.append(QuestionContent.Kind.trueFalse.rawValue)
    case .several:
      if let mark = KindMark(content.solution, among: content.choices.count) {
        marks.append(mark.rawValue)
      }
    default: break
    }
    return marks
  }

  /// Moodle lists questions by name, so each needs one.
  private static func name(of text: String) -> String {
    String(text.replacing("\n", with: " ").prefix(80))
  }
}
