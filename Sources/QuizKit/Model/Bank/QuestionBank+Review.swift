import Foundation

extension QuestionBank {
  /// Today's review plan for the questions of a deck, or of the whole bank.
  ///
  /// - Throws: What the store throws.
  func reviewPlan(deck deckID: Identifier<Deck>?) throws -> ReviewPlan {
    let plan = try ReviewPlan(of: self, today: Day(now(), in: timeZone), timeZone: timeZone)
    guard let deckID else { return plan }
    return plan.among(
      try store.identifiers(FetchDescriptor(predicate: #Predicate { $0.deckID == deckID })))
  }

  /// The questions that are due today and match `options`, longest overdue first.
  ///
  /// - Throws: ``BankError/nothingDue(next:)``, ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``;
  ///   what the store throws.
  func dueQuestions(for options: QuizOptions) throws -> [Identifier<Question>] {
    var plan = try reviewPlan(deck: try options.deck.map { try deck(named: $0).id })
    if let tag = options.tag { plan = plan.among(try questions(tagged: tag)) }
    if options.mistakes { plan = plan.among(Array(try mistakes())) }
    let due = plan.due.map(\.questionID)
    guard !due.isEmpty else { throw BankError.nothingDue(next: plan.next) }
    return due
  }

  /// The questions whose last answer was wrong or missing. Counts finished quizzes only.
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

  /// The answers of finished quizzes. Answers of other quizzes may still change.
  func settledAnswers() throws -> [AnswerLog.Entry] {
    let underWay = Set(try store.fetch(FetchDescriptor<AttemptProgress>()).map(\.attemptID))
    let answers = try answers.entries()
    return underWay.isEmpty ? answers : answers.filter { !underWay.contains($0.attemptID) }
  }
}
