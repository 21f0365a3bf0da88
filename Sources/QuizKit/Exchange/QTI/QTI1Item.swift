import QuizSupport

/// An `<item>` of QTI 1.2, <https://www.imsglobal.org/question/qtiv1p2/imsqti_asi_bindv1p2.html>.
///
/// Every platform writes its own part of the format. What a program says in its metadata comes
/// first, then what the structure shows.
struct QTI1Item {
  private let collector: QuestionCollector
  private let metadata: QTI1Metadata
  private let rules: Scoring
  private let presentation: QTI1Presentation
  private let feedback: QTI1Feedback
  private let images = ImageList()
  private var draft: QuestionDraft

  init(_ item: MarkupElement, number: Int, deck: String?, _ collector: QuestionCollector) {
    self.collector = collector
    metadata = QTI1Metadata(item)
    rules = Scoring(item)
    let material = QTIMaterial(images: images.add)
    presentation = QTI1Presentation(item["presentation"], material)
    let labels = presentation.responses.flatMap(\.labels).map(\.identifier)
    feedback = QTI1Feedback(item, rules, labels: labels, material)
    draft = QuestionDraft(line: item.line)
    draft.element = "#\(number)"
    draft.category = deck
    draft.text = presentation.text
    draft.title = Self.title(item.attributes["title"] ?? "")
    draft.externalID = metadata[QTIField.identifier]
    draft.tags = metadata[QTIField.tags].map(TagList.split) ?? []
    let commentary = feedback.commentary
    draft.commentary = commentary.text
    if !commentary.isWhole { collector.reportOnce(.wrongFeedbackDropped, line: item.line) }
  }

  /// The title, unless it is the one that platforms give to every question.
  private static func title(_ text: String) -> String? {
    let text = FieldText.make(text)
    let word = text.lowercased().prefix { $0.isLetter }
    let isUsual = word == "question" && text.dropFirst(8).allSatisfy { $0 == " " || $0.isNumber }
    return text.isEmpty || isUsual ? nil : text
  }

  /// How many points the question gives; `nil` if it does not say.
  var points: String? {
    metadata.first("points_possible", "cc_weighting", "respondusapi_qpoints", "qmd_weighting")
  }

