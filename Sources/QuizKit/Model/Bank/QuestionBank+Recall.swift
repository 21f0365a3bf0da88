import Foundation

extension QuestionBank {
  /// When each question that was answered comes back, and how well it is known now.
  ///
  /// Calculated from the answers of finished quizzes; nothing else is stored for reviews.
  ///
  /// - Parameters:
  ///   - target: the chance of recall that is wanted when a question comes back, one of ``RecallPlan/targets``.
  ///   - parameters: the numbers of the formulas.
  /// - Throws: What the store throws when it cannot be read.
  public func recallPlan(
    target: Double, parameters: FSRSParameters = .standard
  ) throws -> RecallPlan {
    let model = RecallModel(of: try reviewAnswers(), formulas: FSRS(parameters))
    return RecallPlan(of: model, at: now(), in: timeZone, target: target)
  }

  /// The answers of finished quizzes to questions that are still in the bank, as reviews need them.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public func reviewAnswers() throws -> [ReviewAnswer] {
    let answers = try settledAnswers()
    let questions: [QuestionChoices] = try store.savedParts(
      of: try store.identifiers(FetchDescriptor<Question>()))
    var choices = IdentifierTable<Question, Int>(questions.map(\.id), initially: 0)
    for question in questions { choices[question.id] = question.count }
    return answers.compactMap { answer in
      let count = choices[answer.questionID]
      guard count > 0 else { return nil }
      return ReviewAnswer(
        to: answer.questionID, at: answer.changedAt, isRight: answer.isCorrect, choices: count)
    }
  }
}
