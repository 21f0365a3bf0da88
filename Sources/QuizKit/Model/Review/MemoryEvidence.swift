import Foundation

/// The evidence of a learner's answers about their memory: several hypotheses, weighed by how well
/// each has predicted the answers.
///
/// The default numbers of the formulas describe the average learner. How much longer or shorter a
/// learner remembers, and whether time changes anything at all for them, only their own answers can
/// say. This is Bayes' rule: all hypotheses start with the same weight, and each answer multiplies
/// the weight of a hypothesis by the chance that it gave to this answer before it was known. While
/// several hypotheses are likely, predictions are as wide as their differences.
struct MemoryEvidence {
  /// A hypothesis, and how likely it is.
  struct Weighted: Equatable, Sendable {
    /// From 0 to 1; the sum over all hypotheses is 1.
    var weight: Double
    var hypothesis: MemoryHypothesis
  }

  /// How many times as long as usual a learner may remember. The calibration makes up for what lies
  /// between.
  private static let factors = [0.25, 1.0, 4, 16]
  /// From questions that are known or not to questions that all have nearly the same chance.
  private static let strengths = [1.0, 2, 4, 8, 16, 32]
  /// Hypotheses that are less likely than this are left out, because they take time without a
  /// visible effect.
  private static let negligible = 1e-3

  private let formulas: FSRS
  private var hypotheses: [(hypothesis: MemoryHypothesis, logWeight: Double)]
  /// The first answers to all questions.
  private var first = AnswerCount()

  /// Creates the state before the first answer.
  init(formulas: FSRS) {
    self.formulas = formulas
    // That nothing fades is one hypothesis, however many strengths it is tried with.
    let share = -log(Double(Self.strengths.count))
    hypotheses =
      Self.factors.map { (.fading(factor: $0, RecallCalibration()), 0) }
      + Self.strengths.map { (.lasting(strength: $0), share) }
  }

  /// Takes the first answer to a question.
  mutating func addFirst(isRight: Bool) { first.add(isRight: isRight) }

  /// Takes a later answer to a question, a day or more after the one before.
  mutating func add(_ prediction: RecallModel.Prediction, after count: AnswerCount) {
    let question = MemoryHypothesis.Question(
      recall: prediction.recall, guessing: prediction.guessing, count: count, mean: mean)
    for index in hypotheses.indices {
      let chance = hypotheses[index].hypothesis.chanceOfRight(to: question, formulas)
      hypotheses[index].logWeight -= LogLoss.of(isRight: prediction.isRight, chance: chance)
      hypotheses[index].hypothesis.learn(isRight: prediction.isRight, question, formulas)
    }
  }

  /// The chance of a right answer that the hypotheses together give to a question.
  func chanceOfRight(recall: Double, _ guessing: Guessing, after count: AnswerCount) -> Double {
    let question = MemoryHypothesis.Question(
      recall: recall, guessing: guessing, count: count, mean: mean)
    return weights.reduce(0) {
      $0 + $1.weight * $1.hypothesis.chanceOfRight(to: question, formulas)
    }
  }

  /// The hypotheses that are not negligible, with the most likely values of each calibration, so
  /// that what is not certain about a calibration makes the predictions wider.
  var weighted: [Weighted] {
    let parts = weights.flatMap { part -> [Weighted] in
      guard case .fading(let factor, let calibration) = part.hypothesis else { return [part] }
      return calibration.likely.map {
        Weighted(
          weight: part.weight * $0.weight,
          hypothesis: .fading(factor: factor, $0.calibration))
      }
    }
    let kept = parts.filter { $0.weight >= Self.negligible }
    let whole = kept.reduce(0) { $0 + $1.weight }
    return kept.map { Weighted(weight: $0.weight / whole, hypothesis: $0.hypothesis) }
  }

  private var weights: [Weighted] {
    let greatest = hypotheses.map(\.logWeight).max() ?? 0
    let whole = hypotheses.reduce(0) { $0 + exp($1.logWeight - greatest) }
    return hypotheses.map {
      Weighted(weight: exp($0.logWeight - greatest) / whole, hypothesis: $0.hypothesis)
    }
  }

  /// The share of right first answers; one half before there is any (Laplace's rule).
  private var mean: Double { Double(first.right + 1) / Double(first.answers + 2) }
}
