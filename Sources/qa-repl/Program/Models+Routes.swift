import QuizKit

extension Models {
  /// The screen of that name, with the model that it shows.
  ///
  /// - Parameter route: The screen from which it is asked for.
  /// - Throws: ``BankError`` when there is nothing to show; what the store throws. The screen in front stays then.
  func route(to destination: Destination, from route: Route) throws -> Route {
    switch destination {
    case .timer(let length):
      return .timer(CountdownTimer(length: length, scheduler: world.scheduler))
    case .manage(let deck):
      return .manage(try QuestionBrowser(bank: bank, deck: deck))
    case .register(let deck, let newDeck):
      let deck = try deck ?? route.deckName
      return .register(try Registration(bank: bank, deck: deck, fallback: newDeck))
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
}
