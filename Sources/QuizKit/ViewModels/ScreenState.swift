/// The screens of the program, by the names that scripts use.
public enum ScreenName: String, Codable, Sendable, CaseIterable {
  /// Where one chooses what to do.
  case start
  /// One question at a time.
  case quiz
  /// The list of answers, before the result.
  case confirm
  /// What was right and what was wrong.
  case result
  /// The questions of the bank, one by one.
  case manage
  /// The form for a new question.
  case register
  /// The decks.
  case decks
  /// The questions that hold some words.
  case search
  /// A countdown.
  case timer
  /// What a learner wrote down.
  case notes
  /// The attempts, with what was answered in them.
  case history
  /// The attempts in numbers.
  case stats
  /// What is due for review.
  case review
}

/// All that one screen shows: a value, from which text and JSON are made without asking anyone else.
public protocol ScreenState: Equatable, Encodable, Sendable {
  /// The screen that shows this state.
  static var screen: ScreenName { get }

  /// This state with everything blanked that changes by the mere passing of time, to tell ticks from changes.
  var timeless: Self { get }

  /// Whether something was typed that is not saved, so that leaving would lose it.
  var isUnsaved: Bool { get }
}

extension ScreenState {
  /// Nothing on this screen changes by itself.
  public var timeless: Self { self }

  /// Nothing is typed on this screen that would have to be saved.
  public var isUnsaved: Bool { false }
}
