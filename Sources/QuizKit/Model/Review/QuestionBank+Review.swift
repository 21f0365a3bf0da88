import Foundation

extension QuestionBank {
  /// The chance of recall at which questions come back, in percent.
  public var reviewPercent: Int { get throws { try reviewTarget.percent } }

  /// Chooses the chance of recall at which questions come back, in percent.
  ///
  /// - Throws: ``SaveFailure``.
  public func chooseReview(percent: Int) throws {
    try reviewTarget.choose(percent)
  }

  /// Today's plan for some of the questions, with the target and the numbers that the bank keeps.
  ///
  /// - Throws: What the store throws.
  func reviewPlan(of scope: ReviewScope = ReviewScope()) throws -> RecallPlan {
    let plan = try recallPlan(target: Double(try reviewPercent) / 100)
    guard scope != ReviewScope() else { return plan }
    var questions = try questionIdentifiers(in: scope.deckID)
    if let tag = scope.tag {
      questions = try store.questions(bearing: { $0 == tag }, among: questions)
    }
    return plan.among(questions)
  }

  /// The questions that are due and match `options`, the least likely to be recalled first.
  ///
  /// - Throws: ``BankError/nothingDue(next:)``, ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``;
  ///   what the store throws.
  func dueQuestions(for options: QuizOptions) throws -> [Identifier<Question>] {
    var plan = try reviewPlan(of: try scope(deck: options.deck, tag: options.tag))
    if options.mistakes { plan = plan.among(Array(try mistakes())) }
    let due = plan.due(within: options.ahead).map(\.questionID)
    guard !due.isEmpty else { throw BankError.nothingDue(next: plan.next) }
    return due
  }

  /// The questions of a deck with a tag; `nil` for all.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``; what the store
  ///   throws.
  public func scope(deck name: String?, tag: String?) throws -> ReviewScope {
    let deckID = try name.map { try deck(named: $0).id }
    if let tag { _ = try questions(tagged: tag) }
    return ReviewScope(deckID: deckID, tag: tag)
  }

  /// The questions whose last answer was wrong or missing. Counts the answers that cannot change any more.
  func mistakes() throws -> Set<Identifier<Question>> {
    let answers = try settledAnswers()
    var latest = IdentifierTable<Question, AnswerLog.Entry?>(
      answers.map(\.questionID), initially: nil)
    for answer in answers {
      // If two answers have the same date, the one saved later counts.
      if let known = latest[answer.questionID], known.changedAt > answer.changedAt { continue }
      latest[answer.questionID] = answer
    }
    return Set(
      answers.lazy.filter { !$0.isCorrect && latest[$0.questionID]?.id == $0.id }.map(\.questionID))
  }

  /// The answers of finished quizzes, and those of practice, which says at once what was right. Other
  /// answers may still change.
  func settledAnswers() throws -> [AnswerLog.Entry] {
    let underWay = Set(try store.fetch(FetchDescriptor<AttemptProgress>()).map(\.attemptID))
    let answers = try answers.entries()
    guard let least = underWay.min() else { return answers }
    let attempts: [AttemptSummary] = try store.savedParts(of: underWay.sorted())
    let practice = Set(attempts.filter { $0.mode == .practice }.map(\.id))
    return answers.filter { answer in
      answer.attemptID < least || !underWay.contains(answer.attemptID)
        || answer.isAnswered && practice.contains(answer.attemptID)
    }
  }
}
