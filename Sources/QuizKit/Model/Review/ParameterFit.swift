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
