import QuizExchange
import QuizSupport

/// Makes an answer to a question of what the player picks or types.
struct AnswerInput {
  let item: QuizItem
  var content: QuestionContent { item.question.content }

  init(to item: QuizItem) { self.item = item }

  /// The answer with the choices shown at `indices`, counted from 0. Without indices, the answer
  /// with the ticked choices, or with the parts that were given so far.
  ///
  /// A question of order takes all choices in their order, and a card the number of a grade.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, the question takes only one choice or
  ///   none, or nothing is ticked.
  func choosing(_ indices: [Int]) throws(QuizRefusal) -> Response {
    switch content.solution {
    case .single, .trueFalse:
      try requireChoices(indices)
      guard let index = indices.first else { throw .nothingTicked }
      if Set(indices).count > 1 { throw .takesOneChoice }
      return .choice(item.order[index])
    case .several(let solution):
      try requireChoices(indices)
      if indices.isEmpty { return try handingIn(solution) }
      return .choices(Set(indices.map { item.order[$0] }).sorted())
    case .order where !indices.isEmpty: return try ordering(indices)
    case .gaps, .order, .match:
      guard indices.isEmpty else { throw refusal }
      guard let given = item.parts else { throw .nothingFilled(content.kind) }
      return given
    case .card:
      guard indices.count == 1, let grade = RecallGrade(rawValue: indices[0] + 1) else {
        throw refusal
      }
      return .recall(grade)
    case .text, .number: throw refusal
    }
  }

  /// The answer with the ticked choices. Refuses a number of choices that differs from the number
  /// the author asks for, because the player has probably pressed a key too soon.
  private func handingIn(_ solution: SeveralSolution) throws(QuizRefusal) -> Response {
    guard let picked = item.ticked ?? item.response?.positions, !picked.isEmpty else {
      throw .nothingTicked
    }
    if let choose = solution.choose, choose != picked.count, choose == solution.correct.count {
      throw .otherCountTicked(choose: choose)
    }
    return .choices(picked)
  }

  /// The ticked choices after those shown at `indices`, counted from 0, were ticked or unticked;
  /// `nil` when they are the answer that was given.
  ///
  /// - Throws: ``QuizRefusal`` as ``choosing(_:)`` does.
  func toggling(_ indices: [Int]) throws(QuizRefusal) -> [Int]? {
    guard content.kind.isPicked else { throw refusal }
    try requireChoices(indices)
    guard content.kind == .several else { throw .takesOneChoice }
    let given = item.response?.positions ?? []
    let ticked = Set(item.ticked ?? given)
      .symmetricDifference(indices.map { item.order[$0] }).sorted()
    return ticked == given ? nil : ticked
  }

  /// The answer with a text or a number. The only gap of a text takes one too.
  ///
  /// - Throws: ``QuizRefusal`` when the question takes choices, when the text is empty, or when the
  ///   question asks for a number and the text is not a number.
  func typing(_ text: String) throws(QuizRefusal) -> Response {
    if case .gaps(let solution) = content.solution, solution.gaps.count == 1, !text.isBlank {
      return try filling(0, with: text)
    }
    guard content.kind.isTyped else { throw refusal }
    let text = text.trimmed
    if text.isEmpty { throw .emptyAnswer }
    if content.kind == .number, TypedNumber.value(of: text) == nil { throw .notANumber(text) }
    return .typed(text)
  }

  /// The refusal of an answer of another kind than the question takes.
  var refusal: QuizRefusal {
    if content.kind.isTyped { return .takesTyped(content.kind) }
    return content.kind.isPicked
      ? .takesChoices(count: item.order.count) : .takesParts(content.kind)
  }

  func requireChoices(_ indices: [Int]) throws(QuizRefusal) {
    if let index = indices.first(where: { !item.order.indices.contains($0) }) {
      throw .noSuchChoice(number: index + 1, count: item.order.count)
    }
  }
}
