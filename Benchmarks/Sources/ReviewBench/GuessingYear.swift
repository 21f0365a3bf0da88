import QuizKit
import QuizSupport

/// A year of reviews of many questions by a learner whose memory follows the formulas, and who
/// guesses the answers that they do not know.
struct GuessingYear {
  /// The method that decides when a question comes back.
  enum Scheduler {
    /// The formulas, with or without knowing the number of choices, and with or without the online
    /// calibration.
    case formulas(isCorrected: Bool, isCalibrated: Bool)
    /// Five boxes with intervals that double; a mistake leads back to the first.
    case boxes
  }

  private struct Card {
    var memory: MemoryState
    var planned: MemoryState
    var last: Int
    var due: Int
    var box = 0
  }

  static let questions = 4000
  static let days = 365

  private let formulas = FSRS()
  private let choices: Int?
  private let scheduler: Scheduler
  private let target: Double
  private var calibration = RecallCalibration()
  private var random = SplitMix64(seed: 20)
  private var asked = 0
  private var known = 0
  /// The share of the questions that the learner knows at the end.
  private(set) var knownAtEnd = 0.0

  /// Plays the year: each question for the first time on the first day, then whenever it is due.
  ///
  /// - Parameter target: The chance of recall that the formulas wait for.
  init(choices: Int?, _ scheduler: Scheduler, target: Double = 0.9) {
    (self.choices, self.scheduler, self.target) = (choices, scheduler, target)
    var cards = (0..<Self.questions).map { _ in first() }
    for day in 1..<Self.days {
      for index in cards.indices where cards[index].due <= day { ask(&cards[index], on: day) }
    }
    let formulas = formulas
    knownAtEnd =
      cards.reduce(0) { sum, card in
        sum + formulas.recall(after: Self.days - card.last, stability: card.memory.stability)
      } / Double(Self.questions)
  }

  /// The share of the repeated questions that the learner really knew.
  var knownWhenAsked: Double { Double(known) / Double(asked) }
  /// The number of answers per question after the first one.
  var answersPerQuestion: Double { Double(asked) / Double(Self.questions) }

  private mutating func first() -> Card {
    let isKnown = chance(0.5)
    let planned = formulas.first(isRight: isKnown || guesses(), guessing)
    return Card(
      memory: formulas.first(isRight: isKnown), planned: planned, last: 0,
      due: interval(planned, box: 0))
  }

  private mutating func ask(_ card: inout Card, on day: Int) {
    let days = day - card.last
    let recall = formulas.recall(after: days, stability: card.memory.stability)
    let isKnown = chance(recall)
    let isRight = isKnown || guesses()
    asked += 1
    known += isKnown ? 1 : 0
    card.memory = formulas.next(card.memory, isRight: isKnown, days: days, recall: recall)
    let expected = formulas.recall(after: days, stability: card.planned.stability)
    card.planned = formulas.next(
      card.planned, isRight: isRight, days: days, recall: expected, guessing)
    if case .formulas(_, isCalibrated: true) = scheduler {
      calibration.learn(isRight: isRight, recall: expected, guessing)
    }
    card.box = isRight ? min(card.box + 1, 4) : 0
    card.last = day
    card.due = day + interval(card.planned, box: card.box)
  }

  private func interval(_ planned: MemoryState, box: Int) -> Int {
    switch scheduler {
    case .formulas:
      formulas.interval(
        for: calibration.uncorrected(target), stability: planned.stability)
    case .boxes: 1 << box
    }
  }

  /// The information that the scheduler gets about guesses.
  private var guessing: Guessing {
    if case .formulas(isCorrected: true, _) = scheduler { return Guessing(choices: choices) }
    return Guessing(choices: nil)
  }

  private mutating func guesses() -> Bool {
    choices.map { chance(1 / Double($0)) } ?? false
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }
}
