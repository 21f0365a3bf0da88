import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import TestKit

/// Tests predictions for simulated candidates whose memory follows the formulas, or who forget
/// nothing and learn nothing. The candidates pass an exam as often as it was predicted. The
/// benchmark `ReviewBench` does the same with thousands of them.
@Suite struct ExamCalibrationTests {
  private struct Candidate {
    var told: ExamChance
    var hasPassed: Bool
    var share: Double
  }

  private static let choices = 4
  private static let blueprint = ExamBlueprint(
    questions: 40, passMark: Percent(hundredths: 7500),
    sections: (0..<3).map { .init("S\($0)", .share(percent: Percent(hundredths: 3333 + $0 % 2))) })

  private var random = SplitMix64(seed: 2026)

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  /// - Parameter forgets: whether memory follows the formulas; otherwise each answer is known with
  ///   the ability in its section.
  private mutating func candidate(forgets: Bool = true) -> Candidate {
    let formulas = FSRS()
    let guessing = Guessing(choices: Self.choices)
    let mean = Double.random(in: 0.4...0.95, using: &random)
    var answers: [ReviewAnswer] = []
    var (pools, states): ([[Identifier<Question>]], [[(MemoryState, Int)?]]) = ([], [])
    var abilities: [Double] = []
    for section in 0..<3 {
      let ability = min(max(mean + Double.random(in: -0.2...0.2, using: &random), 0.05), 0.98)
      abilities.append(ability)
      let count = Int.random(in: 20...60, using: &random)
      pools.append((0..<count).map { Identifier(rawValue: Int64(section * 1000 + $0 + 1)) })
      var known: [(MemoryState, Int)?] = []
      let asked = Double.random(in: 0.3...1, using: &random)
      for id in pools[section] {
        guard chance(asked) else {
          known.append(nil)
          continue
        }
        var day = Int.random(in: 0..<40, using: &random)
        var state: (MemoryState, Int)?
        for _ in 0..<Int.random(in: 1...4, using: &random) where day < 60 {
          let recall = state.map { formulas.recall(after: day - $0.1, stability: $0.0.stability) }
          let isKnown = chance(recall ?? ability)
          let isRight = isKnown || chance(guessing.chance)
          answers.append(
            ReviewAnswer(
              to: id, at: Date(timeIntervalSince1970: Double(day) * 86400), isRight: isRight,
              choices: Self.choices))
          let next =
            state.map {
              formulas.next($0.0, isRight: isKnown, days: day - $0.1, recall: recall ?? 1)
            } ?? formulas.first(isRight: isKnown)
          if forgets { state = (next, day) }
          day += Int.random(in: 1...15, using: &random)
        }
        known.append(state)
      }
      states.append(known)
    }
    let day = 60 + Int.random(in: 0...20, using: &random)
    let told = ExamChance(
      Self.blueprint,
      ExamKnowledge(
        Self.blueprint, pools: pools, model: RecallModel(of: answers), answers: answers),
      at: Date(timeIntervalSince1970: Double(day) * 86400))
    var right = 0
    for (section, count) in Self.blueprint.counts.enumerated() {
      for state in states[section].shuffled(using: &random).prefix(count) {
        let recall = state.map { formulas.recall(after: day - $0.1, stability: $0.0.stability) }
        let known = chance(recall ?? abilities[section])
        right += known || chance(guessing.chance) ? 1 : 0
      }
    }
    return Candidate(
      told: told, hasPassed: right >= Self.blueprint.leastRight,
      share: Double(right) / Double(Self.blueprint.questions))
  }

  /// The bounds grow with the chance deviation of fewer candidates.
  private static let deviation = Thoroughness.isWhole ? 1.0 : 2.3

  /// Compares what some candidates were told with what became of them.
  private func compare(_ candidates: [Candidate]) {
    let count = Double(candidates.count)
    let inside = candidates.count {
      ($0.told.low - 1e-9...$0.told.high + 1e-9).contains($0.share)
    }
    #expect(abs(Double(inside) / count - 0.95) < 0.04 * Self.deviation, "\(inside)")
    let said = candidates.reduce(0) { $0 + $1.told.chance }
    let passed = candidates.count(where: \.hasPassed)
    #expect(
      abs(said - Double(passed)) < 0.075 * count * Self.deviation, "said \(said), passed \(passed)")
  }

  @Test func `what was told comes true as often as it was said`() {
    var test = self
    let candidates = (0..<(Thoroughness.isWhole ? 600 : 120)).map { _ in test.candidate() }
    compare(candidates)
    let likely = candidates.filter { $0.told.chance > 0.6 }
    let share = Double(likely.count(where: \.hasPassed)) / Double(likely.count)
    let told = likely.reduce(0) { $0 + $1.told.chance } / Double(likely.count)
    #expect(likely.count > candidates.count / 12)
    #expect(abs(share - told) < 0.1 * Self.deviation, "told \(told), passed \(share)")
  }

  @Test func `what was told comes true for those who do not forget, too`() {
    var test = self
    compare((0..<(Thoroughness.isWhole ? 300 : 60)).map { _ in test.candidate(forgets: false) })
  }
}
