import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Fits the numbers of the formulas to the learner's answers, and keeps them if they predict
/// better.
package final class Fitter {
  /// Emits the result of each fit.
  package var outcomes: Signal<FitOutcome> { finished.signal }

  /// Emits the error of a fit that failed after it had started.
  package var failures: Signal<any ReportableError> { failed.signal }

  /// How much of the running fit is done, in percent; `nil` when there is none.
  @Observed package private(set) var percent: Int?

  private let reviews: Reviews
  private let world: World
  /// A separate unit of work, because undo does not affect the numbers.
  private let store: StoreContext
  private let finished = PublishSubject<FitOutcome>()
  private let failed = PublishSubject<any ReportableError>()
  private var work: BackgroundWork<Int, Result<ParameterFit, FitRefusal>>?
  private var observation: Disposable?

  /// Creates a fitter for the answers of reviews.
  package init(reviews: Reviews, world: World) {
    (self.reviews, self.world) = (reviews, world)
    store = world.unitOfWork()
  }

  /// Starts a fit, in the background if the world has one.
  ///
  /// - Throws: ``FitRefusal``; errors of the store. Later errors go to ``failures``.
  package func run() throws {
    guard work == nil else { throw FitRefusal.busy }
    let answers = try reviews.reviewAnswers()
    guard answers.count >= ParameterFit.leastAnswers else {
      throw FitRefusal.tooFewAnswers(answers.count, needed: ParameterFit.leastAnswers)
    }
    let work = world.background.work { (report: @escaping @Sendable (Int) -> Bool) in
      Result { () throws(FitRefusal) in
        try ParameterFit(to: answers) { report(Int($0 * 100)) }
      }
    }
    self.work = work
    let observation = work.news.observe { [unowned self] news in
      switch news {
      case .progress(let done):
        // Without a background the fit ends before `observe` returns, so there is no progress to
        // show.
        if percent != nil { percent = done }
      case .result(let result):
        self.work = nil
        percent = nil
        failed.attempt { try save(try result.get(), answers: answers.count) }
      }
    }
    guard self.work != nil else { return }
    self.observation = observation
    percent = 0
  }

  /// Stops the running fit, if any.
  package func cancel() {
    work?.stop()
  }

  /// Goes back to the default numbers.
  ///
  /// - Throws: ``FitRefusal/busy``; ``SaveFailure``.
  package func reset() throws {
    guard work == nil else { throw FitRefusal.busy }
    let kept = try store.fetch(FetchDescriptor<KeptFit>())
    if !kept.isEmpty { try replace(with: nil) }
    finished.emit(kept.isEmpty ? .nothingToReset : .reset)
  }

  private func save(_ fit: ParameterFit, answers: Int) throws {
    if fit.isBetter { try replace(with: KeptFit(fit, answers: answers, at: world.now())) }
    finished.emit(.fitted(fit, answers: answers))
  }

  private func replace(with fit: KeptFit?) throws {
    do {
      try store.transaction {
        for old in try store.fetch(FetchDescriptor<KeptFit>()) { try store.delete(old.id) }
        if let fit { store.insert(fit) }
      }
    } catch {
      throw SaveFailure(error, store.kinds)
    }
  }
}

/// The result of a fit, or of a return to the default numbers.
package enum FitOutcome: Equatable, Sendable {
  /// The numbers were fitted to `answers` answers, and are kept if they predict better.
  case fitted(ParameterFit, answers: Int)
  /// The default numbers are used again.
  case reset
  /// The default numbers were already in use.
  case nothingToReset

  /// A stable code for scripts.
  package var code: String {
    switch self {
    case .fitted(let fit, _): fit.isBetter ? "fit-kept" : "fit-not-better"
    case .reset: "fit-reset"
    case .nothingToReset: "nothing-to-reset"
    }
  }
}

