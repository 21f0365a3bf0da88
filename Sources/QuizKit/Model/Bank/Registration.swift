/// Adds new questions to one deck.
public struct Registration {
  /// The name of the deck.
  public let deck: String

  private let bank: QuestionBank

  /// Chooses the deck: the named one, else the selected one, else the only one.
  ///
  /// - Parameter fallback: The name of the deck to use when there is no choice above. It is created when
  ///   the first question is added.
  /// - Throws: What the store throws.
  public init(bank: QuestionBank, deck name: String?, fallback: String) throws {
    self.bank = bank
    let decks = try bank.decks()
    deck = try name ?? bank.selectedDeck ?? (decks.count == 1 ? decks[0].name : fallback)
  }

  /// Adds a question to the deck.
  ///
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  func add(_ content: QuestionContent) throws {
    try bank.register(content, deck: deck)
  }
}