  func submit() {
    var draft = draft
    images.keep(in: &draft, collector)
    let kind = kind
    var item = Item(draft: draft, parts: presentation.parts, responses: presentation.responses)
    item.answers = rules.rightAnswers
    item.feedback = feedback.textsOn
    switch kind {
    case .gaps: fillBlanks(&item)
    case .pairs, .unaskable: break
    default:
      // Some programs put the text of the question into its response.
      item.draft.text = [draft.text, item.responses.first?.prompt ?? ""].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    switch kind {
    case .order: item.answers = rules.order(of: item.labels.map(\.identifier))
    case .text: item.answers = texts
    case .statement:
      for place in item.labels.indices {
        item.responses[0].labels[place].text = EitherOr.text(item.labels[place].text)
      }
    default: break
    }
    item.submit(as: kind, to: collector) { credit(kind, $0) }
  }

  private var kind: Item.Kind {
    let kind = Item.Kind(metadata) ?? Item.Kind(presentation, rules)
    let responses = presentation.responses
    // Some platforms call blanks in a text a short answer.
    let hasFields =
      responses.count > 1 && responses.allSatisfy { $0.form == .text || $0.form == .number }
    switch kind {
    case .oneChoice: return responses.first?.cardinality == "multiple" ? .severalChoices : kind
    case .number where hasFields && hasRanges: return .unaskable(.composite)
    case .text where hasFields, .number where hasFields: return .gaps(isTyped: true)
    default: return kind
    }
  }

  /// Whether a number may lie between two others, which Sakai writes as `1|2`. A gap cannot hold
  /// that.
  private var hasRanges: Bool {
    rules.hasBounds || rules.right.contains { $0.rule.answers.contains { $0.text.contains("|") } }
  }

  // MARK: What is right

  /// The right choices, numbers or pairs.
  private func credit(_ kind: Item.Kind, _ labels: [Item.Label]) -> Solution? {
    // The rules name choices by their identifiers, rarely by their texts.
    let answers = Set(rules.rules.flatMap(\.answers).map(\.text))
    let (identifiers, texts) = (labels.map(\.identifier), labels.map(\.text))
    let isByText = answers.isDisjoint(with: identifiers) && !answers.isDisjoint(with: texts)
    let choices = isByText ? texts : identifiers
    switch kind {
    case .severalChoices:
      return rules.several(of: choices).map { solution in
        .several(
          ownFractions.map { SeveralSolution(correct: solution.correct, weights: $0) } ?? solution)
      }
    case .oneChoice:
      return rules.single(of: choices).map { single in
        .single(ownFractions.map { SingleSolution(single.correct, weights: $0) } ?? single)
      }
    case .statement: return rules.single(of: choices).map { .single($0.correct) }
    case .pairs: return .match(pairs)
    default: return numbers
    }
  }

  /// The weights that this program wrote.
  private var ownFractions: [Double]? {
    metadata[QTIField.weights].map { AnswerCell.split($0).compactMap(TypedNumber.value(of:)) }
  }

  /// The answers that this program accepts, which QTI cannot express in all their detail.
  private var ownAnswers: [Scoring.Value]? {
    let fractions = ownFractions ?? []
    return metadata[QTIField.answers].map { cell in
      AnswerCell.split(cell).enumerated().map { index, text in
        Scoring.Value(
          response: "", text: text, isPattern: true,
          points: fractions.indices.contains(index) ? fractions[index] : 1,
          feedback: feedback.text(ofAnswer: index))
      }
    }
  }

  /// The rules of right answers, with the credit for each.
  private var credited: [(rule: Scoring.Rule, fraction: Double)] {
    let right = rules.right
    return right.map { ($0.rule, $0.points / right[0].points) }
  }

  private var texts: [Scoring.Value] {
    // A text that must have several parts in any order cannot be a pattern.
    var texts =
      ownAnswers
      ?? credited.filter { !$0.rule.conditions.contains(where: \.joins) }.flatMap {
        rule, fraction in
        rule.answers.map { answer in
          var answer = answer
          (answer.points, answer.feedback) = (fraction, feedback.text(on: answer.text))
          return answer
        }
      }
    let right = rules.rightAnswers
    let isCaseSensitive = !right.isEmpty && right.allSatisfy(\.isCaseSensitive)
    for index in texts.indices { texts[index].isCaseSensitive = isCaseSensitive }
    return texts
  }

  private var numbers: Solution? {
    let own = ownAnswers?.compactMap { answer in
      NumberSpan(answer.text).map {
        AcceptedNumber($0, fraction: answer.points, feedback: answer.feedback)
      }
    }
    let accepted =
      own
      ?? credited.flatMap { rule, fraction in
        let feedback = rule.answers.first.map { self.feedback.text(on: $0.text) } ?? ""
        return Scoring.Condition.all(rule.conditions).spans().map {
          AcceptedNumber($0, fraction: fraction, feedback: feedback)
        }
      }
    return accepted.isEmpty ? nil : .number(NumberSolution(accepted: accepted))
  }

  // MARK: Pairs and blanks

  private var pairs: MatchSolution {
    let answers = rules.rightAnswers
    let responses = presentation.responses
    var solution = MatchSolution([])
    if responses.count == 1 {
      // The labels of one group may be both sides, as in the specification and in Sakai.
      let labels = responses[0].labels
      func label(_ identifier: String) -> String? {
        labels.first { $0.identifier == identifier }?.text
      }
      solution.pairs = answers.compactMap { answer in
        label(answer.response).flatMap { left in
          label(answer.text).map { MatchPair(left, $0) }
        }
      }
      if !solution.pairs.isEmpty, solution.pairs.count == answers.count {
        let used = Set(answers.flatMap { [$0.response, $0.text] })
        solution.extra = labels.filter { !used.contains($0.identifier) && !$0.text.isEmpty }
          .map(\.text)
        return solution
      }
      solution.pairs = []
    }
    for response in responses {
      let key = answers.first { $0.response == response.identifier }?.text
      let right = response.labels.first { $0.identifier == key }?.text ?? ""
      // Platforms keep the fields of a form that stayed empty.
      if !response.prompt.isEmpty || !right.isEmpty {
        solution.pairs.append(MatchPair(response.prompt, right))
      }
      solution.extra += response.labels.map(\.text).filter { !$0.isEmpty }
    }
    return solution
  }

  private func fillBlanks(_ item: inout Item) {
    let answers = item.answers
    if item.responses.isEmpty {
      // Respondus only says in its rules what belongs into each blank.
      for answer in answers
      where !item.responses.contains(where: { $0.identifier == answer.response }) {
        item.responses.append(Item.Response(identifier: answer.response, form: .text))
      }
    } else if item.responses.count == answers.count, answers.count > 1,
      Set(item.responses.map(\.identifier)).count == 1
    {
      // The words of a mixed-up sentence are in the order of its places.
      for index in answers.indices {
        item.responses[index].identifier += "\(index)"
        item.answers[index].response = item.responses[index].identifier
      }
    }
    if item.responses.count > GapsSolution.most { return }
    let names =
      presentation.responses.isEmpty
      ? item.responses.map { $0.identifier.trimming("[", "]") } : presentation.responses.map(name)
    if names.allSatisfy({ draft.text.contains("[\($0)]") }) {
      item.parts = Self.split(draft.text, names)
    }
  }

  /// The name of a blank, by which the text may refer to it: that of the response, or its prompt.
  private func name(of response: Item.Response) -> String {
    let own = response.identifier.trimming("response_", "")
    let isOwn =
      response.prompt.isEmpty || response.labels.isEmpty || draft.text.contains("[\(own)]")
    return isOwn ? own : response.prompt
  }

  /// Splits a text at the names in brackets.
  private static func split(_ text: String, _ names: [String]) -> [Item.Part] {
    var parts: [Item.Part] = []
    var rest = text[...]
    while let found = names.indices.compactMap({ index in
      rest.firstRange(of: "[\(names[index])]").map { (range: $0, index: index) }
    }).min(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      parts += [.text(String(rest[..<found.range.lowerBound])), .response(found.index)]
      rest = rest[found.range.upperBound...]
    }
    return parts + [.text(String(rest))]
  }
}

/// The kind of an item of QTI 1.2, as its metadata or its structure says.
extension Item.Kind {
  /// The kind that the metadata says; `nil` if it says none.
  fileprivate init?(_ metadata: QTI1Metadata) {
    let kinds = Self.fields.lazy.compactMap { metadata[$0] }
      .compactMap { Self.words[Self.folded($0)] }
    guard let kind = kinds.first else { return nil }
    self = kind
  }

