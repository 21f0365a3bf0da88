import QuizKit

extension Models {
  /// The screen of that name, with the model that it shows.
  ///
  /// - Throws: ``BankError`` when there is nothing to show; what the store throws. The screen in front stays then.
  func route(to destination: Destination) throws -> Route {
    switch destination {
    }
  }
}
