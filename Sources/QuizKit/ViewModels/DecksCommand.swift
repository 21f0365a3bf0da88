import QuizSupport

/// The commands of the deck screen.
public enum DecksCommand: Equatable, Sendable {
  /// Make a deck with this name.
  case new(String)
  /// Rename a deck.
  case rename(String, to: String)
  /// Delete decks with their questions, given by names or by numbers in the list from 1.
  case delete([String])
  /// Select the deck for quizzes that do not name one, given by its name or by its number in the
  /// list from 1; `nil` for the whole bank.
  case select(String?)
  /// Move through the list.
  case move(ListMove)
  /// List the decks whose names contain these words; all decks without any.
  case find(String)
  /// Read the first questions of the deck with this name.
  case preview(String)
}
