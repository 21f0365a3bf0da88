import QuizSupport

/// Writes a package of QTI 1.2 in the form that Canvas imports,
/// <https://canvas.instructure.com/doc/api/file.quiz_questions.html>: a manifest, and for each deck
/// a quiz with its settings.
///
/// A package has its sizes at the beginning of each file, so it is complete only after the last
/// question.
struct QTIWriter: QuestionWriter {
  /// A deck that is being written.
  private struct Quiz {
    var title: String
    var identifier: String
    var count = 0
    var items: [UInt8] = []
  }

  private var quizzes: [Quiz] = []
  private var places: [String: Int] = [:]
  /// The pictures by their paths in the package.
  private var pictures: [String: [UInt8]] = [:]
  /// The folder to which texts refer, and where it is in the package.
  private static let pictureFolder = (reference: "$IMS-CC-FILEBASE$/", path: "web_resources/")

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let title = question.category ?? ""
    let place = places[title] ?? quizzes.count
    if place == quizzes.count {
      places[title] = place
      quizzes.append(Quiz(title: title, identifier: Self.identifier(of: title)))
    }
    let number = quizzes[place].count + 1
    let identifier = Self.identifier(of: "\(title)\n\(number)\n\(question.content.text)")
    var output = ElementOutput()
    let marked = MarkedPictures(question.content) { picture in
      picture.attachment.map { question.pictureBytes[$0.digest] != nil } ?? false
    }
    let item = QTIItemOutput(content: marked.content, identifier: identifier)
    if let fault = item.fault { return fault }
    item.write(to: &output)
    quizzes[place].count = number
    quizzes[place].items += marked.put(into: output.bytes) { picture in
      let path = picture.attachment?.exportPath ?? ""
      return QTIMaterial.escaped(
        WrittenPicture.html(picture, at: Self.pictureFolder.reference + "pictures/" + path))
    }
    for attachment in marked.pictures.compactMap(\.attachment) {
      let path = Self.pictureFolder.path + "pictures/" + attachment.exportPath
      pictures[path.percentDecoded() ?? path] = question.pictureBytes[attachment.digest]
    }
    return nil
  }

  /// An identifier that is the same whenever the same questions are written, and hardly ever the
  /// same as that of another package: platforms replace quizzes with the same identifier.
  private static func identifier(of text: String) -> String {
    let digits = String(StablePlace.hash(of: text), radix: 16)
    return "q" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  var end: [UInt8] {
    var zip = ZipOutput()
    var bytes = zip.file("imsmanifest.xml", manifest)
    for quiz in quizzes where quiz.count > 0 {
      let folder = quiz.identifier + "/"
      bytes += zip.file(folder + quiz.identifier + ".xml", Self.assessment(quiz))
      bytes += zip.file(folder + "assessment_meta.xml", Self.settings(quiz))
    }
    for (path, picture) in pictures.sorted(by: { $0.key < $1.key }) {
      bytes += zip.file(path, picture)
    }
    return bytes + zip.end()
  }

  private static let assessmentType = "imsqti_xmlv1p2"
  private static let settingsType =
    "associatedcontent/imscc_xmlv1p1/learning-application-resource"

  private var manifest: [UInt8] {
    var output = ElementOutput(declares: true)
    output.element(
      "manifest",
      [
        "identifier": Self.identifier(of: quizzes.map(\.identifier).joined()),
        "xmlns": "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1",
        "xmlns:imsmd": "http://www.imsglobal.org/xsd/imsmd_v1p2",
      ]
    ) { output in
      output.element("metadata") { output in
        output.element("schema", text: "IMS Content")
        output.element("schemaversion", text: "1.1.3")
      }
      output.element("organizations")
      output.element("resources") { output in
        for quiz in quizzes where quiz.count > 0 {
          Self.resources(of: quiz, to: &output)
        }
        for path in pictures.keys.sorted() {
          let identifier = Self.identifier(of: path)
          let attributes: KeyValuePairs = [
            "identifier": identifier, "type": "webcontent", "href": path,
          ]
          output.element("resource", attributes) { $0.element("file", ["href": path]) }
        }
      }
    }
    return output.bytes
  }

  private static func resources(of quiz: Quiz, to output: inout ElementOutput) {
    let settings = quiz.identifier + "_meta"
    output.element("resource", ["identifier": quiz.identifier, "type": assessmentType]) { output in
      output.element("file", ["href": "\(quiz.identifier)/\(quiz.identifier).xml"])
      output.element("dependency", ["identifierref": settings])
    }
    let file = "\(quiz.identifier)/assessment_meta.xml"
    output.element("resource", ["identifier": settings, "type": settingsType, "href": file]) {
      $0.element("file", ["href": file])
    }
  }

  private static func assessment(_ quiz: Quiz) -> [UInt8] {
    var output = ElementOutput(declares: true)
    output.element(
      "questestinterop", ["xmlns": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"]
    ) { output in
      output.element("assessment", ["ident": quiz.identifier, "title": quiz.title]) { output in
        output.element("qtimetadata") { $0.field("cc_maxattempts", "1") }
        output.element("section", ["ident": "root_section"]) { $0.append(quiz.items) }
      }
    }
    return output.bytes
  }

  private static func settings(_ quiz: Quiz) -> [UInt8] {
    var output = ElementOutput(declares: true)
    output.element(
      "quiz", ["identifier": quiz.identifier, "xmlns": "http://canvas.instructure.com/xsd/cccv1p0"]
    ) { output in
      output.element("title", text: quiz.title)
      output.element("quiz_type", text: "assignment")
      output.element("points_possible", text: "\(quiz.count).0")
      output.element("shuffle_answers", text: "false")
      output.element("scoring_policy", text: "keep_highest")
      output.element("allowed_attempts", text: "1")
    }
    return output.bytes
  }
}

/// Writes a question as an `<item>` of QTI 1.2.
private struct QTIItemOutput {
  let content: QuestionContent
  let identifier: String

  private var gaps: QTIGapOutput? {
    if case .gaps(let solution) = content.solution { QTIGapOutput(content, solution) } else { nil }
  }

  /// Why the question cannot be written; `nil` if it can.
  var fault: Fault? {
    if let gaps, !gaps.isWritable { return .kindNotWritten(.gaps, format: QTIReader.formatName) }
    return nil
  }

  func write(to output: inout ElementOutput) {
    output.element("item", ["ident": identifier, "title": content.title ?? "Question"]) { output in
      output.element("itemmetadata") { $0.element("qtimetadata") { metadata(to: &$0) } }
      output.element("presentation") { output in
        output.material(gaps?.text ?? content.text)
        responses(to: &output)
      }
      output.element("resprocessing") { output in
        output.element("outcomes") {
          $0.element(
            "decvar",
            ["maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"])
        }
        for (identifier, _, answer) in feedback {
          output.element("respcondition", ["continue": "Yes"]) { output in
            output.element("conditionvar") { output in
              if let answer { output.equal("response1", answer) } else { output.element("other") }
            }
            output.element(
              "displayfeedback", ["feedbacktype": "Response", "linkrefid": identifier])
          }
        }
        rules(to: &output)
      }
      for (identifier, text, _) in feedback {
        output.element("itemfeedback", ["ident": identifier]) { output in
          output.element("flow_mat") { $0.material(text) }
        }
      }
    }
  }

  // MARK: Metadata

  private var kind: String {
    switch content.solution {
    case .single: "multiple_choice_question"
    case .trueFalse: "true_false_question"
    case .several: "multiple_answers_question"
    case .text: "short_answer_question"
    case .number: "numerical_question"
    case .gaps: gaps?.kind ?? ""
    case .match: "matching_question"
    case .order: "ordering_question"
    case .card: "text_only_question"
    }
  }

  private func metadata(to output: inout ElementOutput) {
    var fields = [("question_type", kind), ("points_possible", "1.0")]
    if let identifier = content.externalID { fields.append((QTIField.identifier, identifier)) }
    if !content.tags.isEmpty { fields.append((QTIField.tags, TagList.join(content.tags))) }
    if content.kind.isTyped { fields.append((QTIField.answers, content.solution.answerCell)) }
    let weights = content.solution.weightsCell
    if !weights.isEmpty { fields.append((QTIField.weights, weights)) }
    for (label, entry) in fields { output.field(label, entry) }
  }

  // MARK: Responses

  private func responses(to output: inout ElementOutput) {
    switch content.solution {
    case .single, .trueFalse: choices("Single", to: &output)
    case .several: choices("Multiple", to: &output)
    case .order: choices("Ordered", to: &output)
    case .text: field([:], to: &output)
    case .number: field(["fibtype": "Decimal"], to: &output)
    case .gaps: gaps?.responses(to: &output)
    case .match(let solution):
      for index in solution.pairs.indices {
        output.element("response_lid", ["ident": "response_\(index + 1)"]) { output in
          output.material(solution.pairs[index].left)
          output.labels(solution.rights)
        }
      }
    case .card: break
    }
  }

  private func choices(_ cardinality: String, to output: inout ElementOutput) {
    output.element("response_lid", ["ident": "response1", "rcardinality": cardinality]) {
      $0.labels(content.choices.map(\.text))
    }
  }

  private func field(
    _ attributes: KeyValuePairs<String, String>, to output: inout ElementOutput
  ) {
    output.element("response_str", ["ident": "response1", "rcardinality": "Single"]) { output in
      output.element("render_fib", attributes) {
        $0.element("response_label", ["ident": "answer1", "rshuffle": "No"])
      }
    }
  }

  // MARK: Rules

  private func rules(to output: inout ElementOutput) {
    switch content.solution {
    case .single(let solution):
      for (index, credit) in solution.credits(among: content.choices.count).enumerated()
      where credit != 0 {
        output.rule(credit) { $0.equal("response1", "\(index + 1)") }
      }
    case .trueFalse(let correct): output.rule(1) { $0.equal("response1", "\(correct + 1)") }
    case .several(let solution): set(solution, to: &output)
    case .order:
      output.rule(1) { output in
        output.element("and") { output in
          for index in content.choices.indices { output.equal("response1", "\(index + 1)") }
        }
      }
    case .text(let solution):
      for accepted in solution.accepted where accepted.fraction > 0 {
        output.rule(accepted.fraction) {
          $0.equal("response1", accepted.text, isCaseSensitive: solution.isCaseSensitive)
        }
      }
    case .number(let solution):
      for accepted in solution.accepted where accepted.fraction > 0 {
        output.rule(accepted.fraction) { $0.span(accepted.span) }
      }
    case .gaps: gaps?.rules(to: &output)
    case .match(let solution):
      for (index, pair) in solution.pairs.enumerated() {
        let place = solution.rights.firstIndex(of: pair.right) ?? 0
        output.rule(1 / Double(solution.pairs.count), action: "Add") {
          $0.equal("response_\(index + 1)", "\(place + 1)")
        }
      }
    case .card: break
    }
  }

  /// The rule of several right choices: all of them, and no other.
  private func set(_ solution: SeveralSolution, to output: inout ElementOutput) {
    output.rule(1) { output in
      output.element("and") { output in
        for index in content.choices.indices {
          if solution.correct.contains(index) {
            output.equal("response1", "\(index + 1)")
          } else {
            output.element("not") { $0.equal("response1", "\(index + 1)") }
          }
        }
      }
    }
  }

  // MARK: Feedback

  /// The feedback: its identifier, its text, and the answer that shows it; `nil` for every answer.
  private var feedback: [(identifier: String, text: String, answer: String?)] {
    let general = (identifier: "general_fb", text: content.commentary, answer: String?.none)
    let choices = content.choices.enumerated().map { index, choice in
      ("\(index + 1)_fb", choice.feedback, String?.some("\(index + 1)"))
    }
    let accepted = content.solution.accepted.enumerated().map { index, accepted in
      (QTIField.feedback(ofAnswer: index), accepted.feedback, String?.some(accepted.text))
    }
    return ([general] + choices + accepted).filter { !$0.text.isEmpty }
  }
}

/// Writes the gaps of a question in QTI 1.2. Its text shows them as names in brackets.
struct QTIGapOutput {
  private let gaps: [Gap]
  private let gapText: GapText
  /// The beginning of the names of the gaps, such as `gap` in `gap1`.
  private let beginning: String

  init(_ content: QuestionContent, _ solution: GapsSolution) {
    gaps = solution.gaps
    gapText = GapText(content.text)
    // An author's own words in brackets must not be taken for the name of a gap.
    var beginning = "gap"
    while content.text.contains("[\(beginning)") { beginning += "-" }
    self.beginning = beginning
  }

  /// The text with the names of the gaps.
  var text: String { gapText.text { "[\(name($0))]" } }

  private func name(_ position: Int) -> String { "\(beginning)\(position + 1)" }

  private var areTyped: Bool { gaps.allSatisfy { $0.choices.isEmpty } }

  /// Whether all gaps are of one kind, and have nothing that the format does not know.
  var isWritable: Bool {
    if gaps.allSatisfy({ !$0.choices.isEmpty }) { return true }
    return gaps.allSatisfy { gap in
      guard case .typed(let solution) = gap else { return false }
      return !solution.isCaseSensitive
        && solution.accepted.allSatisfy {
          $0.fraction == 1 && $0.feedback.isEmpty && !$0.pattern.contains("*")
        }
    }
  }

  var kind: String {
    areTyped ? "fill_in_multiple_blanks_question" : "multiple_dropdowns_question"
  }

  func responses(to output: inout ElementOutput) {
    for (index, gap) in gaps.enumerated() {
      output.element("response_lid", ["ident": "response_\(name(index))"]) { output in
        output.material(name(index))
        output.labels(areTyped ? gap.rightAnswers : gap.choices)
      }
    }
  }

  func rules(to output: inout ElementOutput) {
    for (index, gap) in gaps.enumerated() {
      let texts = areTyped ? gap.rightAnswers : gap.choices
      let right =
        if case .picked(let choices) = gap { [choices.correct] } else { Array(texts.indices) }
      for place in right {
        output.rule(1 / Double(gaps.count), action: "Add") {
          $0.equal("response_\(name(index))", "\(place + 1)")
        }
      }
    }
  }
}

/// The elements of QTI 1.2 that occur in several kinds of questions.
extension ElementOutput {
  /// Appends a text that people read: as HTML where that keeps the text and its lines, otherwise
  /// plain.
  fileprivate mutating func material(_ text: String) {
    let html = Self.html(text)
    let isHTML =
      MarkedPictures.isMarked(text)
      || text.contains("\n") && QTIMaterial().text(ofHTML: html) == text
    element("material") { output in
      output.element(
        "mattext", ["texttype": isHTML ? "text/html" : "text/plain"], text: isHTML ? html : text)
    }
  }

  /// The text as HTML, with code in fences as code.
  private static func html(_ text: String) -> String {
    var html = ""
    var code: [Substring]?
    var fence: Substring = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = code {
        if line == "```" {
          let language =
            fence.isEmpty ? "" : " class=\"language-\(QTIMaterial.escaped(String(fence)))\""
          let text = QTIMaterial.escaped(lines.joined(separator: "\n"))
          html += "<pre><code\(language)>\(text)</code></pre>"
          code = nil
        } else {
          code = lines + [line]
        }
      } else if line.hasPrefix("```") {
        fence = line.dropFirst(3)
        code = []
      } else {
        html += QTIMaterial.escaped(String(line)) + "<br>"
      }
    }
    return html
  }

  /// Appends choices, numbered from 1.
  fileprivate mutating func labels(_ texts: [String]) {
    element("render_choice") { output in
      for (index, text) in texts.enumerated() {
        output.element("response_label", ["ident": "\(index + 1)"]) { $0.material(text) }
      }
    }
  }

  /// Appends a rule that gives a part of the points.
  fileprivate mutating func rule(
    _ credit: Double, action: String = "Set", _ condition: (inout ElementOutput) -> Void
  ) {
    element("respcondition", ["continue": action == "Add" ? "Yes" : "No"]) { output in
      output.element("conditionvar") { condition(&$0) }
      output.element(
        "setvar", ["action": action, "varname": "SCORE"], text: MoodlePercent.text(of: credit))
    }
  }

  /// Appends a field of the metadata.
  fileprivate mutating func field(_ label: String, _ entry: String) {
    element("qtimetadatafield") { output in
      output.element("fieldlabel", text: label)
      output.element("fieldentry", text: entry)
    }
  }

  fileprivate mutating func equal(_ response: String, _ text: String, isCaseSensitive: Bool = false)
  {
    element(
      "varequal",
      isCaseSensitive ? ["respident": response, "case": "Yes"] : ["respident": response],
      text: text)
  }

  /// Appends the condition that a number is one of these.
  fileprivate mutating func span(_ span: NumberSpan) {
    switch span {
    case .value(let value, 0): equal("response1", TypedNumber.text(of: value))
    case .value(let value, let tolerance):
      element("or") { output in
        output.equal("response1", TypedNumber.text(of: value))
        output.element("and") { $0.bounds(value - tolerance, value + tolerance) }
      }
    case .range(let lower, let upper): bounds(lower, upper)
    case .any: element("not") { $0.element("unanswered", ["respident": "response1"]) }
    }
  }

  private mutating func bounds(_ lower: Double, _ upper: Double) {
    element("vargte", ["respident": "response1"], text: TypedNumber.text(of: lower))
    element("varlte", ["respident": "response1"], text: TypedNumber.text(of: upper))
  }
}
