import QuizExchange
import QuizSupport

/// Makes an answer to a question of what the player picks or types.
struct AnswerInput {
  private let item: QuizItem
  private var content: QuestionContent { item.question.content }

  init(to item: QuizItem) { self.item = item }

  /// The answer with the choices shown at `indices`, counted from 0. Without indices, the answer
  /// with the ticked choices.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, the question takes only one choice or
  ///   none, or nothing is ticked.
  func choosing(_ indices: [Int]) throws(QuizRefusal) -> Response {
    try requireChoices(indices)
    switch content.solution {
    case .single, .trueFalse:
      guard let index = indices.first else { throw .nothingTicked }
      if Set(indices).count > 1 { throw .takesOneChoice }
      return .choice(item.order[index])
    case .several(let solution):
      if indices.isEmpty { return try handingIn(solution) }
      return .choices(Set(indices.map { item.order[$0] }).sorted())
    case .text, .number, .card, .gaps, .order, .match: throw .takesTyped(content.kind)
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
    try requireChoices(indices)
    guard content.kind == .several else {
      throw content.kind.isTyped ? .takesTyped(content.kind) : .takesOneChoice
    }
    let given = item.response?.positions ?? []
    let ticked = Set(item.ticked ?? given)
      .symmetricDifference(indices.map { item.order[$0] }).sorted()
    return ticked == given ? nil : ticked
  }

  /// The answer with a text or a number.
  ///
  /// - Throws: ``QuizRefusal`` when the question takes choices, when the text is empty, or when the
  ///   question asks for a number and the text is not a number.
  func typing(_ text: String) throws(QuizRefusal) -> Response {
    guard content.kind.isTyped else { throw .takesChoices(count: item.order.count) }
    let text = text.trimmed
    if text.isEmpty { throw .emptyAnswer }
    if content.kind == .number, TypedNumber.value(of: text) == nil { throw .notANumber(text) }
    return .typed(text)
  }

  private func requireChoices(_ indices: [Int]) throws(QuizRefusal) {
    if let index = indices.first(where: { !item.order.indices.contains($0) }) {
      if content.kind.isTyped { throw .takesTyped(content.kind) }
      throw .noSuchChoice(number: index + 1, count: item.order.count)
    }
  }
}
