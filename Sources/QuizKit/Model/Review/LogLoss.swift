import Foundation

/// The quality of a prediction, as the negative logarithm of the chance that it gave to the actual
/// outcome.
public enum LogLoss {
  /// The limits of predicted chances. Without limits, one wrong certainty would be infinitely bad.
  static let chances = 1e-12...(1 - 1e-12)

  /// The loss of one prediction, in nats.
  ///
  /// - Parameters:
  ///   - isRight: whether the answer was right.
  ///   - chance: the predicted chance of a right answer, from 0 to 1.
  public static func of(isRight: Bool, chance: Double) -> Double {
    let chance = limited(chance)
    return -log(isRight ? chance : 1 - chance)
  }

  static func limited(_ chance: Double) -> Double {
    min(max(chance, chances.lowerBound), chances.upperBound)
  }
}
