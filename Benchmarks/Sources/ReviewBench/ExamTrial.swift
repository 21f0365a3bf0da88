import Foundation
import QuizExchange
import QuizKit
import QuizStore
import QuizSupport

/// Simulated candidates whose memory follows the formulas. The program predicts the chance of each,
/// and then the candidate takes the exam.
struct ExamTrial {
  /// The prediction and the result of one candidate.
  private struct Outcome {
    var told: ExamChance
    var hasPassed: Bool
    var share: Double
  }

  private static let choices = 4

  private let formulas = FSRS()
  private let guessing = Guessing(choices: choices)
  private var random = SplitMix64(seed: 21)
  private var outcomes: [Outcome] = []

  /// - Parameter spread: the largest distance between the ability in a section and the candidate's
  ///   mean.
  init(candidates: Int, spread: Double) {
    for _ in 0..<candidates { outcomes.append(candidate(spread: spread)) }
  }

  /// The share of candidates whose score was in the predicted interval.
  var inside: Double {
    share(outcomes) { ($0.told.low - 1e-9...$0.told.high + 1e-9).contains($0.share) }
  }

  /// The number of candidates with a predicted chance within some bounds, the mean of these
  /// chances, and the share of the candidates that passed.
  func passed(told bounds: Range<Double>) -> (count: Int, told: Double, passed: Double) {
    let chosen = outcomes.filter { bounds.contains($0.told.chance) }
    let told = chosen.reduce(0) { $0 + $1.told.chance } / Double(max(chosen.count, 1))
    return (chosen.count, told, share(chosen) { $0.hasPassed })
  }

  private func share(_ outcomes: [Outcome], _ isIn: (Outcome) -> Bool) -> Double {
    Double(outcomes.count(where: isIn)) / Double(max(outcomes.count, 1))
  }

  private mutating func candidate(spread: Double) -> Outcome {
    let count = Int.random(in: 3...5, using: &random)
    let mean = Double.random(in: 0.35...0.95, using: &random)
    let blueprint = ExamBlueprint(
      questions: Int.random(in: 40...90, using: &random),
      passMark: passMark(near: mean),
      sections: (0..<count).map {
        .init("\($0)", .share(percent: Percent(hundredths: 10_000 / count)))
      })
    let asked = Double.random(in: 0.2...1, using: &random)
    var answers: [ReviewAnswer] = []
    var sections: [(ability: Double, pool: [Identifier<Question>], states: [(MemoryState, Int)?])] =
      []
    for section in 0..<count {
      let ability = min(
        max(mean + Double.random(in: -spread...spread, using: &random), 0.02), 0.98)
      let pool = (0..<Int.random(in: 40...150, using: &random)).map {
        Identifier<Question>(rawValue: Int64(section * 1000 + $0 + 1))
      }
      let states = pool.map { id in chance(asked) ? studied(id, ability, &answers) : nil }
      sections.append((ability, pool, states))
    }
    let day = 60 + Int.random(in: 0...30, using: &random)
    let knowledge = ExamKnowledge(
      blueprint, pools: sections.map(\.pool), model: RecallModel(of: answers), answers: answers)
    let told = ExamChance(
      blueprint, knowledge, at: Date(timeIntervalSince1970: Double(day) * 86400))
    var right = 0
    for (section, count) in zip(sections, blueprint.counts) {
      for state in section.states.shuffled(using: &random).prefix(count) {
        let recall = state.map { formulas.recall(after: day - $0.1, stability: $0.0.stability) }
        let isRight = chance(recall ?? section.ability) || chance(guessing.chance)
        right += isRight ? 1 : 0
      }
    }
    return Outcome(
      told: told, hasPassed: blueprint.isPassed(Double(right)),
      share: Double(right) / Double(blueprint.questions))
  }

  /// A pass mark near the score of a candidate who knows `known` and guesses the rest, so that the
  /// result of many candidates is uncertain.
  private mutating func passMark(near known: Double) -> Percent {
    let score = known + (1 - known) * guessing.chance
    let mark = score + Double.random(in: -0.1...0.2, using: &random)
    return Percent(hundredths: Int((min(max(mark, 0.3), 0.98) * 100).rounded()) * 100)
  }

  /// Answers a question for the first time and then whenever it is due, on most of the days.
  private mutating func studied(
    _ id: Identifier<Question>, _ ability: Double, _ answers: inout [ReviewAnswer]
  ) -> (MemoryState, Int)? {
    var day = Int.random(in: 0..<60, using: &random)
    var own: (MemoryState, Int)?
    var planned: MemoryState?
    while day < 60 {
      let gone = own.map { day - $0.1 } ?? 0
      let recall = own.map { formulas.recall(after: gone, stability: $0.0.stability) }
      let isKnown = chance(recall ?? ability)
      let isRight = isKnown || chance(guessing.chance)
      answers.append(
        ReviewAnswer(
          to: id, at: Date(timeIntervalSince1970: Double(day) * 86400), isRight: isRight,
          choices: Self.choices))
      let state =
        own.map { formulas.next($0.0, isRight: isKnown, days: gone, recall: recall ?? 1) }
        ?? formulas.first(isRight: isKnown)
      own = (state, day)
      let next =
        planned.map {
          formulas.next(
            $0, isRight: isRight, days: gone,
            recall: formulas.recall(after: gone, stability: $0.stability), guessing)
        } ?? formulas.first(isRight: isRight, guessing)
      planned = next
      day += formulas.interval(for: 0.9, stability: next.stability)
      while day < 60, chance(0.3) { day += 1 }
    }
    return own
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }
}