extension KeptFit {
  /// Creates the record of a fit.
  fileprivate init(_ fit: ParameterFit, answers: Int, at date: Date) {
    self.init(
      fittedAt: date, answers: answers, judged: fit.judged, standardLoss: fit.standardLoss,
      fittedLoss: fit.fittedLoss, parameters: fit.parameters.values)
  }
}

/// The reason why parameters cannot be fitted.
public enum FitRefusal: ReportableError, Equatable {
  /// There are too few answers for a fit.
  case tooFewAnswers(Int, needed: Int)
  /// The fit was stopped.
  case cancelled
  /// A fit is already running.
  case busy

  public var message: Message {
    switch self {
    case .tooFewAnswers(let count, let needed):
      Message(
        "too-few-answers",
        "There \(count == 1 ? "is" : "are") \(count.counted("answer")); fitting the review to you needs \(needed). "
          + "Answer more questions first.",
        "回答が \(count) 件しかありません。復習の調整には \(needed) 件必要です。回答が増えてから、もう一度試してください。")
    case .cancelled:
      Message("cancelled", "The fit was stopped; nothing was changed.", "調整を中止しました。何も変更していません。")
    case .busy:
      Message("fit-running", "A fit is running already.", "すでに調整中です。")
    }
  }
}

/// Parameters that were fitted to the answers of one learner, with a measure of how well they
/// predict answers that the fit has not seen.
///
/// Equal answers give equal parameters.
public struct ParameterFit: Equatable, Sendable {
  /// The minimum number of answers for a fit.
  package static let leastAnswers = 400
  /// The share of the answers, the last ones, on which a fit is judged.
  private static let judgedShare = 0.2

  /// The number of standard errors that the gain has to exceed. By chance alone, this happens to
  /// one learner in twenty.
  private static let clearGain = 1.645

  /// The parameters fitted to all answers.
  public let parameters: FSRSParameters
  /// The mean log loss of the default parameters on the last fifth of the answers; 0 when none of
  /// these could be predicted.
  public let standardLoss: Double
  /// The mean log loss on the same answers of parameters that were fitted to the earlier ones.
  public let fittedLoss: Double
  /// The standard error of the difference between the two losses.
  package let standardError: Double
  /// The number of answers that were predicted to judge the fit.
  public let judged: Int

  /// Whether the fit is worth keeping. It is if it was better on unseen answers by more than chance
  /// explains.
  public var isBetter: Bool {
    standardLoss - fittedLoss > Self.clearGain * standardError
  }

  /// The parameters to use from now on: the fitted ones, or the default ones if the fit was not
  /// better.
  public var kept: FSRSParameters { isBetter ? parameters : .standard }

  /// Fits parameters to answers, in any order. Fits them first to the first four fifths, to judge
  /// the fit by the rest, and then to all answers.
  ///
  /// - Parameters:
  ///   - answers: the learner's answers.
  ///   - progress: called often with the part that is done, from 0 to 1. Returns `false` to stop
  ///     the fit.
  /// - Throws: ``FitRefusal/tooFewAnswers(_:needed:)``, ``FitRefusal/cancelled``.
  public init(
    to answers: [ReviewAnswer], progress: (Double) -> Bool = { _ in true }
  ) throws(FitRefusal) {
    guard answers.count >= Self.leastAnswers else {
      throw .tooFewAnswers(answers.count, needed: Self.leastAnswers)
    }
    let steps = Double(FisherScoring.mostSteps)
    let samples = FitAnswers(answers)
    let seen = answers.count - Int(Double(answers.count) * Self.judgedShare)
    var goesOn = true
    let early = FisherScoring(objective: FitObjective(answers: samples, count: seen))
      .minimum(from: .standard) {
        goesOn = progress(Double($0) / steps / 2)
        return goesOn
      }
    guard goesOn else { throw .cancelled }
    let all = FitObjective(answers: samples, count: answers.count)
    parameters = FisherScoring(objective: all)
      .minimum(from: early) {
        goesOn = progress(0.5 + Double($0) / steps / 2)
        return goesOn
      }
    guard goesOn else { throw .cancelled }

    let unseen = seen..<answers.count
    let standard = samples.losses(of: FSRS(), in: unseen).map(\.loss)
    let gains = zip(standard, samples.losses(of: FSRS(early), in: unseen)).map { $0 - $1.loss }
    let count = Double(max(standard.count, 1))
    let gain = gains.reduce(0, +) / count
    judged = standard.count
    standardLoss = standard.reduce(0, +) / count
    fittedLoss = standardLoss - gain
    let variance = gains.reduce(0) { $0 + ($1 - gain) * ($1 - gain) } / count
    standardError = (variance / count).squareRoot()
    _ = progress(1)
  }
}

