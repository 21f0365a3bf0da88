import Signals

extension ScreenName {
  /// The statistics.
  public static let stats = ScreenName(rawValue: "stats")
}

/// The state of the statistics screen. Percentages are rounded.
public struct StatisticsState: ScreenState {
  public static let screen = ScreenName.stats

  /// How well the questions of a deck or tag were answered.
  public struct Accuracy: Encodable, Equatable, Sendable {
    /// The deck's name, or the tag.
    public var name: String
    /// How often its questions were asked.
    public var answers: Int
    /// How many answers were right.
    public var correct: Int
    /// The share of right answers in percent.
    public var percent: Int
  }

  /// The score of one attempt.
  public struct Score: Encodable, Equatable, Sendable {
    /// When the attempt started.
    public var started: Stamp
    /// The number of right answers.
    public var correct: Int
    /// The number of questions.
    public var count: Int
    /// The share of right answers in percent.
    public var percent: Int
  }

  /// A question that is often answered wrongly.
  public struct Weak: Encodable, Equatable, Sendable {
    /// The question's number in the list. The weakest is number 1.
    public var number: Int
    /// The question.
    public var question: String
    /// How often it was asked.
    public var answers: Int
    /// How many answers were right.
    public var correct: Int
    /// The share of right answers in percent.
    public var percent: Int
  }

  /// One day of the calendar.
  public struct Activity: Encodable, Equatable, Sendable {
    /// The day.
    public var day: Day
    /// The number of answers given on that day.
    public var answers: Int
  }

  /// The number of finished quizzes.
  public var attempts: Int
  /// The number of questions asked in them.
  public var answers: Int
  /// The number of right answers.
  public var correct: Int
  /// The decks with answers, in the order of creation.
  public var decks: [Accuracy]
  /// The tags with answers, the most frequent first.
  public var tags: [Accuracy]
  /// The last scores, at most twenty, oldest first.
  public var scores: [Score]
  /// The ten questions most likely to be answered wrongly, weakest first. Excludes questions that
  /// were never answered wrongly.
  public var weakest: [Weak]
  /// The last weeks, day by day, from a Monday up to today.
  public var calendar: [Activity]
}

extension StatisticsState {
  /// The current statistics of `bank`.
  init(_ bank: QuestionBank) throws {
    let statistics = try StatisticsReader(bank).statistics()
    attempts = statistics.attempts
    answers = statistics.total.answers
    correct = statistics.total.correct
    decks = statistics.decks.map(Accuracy.init)
    tags = statistics.tags.map(Accuracy.init)
    scores = statistics.scores.map {
      Score(
        started: Stamp($0.startedAt, in: bank.timeZone), correct: $0.correct, count: $0.count,
        percent: $0.correct.percent(of: $0.count))
    }
    weakest = statistics.weakest.enumerated().map { index, weak in
      Weak(
        number: index + 1, question: weak.question.content.text, answers: weak.tally.answers,
        correct: weak.tally.correct,
        percent: weak.tally.correct.percent(of: weak.tally.answers))
    }
    calendar = statistics.days.map { Activity(day: $0.day, answers: $0.answers) }
  }
}

extension StatisticsState.Accuracy {
  fileprivate init(_ named: Statistics.Named) {
    self.init(
      name: named.name, answers: named.tally.answers, correct: named.tally.correct,
      percent: named.tally.correct.percent(of: named.tally.answers))
  }
}

/// The route to the statistics.
public typealias StatisticsRoute = ScreenRoute<StatisticsState, Void>

/// The statistics screen. It follows every save and has no commands.
public final class StatisticsViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<Never, StatisticsState>

  private let bank: QuestionBank

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  public init(bank: QuestionBank, history: AttemptHistory) throws {
    self.bank = bank
    core = ScreenCore(try StatisticsState(bank))
    core.start(self)
    core.follow(history.changes)
  }

  func perform(_ command: Never) {}

  func shown() throws -> StatisticsState {
    try StatisticsState(bank)
  }
}
