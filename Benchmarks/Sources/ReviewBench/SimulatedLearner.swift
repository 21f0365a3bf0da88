import Foundation
import QuizKit
import QuizStore
import QuizSupport

/// A learner with their own parameters who answers the questions that the default parameters
/// schedule.
struct SimulatedLearner {
  private var random: SplitMix64
  private let memory: FSRS
  private let choices: Int?

  /// - Parameter spread: the difference between learners: the standard deviation of the logarithm
  ///   of each number.
  init(seed: UInt64, spread: Double, choices: Int?) {
    var random = SplitMix64(seed: seed)
    let values = FSRSParameters.standard.values.map { value in
      value * exp(spread * Self.normal(&random))
    }
    memory = FSRS(FSRSParameters(limiting: values))
    self.random = random
    self.choices = choices
  }

  /// The answers of some days in order of time. All questions are introduced in the course of these
  /// days.
  mutating func answers(questions: Int, days: Int) -> [ReviewAnswer] {
    let (formulas, guessing) = (FSRS(), Guessing(choices: choices))
    var answers: [(day: Int, answer: ReviewAnswer)] = []
    for question in 0..<questions {
      var day = question * days / questions
      var last = day
      var (own, planned): (MemoryState?, MemoryState?) = (nil, nil)
      while day < days {
        let (gone, recall) = (
          day - last, own.map { memory.recall(after: day - last, stability: $0.stability) }
        )
        let isKnown = chance(recall ?? 0.5)
        let isRight = isKnown || choices.map { chance(1 / Double($0)) } ?? false
        own =
          own.map { memory.next($0, isRight: isKnown, days: gone, recall: recall ?? 1) }
          ?? memory.first(isRight: isKnown)
        let next =
          planned.map {
            formulas.next(
              $0, isRight: isRight, days: gone,
              recall: formulas.recall(after: gone, stability: $0.stability), guessing)
          } ?? formulas.first(isRight: isRight, guessing)
        planned = next
        let answer = ReviewAnswer(
          to: Identifier(rawValue: Int64(question + 1)),
          at: Date(timeIntervalSince1970: Double(day) * 86400), isRight: isRight, choices: choices)
        answers.append((day, answer))
        last = day
        day += formulas.interval(for: 0.9, stability: next.stability)
      }
    }
    return answers.sorted { $0.day < $1.day }.map(\.answer)
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  /// A normally distributed number (Box and Muller).
  private static func normal(_ random: inout SplitMix64) -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }
}
