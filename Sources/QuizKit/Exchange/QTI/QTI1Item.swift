import QuizSupport

/// An `<item>` of QTI 1.2, <https://www.imsglobal.org/question/qtiv1p2/imsqti_asi_bindv1p2.html>.
///
/// Every platform writes its own part of the format. What a program says in its metadata comes
/// first, then what the structure shows.
struct QTI1Item {
  private let collector: QuestionCollector
  private let metadata: QTI1Metadata
  private let rules: QTI1Rules
  private let presentation: QTI1Presentation
  private let feedback: QTI1Feedback
  private let images: ImageList
  private var draft: QuestionDraft

  init(_ item: MarkupElement, number: Int, deck: String?, _ collector: QuestionCollector) {
    self.collector = collector
    metadata = QTI1Metadata(item)
    rules = QTI1Rules(item)
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
    switch QTI1Kind(metadata) ?? QTI1Kind(presentation, rules) {
    case .oneChoice: submitChoices(isSeveral: isSeveral)
    case .severalChoices: submitChoices(isSeveral: true)
    case .statement: submitStatement()
    case .text where hasFields: submitGaps(isTyped: true)
    case .text: submitText()
    case .number where hasFields && hasRanges:
      collector.refuse(draft, .notMultipleChoice(.composite))
    case .number where hasFields: submitGaps(isTyped: true)
    case .number: submitNumber()
    case .gaps(let isTyped): submitGaps(isTyped: isTyped)
    case .pairs: submitPairs()
    case .order: submitOrder()
    case .unaskable(let kind): collector.refuse(draft, .notMultipleChoice(kind))
    }
  }