/// The answers that parameters are fitted to, question by question.
struct FitAnswers {
  /// One answer in the form that the formulas need.
  struct Sample {
    /// The whole days since the previous answer to the question; `nil` for its first answer.
    var days: Int?
    var grade: RecallGrade
    var guessing: Guessing
    /// The position among all answers by time, from 0.
    var position: Int

    var isRight: Bool { grade.isRight }
  }

  /// The samples of each question in chronological order, one question after another.
  let samples: [Sample]
  /// Whether any answer is graded in another way than as right or wrong.
  let hasHardOrEasy: Bool

  init(_ answers: [ReviewAnswer]) {
    let ordered = answers.chronological()
    var last = IdentifierTable<Question, Int64?>(ordered.map(\.questionID), initially: nil)
    var grouped: [(Identifier<Question>, Sample)] = []
    grouped.reserveCapacity(ordered.count)
    for (position, answer) in ordered.enumerated() {
      let days = last[answer.questionID].map {
        ReviewAnswer.days(from: $0, to: answer.milliseconds)
      }
      let sample = Sample(
        days: days, grade: answer.grade, guessing: answer.guessing, position: position)
      grouped.append((answer.questionID, sample))
      last[answer.questionID] = answer.milliseconds
    }
    samples = grouped.sorted { ($0.0, $0.1.position) < ($1.0, $1.1.position) }.map(\.1)
    hasHardOrEasy = samples.contains { $0.grade == .hard || $0.grade == .easy }
  }

  /// The log loss of each answer at some positions, predicted from all answers before it.
  ///
  /// Only predicts answers that came at least a day after the previous answer to the question.
  func losses(of formulas: FSRS, in positions: Range<Int>) -> [(position: Int, loss: Double)] {
    var state = formulas.first(isRight: true)
    var losses: [(position: Int, loss: Double)] = []
    losses.reserveCapacity(positions.count)
    for sample in samples where sample.position < positions.upperBound {
      guard let days = sample.days else {
        state = formulas.first(sample.grade, sample.guessing)
        continue
      }
      let recall = formulas.recall(after: days, stability: state.stability)
      if days > 0, sample.position >= positions.lowerBound {
        let chance = sample.guessing.chanceOfRight(recall: recall)
        losses.append((sample.position, LogLoss.of(isRight: sample.isRight, chance: chance)))
      }
      state = formulas.next(
        state, sample.grade, days: days, recall: recall, sample.guessing)
    }
    return losses
  }
}

/// The function that a fit minimizes: the weighted log loss of the first answers, plus a penalty
/// for parameters far from the default ones.
///
/// Recent answers weigh up to four times as much, because learners change. The penalty is half the
/// squared distance, in standard deviations among learners. It thus acts as the loss of a
/// prediction that this learner is like others, so a small number of answers hardly moves the
/// parameters.
struct FitObjective {
  /// The loss near some parameters, as a quadratic function of the changes to the fitted numbers.
  struct Expansion {
    var gradient: [Double]
    /// Fisher's information: the expected second derivatives, a symmetric matrix.
    var curvature: SquareMatrix
  }

  /// The indices of the numbers that right and wrong answers depend on. The other numbers belong to
  /// the grades "hard" and "easy".
  private static let ofRightAndWrong = [0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 20]

  let answers: FitAnswers
  /// The number of answers that count, which are the first ones in time.
  let count: Int

