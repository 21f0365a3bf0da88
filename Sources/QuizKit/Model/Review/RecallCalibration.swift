import Foundation

/// A correction of the predicted chance of recall, learned from the answers so far.
///
/// The correction is logistic: `σ(a + b·logit R)`. Each answer moves a and b by one small step
/// against its error.
public struct RecallCalibration: Equatable, Sendable {
  /// a, the shift of all predictions; above 0 if they were too low.
  package private(set) var shift = 0.0
  /// b, the spread of the predictions; above 1 if they were not bold enough.
  package private(set) var spread = 1.0

  /// The variance of ``shift``. Steps of a fixed size never settle: the shift keeps wandering
  /// around its best value, the farther the more each answer says about it.
  private var variance = 0.0

  private static let shiftRate = 0.1
  private static let spreadRate = 0.005
  /// The minimum spread. It keeps the correction increasing, so that every target is reached on
  /// some day.
  private static let leastSpread = 0.1
  private static let predictions = 1e-9...(1 - 1e-9)

  /// Creates a calibration that does not change anything yet.
  public init() {}

  /// The corrected chance of recall. A certain recall stays certain.
  package func corrected(_ recall: Double) -> Double {
    recall >= 1 ? 1 : corrected(logit: Self.logit(recall))
  }

  /// The corrected chance of an uncertain recall, from its ``logit(_:)``.
  func corrected(logit: Double) -> Double { Self.logistic(shift + spread * logit) }

  /// The chance of recall that becomes `target` when it is corrected.
  public func uncorrected(_ target: Double) -> Double {
    target >= 1 ? 1 : Self.logistic((Self.logit(target) - shift) / spread)
  }

  /// Learns from one answer.
  ///
  /// The step follows the gradient of the answer's log likelihood. If the answer cannot be guessed,
  /// this is the error itself.
  ///
  /// - Parameters:
  ///   - isRight: whether the answer was right.
  ///   - recall: the uncorrected chance of recall before the answer.
  ///   - guessing: the chance that a guess was right.
  public mutating func learn(isRight: Bool, recall: Double, _ guessing: Guessing) {
    let logit = Self.logit(recall)
    let predicted = corrected(recall)
    let right = guessing.chanceOfRight(recall: predicted)
    let known = guessing.chanceOfKnown(recall: predicted)
    let error = ((isRight ? 1 : 0) - right) * known
    // Fisher's information of an answer about the shift. It is the variance of the error and also
    // the slope of its mean, so the variance follows that of an autoregressive process.
    let information = right * (1 - right) * known * known
    let kept = 1 - Self.shiftRate * information
    variance = variance * kept * kept + Self.shiftRate * Self.shiftRate * information
    shift += Self.shiftRate * error
    spread = max(spread + Self.spreadRate * error * logit, Self.leastSpread)
  }

  /// Three calibrations that stand for all that are likely, with their weights: their shifts have
  /// the mean ``shift`` and its variance (Gauss–Hermite quadrature). One if nothing was learned.
  var likely: [(weight: Double, calibration: RecallCalibration)] {
    guard variance > 0 else { return [(1, self)] }
    return [(-1.0, 1.0 / 6), (0, 2.0 / 3), (1, 1.0 / 6)].map { direction, weight in
      var calibration = self
      calibration.shift += direction * (3 * variance).squareRoot()
      return (weight, calibration)
    }
  }

  /// The logarithm of the odds.
  static func logit(_ chance: Double) -> Double {
    let chance = min(max(chance, predictions.lowerBound), predictions.upperBound)
    return log(chance / (1 - chance))
  }

  private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
