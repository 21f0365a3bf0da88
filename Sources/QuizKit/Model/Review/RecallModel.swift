import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A model of how well a learner knows each question. It is updated answer by answer.
public struct RecallModel {
  /// One question: its state and its last answer.
  struct Card {
    let questionID: Identifier<Question>
    var state: MemoryState
    var answered: Int64
    /// The logarithm of the odds of recall after ``logitDays``. It is kept because it takes long to
    /// calculate.
    private(set) var logit = 0.0
    /// The whole days since the last answer for which ``logit`` was calculated; -1 if it was not
    /// calculated yet.
    private(set) var logitDays: Int32 = -1

    init(questionID: Identifier<Question>, state: MemoryState, answered: Int64) {
      self.questionID = questionID
      self.state = state
      self.answered = answered
    }

    /// Calculates ``logit`` for a number of days, unless it is known.
    mutating func age(to days: Int, _ formulas: FSRS) {
      guard logitDays != Int32(clamping: days) else { return }
      logit = RecallCalibration.logit(formulas.recall(after: days, stability: state.stability))
      logitDays = Int32(clamping: days)
    }

    mutating func answer(at instant: Int64, _ state: MemoryState) {
      self.state = state
      answered = instant
      logitDays = -1
    }
  }

  /// The prediction that was made before an answer.
  public struct Prediction {
    /// The chance of recall according to the formulas.
    public let recall: Double
    /// The same chance, corrected by means of the earlier answers.
    public let corrected: Double
    /// Whether the answer was right.
    public let isRight: Bool
    /// The chance of a lucky guess.
    public let guessing: Guessing
  }

  /// The formulas.
  let formulas: FSRS
  /// The correction learned from the answers so far.
  package private(set) var calibration = RecallCalibration()
  /// The quality of the corrected predictions.
  package private(set) var tally = PredictionTally()
  /// The questions in the order of their first answers.
  private(set) var cards: [Card] = []
  private var positions: IdentifierTable<Question, Int32>

  /// Creates a model from these answers, in any order.
  public init(
    of answers: [ReviewAnswer] = [], formulas: FSRS = FSRS(),
    each prediction: (Prediction) -> Void = { _ in }
  ) {
    self.formulas = formulas
    positions = IdentifierTable(answers.lazy.map(\.questionID), initially: -1)
    for answer in answers.chronological() {
      if let predicted = add(answer) { prediction(predicted) }
    }
  }

  /// The plan for a moment. Later plans for the same day take less time than the first.
  ///
  /// - Parameters:
  ///   - now: the moment.
  ///   - days: determines on which day the moment falls.
  ///   - target: the desired chance of recall when a question comes back.
  public mutating func plan(
    at now: Date, in days: LocalDays, target: Double
  ) -> RecallPlan {
    let instant = ReviewAnswer.milliseconds(now)
    for position in cards.indices {
      cards[position].age(
        to: ReviewAnswer.days(from: cards[position].answered, to: instant), formulas)
    }
    return RecallPlan(of: self, at: now, in: days, target: target)
  }

  /// The day on which a question comes back; `nil` when it was never answered.
  ///
  /// - Parameters:
  ///   - days: determines the day of its last answer.
  ///   - target: the desired chance of recall when it comes back.
  func next(of question: Identifier<Question>, in days: LocalDays, target: Double) -> Day? {
    let position = Int(positions[question])
    guard position >= 0 else { return nil }
    let card = cards[position]
    let decline = formulas.decline(to: calibration.uncorrected(target))
    return days.day(of: ReviewAnswer.instant(card.answered))
      + FSRS.interval(decline: decline * card.state.stability)
  }

  /// The days after which a question comes back, for each grade that its next answer may have.
  ///
  /// - Parameters:
  ///   - now: The moment of that answer.
  ///   - days: determines the day of the answer.
  ///   - target: the desired chance of recall when it comes back.
  func intervals(
    of question: Identifier<Question>, at now: Date, in days: LocalDays, target: Double
  ) -> [Int] {
    let today = days.day(of: now)
    return RecallGrade.allCases.map { grade in
      var model = self
      model.add(ReviewAnswer(to: question, at: now, grade: grade, choices: nil))
      let next = model.next(of: question, in: days, target: target)
      return (next ?? today).number - today.number
    }
  }

