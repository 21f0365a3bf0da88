import QuizStore

/// The questions that a review is limited to.
package struct ReviewScope: Equatable, Sendable {
  /// The deck; `nil` for all decks. Stored as an identifier and not as a name, because an undo may
  /// rename the deck.
  package var deckID: Identifier<Deck>?
  /// The tag; `nil` for all questions.
  package var tag: String?

  /// Creates a scope. Without arguments, it covers all questions.
  package init(deckID: Identifier<Deck>? = nil, tag: String? = nil) {
    (self.deckID, self.tag) = (deckID, tag)
  }
}
