import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct FitViewTests {
  @Test func `a log loss has one digit before the point and four after it`() throws {
    // There are only first answers, so nothing was predicted, and both losses are zero.
    let answers = (1...400).map {
      ReviewAnswer(
        to: Identifier(rawValue: $0), at: Date(timeIntervalSince1970: 0), isRight: true,
        choices: nil)
    }
    let outcome = FitOutcome.fitted(try ParameterFit(to: answers), answers: 400)
    #expect(
      outcome.sentence(Strings(language: .english)).contains("(log loss 0.0000, before 0.0000)"))
    #expect(outcome.sentence(Strings(language: .japanese)).contains("（対数損失 0.0000、元は 0.0000）"))
  }
}