  /// Adds an answer that is not older than those before.
  ///
  /// - Returns: The prediction for the answer. `nil` when it is the question's first answer, or
  ///   came less than a day after the previous one and so tells nothing about recall.
  @discardableResult
  public mutating func add(_ answer: ReviewAnswer) -> Prediction? {
    let position = Int(positions[answer.questionID])
    let guessing = answer.guessing
    guard position >= 0 else {
      positions[answer.questionID] = Int32(cards.count)
      let state = formulas.first(answer.grade, guessing)
      cards.append(
        Card(questionID: answer.questionID, state: state, answered: answer.milliseconds))
      return nil
    }
    let card = cards[position]
    let days = ReviewAnswer.days(from: card.answered, to: answer.milliseconds)
    let recall = formulas.recall(after: days, stability: card.state.stability)
    let state = formulas.next(
      card.state, answer.grade, days: days, recall: recall, guessing)
    cards[position].answer(at: answer.milliseconds, state)
    guard days > 0 else { return nil }
    let prediction = Prediction(
      recall: recall, corrected: calibration.corrected(recall), isRight: answer.isRight,
      guessing: guessing)
    tally.add(
      chance: guessing.chanceOfRight(recall: prediction.corrected), isRight: answer.isRight)
    calibration.learn(isRight: answer.isRight, recall: recall, guessing)
    return prediction
  }
}

/// The parts of an answer that reviews need.
public struct ReviewAnswer: Equatable, Sendable {
  /// The question.
  package let questionID: Identifier<Question>
  /// When the answer was given, in milliseconds since 1970. Whole numbers make sure that two
  /// answers exactly a day apart count as a day apart.
  let milliseconds: Int64
  /// How well the answer was known; "again" or "good" if it was only right or wrong.
  package let grade: RecallGrade
  /// The number of answers that a guess picks from; 0 if the answer cannot be guessed.
  private let choices: UInt32

  /// Takes an answer that is right or wrong.
  ///
  /// - Parameters:
  ///   - questionID: the question that was answered.
  ///   - instant: when it was answered.
  ///   - isRight: whether it was right; a missing answer is wrong.
  ///   - choices: the number of choices if one of them is right; otherwise
  ///     `QuestionContent.guesses`. `nil` or 0 if the answer cannot be guessed.
  public init(
    to questionID: Identifier<Question>, at instant: Date, isRight: Bool, choices: Int?
  ) {
    self.init(
      to: questionID, at: instant, grade: RecallGrade(isRight: isRight), choices: choices)
  }

  /// Takes an answer with the grade that the learner gave to it.
  package init(
    to questionID: Identifier<Question>, at instant: Date, grade: RecallGrade, choices: Int?
  ) {
    self.questionID = questionID
    milliseconds = Self.milliseconds(instant)
    self.grade = grade
    self.choices = UInt32(clamping: choices ?? 0)
  }

  /// Whether the answer was right.
  package var isRight: Bool { grade.isRight }

  /// The chance of a lucky guess.
  package var guessing: Guessing { Guessing(choices: Int(choices)) }

  static func milliseconds(_ instant: Date) -> Int64 {
    Int64((instant.timeIntervalSince1970 * 1000).rounded())
  }

  static func instant(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The whole days of 24 hours between two instants in milliseconds; 0 if the clock was set back.
  static func days(from earlier: Int64, to later: Int64) -> Int {
    max(0, Int((later - earlier) / 86_400_000))
  }
}

extension [ReviewAnswer] {
  /// The answers in chronological order. Answers of the same instant keep their order.
  func chronological() -> [ReviewAnswer] {
    let isOrdered = zip(self, dropFirst()).allSatisfy { $0.milliseconds <= $1.milliseconds }
    if isOrdered { return self }
    return enumerated()
      .sorted { ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset) }
      .map(\.element)
  }
}

extension FSRS {
  /// The state of one question after its answers; `nil` if there are none.
  ///
  /// The state depends only on the answers, and only the answers are stored. A changed formula
  /// therefore applies to old answers at once.
  package func state(after answers: [ReviewAnswer]) -> MemoryState? {
    let ordered = answers.chronological()
    guard let first = ordered.first else { return nil }
    var state = self.first(first.grade, first.guessing)
    for (before, answer) in zip(ordered, ordered.dropFirst()) {
      let days = ReviewAnswer.days(from: before.milliseconds, to: answer.milliseconds)
      let recall = recall(after: days, stability: state.stability)
      state = next(
        state, answer.grade, days: days, recall: recall, answer.guessing)
    }
    return state
  }
}

/// The quality of the predictions: for predictions of about the same chance, how many answers were
/// right.
///
/// A prediction is the chance of a right answer, including lucky guesses, because only this can be
/// compared with the actual answers.
package struct PredictionTally: Equatable, Sendable {
  /// The predictions of about the same chance.
  package struct Row: Equatable, Sendable {
    /// The sum of the predicted chances.
    var said = 0.0
    /// How many answers were right.
    package internal(set) var right = 0
    /// How many answers were predicted.
    package internal(set) var answers = 0

    /// The mean of the predicted chances.
    package var meanSaid: Double { answers == 0 ? 0 : said / Double(answers) }
    /// The share of right answers.
    package var shareRight: Double { answers == 0 ? 0 : Double(right) / Double(answers) }

    fileprivate mutating func add(_ chance: Double, _ isRight: Bool) {
      said += chance
      answers += 1
      if isRight { right += 1 }
    }
  }

  /// The percentages at which the rows begin. Most predictions are near the target, so the rows are
  /// narrow there.
  package static let bounds = [0, 50, 60, 70, 80, 85, 90, 95]

  /// All predictions together.
  package private(set) var total = Row()
  /// The predictions that start at each of ``bounds``.
  package private(set) var rows = Array(repeating: Row(), count: bounds.count)

  /// Adds a prediction and its outcome. `chance` is the predicted chance of a right answer, from 0
  /// to 1.
  mutating func add(chance: Double, isRight: Bool) {
    total.add(chance, isRight)
    let row = Self.bounds.lastIndex { Double($0) <= chance * 100 } ?? 0
    rows[row].add(chance, isRight)
  }
}