  /// The indices of the numbers that the answers depend on.
  var fitted: [Int] {
    answers.hasHardOrEasy ? Array(0..<FSRSParameters.count) : Self.ofRightAndWrong
  }

  /// The loss and the penalty together, in nats.
  func value(at parameters: FSRSParameters) -> Double {
    let penalty = fitted.reduce(0) { sum, index in
      let distance = Self.distance(parameters, index)
      return sum + distance * distance / 2
    }
    return answers.losses(of: FSRS(parameters), in: 0..<count)
      .reduce(penalty) { $0 + weight(at: $1.position) * $1.loss }
  }

  /// The weight of an answer, as in fsrs-rs.
  private func weight(at position: Int) -> Double {
    let share = Double(position) / Double(count)
    return 0.25 + 0.75 * share * share * share
  }

  /// The gradient and the curvature at some parameters.
  ///
  /// The derivatives of recall are difference quotients. The formulas run in parallel, once with
  /// the parameters and once for each number with a small change to it.
  func expansion(at parameters: FSRSParameters) -> Expansion {
    let moves = fitted.map { Self.move(of: $0, in: parameters) }
    let models = [FSRS(parameters)] + moves.map { FSRS($0.parameters) }
    var states = models.map { $0.first(isRight: true) }
    var slopes = Array(repeating: 0.0, count: moves.count)
    var expansion = penaltyExpansion(at: parameters)
    for sample in answers.samples where sample.position < count {
      guard let days = sample.days else {
        for model in models.indices {
          states[model] = models[model].first(sample.grade, sample.guessing)
        }
        continue
      }
      var base = 1.0
      for model in models.indices {
        let recall = models[model].recall(after: days, stability: states[model].stability)
        states[model] = models[model].next(
          states[model], sample.grade, days: days, recall: recall, sample.guessing)
        if model == 0 {
          base = recall
        } else {
          slopes[model - 1] = (recall - base) / moves[model - 1].distance
        }
      }
      if days > 0 {
        add(sample, recall: base, slopes: slopes, to: &expansion)
      }
    }
    return expansion
  }

  /// Adds the contribution of one answer.
  private func add(
    _ sample: FitAnswers.Sample, recall: Double, slopes: [Double], to expansion: inout Expansion
  ) {
    let chance = LogLoss.limited(sample.guessing.chanceOfRight(recall: recall))
    let perRecall = 1 - sample.guessing.chance
    let information = weight(at: sample.position) * perRecall / (chance * (1 - chance))
    let error = (chance - (sample.isRight ? 1 : 0)) * information
    for row in slopes.indices {
      expansion.gradient[row] += error * slopes[row]
      let weight = information * perRecall * slopes[row]
      for column in 0...row { expansion.curvature[row, column] += weight * slopes[column] }
    }
  }

  private func penaltyExpansion(at parameters: FSRSParameters) -> Expansion {
    let fitted = fitted
    var curvature = SquareMatrix(size: fitted.count)
    for (row, index) in fitted.enumerated() {
      let deviation = FSRSParameters.deviations[index]
      curvature[row, row] = 1 / (deviation * deviation)
    }
    let gradient = fitted.map {
      Self.distance(parameters, $0) / FSRSParameters.deviations[$0]
    }
    return Expansion(gradient: gradient, curvature: curvature)
  }

  /// The distance of a number from its default, in standard deviations.
  private static func distance(_ parameters: FSRSParameters, _ index: Int) -> Double {
    (parameters.values[index] - FSRSParameters.standard.values[index])
      / FSRSParameters.deviations[index]
  }

  /// The parameters with one number moved a little, away from the nearer limit.
  private static func move(
    of index: Int, in parameters: FSRSParameters
  ) -> (parameters: FSRSParameters, distance: Double) {
    var values = parameters.values
    let limits = FSRSParameters.limits[index]
    let step = 1e-6 * (limits.upperBound - limits.lowerBound)
    let isLow = values[index] - limits.lowerBound < limits.upperBound - values[index]
    values[index] += isLow ? step : -step
    return (FSRSParameters(limiting: values), values[index] - parameters.values[index])
  }
}

