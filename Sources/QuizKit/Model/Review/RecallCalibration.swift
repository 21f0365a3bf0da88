import Foundation

/// Corrects the predicted chance of recall by what was right and wrong so far.
///
/// A logistic correction: `σ(a + b·logit R)`, where a and b follow each answer by one small step against its error.
public struct RecallCalibration: Equatable, Sendable {
  /// a, the shift of all predictions; above 0 when they were too low.
  package private(set) var shift = 0.0
  /// b, the spread of the predictions; above 1 when they were not bold enough.
  package private(set) var spread = 1.0

  private static let shiftRate = 0.1
  private static let spreadRate = 0.005
  /// Keeps the correction increasing, so that each target has its day.
  private static let leastSpread = 0.1
  private static let predictions = 1e-9...(1 - 1e-9)

  /// A calibration that changes nothing yet.
  public init() {}

  /// The corrected chance of recall. What is certain stays certain.
  package func corrected(_ recall: Double) -> Double {
    recall >= 1 ? 1 : corrected(logit: Self.logit(recall))
  }

  /// The corrected chance of a recall that is not certain, from its ``logit(_:)``.
  func corrected(logit: Double) -> Double { Self.logistic(shift + spread * logit) }

  /// The chance of recall that is `target` when corrected.
  public func uncorrected(_ target: Double) -> Double {
    target >= 1 ? 1 : Self.logistic((Self.logit(target) - shift) / spread)
  }

  /// Learns from one answer.
  ///
  /// The step follows the gradient of the answer's log likelihood; where nobody can guess it is the error itself.
  ///
  /// - Parameters:
  ///   - isRight: whether the answer was right.
  ///   - recall: the chance of recall before the answer, not corrected.
  ///   - guessing: how likely a guess was right.
  public mutating func learn(isRight: Bool, recall: Double, _ guessing: Guessing) {
    let logit = Self.logit(recall)
    let predicted = corrected(recall)
    let right = guessing.chanceOfRight(recall: predicted)
    let error = ((isRight ? 1 : 0) - right) * guessing.chanceOfKnown(recall: predicted)
    shift += Self.shiftRate * error
    spread = max(spread + Self.spreadRate * error * logit, Self.leastSpread)
  }

  /// The logarithm of the odds.
  static func logit(_ chance: Double) -> Double {
    let chance = min(max(chance, predictions.lowerBound), predictions.upperBound)
    return log(chance / (1 - chance))
  }

  private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
