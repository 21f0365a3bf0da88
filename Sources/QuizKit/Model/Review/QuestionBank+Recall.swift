import Foundation

extension QuestionBank {
  /// When each question that was answered comes back, and how well it is known now.
  ///
  /// Calculated from the answers of finished quizzes, with the numbers that ``Fitter`` keeps.
  ///
  /// - Parameter target: the chance of recall that is wanted when a question comes back, one of ``RecallPlan/targets``.
  /// - Throws: What the store throws when it cannot be read.
  public func recallPlan(target: Double) throws -> RecallPlan {
    try recall.withModel(of: self) { $0.plan(at: now(), in: timeZone, target: target) }
  }

  /// How good the predictions of the settled answers were.
  ///
  /// - Throws: What the store throws when it cannot be read.
  func predictionTally() throws -> PredictionTally {
    try recall.withModel(of: self) { $0.tally }
  }

  /// The numbers that were fitted to the learner; `nil` where the default ones are used.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public func keptFit() throws -> KeptFit? {
    try store.fetch(FetchDescriptor<KeptFit>()).last { $0.formulaParameters != nil }
  }

  /// The settled answers to questions that are still in the bank, as reviews need them.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public func reviewAnswers() throws -> [ReviewAnswer] {
    try reviewAnswers(settledAnswers())
  }

  /// Some answers, as reviews need them.
  func reviewAnswers(_ answers: [AnswerLog.Entry]) throws -> [ReviewAnswer] {
    let questions = IdentifierSet(try store.identifiers(FetchDescriptor<Question>()))
    let older = answers.lazy.filter { $0.guesses == nil }.map(\.questionID)
    let choices = try choiceCounts(of: Set(older).filter { questions.contains($0) }.sorted())
    return answers.compactMap { answer in
      guard questions.contains(answer.questionID) else { return nil }
      let count = answer.guesses ?? choices[answer.questionID]
      return ReviewAnswer(
        to: answer.questionID, at: answer.changedAt, isRight: answer.isCorrect, choices: count)
    }
  }

  /// How many choices some questions have. Answers of older versions do not say it.
  private func choiceCounts(
    of ids: [Identifier<Question>]
  ) throws -> IdentifierTable<Question, Int> {
    let questions: [QuestionChoices] = try store.savedParts(of: ids)
    var choices = IdentifierTable<Question, Int>(questions.map(\.id), initially: 0)
    for question in questions { choices[question.id] = question.count }
    return choices
  }
}
