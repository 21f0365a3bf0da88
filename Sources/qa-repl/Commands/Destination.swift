import QuizKit

/// A screen that can be asked for by name, with what it is to show.
enum Destination: Equatable {
  /// The decks.
  case decks
  /// The questions of a deck, or of the whole bank.
  case manage(deck: String?)
  /// The form for a new question. It goes into `deck`, else into the one that fits, else into `newDeck`.
  case register(deck: String?, newDeck: String)
  /// The questions that hold some words.
  case search(SearchQuery)
  /// A timer of that length.
  case timer(Duration)
  /// The notes of a deck, or all, that have some words.
  case notes(deck: String?, words: String)
  /// The notes on the question of this number, from 1, on the screen in front; on the only one that it shows without a number.
  case notesOnQuestion(Int?)
  /// The attempts.
  case history
  /// The attempts in numbers.
  case stats
  /// What is due for review in a deck, or in all.
  case review(deck: String?)
}
