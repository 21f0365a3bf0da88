import Foundation
import QuizExchange

/// The formulas of FSRS-6.
///
/// FSRS-6 has four grades, which a learner gives to a card. Of any other question, a wrong or
/// missing answer has the grade 1 ("again") and a right one the grade 3 ("good"). The source of the
/// formulas is the page "The Algorithm" in the wiki of open-spaced-repetition.
public struct FSRS: Sendable {
  /// The longest interval, in days: a hundred years.
  public static let longestInterval = 36_500

  /// The numbers in the formulas.
  package let parameters: FSRSParameters

  let w: [Double]
  /// The factor F in the formula of recall. It is chosen so that recall is 90 % when the number of
  /// days that have passed equals the stability.
  let factor: Double
  /// The difficulty that all difficulties slowly return to. It is that of an easy first answer,
  /// without limits.
  let easyDifficulty: Double
  private let growth: Double
  private let lapseLimit: Double
  /// The states after a first answer, from the lowest grade to the highest.
  private let firstStates: [MemoryState]

  /// Creates the formulas with these numbers.
  public init(_ parameters: FSRSParameters = .standard) {
    let w = parameters.values
    self.parameters = parameters
    self.w = w
    factor = pow(0.9, -1 / w[20]) - 1
    easyDifficulty = w[4] - exp(w[5] * 3) + 1
    growth = exp(w[8])
    lapseLimit = exp(w[17] * w[18])
    firstStates = RecallGrade.allCases.map { grade in
      // For "again" the formula subtracts 1 and adds it, which would round the number.
      let difficulty =
        grade == .again ? w[4] : w[4] - exp(w[5] * Double(grade.rawValue - 1)) + 1
      return MemoryState(stability: w[grade.rawValue - 1], difficulty: difficulty)
    }
  }

  /// The chance, from 0 to 1, that a question is recalled this many days after its last answer.
  public func recall(after days: Int, stability: Double) -> Double {
    days == 0 ? 1 : pow(1 + factor * Double(days) / stability, -w[20])
  }

  /// The chance, from 0 to 1, that a question is recalled some days after its last answer. Allows
  /// fractions of days.
  func recall(after days: Double, stability: Double) -> Double {
    pow(1 + factor * days / stability, -w[20])
  }

  /// The chance of recall if the memory fades `factor` times as slowly, from the usual chance.
  func recall(_ recall: Double, slowedBy factor: Double) -> Double {
    factor == 1 ? recall : pow(1 + (pow(recall, -1 / w[20]) - 1) / factor, -w[20])
  }

  /// The time in which the chance of recall falls to `target`, in days and not rounded.
  ///
  /// It is proportional to the stability, so the time for a stability of 1 gives it for all
  /// stabilities.
  ///
  /// - Parameter target: from above 0 to 1.
  package func decline(to target: Double, stability: Double = 1) -> Double {
    stability / factor * (pow(target, -1 / w[20]) - 1)
  }

  /// The whole days until the next review, from 1 to ``longestInterval``.
  ///
  /// - Parameters:
  ///   - target: the desired chance of recall on that day, from above 0 to 1.
  ///   - stability: the days after which the chance of recall has fallen to 90 %.
  public func interval(for target: Double, stability: Double) -> Int {
    Self.interval(decline: decline(to: target, stability: stability))
  }

  /// Rounds a ``decline(to:stability:)`` to whole days for an interval.
  static func interval(decline days: Double) -> Int {
    Int(min(max(days.rounded(.toNearestOrEven), 1), Double(longestInterval)))
  }

  /// The state after the first answer, if it cannot have been guessed.
  public func first(isRight: Bool) -> MemoryState {
    first(RecallGrade(isRight: isRight))
  }

  /// The state after another answer, if it cannot have been guessed.
  ///
  /// - Parameters:
  ///   - state: the state after the answer before.
  ///   - isRight: whether the answer was right.
  ///   - days: the whole days since the answer before.
  ///   - recall: the chance of recall after these days, ``recall(after:stability:)``.
  public func next(
    _ state: MemoryState, isRight: Bool, days: Int, recall: Double
  ) -> MemoryState {
    next(state, RecallGrade(isRight: isRight), days: days, recall: recall)
  }

  /// The state after the first grade.
  package func first(_ grade: RecallGrade) -> MemoryState {
    firstStates[grade.rawValue - 1]
  }