  /// The fields in which platforms write the kind.
  private static let fields = [
    "question_type", "bbmd_questiontype", "wct_questiontype", "respondusapi_qtype", "cc_profile",
    "qmd_itemtype", "qmd_questiontype",
  ]

  /// The kind that the responses of an item show.
  fileprivate init(_ presentation: QTI1Presentation, _ rules: Scoring) {
    let responses = presentation.responses
    guard let first = responses.first else {
      self = rules.right.isEmpty ? .unaskable(.description) : .gaps(isTyped: true)
      return
    }
    switch first.form {
    case .choices where first.labels.contains(where: \.isListed): self = .gaps(isTyped: false)
    case .choices where responses.count > 1:
      // A platform may keep pairs that stayed empty. The text contains the names of its blanks.
      let isNamed = responses.contains { presentation.text.contains("[\($0.prompt)]") }
      let isPairs = !isNamed && responses.contains { !$0.prompt.isEmpty }
      self = isPairs ? .pairs : .gaps(isTyped: false)
    case .choices where first.cardinality == "ordered": self = .order
    case .choices: self = first.cardinality == "multiple" ? .severalChoices : .oneChoice
    case .text where responses.count > 1: self = .gaps(isTyped: true)
    case .text: self = rules.right.isEmpty ? .unaskable(.essay) : .text
    case .number: self = .number
    case .place: self = .unaskable(.hotSpot)
    }
    if case .text = self, rules.hasBounds { self = .number }
  }

  /// The word without the parts that differ between the versions of a profile.
  private static func folded(_ word: String) -> String {
    var word = word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "." }
    if word.hasPrefix("cc.") {
      word = word.split(separator: ".").dropFirst().first.map { String($0) } ?? ""
    }
    if word.hasPrefix("wct") { word.removeFirst(3) }
    return word.hasSuffix("question") ? String(word.dropLast(8)) : word
  }

