import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The statistics.
  package static let stats = ScreenName(rawValue: "stats")
}

/// The state of the statistics screen.
package struct StatisticsState: ScreenState {
  package static let screen = ScreenName.stats

  /// The accuracy of the answers to the questions of a deck or tag.
  package struct Accuracy: Encodable, Equatable, Sendable {
    /// The deck's name, or the tag.
    package var name: String
    /// How often its questions were asked.
    package var answers: Int
    /// How many answers were right.
    package var rightAnswers: Int
    /// The share of right answers, from 0 to 1.
    package var accuracy: Double
  }

  /// The score of one attempt.
  package struct Score: Encodable, Equatable, Sendable {
    /// When the attempt started.
    package var startedAt: Stamp
    /// The number of right answers.
    package var score: Int
    /// The number of points that the answers were worth, one for each question at most.
    package var points: Double
    /// The number of questions.
    package var count: Int
    /// The share of the points, from 0 to 1.
    package var pointShare: Double
  }

  /// A question that is often answered wrongly.
  package struct Weak: Encodable, Equatable, Sendable {
    /// The question's number in the list. The weakest is number 1.
    package var number: Int
    /// The question's identifier.
    package var id: Identifier<Question>
    /// The question.
    package var question: String
    /// Its kind. Not encoded, because `manage` shows it.
    package var kind: QuestionContent.Kind
    /// How often it was asked.
    package var answers: Int
    /// How many answers were right.
    package var rightAnswers: Int
    /// The share of right answers, from 0 to 1.
    package var accuracy: Double

    private enum CodingKeys: CodingKey {
      case number, id, question, answers, rightAnswers, accuracy
    }
  }

  /// One day of the calendar.
  package struct Activity: Encodable, Equatable, Sendable {
    /// The day.
    package var day: Day
    /// The number of answers given on that day.
    package var answers: Int
  }

  /// Answers whose chance to be right was predicted.
  package struct Predicted: Encodable, Equatable, Sendable {
    /// The mean of the predicted chances of a right answer, lucky guesses included, from 0 to 1.
    package var said: Double
    /// The share of right answers, from 0 to 1.
    package var accuracy: Double
    /// The number of answers.
    package var answers: Int
  }

  /// The predictions between two chances.
  package struct CalibrationRow: Encodable, Equatable, Sendable {
    /// The lowest predicted chance, in percent.
    @Share package var from: Int
    /// The lowest chance of the next row, in percent.
    @Share package var to: Int
    /// The predictions and the results.
    package var predicted: Predicted
  }

  /// The numbers of the formulas, fitted to the learner.
  package struct Fit: Encodable, Equatable, Sendable {
    /// When they were fitted.
    package var fittedAt: Stamp
    /// The number of answers that they were fitted to.
    package var answers: Int
  }

  /// The number of finished quizzes.
  package var attempts: Int
  /// The number of questions asked in them.
  package var answers: Int
  /// The number of right answers.
  package var rightAnswers: Int
  /// The decks with answers, in the order of creation.
  package var byDeck: [Accuracy]
  /// The tags with answers, the most frequent first.
  package var byTag: [Accuracy]
  /// The last scores, at most twenty, oldest first.
  package var scores: [Score]
  /// The ten questions most likely to be answered wrongly, weakest first. Excludes questions that
  /// were never answered wrongly.
  package var weakest: [Weak]
  /// The last weeks, day by day, from a Monday up to today.
  package var calendar: [Activity]
  /// The expected number of questions that are known today.
  package var known: Double
  /// The standard deviation of ``known``.
  package var deviation: Double
  /// The number of questions that have ever been asked.
  package var asked: Int
  /// How many of them were right when they were last asked.
  package var lastRight: Int
  /// The number of answers that do not count, because they are dated in the future.
  package var ahead: Int
  /// The quality of the predictions; `nil` before anything was predicted.
  @Nullable package var predicted: Predicted?
  /// The quality of the predictions by predicted chance. Rows without predictions are left out.
  package var calibration: [CalibrationRow]
  /// The numbers that were fitted to the learner; `nil` when the default ones are used.
  @Nullable package var fit: Fit?
}

extension StatisticsState {
  /// The current statistics of `bank`.
  init(_ bank: QuestionBank, _ history: AttemptHistory, _ reviews: Reviews) throws {
    let statistics = try StatisticsReader(bank, history).statistics()
    attempts = statistics.attempts
    answers = statistics.total.answers
    rightAnswers = statistics.total.correct
    byDeck = statistics.decks.map(Accuracy.init)
    byTag = statistics.tags.map(Accuracy.init)
    scores = statistics.scores.map {
      Score(
        startedAt: Stamp($0.startedAt, in: bank.timeZone), score: $0.correct, points: $0.points,
        count: $0.count, pointShare: $0.count > 0 ? $0.points / Double($0.count) : 0)
    }
    weakest = statistics.weakest.enumerated().map { index, weak in
      Weak(
        number: index + 1, id: weak.question.id, question: weak.question.content.text,
        kind: weak.question.content.kind, answers: weak.tally.answers,
        rightAnswers: weak.tally.correct, accuracy: weak.tally.share)
    }
    calendar = statistics.days.map { Activity(day: $0.day, answers: $0.answers) }
    let plan = try reviews.plan()
    let tally = try reviews.predictionTally()
    known = plan.known
    deviation = plan.knownDeviation
    asked = plan.items.count
    lastRight = try reviews.lastRight(in: plan)
    ahead = try reviews.answers.ahead()
    predicted = Predicted(tally.total)
    let bounds = PredictionTally.bounds + [100]
    calibration = tally.rows.enumerated().compactMap { index, row in
      Predicted(row).map {
        CalibrationRow(from: bounds[index], to: bounds[index + 1], predicted: $0)
      }
    }
    fit = try reviews.keptFit().map {
      Fit(fittedAt: Stamp($0.fittedAt, in: bank.timeZone), answers: $0.answers)
    }
  }
}

extension StatisticsState.Predicted {
  /// The predictions of a row; `nil` when there are none.
  fileprivate init?(_ row: PredictionTally.Row) {
    guard row.answers > 0 else { return nil }
    self.init(said: row.meanSaid, accuracy: row.shareRight, answers: row.answers)
  }
}

extension StatisticsState.Accuracy {
  fileprivate init(_ named: Statistics.Named) {
    self.init(
      name: named.name, answers: named.tally.answers, rightAnswers: named.tally.correct,
      accuracy: named.tally.share)
  }
}

/// The route to the statistics.
package typealias StatisticsRoute = ScreenRoute<StatisticsState, Void>

/// The statistics screen. It follows every save and has no commands.
package final class StatisticsViewModel: ScreenModel<Never, StatisticsState> {
  private let bank: QuestionBank
  private let history: AttemptHistory
  private let reviews: Reviews

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(bank: QuestionBank, history: AttemptHistory, reviews: Reviews) throws {
    self.bank = bank
    self.history = history
    self.reviews = reviews
    super.init(try StatisticsState(bank, history, reviews))
    follow(.merge(history.changes, reviews.fitChanges))
  }

  override func shown() throws -> StatisticsState {
    try StatisticsState(bank, history, reviews)
  }
}
