import Foundation
import QuizStore

/// The 21 numbers of FSRS-6, w0 to w20, which describe how memory grows and fades.
public struct FSRSParameters: Equatable, Sendable {
  /// How many numbers there are.
  public static let count = 21

  /// The numbers, w0 first; ``count`` of them, each within its limits.
  public let values: [Double]

  /// Creates parameters, moving each number into the limits within which the formulas make sense.
  ///
  /// - Precondition: there are ``count`` of them.
  public init(limiting values: [Double]) {
    precondition(values.count == Self.count, "FSRS-6 has \(Self.count) numbers")
    self.values = zip(values, Self.limits).map { value, limits in
      min(max(value, limits.lowerBound), limits.upperBound)
    }
  }

  private init(within values: [Double]) {
    self.values = values
  }

  /// The default numbers of FSRS-6, which its authors fitted to the answers of many learners.
  public static let standard = FSRSParameters(within: [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ])

  /// The smallest and the largest value of each number, as in the optimizers of FSRS-6.
  static let limits: [ClosedRange<Double>] =
    Array(repeating: 0.001...100, count: 4) + [
      1...10, 0.001...4, 0.001...4, 0.001...0.75, 0...4.5, 0...0.8, 0.001...3.5, 0.001...5,
      0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
    ]

  /// The standard deviation of each number among learners, as in fsrs-rs.
  static let deviations: [Double] = [
    6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57,
    0.25, 1.03, 0.31, 0.32, 0.14, 0.27,
  ]
}

/// The numbers of FSRS-6 that were fitted to the learner and are in use. A bank has at most one
/// such record. Without it, the default numbers are used.
package struct KeptFit: StoredRecord {
  package static let entityName = "fit"
  package static let keys: [RecordKey<KeptFit>] = []

  package var id: Identifier<KeptFit> = .unassigned
  /// When the numbers were fitted.
  package var fittedAt: Date
  /// How many answers they were fitted to.
  package var answers: Int
  /// The number of answers, the last ones, that were used to judge the fit.
  package var judged: Int
  /// The mean log loss of the default numbers on these answers.
  package var standardLoss: Double
  /// The mean log loss of the fitted numbers on these answers.
  package var fittedLoss: Double
  /// The numbers w0 to w20.
  package var parameters: [Double]

  /// The numbers for the formulas; `nil` when another version of the program wrote a different
  /// number of them.
  var formulaParameters: FSRSParameters? {
    parameters.count == FSRSParameters.count && parameters.allSatisfy(\.isFinite)
      ? FSRSParameters(limiting: parameters) : nil
  }
}

/// The state of one question in the learner's memory.
public struct MemoryState: Equatable, Sendable {
  /// The number of days after which the chance of recall has fallen to 90 %.
  public let stability: Double

  /// How hard it is to remember the question for longer, from 1 to 10.
  public let difficulty: Double

  /// The smallest stability, in days.
  static let leastStability = 0.001

  /// Creates a state, moving both numbers into their limits.
  init(stability: Double, difficulty: Double) {
    self.stability = max(stability, Self.leastStability)
    self.difficulty = min(max(difficulty, 1), 10)
  }
}
