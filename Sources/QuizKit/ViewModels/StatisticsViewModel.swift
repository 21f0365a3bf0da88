import Signals

/// What the statistics show. Percentages are whole, rounded down, so that 100 means everything.
public struct StatisticsState: ScreenState {
  public static let screen = ScreenName.stats

  /// How the questions of a deck or a tag turned out.
  public struct Accuracy: Encodable, Equatable, Sendable {
    /// The deck's name, or the tag.
    public var name: String
    /// How often its questions were asked.
    public var answers: Int
    /// How often the answer was right.
    public var correct: Int
    /// The part of right answers in per cent.
    public var percent: Int
  }

  /// How one attempt ended.
  public struct Score: Encodable, Equatable, Sendable {
    /// When it was begun.
    public var started: Stamp
    /// How many answers were right.
    public var correct: Int
    /// How many questions were asked.
    public var count: Int
    /// The part of right answers in per cent.
    public var percent: Int
  }

  /// A question that goes wrong often.
  public struct Weak: Encodable, Equatable, Sendable {
    /// Its place in the list, from 1, which is the weakest.
    public var number: Int
    /// The question.
    public var question: String
    /// How often it was asked.
    public var answers: Int
    /// How often the answer was right.
    public var correct: Int
    /// The part of right answers in per cent.
    public var percent: Int
  }

  /// One day of the calendar.
  public struct Activity: Encodable, Equatable, Sendable {
    /// The day.
    public var day: Day
    /// How many answers were given on it.
    public var answers: Int
  }

  /// How many quizzes were played to the result.
  public var attempts: Int
  /// How many questions were asked in them.
  public var answers: Int
  /// How many of the answers were right.
  public var correct: Int
  /// The decks that were asked from, in the order in which they were made.
  public var decks: [Accuracy]
  /// The tags that were asked, the most asked first.
  public var tags: [Accuracy]
  /// The last scores, at most twenty, the oldest first.
  public var scores: [Score]
  /// The ten questions that go wrong most, the weakest first; those that never went wrong are left out.
  public var weakest: [Weak]
  /// The days of the last weeks, from a Monday until today.
  public var calendar: [Activity]
}

extension StatisticsState {
  /// What the statistics look like now.
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
        percent: percentage($0.correct, of: $0.count))
    }
    weakest = statistics.weakest.enumerated().map { index, weak in
      Weak(
        number: index + 1, question: weak.question.content.text, answers: weak.tally.answers,
        correct: weak.tally.correct,
        percent: percentage(weak.tally.correct, of: weak.tally.answers))
    }
    calendar = statistics.days.map { Activity(day: $0.day, answers: $0.answers) }
  }
}

extension StatisticsState.Accuracy {
  fileprivate init(_ named: Statistics.Named) {
    self.init(
      name: named.name, answers: named.tally.answers, correct: named.tally.correct,
      percent: percentage(named.tally.correct, of: named.tally.answers))
  }
}

private func percentage(_ part: Int, of whole: Int) -> Int {
  whole > 0 ? part * 100 / whole : 0
}

/// The statistics: numbers that follow every save. There is nothing to be done with them.
public final class StatisticsViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<Never, StatisticsState>

  private let bank: QuestionBank

  /// Creates the screen of a history's numbers.
  ///
  /// - Throws: What the store throws when it cannot be read.
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