/// Finds the parameters with the smallest ``FitObjective``, by Fisher's scoring with the damping of
/// Levenberg and Marquardt.
struct FisherScoring {
  let objective: FitObjective

  /// The maximum number of steps. Usually far fewer are needed.
  static let mostSteps = 25
  /// The gain, in nats, below which no further step is made.
  private static let leastGain = 1e-3
  private static let mostDamping = 1e8

  /// Steps downhill from `start` until a step gains nothing more.
  ///
  /// - Parameter progress: called after each step with the number of steps. Returns `false` to stop
  ///   there.
  func minimum(from start: FSRSParameters, progress: (Int) -> Bool) -> FSRSParameters {
    var parameters = start
    var value = objective.value(at: start)
    var damping = 1e-3
    for step in 1...Self.mostSteps {
      let expansion = objective.expansion(at: parameters)
      let before = value
      while damping < Self.mostDamping {
        let candidate = candidate(from: parameters, expansion, damping: damping)
        let candidateValue = objective.value(at: candidate)
        if candidateValue < value {
          (parameters, value) = (candidate, candidateValue)
          damping /= 10
          break
        }
        damping *= 10
      }
      let goesOn = progress(step)
      if !goesOn || before - value < Self.leastGain { break }
    }
    return parameters
  }

  /// The minimum of the expansion, moved into the limits. More damping makes the steps shorter.
  private func candidate(
    from parameters: FSRSParameters, _ expansion: FitObjective.Expansion, damping: Double
  ) -> FSRSParameters {
    let fitted = objective.fitted
    var matrix = expansion.curvature
    var downhill = expansion.gradient.map { -$0 }
    for (row, index) in fitted.enumerated() {
      matrix[row, row] *= 1 + damping
      if Self.isAgainstLimit(parameters.values[index], downhill[row], FSRSParameters.limits[index])
      {
        downhill[row] = 0
        for other in fitted.indices where other != row {
          matrix[max(row, other), min(row, other)] = 0
        }
      }
    }
    guard let changes = matrix.solution(for: downhill) else { return parameters }
    var values = parameters.values
    for (row, index) in fitted.enumerated() { values[index] += changes[row] }
    return FSRSParameters(limiting: values)
  }

  /// Whether a number is at one of its limits and would have to cross it to go downhill.
  private static func isAgainstLimit(
    _ value: Double, _ direction: Double, _ limits: ClosedRange<Double>
  ) -> Bool {
    value <= limits.lowerBound && direction < 0 || value >= limits.upperBound && direction > 0
  }
}

/// A symmetric square matrix. Only its lower triangle is used.
struct SquareMatrix {
  private let size: Int
  private var elements: [Double]

  /// Creates a matrix of zeros.
  init(size: Int) {
    self.size = size
    elements = Array(repeating: 0, count: size * size)
  }

  subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  /// The vector that the matrix maps to `right`, by Cholesky's factorization.
  ///
  /// - Returns: `nil` when the matrix is not positive definite.
  func solution(for right: [Double]) -> [Double]? {
    var factor = self
    var solution = right
    for row in 0..<size {
      for column in 0...row {
        var rest = factor[row, column]
        for k in 0..<column { rest -= factor[row, k] * factor[column, k] }
        if row != column {
          factor[row, column] = rest / factor[column, column]
        } else if rest > 0 {
          factor[row, row] = rest.squareRoot()
        } else {
          return nil
        }
      }
    }
    for row in 0..<size {
      for k in 0..<row { solution[row] -= factor[row, k] * solution[k] }
      solution[row] /= factor[row, row]
    }
    for row in (0..<size).reversed() {
      for k in row + 1..<size { solution[row] -= factor[k, row] * solution[k] }
      solution[row] /= factor[row, row]
    }
    return solution
  }
}
