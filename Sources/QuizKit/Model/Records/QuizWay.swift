/// A way of playing a deck.
package enum QuizWay: String, CaseIterable, Encodable, Sendable {
  /// So many questions, with the right answers at the end.
  case play
  /// So many questions, each with its right answer at once.
  case practice
  /// The questions that are due for review.
  case review
  /// The questions whose last answer was wrong or missing.
  case mistakes
  /// So many questions against the clock.
  case timed
  /// All questions.
  case all
  /// So many questions, picked at random.
  case shuffled
  /// So many questions, as the author has them.
  case inOrder

  /// Whether the way depends on nothing but the number of questions, so that it is open at any
  /// time.
  package var isAlwaysOpen: Bool { self != .review && self != .mistakes }
}
