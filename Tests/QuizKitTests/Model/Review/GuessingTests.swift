import Foundation
import Testing

@testable import QuizKit

@Suite struct GuessingTests {
  private let formulas = FSRS()
  private let four = Guessing(choices: 4)
  private let state = MemoryState(stability: 5, difficulty: 4)

  private func next(_ isRight: Bool, _ guessing: Guessing, recall: Double = 0.8) -> MemoryState {
    formulas.next(state, isRight: isRight, days: 9, recall: recall, guessing)
  }

  @Test func `a right answer may be known or guessed`() {
    #expect(four.chanceOfRight(recall: 0.6) == 0.7)
    #expect(abs(four.chanceOfKnown(recall: 0.6) - 6 / 7) < 1e-12)
  }

  @Test func `what nobody can guess was known`() {
    let typed = Guessing(choices: nil)
    #expect(typed.chanceOfKnown(recall: 0.01) == 1)
    #expect(
      next(true, typed) == formulas.next(state, isRight: true, days: 9, recall: 0.8))
  }

  @Test func `a wrong answer was not guessed`() {
    #expect(next(false, four) == formulas.next(state, isRight: false, days: 9, recall: 0.8))
  }

  @Test func `the state after a right answer is the weighted mean of known and not known`() {
    let known = 0.8 / 0.85
    let (right, wrong) = (next(true, Guessing(choices: nil)), next(false, four))
    let mixed = next(true, four)
    let logarithm = known * log(right.stability) + (1 - known) * log(wrong.stability)
    #expect(abs(log(mixed.stability) - logarithm) < 1e-12)
    let difficulty = known * right.difficulty + (1 - known) * wrong.difficulty
    #expect(abs(mixed.difficulty - difficulty) < 1e-12)
  }

  @Test func `the first answer counts as if one half were known before`() {
    let first = formulas.first(isRight: true, Guessing(choices: 2))
    let logarithm = 2.0 / 3 * log(2.3065) + 1.0 / 3 * log(0.212)
    #expect(abs(log(first.stability) - logarithm) < 1e-12)
  }

  @Test func `the fewer choices, the less a right answer says`() {
    let stabilities = [2, 3, 4, 26].map { next(true, Guessing(choices: $0)).stability }
    #expect(stabilities == stabilities.sorted())
    #expect(stabilities.last.map { $0 < next(true, Guessing(choices: nil)).stability } == true)
  }

  @Test func `on the same day a right answer was known`() {
    let guessed = formulas.next(state, isRight: true, days: 0, recall: 1, four)
    #expect(guessed == formulas.next(state, isRight: true, days: 0, recall: 1))
  }
}
