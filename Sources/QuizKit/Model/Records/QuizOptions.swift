/// The options with which a player starts a quiz.
public struct QuizOptions: Equatable, Sendable {
  /// When the player sees the right answers.
  public enum Mode: String, Codable, Sendable {
    /// After all questions, when the player has confirmed the answers.
    case exam
    /// After each answer.
    case practice
  }

  /// Which questions come first, and how their choices are arranged.
  public enum Order: String, Codable, Sendable {
    /// As the author has them, choices too.
    case author
    /// By the need of the learner: questions that are due, then those that were answered wrongly
    /// among those that were never asked, then those that were not asked for the longest time.
    /// Choices change places from the second time on that a question is asked.
    case need
    /// At random, choices too.
    case random
  }

  /// The number of questions of a quiz when the player does not set it.
  public static let usualCount = 20

  /// A review of the due questions. It shows the right answer after each answer, because questions
  /// that were answered wrong come again.
  package static let review = QuizOptions(count: usualCount, due: true, mode: .practice)

  /// The deck's name; `nil` for the selected deck, or the whole bank when none is selected.
  public var deck: String?
  /// Only questions with this tag; `nil` for all.
  public var tag: String?
  /// The time limit for the whole quiz; `nil` for none.
  public var time: Duration?
  /// The time limit for each question; `nil` for none.
  public var perQuestion: Duration?
  /// The maximum number of questions; `nil` for all.
  public var count: Int?
  /// The order of questions and choices; `nil` for the usual one, which is ``Order/need`` where a
  /// person answers, and else ``Order/author``.
  public var order: Order?
  /// Only questions whose last answer was wrong or missing.
  public var mistakes: Bool
  /// Only questions that are due for review, the least likely to be recalled first. They come from
  /// all decks if no deck is named. A question that is answered wrongly is repeated.
  public var due: Bool
  /// The number of days ahead that a review covers.
  public var ahead: Int
  /// When the player sees the right answers.
  public var mode: Mode
  /// Whether a partly right answer earns a part of the point.
  public var isPartial: Bool

  /// Creates options. Without arguments, they are for an exam without a time limit and with all
  /// questions.
  public init(
    deck: String? = nil, tag: String? = nil, time: Duration? = nil, perQuestion: Duration? = nil,
    count: Int? = nil, order: Order? = nil, mistakes: Bool = false, due: Bool = false,
    ahead: Int = 0, mode: Mode = .exam, isPartial: Bool = false
  ) {
    self.deck = deck
    self.tag = tag
    self.time = time
    self.perQuestion = perQuestion
    self.count = count
    self.order = order
    self.mistakes = mistakes
    self.due = due
    self.ahead = ahead
    self.mode = mode
    self.isPartial = isPartial
  }
}
