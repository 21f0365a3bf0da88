import BenchmarkKit
import Foundation
import QuizKit

/// Fits for many simulated learners, compared with the default numbers on a third of the answers
/// that no fit has seen.
struct FitTrial {
  private(set) var answers = 0
  private(set) var kept = 0
  private(set) var worse = 0
  private(set) var standardLoss = 0.0
  private(set) var keptLoss = 0.0

  init(learners: Int, spread: Double, questions: Int, days: Int) throws {
    for number in 0..<learners {
      var learner = SimulatedLearner(
        seed: UInt64(number + 1) << 20, spread: spread, choices: number % 2 == 0 ? 4 : nil)
      let all = learner.answers(questions: questions, days: days)
      let seen = Array(all[..<(all.count * 2 / 3)])
      let fit = try ParameterFit(to: seen)
      let unseen = all[seen.count...]
      let standard = Self.loss(of: .standard, after: seen, on: unseen)
      let own = Self.loss(of: fit.kept, after: seen, on: unseen)
      answers += seen.count / learners
      kept += fit.isBetter ? 1 : 0
      worse += own > standard ? 1 : 0
      standardLoss += standard / Double(learners)
      keptLoss += own / Double(learners)
    }
  }

  private static func loss(
    of parameters: FSRSParameters, after seen: [ReviewAnswer], on unseen: ArraySlice<ReviewAnswer>
  ) -> Double {
    var model = RecallModel(of: seen, formulas: FSRS(parameters))
    let losses = unseen.compactMap { answer in
      model.add(answer).map { prediction in
        LogLoss.of(
          isRight: prediction.isRight,
          chance: prediction.guessing.chanceOfRight(recall: prediction.recall))
      }
    }
    return losses.reduce(0, +) / Double(max(losses.count, 1))
  }
}
