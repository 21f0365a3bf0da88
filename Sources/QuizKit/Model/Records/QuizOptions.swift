/// The options with which a player starts a quiz.
package struct QuizOptions: Equatable, Sendable {
  /// When the player sees the right answers.
  package enum Mode: String, Codable, Sendable {
    /// After all questions, when the player has confirmed the answers.
    case exam
    /// After each answer.
    case practice
  }

  /// The number of questions of a quiz when the player does not set it.
  package static let usualCount = 20

  /// The deck's name; `nil` for the selected deck, or the whole bank when none is selected.
  package var deck: String?
  /// Only questions with this tag; `nil` for all.
  package var tag: String?
  /// The time limit for the whole quiz; `nil` for none.
  package var time: Duration?
  /// The time limit for each question; `nil` for none.
  package var perQuestion: Duration?
  /// The maximum number of questions; `nil` for all.
  package var count: Int?
  /// Whether to shuffle questions and choices.
  package var shuffle: Bool
  /// Only questions whose last answer was wrong or missing.
  package var mistakes: Bool
  /// Only questions that are due for review, the least likely to be recalled first. They come from
  /// all decks if no deck is named. A question that is answered wrongly is repeated.
  package var due: Bool
  /// The number of days ahead that a review covers.
  package var ahead: Int
  /// When the player sees the right answers.
  package var mode: Mode
  /// Whether a partly right answer earns a part of the point.
  package var isPartial: Bool

  /// Creates options. Without arguments, they are for an exam without a time limit and with all
  /// questions.
  package init(
    deck: String? = nil, tag: String? = nil, time: Duration? = nil, perQuestion: Duration? = nil,
    count: Int? = nil, shuffle: Bool = false, mistakes: Bool = false, due: Bool = false,
    ahead: Int = 0, mode: Mode = .exam, isPartial: Bool = false
  ) {
    self.deck = deck
    self.tag = tag
    self.time = time
    self.perQuestion = perQuestion
    self.count = count
    self.shuffle = shuffle
    self.mistakes = mistakes
    self.due = due
    self.ahead = ahead
    self.mode = mode
    self.isPartial = isPartial
  }
}
