/// Where new questions go.
public struct Registration {
  /// The name of the deck.
  public let deck: String

  private let bank: QuestionBank

  /// Chooses the deck: the one that is named, else the selected one, else the only one there is.
  ///
  /// - Parameter fallback: The name of the deck for everything else, which is made when it is needed.
  /// - Throws: What the store throws.
  public init(bank: QuestionBank, deck name: String?, fallback: String) throws {
    self.bank = bank
    let decks = try bank.decks()
    deck = try name ?? bank.selectedDeck ?? (decks.count == 1 ? decks[0].name : fallback)
  }

  /// Puts a question into the bank.
  ///
  /// - Throws: ``SaveFailure``; nothing is changed then.
  func add(_ content: QuestionContent) throws {
    try bank.register(content, deck: deck)
  }
}
