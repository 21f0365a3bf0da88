import QuizSupport

/// The text of an item of QTI 1.2, and the responses that it asks for.
struct QTI1Presentation {
  /// A response that an item asks for.
  struct Response {
    /// The forms of responses.
    enum Form { case choices, text, number, place }

    var identifier: String
    var form: Form
    /// In lower case.
    var cardinality: String
    /// The text beside the response, such as the left side of a pair.
    var prompt = ""
    var labels: [Label] = []
  }

  /// A choice, or a text that is right in a blank.
  struct Label {
    var identifier: String
    var text: String
    /// Whether it is one of a list, although the item is one with blanks to type in.
    var isListed = false
    /// The text as an accepted answer; `nil` for an expression that no accepted answer can be.
    var pattern: String?
  }

  /// A part of the item in its order.
  enum Part {
    case text(String)
    /// The index of a response.
    case response(Int)
  }

  private(set) var parts: [Part] = []
  private(set) var responses: [Response] = []
  /// The texts that the labels of Blackboard's matching stand for, in their order.
  private(set) var rightTexts: [String] = []

  private let material: QTIMaterial
  private var isInResponses = false

  init(_ element: MarkupElement?, _ material: QTIMaterial) {
    self.material = material
    if let element { visit(element) }
  }

  /// The text of the question.
  var text: String {
    parts.compactMap { if case .text(let text) = $0 { FieldText.make(text) } else { nil } }
      .joined(separator: "\n")
  }

  private mutating func visit(_ element: MarkupElement) {
    for child in element.children {
      switch child.name {
      case "material": take(child)
      case "response_lid", "response_grp": add(child, .choices)
      case "response_str": add(child, .text)
      case "response_num": add(child, .number)
      case "response_xy": add(child, .place)
      case "flow" where child.attributes["class"] == "RIGHT_MATCH_BLOCK":
        rightTexts = child.all("material").map { material.text($0) }
      case "flow" where child.attributes["class"] == "RESPONSE_BLOCK":
        isInResponses = true
        visit(child)
        isInResponses = false
      default: visit(child)
      }
    }
  }

  private mutating func take(_ element: MarkupElement) {
    let text = material.text(element)
    if text.isEmpty { return }
    // In Blackboard's matching, the left side comes after its response.
    if isInResponses, let last = responses.indices.last, responses[last].prompt.isEmpty {
      responses[last].prompt = text
    } else {
      append(text, of: element)
    }
  }

  /// Appends a text with the blanks at its ends, which separate it from the responses around it.
  private mutating func append(_ text: String, of element: MarkupElement) {
    let edges = material.edges(of: element)
    parts.append(
      .text((edges.isPartedBefore ? " " : "") + text + (edges.isPartedAfter ? " " : "")))
  }

  private mutating func add(_ element: MarkupElement, _ form: Response.Form) {
    // Brightspace names the responses of pairs by the attribute that rules have.
    let identifier = element.attributes["ident"] ?? element.attributes["respident"] ?? ""
    var response = Response(
      identifier: FieldText.make(identifier), form: form,
      cardinality: (element.attributes["rcardinality"] ?? "").lowercased())
    let field = element.first("render_fib")
    let type = (field?.attributes["fibtype"] ?? "").lowercased()
    if form == .text, type == "decimal" || type == "integer" { response.form = .number }
    if form == .choices, element.first("render_hotspot") != nil { response.form = .place }
    if form == .choices, field != nil { response.form = .text }
    response.labels = element.all("response_label").map(label)
    // ILIAS calls a gap with a list a text as well.
    if form == .text, element.first("render_choice") != nil {
      response.form = .choices
      for index in response.labels.indices { response.labels[index].isListed = true }
    }
    if let sentence = element.first("ims_render_object"), sentence["material"] != nil {
      return add(response, in: sentence)
    }
    response.prompt = element.children.filter { !$0.name.hasPrefix("render_") }
      .map { material.text($0) }.filter { !$0.isEmpty }.joined(separator: "\n")
    parts.append(.response(responses.count))
    responses.append(response)
  }

  /// Canvas' New Quizzes say with each text how it is asked and compared.
  private func label(_ element: MarkupElement) -> Label {
    let text = material.text(element)
    let escaped = text.replacing("*", with: "\\*")
    let pattern: String? =
      switch element.attributes["scoring_algorithm"] {
      case "TextRegex": nil
      case "TextContainsAnswer": "*\(escaped)*"
      default: escaped
      }
    return Label(
      identifier: FieldText.make(element.attributes["ident"] ?? ""), text: text,
      isListed: ["dropdown", "wordbank"].contains(element.attributes["answer_type"]),
      pattern: pattern)
  }

