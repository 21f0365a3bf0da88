import BenchmarkKit
import Foundation
import QuizExchange
import QuizKit
import Signals

/// How long it takes to draw an exam, and to calculate the chance of passing it.
struct ExamSpeed {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000 + 400 * 86400)
  private static let rounds = 5

  private let models: Models
  private let exam: Exam

  /// - Parameters:
  ///   - questions: the number of questions in the bank. The exam may ask all of them.
  ///   - answers: the number of answers to them.
  init(questions: Int, answers: Int) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/exam-bench-\(questions)"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let stored = try StoredBank(path: folder + "/bank.journal")
    try stored.fill(
      questions: questions, answers: answers,
      at: { Self.now.addingTimeInterval(-Double(answers - $0) * 86400 / 100) })
    models = try StoredBank(path: folder + "/bank.journal").models(now: Self.now)
    exam = Exam(
      name: "Exam",
      blueprint: ExamBlueprint(
        questions: 65, passMark: Percent(hundredths: 7000),
        sections: [.init("All", .share(percent: .all), of: [.deck(name: "Deck")])]),
      createdAt: Self.now)
  }

  /// Seconds to draw a paper of 65 questions from a bank that was read before.
  func draw() throws -> Double {
    var seed = 0
    return try best {
      seed += 1
      let paper = try ExamPaper(of: exam, seed: seed, from: models.bank)
      precondition(paper.items.count == 65)
    }
  }

  /// Seconds to calculate the chance from an existing plan of the reviews.
  func chance() throws -> Double {
    _ = try models.reviews.plan(target: 0.9)
    return try best {
      let told = try models.reviews.chance(of: exam, ChanceOptions(exam: "Exam"))
      precondition(told.answers > 0)
    }
  }

  private func best(_ body: () throws -> Void) rethrows -> Double {
    try body()
    return try (0..<Self.rounds).map { _ in
      let before = processorSeconds()
      try body()
      return processorSeconds() - before
    }.min() ?? 0
  }
}
