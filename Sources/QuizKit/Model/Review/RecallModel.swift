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
      (self.questionID, self.state, self.answered) = (questionID, state, answered)
    }

    /// Calculates ``logit`` for a number of days, unless it is known.
    mutating func age(to days: Int, _ formulas: FSRS) {
      guard logitDays != Int32(clamping: days) else { return }
      logit = RecallCalibration.logit(formulas.recall(after: days, stability: state.stability))
      logitDays = Int32(clamping: days)
    }

    mutating func answer(at instant: Int64, _ state: MemoryState) {
      (self.state, answered, logitDays) = (state, instant, -1)
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
  ///   - timeZone: determines on which calendar day the moment falls.
  ///   - target: the desired chance of recall when a question comes back.
  public mutating func plan(
    at now: Date, in timeZone: TimeZone, target: Double
  ) -> RecallPlan {
    let instant = ReviewAnswer.milliseconds(now)
    for position in cards.indices {
      cards[position].age(
        to: ReviewAnswer.days(from: cards[position].answered, to: instant), formulas)
    }
    return RecallPlan(of: self, at: now, in: timeZone, target: target)
  }

  /// The day on which a question comes back; `nil` when it was never answered.
  ///
  /// - Parameters:
  ///   - timeZone: determines the calendar day of its last answer.
  ///   - target: the desired chance of recall when it comes back.
  func next(of question: Identifier<Question>, in timeZone: TimeZone, target: Double) -> Day? {
    let position = Int(positions[question])
    guard position >= 0 else { return nil }
    let card = cards[position]
    let decline = formulas.decline(to: calibration.uncorrected(target))
    return Day(ReviewAnswer.instant(card.answered), in: timeZone)
      + FSRS.interval(decline: decline * card.state.stability)
  }

  /// The days after which a question comes back, for each grade that its next answer may have.
  ///
  /// - Parameters:
  ///   - now: The moment of that answer.
  ///   - timeZone: determines the calendar day of the answer.
  ///   - target: the desired chance of recall when it comes back.
  func intervals(
    of question: Identifier<Question>, at now: Date, in timeZone: TimeZone, target: Double
  ) -> [Int] {
    let today = Day(now, in: timeZone)
    return RecallGrade.allCases.map { grade in
      var model = self
      model.add(ReviewAnswer(to: question, at: now, grade: grade, choices: nil))
      let next = model.next(of: question, in: timeZone, target: target)
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
