extension QuizLibrary {
  /// Starts an exam.
  ///
  /// - Parameters:
  ///   - seed: decides which questions are drawn, and their order; `nil` for any.
  ///   - isFresh: whether questions that were not asked for long are preferred.
  /// - Throws: ``ExamRefusal/tooFewQuestions(_:)``, ``BankError``; what the store throws.
  public func start(_ exam: Exam, seed: Int?, isFresh: Bool) throws {
    var random = world.random
    let seed = seed ?? Int.random(in: 1...999_999, using: &random)
    let paper = try ExamPaper(of: exam, seed: seed, isFresh: isFresh, from: bank)
    try begin(
      QuizSetup(
        title: paper.name, items: paper.items, mode: .exam,
        time: paper.blueprint.timeLimit.map { .milliseconds($0) }))
  }
}
