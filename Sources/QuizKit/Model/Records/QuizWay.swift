/// A way of playing a deck.
public enum QuizWay: String, CaseIterable, Encodable, Sendable {
  /// The usual number of questions, with the right answers at the end.
  case play
  /// The usual number of questions, each with its right answer at once.
  case practice
  /// The questions that are due for review.
  case review
  /// The questions whose last answer was wrong or missing.
  case mistakes
  /// The usual number of questions against the clock.
  case timed
  /// All questions.
  case all
  /// The usual number of questions, picked at random.
  case shuffled
  /// The usual number of questions, as the author has them.
  case inOrder

  /// The time for each question against the clock.
  private static let timePerQuestion = Duration.seconds(30)

  /// Whether the way depends on nothing but the number of questions, so that it is open at any
  /// time.
  package var isAlwaysOpen: Bool { self != .review && self != .mistakes }

  /// How many of `count` questions a quiz asks at a time.
  package func size(of count: Int) -> Int {
    self == .all ? count : min(count, QuizOptions.usualCount)
  }

  /// The time limit when there are `count` questions; `nil` for none.
  package func time(for count: Int) -> Duration? {
    self == .timed ? Self.timePerQuestion * size(of: count) : nil
  }

  /// The options of a quiz.
  ///
  /// - Parameters:
  ///   - deck: the deck's name; `nil` for the selected deck, or the whole bank when none is
  ///     selected.
  ///   - count: how many questions there are.
  package func options(deck: String?, count: Int) -> QuizOptions {
    var options = self == .review ? QuizOptions.review : QuizOptions(count: QuizOptions.usualCount)
    options.deck = deck
    switch self {
    case .play, .review: break
    case .practice: options.mode = .practice
    case .mistakes: options.mistakes = true
    case .timed: options.time = time(for: count)
    case .all: options.count = nil
    case .shuffled: options.order = .random
    case .inOrder: options.order = .author
    }
    return options
  }
}
