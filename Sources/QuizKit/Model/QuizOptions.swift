/// What a player asks for when starting a quiz.
public struct QuizOptions: Equatable, Sendable {
  /// When the player learns what was right.
  public enum Mode: String, Codable, Sendable {
    /// After all questions, once the answers are confirmed.
    case exam
    /// After each answer.
    case practice
  }

  /// The deck's name; `nil` for the selected deck, or the whole bank when none is selected.
  public var deck: String?
  /// Only questions that bear this tag.
  public var tag: String?
  /// The time for the whole quiz; `nil` for as long as it takes.
  public var time: Duration?
  /// The time for each question; `nil` for as long as it takes.
  public var perQuestion: Duration?
  /// At most so many questions; `nil` for all.
  public var count: Int?
  /// Whether questions and choices come in random order.
  public var shuffle: Bool
  /// Only questions whose last answer was wrong.
  public var mistakes: Bool
  /// Only questions that are due for review, the longest overdue first, from all decks when none is named.
  public var due: Bool
  /// When the player learns what was right.
  public var mode: Mode

  /// Creates options; without arguments, an untimed exam over everything.
  public init(
    deck: String? = nil, tag: String? = nil, time: Duration? = nil, perQuestion: Duration? = nil,
    count: Int? = nil, shuffle: Bool = false, mistakes: Bool = false, due: Bool = false,
    mode: Mode = .exam
  ) {
    self.deck = deck
    self.tag = tag
    self.time = time
    self.perQuestion = perQuestion
    self.count = count
    self.shuffle = shuffle
    self.mistakes = mistakes
    self.due = due
    self.mode = mode
  }
}
