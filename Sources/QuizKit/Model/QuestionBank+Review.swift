import Foundation

extension QuestionBank {
  /// The plan of today for the questions of a deck, or of the whole bank.
  ///
  /// - Throws: What the store throws.
  func reviewPlan(deck deckID: Identifier<Deck>?) throws -> ReviewPlan {
    let plan = try ReviewPlan(store: store, today: Day(now(), in: timeZone), timeZone: timeZone)
    guard let deckID else { return plan }
    return plan.among(
      try store.identifiers(FetchDescriptor(predicate: #Predicate { $0.deckID == deckID })))
  }

  /// The questions that are due today and fit `options`, the longest overdue first.
  ///
  /// - Throws: ``BankError/nothingDue(next:)``, ``BankError/unknownDeck(_:known:)``; what the store throws.
  func dueQuestions(for options: QuizOptions) throws -> [Identifier<Question>] {
    var plan = try reviewPlan(deck: try options.deck.map { try deck(named: $0).id })
    if let tag = options.tag { plan = plan.among(try store.questions(bearing: { $0 == tag })) }
    if options.mistakes { plan = plan.among(try mistakes().sorted()) }
    let due = plan.due.map(\.questionID)
    guard !due.isEmpty else { throw BankError.nothingDue(next: plan.next) }
    return due
  }

  /// The questions whose last answer was wrong or missing, in quizzes whose result was shown.
  func mistakes() throws -> Set<Identifier<Question>> {
    let underWay = Set(try store.fetch(FetchDescriptor<AttemptProgress>()).map(\.attemptID))
    var latest: [Identifier<Question>: Answer] = [:]
    for answer in try store.fetch(FetchDescriptor<Answer>())
    where !underWay.contains(answer.attemptID) {
      if let known = latest[answer.questionID], known.changedAt > answer.changedAt { continue }
      latest[answer.questionID] = answer
    }
    return Set(latest.values.filter { !$0.isCorrect }.map(\.questionID))
  }
}
