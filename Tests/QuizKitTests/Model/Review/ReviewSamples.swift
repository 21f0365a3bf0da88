import Foundation
import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

extension ReviewAnswer {
  /// An answer on a day in universal time, counted from 2000-01-01, at noon by default.
  static func sample(
    question: Int64, day: Int, hour: Int = 12, second: Int = 0, isRight: Bool,
    choices: Int? = nil
  ) -> ReviewAnswer {
    ReviewAnswer(
      to: Identifier(rawValue: question),
      at: Date(timeIntervalSince1970: Double(((10957 + day) * 24 + hour) * 3600 + second)),
      isRight: isRight, choices: choices)
  }

  /// The answers of a learner who forgets faster than most learners. The questions come back after
  /// one to 30 days. No two questions are answered at the same instant.
  static func forgetful(questions: Int, reviews: Int, choices: Int? = nil) -> [ReviewAnswer] {
    var random = SplitMix64(seed: 20)
    var values = FSRSParameters.standard.values
    values[2] = 0.5
    values[8] = 0.6
    values[20] = 0.5
    let learner = FSRS(FSRSParameters(limiting: values))
    var answers: [ReviewAnswer] = []
    for question in 1...questions {
      var (day, state) = (Int.random(in: 0..<60, using: &random), learner.first(isRight: true))
      answers.append(
        .sample(
          question: Int64(question), day: day, second: question, isRight: true, choices: choices))
      for _ in 0..<reviews {
        let days = Int.random(in: 1...30, using: &random)
        day += days
        let recall = learner.recall(after: days, stability: state.stability)
        let isKnown = Double.random(in: 0..<1, using: &random) < recall
        let isLucky = choices.map { Int.random(in: 0..<$0, using: &random) == 0 } ?? false
        state = learner.next(state, isRight: isKnown, days: days, recall: recall)
        answers.append(
          .sample(
            question: Int64(question), day: day, second: question, isRight: isKnown || isLucky,
            choices: choices))
      }
    }
    return answers
  }

  /// The 12,580 real answers of the shared vectors.
  static func shared() throws -> [ReviewAnswer] {
    let text = String(
      decoding: try SharedData.bytes("vectors/fsrs/reviews.csv"), as: UTF8.self)
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return try text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",")
      let card = try #require(Int64(cells[0]))
      let time = String(cells[2])
      let instant =
        time.contains(".") ? try fraction.parse(time) : try Date.ISO8601FormatStyle().parse(time)
      return ReviewAnswer(
        to: Identifier(rawValue: card), at: instant, isRight: cells[1] != "1", choices: nil)
    }
  }
}
