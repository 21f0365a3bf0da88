import QuizExchange
import QuizStore

/// Adds new questions to the bank.
package struct Registration {
  /// The name of the deck for the next question, which is the deck of the last question.
  package private(set) var deck: String

  /// The form for the first question.
  package let blankForm: QuestionForm
  /// Whether the next question is of the same kind, as a person expects.
  var keepsKind: Bool { bank.servesPerson }

  private let bank: QuestionBank
  /// The decks. They are kept in memory so that the form can be shown even while the bank cannot be
  /// read.
  private let known: LiveQuery<[Deck]>

  /// Chooses the named deck. Without a name, chooses the selected deck, or else the only one.
  ///
  /// - Parameters:
  ///   - fallback: The name of the deck to use when none of these exists. It is created when the
  ///     first question is added.
  ///   - kind: The kind of the first question.
  ///   - statements: The choices of a true-or-false question.
  /// - Throws: Errors of the store.
  package init(
    bank: QuestionBank, deck name: String?, fallback: String,
    kind: QuestionContent.Kind = .single, statements: [String] = []
  ) throws {
    self.bank = bank
    known = try bank.liveDecks()
    let decks = known.value
    let finder = DeckFinder(decks.map(\.name))
    let deck =
      try name.map(finder.name) ?? bank.selectedDeck
      ?? (decks.count == 1 ? decks[0].name : fallback)
    self.deck = deck
    blankForm = QuestionForm(deck: deck, kind: kind, statements: statements)
  }

  /// The names of all decks.
  var decks: [String] { known.value.map(\.name) }

  /// Adds a question.
  ///
  /// - Parameter name: The name of a deck other than ``deck``, which is created if it does not
  ///   exist.
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  mutating func add(_ content: QuestionContent, deck name: String?) throws {
    let name = DeckFinder(decks).name(for: name ?? deck)
    try bank.register(content, deck: name)
    deck = name
  }
}
