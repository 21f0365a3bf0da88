/// The names of the screens, as scripts use them.
public enum ScreenName: String, Codable, Sendable, CaseIterable {
  /// The first screen, from which the user chooses what to do.
  case start
  /// The questions of a quiz, one at a time.
  case quiz
  /// The list of answers, before the result.
  case confirm
  /// The right and wrong answers of a quiz.
  case result
  /// The questions of the bank, for browsing and editing.
  case manage
  /// The form for a new question.
  case register
  /// The decks.
  case decks
  /// The results of a search.
  case search
  /// A countdown.
  case timer
  /// The learner's notes.
  case notes
  /// The list of past quizzes and their answers.
  case history
  /// The statistics.
  case stats
  /// The questions due for review.
  case review
}

/// Everything that one screen shows. It is a value, and text and JSON are made from it alone.
public protocol ScreenState: Equatable, Encodable, Sendable {
  /// The name of the screen.
  static var screen: ScreenName { get }

  /// The state without the values that change with time. Used to tell ticks from other changes.
  var timeless: Self { get }

  /// Whether leaving the screen would lose unsaved input.
  var isUnsaved: Bool { get }
}

extension ScreenState {
  /// By default nothing changes with time.
  public var timeless: Self { self }

  /// By default there is no unsaved input.
  public var isUnsaved: Bool { false }
}