  private static let words: [String: Item.Kind] = [
    // Canvas and Common Cartridge.
    "multiplechoice": .oneChoice, "truefalse": .statement, "multipleanswers": .severalChoices,
    "multipleresponse": .severalChoices, "shortanswer": .text, "fib": .text,
    "patternmatch": .text, "fillinmultipleblanks": .gaps(isTyped: true),
    "multipledropdowns": .gaps(isTyped: false),
    "matching": .pairs, "numerical": .number, "calculated": .unaskable(.calculated),
    "essay": .unaskable(.essay), "fileupload": .unaskable(.upload),
    "textonly": .unaskable(.description), "textinformation": .unaskable(.description),
    "ordering": .order, "categorization": .unaskable(.other),
    "hotspot": .unaskable(.hotSpot),
    // Blackboard.
    "multipleanswer": .severalChoices, "fillintheblank": .text,
    "fillintheblankplus": .gaps(isTyped: true),
    "jumbledsentence": .gaps(isTyped: false), "numeric": .number, "either.or": .statement,
    "eitheror": .statement,
    "shortresponse": .unaskable(.essay), "opinionscale": .unaskable(.opinion),
    "likert": .unaskable(.opinion), "quizbowl": .unaskable(.other),
    // Vista and Respondus.
    "fillinblank": .text, "fillinmultiple": .gaps(isTyped: true), "combination": .unaskable(.other),
    "paragraph": .unaskable(.essay), "longanswer": .unaskable(.essay),
    "multiplecorrect": .severalChoices, "algorithmic": .unaskable(.calculated),
    "multiplechoicesingle": .oneChoice, "multiplechoicemultiple": .severalChoices,
    // Brightspace.
    "multiselect": .severalChoices, "fillintheblanks": .text,
    "arithmetic": .unaskable(.calculated), "significantfigures": .unaskable(.calculated),
    // Sakai.
    "multiplecorrectanswer": .severalChoices, "multiplecorrectsingleselection": .oneChoice,
    "numericresponse": .number, "shortansweressay": .unaskable(.essay),
    "multiplechoicesurvey": .unaskable(.opinion), "matrixchoicessurvey": .unaskable(.opinion),
    "audiorecording": .unaskable(.upload), "imagemap": .unaskable(.hotSpot),
  ]
}

extension String {
  /// The text without a beginning and an end.
  fileprivate func trimming(_ beginning: String, _ end: String) -> String {
    var text = self[...]
    if text.hasPrefix(beginning) { text = text.dropFirst(beginning.count) }
    if text.hasSuffix(end) { text = text.dropLast(end.count) }
    return String(text)
  }
}

/// The text of an item of QTI 1.2, and the responses that it asks for.
struct QTI1Presentation {
  private(set) var parts: [Item.Part] = []
  private(set) var responses: [Item.Response] = []

  private let material: QTIMaterial
  private var isInResponses = false
  /// The texts that the labels of Blackboard's matching stand for, in their order.
  private var rightTexts: [String] = []

  init(_ element: MarkupElement?, _ material: QTIMaterial) {
    self.material = material
    if let element { visit(element) }
    for index in responses.indices {
      for (place, text) in zip(responses[index].labels.indices, rightTexts)
      where responses[index].labels[place].text.isEmpty {
        responses[index].labels[place].text = text
      }
    }
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

  private mutating func add(_ element: MarkupElement, _ form: Item.Response.Form) {
    // Brightspace names the responses of pairs by the attribute that rules have.
    let identifier = element.attributes["ident"] ?? element.attributes["respident"] ?? ""
    var response = Item.Response(
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
  private func label(_ element: MarkupElement) -> Item.Label {
    let text = material.text(element)
    let escaped = AcceptedText(literal: text).pattern
    let pattern: String? =
      switch element.attributes["scoring_algorithm"] {
      case "TextRegex": nil
      case "TextContainsAnswer": "*\(escaped)*"
      default: escaped
      }
    return Item.Label(
      identifier: FieldText.make(element.attributes["ident"] ?? ""), text: text,
      isListed: ["dropdown", "wordbank"].contains(element.attributes["answer_type"]),
      pattern: pattern)
  }

  /// Adds a response for each place of a sentence whose words are mixed up, as Vista writes it.
  private mutating func add(_ response: Item.Response, in sentence: MarkupElement) {
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
