import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport
@testable import TestKit

/// Plants wrong keys in a bank that simulated learners answer. They know the true answers, each as
/// many as the learner's strength and the question's difficulty allow, guess the others, and do not
/// learn from the keys.
@Suite struct PlantedKeysTests {
  private struct Planted {
    var found = 0
    var others = 0
  }

  @Test(arguments: Thoroughness.share(of: 1...20))
  func `of 20 wrong keys 18 are found, and few other questions are named`(seed: Int) {
    let whole = planted(seed: UInt64(seed), questionsInQuiz: 500)
    #expect(whole.found >= 18 && whole.others <= 5, "\(whole)")
    guard Thoroughness.isWhole else { return }
    let parts = planted(seed: UInt64(seed), questionsInQuiz: 50)
    #expect(parts.found >= 18 && parts.others <= 5, "\(parts)")
  }

  private func planted(seed: UInt64, questionsInQuiz: Int) -> Planted {
    var random = SplitMix64(seed: seed)
    let questions = 500
    let truths = (0..<questions).map { _ in Int.random(in: 0..<4, using: &random) }
    let difficulties = (0..<questions).map { _ in Double.random(in: -1.5...1.5, using: &random) }
    let wrong = Set((0..<questions).shuffled(using: &random).prefix(20))
    let contents = truths.enumerated().map { index, truth in
      let key = wrong.contains(index) ? (truth + Int.random(in: 1...3, using: &random)) % 4 : truth
      return QuestionContent(
        text: "Question \(index)", choices: ["a", "b", "c", "d"].map { Choice($0) },
        solution: .single(key))
    }
    var quizzes: [[GivenAnswers.Choice]] = []
    for _ in 0..<30 {
      let strength = Double.random(in: -1...2.5, using: &random)
      let answers = (0..<questions).shuffled(using: &random).map { index in
        let chance = 1 / (1 + exp(difficulties[index] - strength))
        let knows = Double.random(in: 0..<1, using: &random) < chance
        let choice = knows ? truths[index] : Int.random(in: 0..<4, using: &random)
        return GivenAnswers.Choice(question: index, choice: choice)
      }
      quizzes += stride(from: 0, to: questions, by: questionsInQuiz).map {
        Array(answers[$0..<min($0 + questionsInQuiz, questions)])
      }
    }
    let doubts = KeyDoubts(contents, GivenAnswers(quizzes, to: contents)).doubts
    return doubts.reduce(into: Planted()) { planted, doubt in
      if wrong.contains(doubt.question), doubt.choice == truths[doubt.question] {
        planted.found += 1
      } else {
        planted.others += 1
      }
    }
  }
}
