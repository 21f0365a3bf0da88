import QuizExchange

extension QuizLibrary {
  /// Starts an exam.
  ///
  /// - Parameters:
  ///   - exam: the exam.
  ///   - seed: determines which questions are drawn, and their order; `nil` for a random seed.
  ///   - isFresh: whether to prefer questions that were not asked for a long time.
  ///   - isPartial: whether a partly right answer earns a part of the marks.
  /// - Throws: `ExamRefusal/tooFewQuestions(_:)`, `BankError`; what the store throws.
  public func start(_ exam: Exam, seed: Int?, isFresh: Bool, isPartial: Bool = false) throws {
    var random = world.random
    let seed = seed ?? Int.random(in: 1...999_999, using: &random)
    let paper = try ExamPaper(
      of: exam, seed: seed, from: bank, freshBy: isFresh ? reviews.answers : nil)
    let rules = ExamRules(paper.blueprint)
    var items = paper.items
    if !rules.sections.isEmpty {
      for index in items.indices { items[index].section = paper.places[index] }
    }
    var setup = QuizSetup(
      title: paper.name, items: items, mode: .exam,
      time: paper.blueprint.timeLimit.map { .milliseconds($0) })
    (setup.exam, setup.grading) = (rules, Grading(isPartial: isPartial, isExam: true))
    try begin(setup)
  }
}