  /// The state after another grade.
  ///
  /// - Parameters:
  ///   - state: the state after the grade before.
  ///   - grade: how well the answer was remembered.
  ///   - days: the whole days since the grade before.
  ///   - recall: the chance of recall after these days, ``recall(after:stability:)``.
  package func next(
    _ state: MemoryState, _ grade: RecallGrade, days: Int, recall: Double
  ) -> MemoryState {
    let stability =
      if days == 0 {
        onSameDay(state.stability, grade)
      } else if grade.isRight {
        recalled(state, recall, grade)
      } else {
        forgotten(state, recall)
      }
    return MemoryState(
      stability: stability, difficulty: difficulty(after: state.difficulty, grade))
  }

  private func onSameDay(_ stability: Double, _ grade: RecallGrade) -> Double {
    let change = exp(w[17] * (grade.distanceFromGood + w[18])) * pow(stability, -w[19])
    return stability * (grade.isRight ? max(change, 1) : change)
  }

  private func recalled(_ state: MemoryState, _ recall: Double, _ grade: RecallGrade) -> Double {
    let gain =
      growth * (11 - state.difficulty) * pow(state.stability, -w[9])
      * (exp(w[10] * (1 - recall)) - 1)
    return switch grade {
    case .hard: state.stability * (1 + gain * w[15])
    case .easy: state.stability * (1 + gain * w[16])
    case .again, .good: state.stability * (1 + gain)
    }
  }

  private func forgotten(_ state: MemoryState, _ recall: Double) -> Double {
    let left =
      w[11] * pow(state.difficulty, -w[12]) * (pow(state.stability + 1, w[13]) - 1)
      * exp(w[14] * (1 - recall))
    return min(left, state.stability / lapseLimit)
  }

  private func difficulty(after difficulty: Double, _ grade: RecallGrade) -> Double {
    let changed = difficulty - w[6] * grade.distanceFromGood * (10 - difficulty) / 9
    return w[7] * easyDifficulty + (1 - w[7]) * changed
  }
}

extension RecallGrade {
  /// The grade of an answer that is only right or wrong.
  package init(isRight: Bool) {
    self = isRight ? .good : .again
  }

  /// How many grades it is above "good"; negative below it.
  fileprivate var distanceFromGood: Double { Double(rawValue - RecallGrade.good.rawValue) }
}

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

/// How many answers to a question there were, and how many of them were right.
struct AnswerCount: Equatable, Sendable {
  var right = 0
  var answers = 0

  mutating func add(isRight: Bool) {
    answers += 1
    if isRight { right += 1 }
  }
}

/// A hypothesis about the memory of a learner, and what it predicts.
enum MemoryHypothesis: Equatable, Sendable {
  /// The learner forgets as the formulas say, but `factor` times as slowly. The calibration
  /// corrects what is still wrong with that.
  case fading(factor: Double, RecallCalibration)
  /// Time changes nothing: each question has its own chance of a right answer. The chances of all
  /// questions vary around their mean like a beta distribution with a + b = `strength`, so that
  /// `strength` says how many answers to a question count as much as those to all other questions.
  case lasting(strength: Double)

  /// The knowledge about a question before its next answer.
  struct Question {
    /// The chance of recall according to the formulas.
    var recall: Double
    /// The chance of a lucky guess.
    var guessing: Guessing
    /// The answers so far.
    var count: AnswerCount
    /// The chance of a right answer to a similar question that was never asked.
    var mean: Double
  }

  /// The chance of a right answer, whether it is known or guessed.
  func chanceOfRight(to question: Question, _ formulas: FSRS) -> Double {
    switch self {
    case .fading(let factor, let calibration):
      let recall = formulas.recall(question.recall, slowedBy: factor)
      return question.guessing.chanceOfRight(recall: calibration.corrected(recall))
    case .lasting(let strength):
      return (strength * question.mean + Double(question.count.right))
        / (strength + Double(question.count.answers))
    }
  }

  /// Learns from the answer to a question.
  mutating func learn(isRight: Bool, _ question: Question, _ formulas: FSRS) {
    guard case .fading(let factor, var calibration) = self else { return }
    let recall = formulas.recall(question.recall, slowedBy: factor)
    calibration.learn(isRight: isRight, recall: recall, question.guessing)
    self = .fading(factor: factor, calibration)
  }
}

/// The chance of giving the right answer without knowing it.
///
/// A right answer may have been a guess. The state after it therefore lies between the state after
/// "known" and the state after "not known", weighted by how likely each of them is.
public struct Guessing: Equatable, Sendable {
  /// The chance of a lucky guess, from 0 to 1.
  public let chance: Double

