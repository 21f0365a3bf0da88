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
  private let images: ImageList
  private var draft: QuestionDraft

  init(_ item: MarkupElement, number: Int, deck: String?, _ collector: QuestionCollector) {
    self.collector = collector
    metadata = QTI1Metadata(item)
    rules = Scoring(item)
    images = ImageList()
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
    images.report(draft, to: collector)
    var asked = draft
    // Some programs put the text of the question into its response.
    asked.text = [draft.text, response?.prompt ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    switch QTI1Kind(metadata) ?? QTI1Kind(presentation, rules) {
    case .oneChoice: submitChoices(asked, isSeveral: response?.cardinality == "multiple")
    case .severalChoices: submitChoices(asked, isSeveral: true)
    case .statement: submitStatement(asked)
    case .number where hasFields && hasRanges:
      collector.refuse(draft, .notMultipleChoice(.composite))
    case .text where hasFields, .number where hasFields: submitGaps(isTyped: true)
    case .text: submitText(asked)
    case .number: submitNumber(asked)
    case .gaps(let isTyped): submitGaps(isTyped: isTyped)
    case .pairs: submitPairs()
    case .order: submitOrder(asked)
    case .unaskable(let kind): collector.refuse(draft, .notMultipleChoice(kind))
    }
  }

  /// Whether several answers are typed. Some platforms call blanks in a text a short answer.
  private var hasFields: Bool {
    presentation.responses.count > 1
      && presentation.responses.allSatisfy { $0.form == .text || $0.form == .number }
  }

  /// Whether a number may lie between two others, which Sakai writes as `1|2`. A gap cannot hold
  /// that.
  private var hasRanges: Bool {
    rules.hasBounds || rules.right.contains { $0.rule.answers.contains { $0.text.contains("|") } }
  }

  private var response: QTI1Presentation.Response? { presentation.responses.first }
  private var labels: [QTI1Presentation.Label] { response?.labels ?? [] }

  // MARK: Choices

  private func submitChoices(_ asked: QuestionDraft, isSeveral: Bool) {
    var draft = asked
    // Canvas keeps the fields of its form that stayed empty.
    let right = rules.rightAnswers.map(\.text)
    let labels = labels.filter { !$0.text.isEmpty || right.contains($0.identifier) }
    // If a form had more fields, the two that are left are not those of a true/false question.
    if labels.count < self.labels.count { draft.kind = .single }
    draft.choices = labels.map { Choice($0.text, feedback: feedback.text(on: $0.identifier)) }
    let points = points(of: labels)
    if isSeveral {
      draft.solution = points.several.map { solution in
        .several(
          ownFractions.map { SeveralSolution(correct: solution.correct, weights: $0) } ?? solution)
      }
    } else {
      draft.markRight(
        points.single.map { single in
          ownFractions.map { SingleSolution(single.correct, weights: $0) } ?? single
        })
    }
    collector.submit(draft)
  }

  private func submitStatement(_ asked: QuestionDraft) {
    var draft = asked
    draft.choices = labels.map {
      Choice(EitherOr.text($0.text), feedback: feedback.text(on: $0.identifier))
    }
    draft.kind = draft.choices.count == 2 ? .trueFalse : nil
    draft.correct = points(of: labels).single?.correct
    collector.submit(draft)
  }

  /// Which choices are right. The rules name them by their identifiers, rarely by their texts.
  private func points(of labels: [QTI1Presentation.Label]) -> QTI1Points {
    let answers = Set(rules.rules.flatMap(\.answers).map(\.text))
    let identifiers = labels.map(\.identifier)
    let texts = labels.map(\.text)
    let isByText = answers.isDisjoint(with: identifiers) && !answers.isDisjoint(with: texts)
    return QTI1Points(rules, labels: isByText ? texts : identifiers)
  }

  // MARK: Typed answers

  /// The weights that this program wrote.
  private var ownFractions: [Double]? {
    metadata[QTIField.weights].map { AnswerCell.split($0).compactMap(TypedNumber.value(of:)) }
  }

  /// The answers that this program accepts, which QTI cannot express in all their detail.
  private var ownAnswers: [(text: String, fraction: Double, feedback: String)]? {
    let fractions = ownFractions ?? []
    return metadata[QTIField.answers].map { cell in
      AnswerCell.split(cell).enumerated().map { index, text in
        let fraction = fractions.indices.contains(index) ? fractions[index] : 1
        return (text, fraction, feedback.text(ofAnswer: index))
      }
    }
  }

  /// The rules of right answers, with the credit for each.
  private var credited: [(rule: Scoring.Rule, fraction: Double)] {
    let right = rules.right
    return right.map { ($0.rule, $0.points / right[0].points) }
  }

  private func submitText(_ asked: QuestionDraft) {
    var draft = asked
    let answers = rules.rightAnswers
    var solution = TextSolution(
      accepted: (ownAnswers ?? []).map { AcceptedText($0, fraction: $1, feedback: $2) },
      isCaseSensitive: !answers.isEmpty && answers.allSatisfy(\.isCaseSensitive))
    // A text that must have several parts in any order is no pattern.
    for (rule, fraction) in credited
    where ownAnswers == nil && !rule.conditions.contains(where: \.joins) {
      for answer in rule.answers where !answer.text.isEmpty {
        if solution.accepted.contains(where: { $0.pattern == answer.pattern }) { continue }
        solution.accepted.append(
          AcceptedText(
            answer.pattern, fraction: fraction, feedback: feedback.text(on: answer.text)))
      }
    }
    if solution.accepted.isEmpty { return collector.refuse(draft, .noCorrectChoice(nil)) }
    draft.solution = .text(solution)
    collector.submit(draft)
  }

  private func submitNumber(_ asked: QuestionDraft) {
    var draft = asked
    let own = ownAnswers?.compactMap { text, fraction, feedback in
      NumberSpan(text).map { AcceptedNumber($0, fraction: fraction, feedback: feedback) }
    }
    let accepted =
      own
      ?? credited.flatMap { rule, fraction in
        let feedback = rule.answers.first.map { self.feedback.text(on: $0.text) } ?? ""
        return Scoring.Condition.all(rule.conditions).spans.map {
          AcceptedNumber($0, fraction: fraction, feedback: feedback)
        }
      }
    if accepted.isEmpty { return collector.refuse(draft, .noCorrectChoice(nil)) }
    draft.solution = .number(NumberSolution(accepted: accepted))
    collector.submit(draft)
  }

  // MARK: Pairs and order

  private func submitPairs() {
    var rightTexts: [String] = []
    var known: Set<String> = []
    var pairs: [(left: String, right: String)] = []
    let answers = rules.rightAnswers
    if let solution = pairsOfLabels(answers) { return solution.submit(draft, to: collector) }
    for response in presentation.responses {
      let texts = response.labels.enumerated().map { index, label in
        label.text.isEmpty && presentation.rightTexts.indices.contains(index)
          ? presentation.rightTexts[index] : label.text
      }
      rightTexts += texts.filter { known.insert($0).inserted }
      let key = answers.first { $0.response == response.identifier }?.text
      let index = response.labels.firstIndex { $0.identifier == key }
      // Canvas keeps the fields of its form that stayed empty.
      let right = index.map { texts[$0] } ?? ""
      if !response.prompt.isEmpty || !right.isEmpty { pairs.append((response.prompt, right)) }
    }
    let used = Set(pairs.map(\.right))
    PartSolution.pairs(pairs, others: rightTexts.filter { !used.contains($0) && !$0.isEmpty })
      .submit(draft, to: collector)
  }

  /// The pairs of a group whose labels are both sides, as in the specification and in Sakai.
  private func pairsOfLabels(_ answers: [Scoring.Value]) -> PartSolution? {
    guard presentation.responses.count == 1 else { return nil }
    func text(_ identifier: String) -> String? {
      labels.first { $0.identifier == identifier }?.text
    }
    let pairs = answers.compactMap { answer in
      text(answer.response).flatMap { left in text(answer.text).map { (left: left, right: $0) } }
    }
    if pairs.isEmpty || pairs.count < answers.count { return nil }
    let used = Set(answers.flatMap { [$0.response, $0.text] })
    let others = labels.filter { !used.contains($0.identifier) && !$0.text.isEmpty }
    return .pairs(pairs, others: others.map(\.text))
  }

  private func submitOrder(_ draft: QuestionDraft) {
    let items = rules.order(of: labels.map(\.identifier)).compactMap { identifier in
      labels.first { $0.identifier == identifier }
        .map { Choice($0.text, feedback: feedback.text(on: $0.identifier)) }
    }
    if items.count != labels.count { return collector.refuse(draft, .noCorrectChoice(nil)) }
    PartSolution.order(items).submit(draft, to: collector)
  }

  // MARK: Blanks

  private func submitGaps(isTyped: Bool) {
    let count =
      presentation.responses.isEmpty
      ? Set(rules.rightAnswers.map(\.response)).count : presentation.responses.count
    // The gaps are compared with each other and looked for in the text.
    if count > GapsSolution.most { return collector.refuse(draft, .tooManyGaps(count)) }
    let gaps = namedGaps(isTyped: isTyped)
    let text = presentation.text
    let areNamed = gaps.allSatisfy { text.contains("[\($0.name)]") }
    let parts =
      areNamed
      ? Self.split(text, gaps)
      : presentation.parts.map { part in
        switch part {
        case .text(let text): .text(text)
        case .response(let index): .gap(gaps[index].gap)
        }
      }
    PartSolution.gaps(parts).submit(draft, to: collector)
  }

  /// The blanks with their names, in the order of the responses.
  private func namedGaps(
    isTyped: Bool
  ) -> [(name: String, gap: PartSolution.FoundGap)] {
    let answers = rules.rightAnswers
    if presentation.responses.isEmpty {
      // Respondus only says in its rules what belongs into each blank.
      var names: [String] = []
      for answer in answers where !names.contains(answer.response) { names.append(answer.response) }
      return names.map { name in
        let own = answers.filter { $0.response == name }
        return (name.trimming("[", "]"), gap(own.map(\.pattern), own))
      }
    }
    let isSentence =
      presentation.responses.count == answers.count && answers.count > 1
      && Set(presentation.responses.map(\.identifier)).count == 1
    return presentation.responses.enumerated().map { index, response in
      // The words of a mixed-up sentence are in the order of its places.
      let own = isSentence ? [answers[index]] : self.answers(answers, to: response)
      let name = name(of: response)
      if response.labels.isEmpty || response.form != .choices {
        return (name, gap(own.map(\.pattern), own))
      }
      if isTyped, !response.labels.contains(where: \.isListed) {
        return (name, gap(response.labels.compactMap(\.pattern), own))
      }
      let texts = response.labels.map(\.text)
      let best = Self.best(own)
      let right = response.labels.filter { label in
        best.contains { $0.text == label.identifier || label.isListed && $0.text == label.text }
      }
      var gap = gap(right.map(\.text), own)
      gap.choices = texts
      return (name, gap)
    }
  }

  /// The name of a blank, by which the text may refer to it: that of the response, or its prompt.
  private func name(of response: QTI1Presentation.Response) -> String {
    let own = response.identifier.trimming("response_", "")
    let isOwn =
      response.prompt.isEmpty || response.labels.isEmpty
      || presentation.text.contains("[\(own)]")
    return isOwn ? own : response.prompt
  }

  /// The answers to a response. Brightspace names its field instead.
  private func answers(
    _ answers: [Scoring.Value], to response: QTI1Presentation.Response
  ) -> [Scoring.Value] {
    var names = [response.identifier]
    if response.form != .choices { names += response.labels.map(\.identifier) }
    return answers.filter { names.contains($0.response) }
  }

  /// The answers with the most points.
  private static func best(_ answers: [Scoring.Value]) -> [Scoring.Value] {
    let most = answers.map(\.points).max()
    return answers.filter { $0.points == most }
  }

  private func gap(
    _ accepted: [String], _ answers: [Scoring.Value]
  ) -> PartSolution.FoundGap {
    var known: Set<String> = []
    let most = answers.map(\.points).max() ?? 1
    return PartSolution.FoundGap(
      accepted: accepted.filter { !$0.isEmpty && known.insert($0).inserted },
      isCaseSensitive: !answers.isEmpty && answers.allSatisfy(\.isCaseSensitive),
      fractions: Dictionary(
        answers.map { ($0.pattern, $0.points / most) }, uniquingKeysWith: max))
  }

  /// Splits a text at the names in brackets.
  private static func split(
    _ text: String, _ gaps: [(name: String, gap: PartSolution.FoundGap)]
  ) -> [PartSolution.GapPart] {
    var parts: [PartSolution.GapPart] = []
    var rest = text[...]
    while let found = gaps.compactMap({ gap in
      rest.firstRange(of: "[\(gap.name)]").map { (range: $0, name: gap.name, gap: gap.gap) }
    }).min(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      parts.append(.text(String(rest[..<found.range.lowerBound])))
      var gap = found.gap
      gap.name = found.name
      parts.append(.gap(gap))
      rest = rest[found.range.upperBound...]
    }
    return parts + [.text(String(rest))]
  }
}

/// The kind of an item of QTI 1.2, as its metadata or its structure says.
private enum QTI1Kind {
  case oneChoice
  case statement
  case severalChoices
  case text
  case number
  /// Blanks in which something is typed, or with a list to choose from.
  case gaps(isTyped: Bool)
  case pairs
  case order
  case unaskable(Fault.UnaskableKind)

  /// The kind that the metadata says; `nil` if it says none.
  init?(_ metadata: QTI1Metadata) {
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
  init(_ presentation: QTI1Presentation, _ rules: Scoring) {
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

  private static let words: [String: QTI1Kind] = [
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
