import Foundation
import QuizExchange
import QuizKit
import QuizStore
import QuizSupport

/// Simulated candidates. The program predicts the chance of each, and then the candidate takes the
/// exam.
struct ExamTrial {
  /// The prediction and the result of one candidate.
  private struct Outcome {
    var told: ExamChance
    var hasPassed: Bool
    var share: Double
    var answers: Int
  }

  /// What a candidate knows of a question.
  private struct Known {
    /// The chance to know it when it is asked for the first time.
    var atFirst: Double
    /// The state of the memory and the day of the last answer; `nil` while it was not answered, and
    /// always where nothing fades.
    var state: (memory: MemoryState, day: Int)?

    func recall(on day: Int, _ formulas: FSRS) -> Double {
      state.map { formulas.recall(after: day - $0.day, stability: $0.memory.stability) } ?? atFirst
    }
  }

  /// The number of answers that the program needs for a prediction.
  private static let leastAnswers = 30

  private let world: ExamWorld
  private let formulas = FSRS()
  private let guessing: Guessing
  private var random = SplitMix64(seed: 21)
  private var outcomes: [Outcome] = []

  /// - Parameter spread: the largest distance between the ability in a section and the candidate's
  ///   mean.
  init(candidates: Int, spread: Double) {
    self.init(ExamWorld(choices: 4))
    for _ in 0..<candidates {
      if let outcome = candidate(spread: spread, isInDoubt: true) { outcomes.append(outcome) }
    }
  }

  /// Candidates of a world, one for each of the seeds from `first` on. Those with too few answers
  /// for a prediction are left out.
  init(_ world: ExamWorld, candidates: Int, from first: UInt64) {
    self.init(world)
    var seed = first - 1
    while outcomes.count < candidates {
      seed += 1
      random = SplitMix64(seed: seed)
      if let outcome = candidate(spread: 0.15, isInDoubt: false) { outcomes.append(outcome) }
    }
  }

  private init(_ world: ExamWorld) {
    (self.world, guessing) = (world, Guessing(choices: world.choices))
  }

  /// The mean number of answers before the exam.
  var answers: Double { mean { Double($0.answers) } }
  /// The mean of the predicted chances, and the share of candidates that passed.
  var toldChance: Double { mean(\.told.chance) }
  var passed: Double { mean { $0.hasPassed ? 1 : 0 } }
  /// The mean of the expected scores, and of the actual ones.
  var toldScore: Double { mean(\.told.expected) }
  var score: Double { mean(\.share) }

  private func mean(_ value: (Outcome) -> Double) -> Double {
    outcomes.reduce(0) { $0 + value($1) } / Double(max(outcomes.count, 1))
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

  /// - Parameter isInDoubt: whether the pass mark is near the candidate's score; otherwise it has
  ///   nothing to do with it.
  private mutating func candidate(spread: Double, isInDoubt: Bool) -> Outcome? {
    let count = Int.random(in: 3...5, using: &random)
    let mean = Double.random(in: 0.35...0.95, using: &random)
    let blueprint = ExamBlueprint(
      questions: Int.random(in: 40...90, using: &random),
      passMark: isInDoubt
        ? passMark(near: mean)
        : Percent(hundredths: Int.random(in: 40...85, using: &random) * 100),
      sections: (0..<count).map {
        .init("\($0)", .share(percent: Percent(hundredths: 10_000 / count)))
      })
    let asked = Double.random(in: world.asked, using: &random)
    var answers: [ReviewAnswer] = []
    var sections: [(pool: [Identifier<Question>], known: [Known])] = []
    for section in 0..<count {
      let ability = min(
        max(mean + Double.random(in: -spread...spread, using: &random), 0.02), 0.98)
      let pool = (0..<Int.random(in: 40...150, using: &random)).map {
        Identifier<Question>(rawValue: Int64(section * 1000 + $0 + 1))
      }
      let known = pool.map { id in
        var known = Known(atFirst: chanceAtFirst(ability))
        if chance(asked) { study(id, &known, &answers) }
        return known
      }
      sections.append((pool, known))
    }
    let day = 60 + Int.random(in: 0...30, using: &random)
    guard answers.count >= Self.leastAnswers else { return nil }
    let knowledge = ExamKnowledge(
      blueprint, pools: sections.map(\.pool), model: RecallModel(of: answers), answers: answers)
    let told = ExamChance(
      blueprint, knowledge, at: Date(timeIntervalSince1970: Double(day) * 86400))
    var right = 0
    for (section, count) in zip(sections, blueprint.counts) {
      for known in section.known.shuffled(using: &random).prefix(count) {
        let isRight = chance(known.recall(on: day, formulas)) || chance(guessing.chance)
        right += isRight ? 1 : 0
      }
    }
    return Outcome(
      told: told, hasPassed: blueprint.isPassed(Double(right)),
      share: Double(right) / Double(blueprint.questions), answers: answers.count)
  }

  /// A pass mark near the score of a candidate who knows `known` and guesses the rest, so that the
  /// result of many candidates is uncertain.
  private mutating func passMark(near known: Double) -> Percent {
    let score = known + (1 - known) * guessing.chance
    let mark = score + Double.random(in: -0.1...0.2, using: &random)
    return Percent(hundredths: Int((min(max(mark, 0.3), 0.98) * 100).rounded()) * 100)
  }

  private mutating func chanceAtFirst(_ ability: Double) -> Double {
    switch world.memory {
    case .formulas: ability
    case .lasting: min(max(ability + Double.random(in: -0.3...0.3, using: &random), 0), 1)
    }
  }

  /// Answers a question for the first time and then whenever it is due, on most of the days.
  private mutating func study(
    _ id: Identifier<Question>, _ known: inout Known, _ answers: inout [ReviewAnswer]
  ) {
    var day = Int.random(in: 0..<60, using: &random)
    var planned: (state: MemoryState, day: Int)?
    var count = 0
    while day < 60, count < world.mostAnswers {
      count += 1
      let isKnown = chance(known.recall(on: day, formulas))
      let isRight = isKnown || chance(guessing.chance)
      answers.append(
        ReviewAnswer(
          to: id, at: Date(timeIntervalSince1970: Double(day) * 86400), isRight: isRight,
          choices: world.choices))
      if world.memory == .formulas { remember(&known, isKnown: isKnown, on: day) }
      let next =
        planned.map { planned in
          formulas.next(
            planned.state, isRight: isRight, days: day - planned.day,
            recall: formulas.recall(
              after: day - planned.day, stability: planned.state.stability), guessing)
        } ?? formulas.first(isRight: isRight, guessing)
      planned = (next, day)
      day += formulas.interval(for: 0.9, stability: next.stability)
      while day < 60, chance(0.3) { day += 1 }
    }
  }

  private func remember(_ known: inout Known, isKnown: Bool, on day: Int) {
    let recall = known.recall(on: day, formulas)
    let memory =
      known.state.map {
        formulas.next($0.memory, isRight: isKnown, days: day - $0.day, recall: recall)
      } ?? formulas.first(isRight: isKnown)
    known.state = (memory, day)
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }
}