  private func submitGaps(isTyped: Bool) {
    QTI1Gaps(presentation, rules, isTyped: isTyped).submit(draft, to: collector)
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
  private var isSeveral: Bool { response?.cardinality == "multiple" }

  // MARK: Choices

  private func submitChoices(isSeveral: Bool) {
    var draft = draft
    draft.text = textWithPrompt
    let labels = writtenLabels
    // If a form had more fields, the two that are left are not those of a true/false question.
    if labels.count < self.labels.count { draft.kind = .single }
    draft.choices = labels.map { Choice($0.text, feedback: feedback.text(on: $0.identifier)) }
    let points = points(of: labels)
    if isSeveral {
      draft.solution = points.several.map { .several(withOwnWeights($0)) }
    } else if let single = points.single {
      draft.correct = single.correct
      let own = ownFractions.map { SingleSolution(single.correct, weights: $0) } ?? single
      if own.weights != nil { draft.solution = .single(own) }
    }
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

  /// The weights that this program wrote.
  private var ownFractions: [Double]? {
    metadata[QTIField.weights].map { AnswerCell.split($0).compactMap(TypedNumber.value(of:)) }
  }

  private func withOwnWeights(_ solution: SeveralSolution) -> SeveralSolution {
    ownFractions.map { SeveralSolution(correct: solution.correct, weights: $0) } ?? solution
  }

  /// The choices without the empty ones that are wrong. Canvas keeps the fields of its form that
  /// stayed empty.
  private var writtenLabels: [QTI1Presentation.Label] {
    let right = rules.right.flatMap(\.rule.answers).map(\.text)
    return labels.filter { !$0.text.isEmpty || right.contains($0.identifier) }
  }

  /// Some programs put the text of the question into its response.
  private var textWithPrompt: String {
    let prompt = response?.prompt ?? ""
    return [draft.text, prompt].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func submitStatement() {
    var draft = draft
    draft.text = textWithPrompt
    draft.kind = .trueFalse
    draft.choices = labels.map {
      Choice(EitherOr.text($0.text), feedback: feedback.text(on: $0.identifier))
    }
    draft.correct = points(of: labels).single?.correct
    if draft.choices.count != 2 { draft.kind = nil }
    collector.submit(draft)
  }

  // MARK: Typed answers

  private func submitText() {
    var draft = draft
    draft.text = textWithPrompt
    let right = rules.right
    let best = right.map(\.points).max() ?? 1
    if let own = ownTexts {
      draft.solution = .text(own)
      return collector.submit(draft)
    }
    var solution = TextSolution(accepted: [])
    // A text that must have several parts in any order is no pattern.
    for (rule, points) in right where !rule.conditions.contains(where: \.joins) {
      for answer in rule.answers where !answer.text.isEmpty {
        if solution.accepted.contains(where: { $0.pattern == answer.pattern }) { continue }
        solution.accepted.append(
          AcceptedText(
            answer.pattern, fraction: points / best, feedback: feedback.text(on: answer.text)))
      }
    }
    let answers = right.flatMap(\.rule.answers)
    solution.isCaseSensitive = !answers.isEmpty && answers.allSatisfy(\.isCaseSensitive)
    if solution.accepted.isEmpty { return collector.refuse(draft, .noCorrectChoice(nil)) }
    draft.solution = .text(solution)
    collector.submit(draft)
  }

  private func submitNumber() {
    var draft = draft
    draft.text = textWithPrompt
    let right = rules.right
    let best = right.map(\.points).max() ?? 1
    if let own = ownNumbers {
      draft.solution = .number(own)
      return collector.submit(draft)
    }
    var solution = NumberSolution(accepted: [])
    for (rule, points) in right {
      let feedback = rule.answers.first.map { self.feedback.text(on: $0.text) } ?? ""
      solution.accepted += QTI1Condition.all(rule.conditions).spans.map {
        AcceptedNumber($0, fraction: points / best, feedback: feedback)
      }
    }
    if solution.accepted.isEmpty { return collector.refuse(draft, .noCorrectChoice(nil)) }
    draft.solution = .number(solution)
    collector.submit(draft)
  }

  /// The texts that this program accepts, which QTI cannot express in all their detail.
  private var ownTexts: TextSolution? {
    guard let cell = metadata[QTIField.answers] else { return nil }
    let fractions = ownFractions
    let accepted = AnswerCell.split(cell).enumerated().map { index, pattern in
      AcceptedText(
        pattern, fraction: fractions.map { $0.indices.contains(index) ? $0[index] : 1 } ?? 1,
        feedback: feedback.text(ofAnswer: index))
    }
    let answers = rules.right.flatMap(\.rule.answers)
    return TextSolution(
      accepted: accepted,
      isCaseSensitive: !answers.isEmpty && answers.allSatisfy(\.isCaseSensitive))
  }

  /// The numbers that this program accepts.
  private var ownNumbers: NumberSolution? {
    guard let cell = metadata[QTIField.answers] else { return nil }
    let fractions = ownFractions
    let accepted = AnswerCell.split(cell).enumerated().compactMap { index, text in
      NumberSpan(text).map { span in
        AcceptedNumber(
          span, fraction: fractions.map { $0.indices.contains(index) ? $0[index] : 1 } ?? 1,
          feedback: feedback.text(ofAnswer: index))
      }
    }
    return NumberSolution(accepted: accepted)
  }

  // MARK: Pairs and order

  private func submitPairs() {
    var rightTexts: [String] = []
    var known: Set<String> = []
    var pairs: [(left: String, right: String)] = []
    let answers = rules.right.flatMap(\.rule.answers)
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
  private func pairsOfLabels(_ answers: [QTI1Answer]) -> PartSolution? {
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

  private func submitOrder() {
    var draft = draft
    draft.text = textWithPrompt
    let order = QTI1Order(rules, labels: labels.map(\.identifier)).identifiers
    let items = order.compactMap { identifier in
      labels.first { $0.identifier == identifier }
        .map { Choice($0.text, feedback: feedback.text(on: $0.identifier)) }
    }
    if items.count != labels.count { return collector.refuse(draft, .noCorrectChoice(nil)) }
    PartSolution.order(items).submit(draft, to: collector)
  }
}
