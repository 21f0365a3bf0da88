import QuizKit

extension Models {
  /// The screen of that name, with the model that it shows.
  ///
  /// - Parameter route: The screen from which it is asked for.
  /// - Throws: ``BankError`` when there is nothing to show; what the store throws. The screen in front stays then.
  func route(to destination: Destination, from route: Route) throws -> Route {
    switch destination {
    case .manage(let deck):
      return .manage(try QuestionBrowser(bank: bank, deck: deck))
    case .register(let deck, let newDeck):
      let deck = try deck ?? route.deckName
      return .register(try Registration(bank: bank, deck: deck, fallback: newDeck))
    case .decks:
      return .decks
    case .search(let query):
      return .search(try QuestionSearch(bank: bank, query: query, timeZone: world.timeZone))
    case .timer(let length):
      return .timer(CountdownTimer(length: length, scheduler: world.scheduler))
    case .notes(let deck, let words):
      let subject = try notes.subject(deck: deck, question: nil)
      return .notes(NoteBook.Query(subject: subject, words: words))
    case .notesOnQuestion(let number):
      let question = try route.questions.line(number ?? 1)
      return .notes(NoteBook.Query(subject: .question(question)))
    case .history:
      return .history
    case .stats:
      return .stats
    case .review(let deck):
      return .review(deck: try deck.map { try bank.deck(named: $0).id })
    }
  }
}

extension Route {
  /// The deck whose questions are in front.
  fileprivate var deckName: String? {
    get throws {
      if case .manage(let browser) = self { try browser.deckName } else { nil }
    }
  }

  /// The questions on the screen, in the order of their numbers.
  fileprivate var questions: [Identifier<Question>] {
    switch self {
    case .result(let session): session.items.map(\.question.id)
    case .manage(let browser): browser.current.map { [$0.id] } ?? []
    default: []
    }
  }
}
