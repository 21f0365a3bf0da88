import QuizStore

/// The questions that a review is limited to.
public struct ReviewScope: Equatable, Sendable {
  /// The deck; `nil` for all. An identifier rather than a name, because an undo may rename the deck.
  public var deckID: Identifier<Deck>?
  /// The tag; `nil` for all.
  public var tag: String?

  /// Creates a scope; without arguments, of all questions.
  public init(deckID: Identifier<Deck>? = nil, tag: String? = nil) {
    (self.deckID, self.tag) = (deckID, tag)
  }
}
