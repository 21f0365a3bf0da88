import BenchmarkKit
import Foundation
import QuizKit
import QuizStore
import Signals

/// How long the plan of many questions takes.
struct Speed {
  let questions: Int
  let answers: Int

  private static let rounds = 5
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let now = start.addingTimeInterval(400 * 86400)

  /// Each question is answered equally often, with growing gaps, and every sixth answer is wrong.
  private var samples: [ReviewAnswer] {
    (0..<answers).map { position in
      ReviewAnswer(
        to: Identifier(rawValue: Int64(position % questions + 1)),
        at: Self.instant(position, of: answers), isRight: position * 7 % 6 != 0, choices: 4)
    }
  }

  private static func instant(_ position: Int, of count: Int) -> Date {
    start.addingTimeInterval(Double(position) / Double(count) * 390 * 86400)
  }

  /// Seconds from the answers to the plan of due, known and future questions.
  func whole() -> Double {
    let answers = samples
    return best {
      use(RecallPlan(of: RecallModel(of: answers), at: Self.now, in: .gmt, target: 0.9))
    }
  }

  /// Seconds from one more answer to the plan.
  func afterOneMore() -> Double {
    var model = RecallModel(of: samples)
    return best {
      model.add(
        ReviewAnswer(to: Identifier(rawValue: 1), at: Self.now, isRight: true, choices: 4))
      use(model.plan(at: Self.now, in: .gmt, target: 0.9))
    }
  }

  /// The bytes that a question takes in the model and in the plan.
  func memory() -> Double {
    let answers = samples
    let held = heldMemory {
      let model = RecallModel(of: answers)
      return (model, RecallPlan(of: model, at: Self.now, in: .gmt, target: 0.9))
    }
    return Double(held.bytes) / Double(questions)
  }

  /// Seconds from opening a journal to the plan, with everything read.
  func cold() throws -> Double {
    let folder = FileManager.default.temporaryDirectory.path + "/review-bench-\(answers)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try StoredBank(path: folder + "/bank.journal").fill(
      questions: questions, answers: answers, at: { Self.instant($0, of: answers) })
    var seconds: [Double] = []
    for _ in 0..<Self.rounds {
      let before = realSeconds()
      let reviews = try StoredBank(path: folder + "/bank.journal").models(now: Self.now).reviews
      use(try reviews.plan(target: 0.9))
      seconds.append(realSeconds() - before)
    }
    return seconds.min() ?? 0
  }

  private func best(_ body: () -> Void) -> Double {
    (0..<Self.rounds).map { _ in
      let before = processorSeconds()
      body()
      return processorSeconds() - before
    }.min() ?? 0
  }

  private func use(_ plan: RecallPlan) {
    precondition(plan.items.count == questions, "not all questions are planned")
    precondition(opaque(plan.due.count) + opaque(plan.forecast.reduce(0, +)) > 0)
    precondition(opaque(plan.known) > opaque(plan.knownDeviation))
  }
}
