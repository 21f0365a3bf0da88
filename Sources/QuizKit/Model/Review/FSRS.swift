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