/// A correction of the predicted chance of recall, learned from the answers so far.
///
/// The correction is logistic: `σ(a + b·logit R)`. Each answer moves a and b by one small step
/// against its error.
public struct RecallCalibration: Equatable, Sendable {
  /// a, the shift of all predictions; above 0 if they were too low.
  package private(set) var shift = 0.0
  /// b, the spread of the predictions; above 1 if they were not bold enough.
  package private(set) var spread = 1.0

  /// The variance of ``shift``. Steps of a fixed size never settle: the shift keeps wandering
  /// around its best value, the farther the more each answer says about it.
  private var variance = 0.0

  private static let shiftRate = 0.1
  private static let spreadRate = 0.005
  /// The minimum spread. It keeps the correction increasing, so that every target is reached on
  /// some day.
  private static let leastSpread = 0.1
  private static let predictions = 1e-9...(1 - 1e-9)

  /// Creates a calibration that does not change anything yet.
  public init() {}

  /// The corrected chance of recall. A certain recall stays certain.
  package func corrected(_ recall: Double) -> Double {
    recall >= 1 ? 1 : corrected(logit: Self.logit(recall))
  }

  /// The corrected chance of an uncertain recall, from its ``logit(_:)``.
  func corrected(logit: Double) -> Double { Self.logistic(shift + spread * logit) }

  /// The chance of recall that becomes `target` when it is corrected.
  public func uncorrected(_ target: Double) -> Double {
    target >= 1 ? 1 : Self.logistic((Self.logit(target) - shift) / spread)
  }

  /// Learns from one answer.
  ///
  /// The step follows the gradient of the answer's log likelihood. If the answer cannot be guessed,
  /// this is the error itself.
  ///
  /// - Parameters:
  ///   - isRight: whether the answer was right.
  ///   - recall: the uncorrected chance of recall before the answer.
  ///   - guessing: the chance that a guess was right.
  public mutating func learn(isRight: Bool, recall: Double, _ guessing: Guessing) {
    let logit = Self.logit(recall)
    let predicted = corrected(recall)
    let right = guessing.chanceOfRight(recall: predicted)
    let known = guessing.chanceOfKnown(recall: predicted)
    let error = ((isRight ? 1 : 0) - right) * known
    // Fisher's information of an answer about the shift. It is the variance of the error and also
    // the slope of its mean, so the variance follows that of an autoregressive process.
    let information = right * (1 - right) * known * known
    let kept = 1 - Self.shiftRate * information
    variance = variance * kept * kept + Self.shiftRate * Self.shiftRate * information
    shift += Self.shiftRate * error
    spread = max(spread + Self.spreadRate * error * logit, Self.leastSpread)
  }

  /// Three calibrations that stand for all that are likely, with their weights: their shifts have
  /// the mean ``shift`` and its variance (Gauss–Hermite quadrature). One if nothing was learned.
  var likely: [(weight: Double, calibration: RecallCalibration)] {
    guard variance > 0 else { return [(1, self)] }
    return [(-1.0, 1.0 / 6), (0, 2.0 / 3), (1, 1.0 / 6)].map { direction, weight in
      var calibration = self
      calibration.shift += direction * (3 * variance).squareRoot()
      return (weight, calibration)
    }
  }

  /// The logarithm of the odds.
  static func logit(_ chance: Double) -> Double {
    let chance = min(max(chance, predictions.lowerBound), predictions.upperBound)
    return log(chance / (1 - chance))
  }

  private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}

/// The quality of a prediction, as the negative logarithm of the chance that it gave to the actual
/// outcome.
public enum LogLoss {
  /// The limits of predicted chances. Without limits, one wrong certainty would be infinitely bad.
  static let chances = 1e-12...(1 - 1e-12)

  /// The loss of one prediction, in nats.
  ///
  /// - Parameters:
  ///   - isRight: whether the answer was right.
  ///   - chance: the predicted chance of a right answer, from 0 to 1.
  public static func of(isRight: Bool, chance: Double) -> Double {
    let chance = limited(chance)
    return -log(isRight ? chance : 1 - chance)
  }

  static func limited(_ chance: Double) -> Double {
    min(max(chance, chances.lowerBound), chances.upperBound)
  }
}
