/// What the answers of a learner say about each question, brought up to date answer by answer.
public struct RecallModel {
  /// One question: its state and its last answer.
  struct Card {
    let questionID: Identifier<Question>
    var state: MemoryState
    var answered: Int64
  }

  /// What was predicted of an answer before it came.
  public struct Prediction {
    /// The chance of recall as the formulas have it.
    public let recall: Double
    /// The same, corrected by the answers before.
    public let corrected: Double
    /// Whether the answer was right.
    public let isRight: Bool
    /// The chance of a lucky guess.
    public let guessing: Guessing
  }

  /// The formulas.
  let formulas: FSRS
  /// The correction that the answers so far ask for.
  public private(set) var calibration = RecallCalibration()
  /// How good the corrected predictions were.
  public private(set) var tally = PredictionTally()
  /// The questions in the order of their first answers.
  private(set) var cards: [Card] = []
  private var positions: IdentifierTable<Question, Int32>

  /// A model of these answers, in any order.
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

  /// Adds an answer that is not older than those before.
  ///
  /// - Returns: What was predicted of it; `nil` when it is the question's first answer, or came less than a day after the
  ///   one before and so says nothing about recall.
  @discardableResult
  public mutating func add(_ answer: ReviewAnswer) -> Prediction? {
    let position = Int(positions[answer.questionID])
    let guessing = answer.guessing
    guard position >= 0 else {
      positions[answer.questionID] = Int32(cards.count)
      let state = formulas.first(isRight: answer.isRight, guessing)
      cards.append(
        Card(questionID: answer.questionID, state: state, answered: answer.milliseconds))
      return nil
    }
    let card = cards[position]
    let days = ReviewAnswer.days(from: card.answered, to: answer.milliseconds)
    let recall = formulas.recall(after: days, stability: card.state.stability)
    cards[position].state = formulas.next(
      card.state, isRight: answer.isRight, days: days, recall: recall, guessing)
    cards[position].answered = answer.milliseconds
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
