import Foundation
import QuizExchange
import Testing

@testable import QuizKit

/// Compares the sequences of the shared vectors, which the reference implementation has calculated.
@Suite(.enabled(if: SharedData.isThere, "QA_REPL_SHARED does not name the vectors' folder"))
struct FSRSVectorTests {
  private struct Vectors: Decodable {
    var sequences: [Sequence]
  }

  private struct Sequence: Decodable {
    var target: Double
    var steps: [Step]
  }

  private struct Step: Decodable {
    var elapsed: Int
    /// The answer, if the sequence has right and wrong ones.
    var right: Bool?
    /// The answer, if the sequence has grades.
    var grade: RecallGrade?
    var recall: Double?
    var stability: Double
    var difficulty: Double
    var interval: Int
  }

  @Test(arguments: [("sequences", 300), ("grades", 200)])
  func `all sequences come out as in the reference, and no interval differs`(
    name: String, count: Int
  ) throws {
    let bytes = try SharedData.bytes("vectors/fsrs/\(name).json")
    let sequences = try JSONDecoder().decode(Vectors.self, from: Data(bytes)).sequences
    #expect(sequences.count == count)
    let formulas = FSRS()
    var (worst, wrongIntervals) = (0.0, 0)
    for sequence in sequences {
      var state: MemoryState?
      for step in sequence.steps {
        let recall = state.map {
          formulas.recall(after: step.elapsed, stability: $0.stability)
        }
        let grade = try step.grade ?? RecallGrade(isRight: #require(step.right))
        let next = state.map {
          formulas.next($0, grade, days: step.elapsed, recall: recall ?? 1)
        }
        let now = next ?? formulas.first(grade)
        worst = max(
          worst, abs((recall ?? 0) - (step.recall ?? 0)),
          // A stability may be a million days, so its difference is relative.
          abs(now.stability / step.stability - 1),
          abs(now.difficulty - step.difficulty))
        let interval = formulas.interval(for: sequence.target, stability: now.stability)
        if interval != step.interval { wrongIntervals += 1 }
        state = now
      }
    }
    #expect(worst < 1e-12)
    #expect(wrongIntervals == 0)
  }

  @Test func `real answers are predicted as well as with the reference, and better calibrated`()
    throws
  {
    var (plain, calibrated, count) = (0.0, 0.0, 0)
    _ = RecallModel(of: try ReviewAnswer.shared()) { prediction in
      count += 1
      plain += LogLoss.of(isRight: prediction.isRight, chance: prediction.recall)
      calibrated += LogLoss.of(isRight: prediction.isRight, chance: prediction.corrected)
    }
    #expect(count == 5329)
    #expect(plain / Double(count) <= 0.4587)
    #expect(calibrated / Double(count) <= 0.4505)
  }

  @Test func `parameters fitted to real answers predict them better`() throws {
    let answers = try ReviewAnswer.shared()
    let fit = try ParameterFit(to: answers)
    let losses = FitAnswers(answers).losses(of: FSRS(fit.parameters), in: 0..<answers.count)
    #expect(losses.count == 5329)
    #expect(losses.reduce(0) { $0 + $1.loss } / Double(losses.count) <= 0.440)
    #expect(fit.judged == 1337)
    #expect(fit.fittedLoss < fit.standardLoss)
  }
}
