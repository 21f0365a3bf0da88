import QuizSupport

/// A pool of questions as Blackboard wrote it before it took QTI.
struct BlackboardPool {
  let collector: QuestionCollector

  func submit(_ pool: MarkupElement) {
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

  private func submit(
    _ question: MarkupElement, _ gradable: MarkupElement?, _ start: QuestionDraft
  ) {
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
      func place(_ key: MarkupElement) -> Int { Int(key.attributes["order"] ?? "") ?? 0 }
      let order = keys.sorted { place($0) < place($1) }.compactMap { key in
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
    let pairs = answers.map { answer in
      let key = keys.first { $0.attributes["answer_id"] == answer.attributes["id"] }
      let choice = choices.first { $0.attributes["id"] == key?.attributes["choice_id"] }
      return (left: Self.text(answer), right: choice.map(Self.text) ?? "")
    }
    PartSolution.pairs(pairs, others: choices.map(Self.text)).submit(draft, to: collector)
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

/// The codes that Blackboard writes as the two answers to a statement.
enum EitherOr {
  /// The word for a code such as `agree_disagree.true`; other texts as they are.
  static func text(_ code: String) -> String {
    let parts = code.split(separator: ".")
    guard parts.count == 2, parts[1] == "true" || parts[1] == "false" else {
      return ["true": "True", "false": "False"][code] ?? code
    }
    let words = parts[0].split(separator: "_")
    guard words.count == 2, words.allSatisfy({ $0.allSatisfy(\.isLetter) }) else { return code }
    let word = words[parts[1] == "true" ? 0 : 1]
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
