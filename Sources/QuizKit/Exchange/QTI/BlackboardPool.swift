import QuizSupport

/// A pool of questions as Blackboard wrote it before it took QTI.
struct BlackboardPool {
  private let pool: MarkupElement
  private let collector: QuestionCollector

  init(_ pool: MarkupElement, _ collector: QuestionCollector) {
    (self.pool, self.collector) = (pool, collector)
  }

  func submit() {
    let title = FieldText.make(pool["TITLE"]?.attributes["value"] ?? "")
    let questions = pool.children.filter { $0.name.hasPrefix("QUESTION_") }
    for (index, question) in questions.enumerated() where collector.admits(question) {
      var draft = QuestionDraft(line: question.line)
      draft.element = "#\(index + 1)"
      draft.category = title.isEmpty ? nil : title
      draft.text = Self.text(question["BODY"])
      let gradable = question["GRADABLE"]
      let feedback = Self.feedback(gradable)
      draft.commentary = feedback.first ?? ""
      if feedback.count > 1 { collector.reportOnce(.wrongFeedbackDropped, line: question.line) }
      submit(question, gradable, draft)
    }
  }

  private func submit(_ question: MarkupElement, _ gradable: MarkupElement?, _ start: QuestionDraft)
  {
    var draft = start
    let answers = question.children.filter { $0.name == "ANSWER" }
    let keys = gradable?.children.filter { $0.name == "CORRECTANSWER" } ?? []
    let identifiers = Set(keys.map { $0.attributes["answer_id"] })
    let right = answers.indices.filter { identifiers.contains(answers[$0].attributes["id"]) }
    switch question.name {
    case "QUESTION_MULTIPLECHOICE", "QUESTION_MULTIPLEANSWER", "QUESTION_TRUEFALSE":
      draft.choices = answers.map { Choice(EitherOr.text(Self.text($0))) }
      if question.name == "QUESTION_TRUEFALSE", draft.choices.count == 2 { draft.kind = .trueFalse }
      draft.markRight(right, isSeveral: question.name == "QUESTION_MULTIPLEANSWER")
      collector.submit(draft)
    case "QUESTION_FILLINBLANK":
      draft.solution = .text(
        TextSolution(
          accepted: answers.map { AcceptedText(Self.text($0).replacing("*", with: "\\*")) }))
      collector.submit(draft)
    case "QUESTION_ORDER":
      let order = keys.sorted { Self.order($0) < Self.order($1) }.compactMap { key in
        answers.first { $0.attributes["id"] == key.attributes["answer_id"] }.map {
          Choice(Self.text($0))
        }
      }
      PartSolution.order(order).submit(draft, to: collector)
    case "QUESTION_MATCH": submitPairs(question, answers, keys, draft)
    case "QUESTION_ESSAY": collector.refuse(draft, .notMultipleChoice(.essay))
    default: collector.refuse(draft, .notMultipleChoice(.other))
    }
  }

  private func submitPairs(
    _ question: MarkupElement, _ answers: [MarkupElement], _ keys: [MarkupElement],
    _ draft: QuestionDraft
  ) {
    let choices = question.children.filter { $0.name == "CHOICE" }
    var pairs: [(left: String, right: String)] = []
    for answer in answers {
      let key = keys.first { $0.attributes["answer_id"] == answer.attributes["id"] }
      let choice = choices.first { $0.attributes["id"] == key?.attributes["choice_id"] }
      pairs.append((Self.text(answer), choice.map(Self.text) ?? ""))
    }
    let texts = choices.map(Self.text)
    PartSolution.pairs(
      pairs, others: texts.filter { text in !pairs.contains { $0.right == text } }
    )
    .submit(draft, to: collector)
  }

  private static func order(_ key: MarkupElement) -> Int {
    Int(key.attributes["order"] ?? "") ?? 0
  }

  /// The feedback on right and on wrong answers, as far as there is any and it differs.
  private static func feedback(_ gradable: MarkupElement?) -> [String] {
    let texts = ["FEEDBACK_WHEN_CORRECT", "FEEDBACK_WHEN_INCORRECT"].map {
      QTIMaterial().text(ofHTML: gradable?[$0]?.allText ?? "")
    }.filter { !$0.isEmpty }
    return texts.count == 2 && texts[0] == texts[1] ? [texts[0]] : texts
  }

  /// The text of an element, which is HTML.
  private static func text(_ element: MarkupElement?) -> String {
    QTIMaterial().text(ofHTML: element?["TEXT"]?.text ?? "")
  }
}