  /// The chance of recall before the first answer, about which nothing is known yet.
  static let recallAtFirst = 0.5

  /// Creates the chance for a number of answers to guess from: the number of choices if one of them
  /// is right, or else `QuestionContent.guesses`. Pass `nil` or 0 if the answer cannot be guessed,
  /// such as a typed answer.
  public init(choices: Int?) {
    chance = choices.map { $0 > 0 ? 1 / Double($0) : 0 } ?? 0
  }

  /// The chance of a right answer, whether it is known or guessed, when the chance of recall is
  /// `recall`.
  public func chanceOfRight(recall: Double) -> Double {
    recall + (1 - recall) * chance
  }

  /// The chance that a right answer was known and not guessed.
  package func chanceOfKnown(recall: Double) -> Double {
    chance == 0 ? 1 : recall / chanceOfRight(recall: recall)
  }
}

extension QuestionContent {
  /// The number of possible answers that a player without knowledge guesses from. For a question
  /// with one choice to pick, this is the number of choices, divided by the number of equally good
  /// ones. If several choices can be right, it is the number of ways to pick as many as the author
  /// asks for, or to pick at least one. It is 0 if the answer is typed, has several parts, or is
  /// graded by the learner, because it cannot be guessed.
  package var guesses: Int {
    switch solution {
    case .single, .trueFalse:
      // Rounded, because records of answers contain whole numbers.
      max(choices.count / max(solution.rightChoices.count, 1), 1)
    case .several(let solution):
      solution.choose.map { Self.combinations(choices.count, $0) } ?? (1 << choices.count) - 1
    case .text, .number, .card, .gaps, .order, .match: 0
    }
  }

  private static func combinations(_ count: Int, _ picked: Int) -> Int {
    guard (0...count).contains(picked) else { return 0 }
    return (0..<min(picked, count - picked)).reduce(1) { $0 * (count - $1) / ($1 + 1) }
  }
}

extension FSRS {
  /// The state after the first answer, which may have been guessed.
  public func first(isRight: Bool, _ guessing: Guessing) -> MemoryState {
    first(RecallGrade(isRight: isRight), guessing)
  }

  /// The state after the first answer, which may have been guessed.
  func first(_ grade: RecallGrade, _ guessing: Guessing) -> MemoryState {
    let known = grade.isRight ? guessing.chanceOfKnown(recall: Guessing.recallAtFirst) : 0
    return mixture(known: known) { first($0 ? grade : .again) }
  }

  /// The state after another answer, which may have been guessed.
  ///
  /// - Parameters:
  ///   - state: the state after the answer before.
  ///   - isRight: whether the answer was right.
  ///   - days: the whole days since the answer before.
  ///   - recall: the chance of recall after these days, ``recall(after:stability:)``.
  ///   - guessing: the chance that a guess was right.
  public func next(
    _ state: MemoryState, isRight: Bool, days: Int, recall: Double, _ guessing: Guessing
  ) -> MemoryState {
    next(state, RecallGrade(isRight: isRight), days: days, recall: recall, guessing)
  }

  /// The state after another answer, which may have been guessed.
  ///
  /// - Parameters:
  ///   - state: the state after the answer before.
  ///   - grade: the grade of the answer.
  ///   - days: the whole days since the answer before.
  ///   - recall: the chance of recall after these days, ``recall(after:stability:)``.
  ///   - guessing: the chance that a guess was right.
  func next(
    _ state: MemoryState, _ grade: RecallGrade, days: Int, recall: Double, _ guessing: Guessing
  ) -> MemoryState {
    let known = grade.isRight ? guessing.chanceOfKnown(recall: recall) : 0
    return mixture(known: known) { next(state, $0 ? grade : .again, days: days, recall: recall) }
  }

  /// The weighted mean of the states after "known" and "not known". For stability it is the
  /// geometric mean, because stabilities span orders of magnitude. For difficulty it is the
  /// arithmetic mean.
  func mixture(known: Double, of state: (_ isKnown: Bool) -> MemoryState) -> MemoryState {
    if known == 1 { return state(true) }
    let notKnown = state(false)
    if known == 0 { return notKnown }
    let right = state(true)
    return MemoryState(
      stability: exp(known * log(right.stability) + (1 - known) * log(notKnown.stability)),
      difficulty: known * right.difficulty + (1 - known) * notKnown.difficulty)
  }
}
