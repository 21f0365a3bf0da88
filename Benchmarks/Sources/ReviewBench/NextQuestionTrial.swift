import Foundation
import QuizExchange
import QuizKit
import QuizStore
import QuizSupport
import Signals

/// A month of twenty answers a day by a learner whose memory follows the formulas, who guesses among
/// four choices, and to whom the questions come in different orders.
struct NextQuestionTrial {
  enum Order: String, CaseIterable {
    case author = "the author's, the first 20 each day"
    case random = "at random"
    case dueFirst = "due first, then never asked"
    case newFirst = "never asked first, then the longest ago"
    case need = "what is needed first (the program)"
  }

  static let learners: UInt64 = 100
  static let days = 30
  static let answersPerDay = 20
  static let choices = 4

  /// What the learner has and what the program may think of a question.
  private struct Card {
    var memory: MemoryState
    var planned: MemoryState
    var last: Int
  }

  private let formulas = FSRS()
  private let models: Models
  private let calendar: Calendar
  private let order: Order
  private let questions: [Identifier<Question>]
  private let guessing = Guessing(choices: choices)
  private var random: SplitMix64
  private var cards: [Identifier<Question>: Card] = [:]
  /// What the program learns about the chances of this learner. All orders that ask what is due use
  /// it, so that the orders are compared and not the plans.
  private var calibration = RecallCalibration()
  private var answer = try? StoredBank.decodedAnswer()

  /// The day of the world.
  private final class Calendar {
    var day = 0
    var now: Date { Date(timeIntervalSince1970: 1_700_000_000 + Double(day) * 86400) }
  }

  /// - Parameter prior: the share of the questions that the learner knows from the beginning.
  init(questions count: Int, _ order: Order, prior: Double, seed: UInt64) throws {
    let calendar = Calendar()
    (self.calendar, self.order, random) = (calendar, order, SplitMix64(seed: seed))
    let store = MemoryStore(schema: QuestionBank.schema)
    models = Models(
      world: World(
        scheduler: VirtualScheduler(), now: { calendar.now }, random: RandomSource(seed: seed),
        store: store, files: DiskFiles()))
    let context = StoreContext(store)
    questions = try StoredBank.insertQuestions(count, into: context, at: calendar.now)
    for day in 0..<Self.days {
      calendar.day = day
      try play(in: context, prior: prior)
    }
  }

  /// How many questions are recalled at the end of the month with 90 % and more.
  var known: Int { recalls.count { $0 >= 0.9 } }
  /// How many of the questions that were asked are recalled at the end of the month on average.
  var recalled: Double { recalls.reduce(0, +) }
  /// How many questions were asked.
  var asked: Int { cards.count }

  private var recalls: [Double] {
    cards.values.map { formulas.recall(after: Self.days - $0.last, stability: $0.memory.stability) }
  }

  private mutating func play(in context: StoreContext, prior: Double) throws {
    let today = try next().prefix(Self.answersPerDay)
    let attempt = context.insert(try StoredBank.decodedAttempt())
    for (position, question) in today.enumerated() {
      let isRight = ask(question, prior: prior)
      guard var answer else { continue }
      (answer.attemptID, answer.position, answer.questionID) = (attempt, position, question)
      (answer.isCorrect, answer.changedAt) = (isRight, calendar.now)
      context.insert(answer)
    }
    try context.save()
  }

  private mutating func next() throws -> [Identifier<Question>] {
    let due = cards.mapValues { card in
      card.last
        + formulas.interval(
          for: calibration.uncorrected(0.9), stability: card.planned.stability)
    }.filter { $0.value <= calendar.day }
    let new = questions.filter { cards[$0] == nil }
    let asked = questions.filter { cards[$0] != nil }
      .sorted { (cards[$0]?.last ?? 0) < (cards[$1]?.last ?? 0) }
    switch order {
    case .author: return questions
    case .random: return questions.shuffled(using: &random)
    case .dueFirst:
      let urgent = due.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
      return urgent + new + asked.filter { due[$0] == nil }
    case .newFirst: return new + asked
    case .need: return try models.reviews.byNeed(questions)
    }
  }

  /// - Returns: Whether the answer is right, known or guessed.
  private mutating func ask(_ question: Identifier<Question>, prior: Double) -> Bool {
    guard var card = cards[question] else {
      let isKnown = chance(prior)
      let isRight = isKnown || chance(1 / Double(Self.choices))
      cards[question] = Card(
        memory: formulas.first(isRight: isKnown),
        planned: formulas.first(isRight: isRight, guessing), last: calendar.day)
      return isRight
    }
    let days = calendar.day - card.last
    let recall = formulas.recall(after: days, stability: card.memory.stability)
    let isKnown = chance(recall)
    let isRight = isKnown || chance(1 / Double(Self.choices))
    card.memory = formulas.next(card.memory, isRight: isKnown, days: days, recall: recall)
    let expected = formulas.recall(after: days, stability: card.planned.stability)
    card.planned = formulas.next(
      card.planned, isRight: isRight, days: days, recall: expected, guessing)
    if days > 0 { calibration.learn(isRight: isRight, recall: expected, guessing) }
    card.last = calendar.day
    cards[question] = card
    return isRight
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }
}
