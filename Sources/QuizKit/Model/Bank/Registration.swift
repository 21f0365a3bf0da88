import QuizExchange
import QuizStore

/// Adds new questions to the bank.
package struct Registration {
  /// The name of the deck for the next question, which is the deck of the last question.
  package private(set) var deck: String

  private let bank: QuestionBank
  /// The decks. They are kept in memory so that the form can be shown even while the bank cannot be
  /// read.
  private let known: LiveQuery<[Deck]>

  /// Chooses the named deck. Without a name, chooses the selected deck, or else the only one.
  ///
  /// - Parameter fallback: The name of the deck to use when none of these exists. It is created
  ///   when the first question is added.
  /// - Throws: Errors of the store.
  package init(bank: QuestionBank, deck name: String?, fallback: String) throws {
    self.bank = bank
    known = try bank.liveDecks()
    let decks = known.value
    deck = try name ?? bank.selectedDeck ?? (decks.count == 1 ? decks[0].name : fallback)
  }

  /// The names of all decks.
  var decks: [String] { known.value.map(\.name) }

  /// Adds a question.
  ///
  /// - Parameter name: The name of a deck other than ``deck``, which is created if it does not
  ///   exist.
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  mutating func add(_ content: QuestionContent, deck name: String?) throws {
    try bank.register(content, deck: name ?? deck)
    deck = name ?? deck
  }
}