  /// Adds a response for each place of a sentence whose words are mixed up, as Vista writes it.
  private mutating func add(_ response: Response, in sentence: MarkupElement) {
    for child in sentence.children {
      if child.name == "material" {
        append(material.text(child), of: child)
      } else if child.name == "response_label" {
        parts.append(.response(responses.count))
        responses.append(response)
      }
    }
  }
}

/// The feedback of an item of QTI 1.2, by what it is about.
struct QTI1Feedback {
  /// The feedback by its identifier.
  private var texts: [String: String] = [:]
  /// The identifiers of the feedback that is not on one answer, in their order.
  private var identifiers: [String] = []
  /// The feedback on each answer.
  private var textsOn: [String: [String]] = [:]

  init(_ item: MarkupElement, _ rules: Scoring, labels: [String], _ material: QTIMaterial) {
    var rulesOf: [String: [Scoring.Rule]] = [:]
    for rule in rules.rules where rule.isAboutAnswer {
      for identifier in Set(rule.feedback) { rulesOf[identifier, default: []].append(rule) }
    }
    let labelOf = Dictionary(
      labels.map { ($0 + "_fb", $0) }, uniquingKeysWith: { first, _ in first })
    for element in item.all("itemfeedback") {
      let identifier = element.attributes["ident"] ?? ""
      let text = material.text(element)
      if text.isEmpty || texts[identifier] != nil { continue }
      texts[identifier] = text
      let linked = rulesOf[identifier] ?? []
      let isOnAnswer = linked.count == 1 && !linked[0].isSet && linked[0].answers.count == 1
      let owner = isOnAnswer ? linked[0].answers[0].text : labelOf[identifier]
      if let owner, Self.isAboutWrong(identifier) == nil {
        textsOn[owner, default: []].append(text)
      } else {
        identifiers.append(identifier)
      }
    }
  }

  /// Whether feedback is about wrong answers, and not about right ones or all; `nil` unless it has one
  /// of the names that Canvas, Blackboard, R/exams and Respondus use.
  private static func isAboutWrong(_ identifier: String) -> Bool? {
    switch identifier.lowercased() {
    case "general_fb", "general", "solution", "correct_fb", "correct": false
    case "general_incorrect_fb", "incorrect_fb", "incorrect": true
    case _ where identifier.hasSuffix("_IC"): true
    default: identifier.hasSuffix("_ALL") || identifier.hasSuffix("_C") ? false : nil
    }
  }

  /// The feedback on one answer: on the choice with this identifier, or on this typed text.
  func text(on answer: String) -> String {
    textsOn[answer]?.joined(separator: "\n") ?? ""
  }

  /// The feedback on a typed answer that this program wrote.
  func text(ofAnswer index: Int) -> String { texts[QTIField.feedback(ofAnswer: index)] ?? "" }

  /// The feedback on the question, and whether a text about wrong answers was left out.
  var commentary: (text: String, isWhole: Bool) {
    var general: [String] = []
    var wrong: [String] = []
    for identifier in identifiers where !QTIField.isFeedbackOfAnswer(identifier) {
      guard let text = texts[identifier] else { continue }
      if Self.isAboutWrong(identifier) == true {
        wrong.append(text)
      } else if !general.contains(text) {
        general.append(text)
      }
    }
    let kept = general.isEmpty ? wrong : general
    return (kept.joined(separator: "\n"), wrong.allSatisfy(kept.contains))
  }
}

/// The metadata of a quiz or an item of QTI 1.2, by the names of its fields in lower case.
struct QTI1Metadata {
  private var fields: [String: String] = [:]

  init(_ element: MarkupElement?) {
    // Respondus spells the name of the element differently.
    element?.visit { child in
      switch child.name {
      case "qtimetadatafield", "qti_metadatafield":
        let label = child["fieldlabel"]?.allText.lowercased() ?? ""
        fields[label] = child["fieldentry"]?.allText
        return false
      default:
        // Blackboard has an element for each field.
        if child.name.hasPrefix("bbmd_") || child.name.hasPrefix("qmd_") {
          fields[child.name.lowercased()] = child.allText
        }
        return true
      }
    }
  }

  /// The value of a field; `nil` if it is missing or empty.
  subscript(name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The first of several fields that exists.
  func first(_ names: String...) -> String? { names.lazy.compactMap { self[$0] }.first }
}
