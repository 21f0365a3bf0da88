import Foundation

/// The formulas of FSRS-6, for answers that are right or wrong.
///
/// FSRS-6 has four grades. Here a wrong or missing answer has the grade 1 ("again") and a right one
/// the grade 3 ("good"). The source of the formulas is the page "The Algorithm" in the wiki of
/// open-spaced-repetition.
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
  private let firstRight: MemoryState
  private let firstWrong: MemoryState

  /// Creates the formulas with these numbers.
  public init(_ parameters: FSRSParameters = .standard) {
    let w = parameters.values
    self.parameters = parameters
    self.w = w
    factor = pow(0.9, -1 / w[20]) - 1
    easyDifficulty = w[4] - exp(w[5] * 3) + 1
    growth = exp(w[8])
    lapseLimit = exp(w[17] * w[18])
    firstRight = MemoryState(stability: w[2], difficulty: w[4] - exp(w[5] * 2) + 1)
    firstWrong = MemoryState(stability: w[0], difficulty: w[4])
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

  /// The state after the first answer.
  public func first(isRight: Bool) -> MemoryState {
    isRight ? firstRight : firstWrong
  }

  /// The state after another answer that cannot have been guessed.
  ///
  /// - Parameters:
  ///   - state: the state after the answer before.
  ///   - isRight: whether the answer was right.
  ///   - days: the whole days since the answer before.
  ///   - recall: the chance of recall after these days, ``recall(after:stability:)``.
  public func next(
    _ state: MemoryState, isRight: Bool, days: Int, recall: Double
  ) -> MemoryState {
    let stability =
      if days == 0 {
        onSameDay(state.stability, isRight: isRight)
      } else if isRight {
        recalled(state, recall)
      } else {
        forgotten(state, recall)
      }
    return MemoryState(
      stability: stability, difficulty: difficulty(after: state.difficulty, isRight: isRight))
  }

  private func onSameDay(_ stability: Double, isRight: Bool) -> Double {
    let change = exp(w[17] * ((isRight ? 0 : -2) + w[18])) * pow(stability, -w[19])
    return stability * (isRight ? max(change, 1) : change)
  }

  private func recalled(_ state: MemoryState, _ recall: Double) -> Double {
    let gain =
      growth * (11 - state.difficulty) * pow(state.stability, -w[9])
      * (exp(w[10] * (1 - recall)) - 1)
    return state.stability * (1 + gain)
  }

  private func forgotten(_ state: MemoryState, _ recall: Double) -> Double {
    let left =
      w[11] * pow(state.difficulty, -w[12]) * (pow(state.stability + 1, w[13]) - 1)
      * exp(w[14] * (1 - recall))
    return min(left, state.stability / lapseLimit)
  }

  private func difficulty(after difficulty: Double, isRight: Bool) -> Double {
    let changed = isRight ? difficulty : difficulty + w[6] * 2 * (10 - difficulty) / 9
    return w[7] * easyDifficulty + (1 - w[7]) * changed
  }
}
