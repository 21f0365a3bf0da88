import QuizExchange
import QuizStore

/// Adds new questions to the bank.
package struct Registration {
  /// The name of the deck for the next question: the one that the last question went into.
  package private(set) var deck: String

  private let bank: QuestionBank
  /// Kept, so that the form can be shown while the bank cannot be read.
  private let known: LiveQuery<[Deck]>

  /// Chooses the deck: the named one, else the selected one, else the only one.
  ///
  /// - Parameter fallback: The name of the deck to use when there is no choice above. It is created when
  ///   the first question is added.
  /// - Throws: What the store throws.
  package init(bank: QuestionBank, deck name: String?, fallback: String) throws {
    self.bank = bank
    known = try bank.liveDecks()
    let decks = known.value
    deck = try name ?? bank.selectedDeck ?? (decks.count == 1 ? decks[0].name : fallback)
  }

  /// The names of the decks that there are.
  var decks: [String] { known.value.map(\.name) }

  /// Adds a question.
  ///
  /// - Parameter name: The name of another deck than ``deck``, which is made when there is none.
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  mutating func add(_ content: QuestionContent, deck name: String?) throws {
    try bank.register(content, deck: name ?? deck)
    deck = name ?? deck
  }
}
