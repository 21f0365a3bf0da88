import Foundation
import QuizExchange
import QuizStore
import Testing

@testable import QuizKit

@Suite struct FSRSTests {
  private let formulas = FSRS()

  /// The states after answers that are this number of days apart.
  private func states(_ answers: [(days: Int, isRight: Bool)]) -> [MemoryState] {
    var states: [MemoryState] = []
    for answer in answers {
      guard let state = states.last else {
        states.append(formulas.first(isRight: answer.isRight))
        continue
      }
      let recall = formulas.recall(after: answer.days, stability: state.stability)
      states.append(
        formulas.next(state, isRight: answer.isRight, days: answer.days, recall: recall))
    }
    return states
  }

  private func isClose(_ value: Double, _ expected: Double, within tolerance: Double = 1e-9) -> Bool
  {
    abs(value - expected) <= tolerance
  }

  @Test func `the first answer sets the state that is published`() {
    let (wrong, right) = (formulas.first(isRight: false), formulas.first(isRight: true))
    #expect(wrong == MemoryState(stability: 0.212, difficulty: 6.4133))
    #expect(right.stability == 2.3065)
    #expect(isClose(right.difficulty, 2.11810397, within: 1e-8))
  }

  @Test func `the first grade sets the state that is published`() {
    let states = RecallGrade.allCases.map(formulas.first)
    #expect(states.map(\.stability) == [0.212, 1.2931, 2.3065, 8.2956])
    for (state, difficulty) in zip(states, [6.4133, 5.11217071, 2.11810397, 1]) {
      #expect(isClose(state.difficulty, difficulty, within: 1e-8))
    }
  }

  @Test func `a better grade leaves more stability and less difficulty`() {
    let state = MemoryState(stability: 5, difficulty: 5)
    for days in [0, 4] {
      let recall = formulas.recall(after: days, stability: state.stability)
      let states = RecallGrade.allCases.map {
        formulas.next(state, $0, days: days, recall: recall)
      }
      for (worse, better) in zip(states, states.dropFirst()) {
        #expect(worse.stability <= better.stability)
        #expect(worse.difficulty > better.difficulty)
      }
    }
  }

  @Test func `right is good and wrong is again, to the last bit`() {
    let state = MemoryState(stability: 5, difficulty: 5)
    for guessing in [Guessing(choices: nil), Guessing(choices: 4)] {
      for (isRight, grade) in [(true, RecallGrade.good), (false, .again)] {
        #expect(formulas.first(isRight: isRight, guessing) == formulas.first(grade, guessing))
        #expect(
          formulas.next(state, isRight: isRight, days: 4, recall: 0.9, guessing)
            == formulas.next(state, grade, days: 4, recall: 0.9, guessing))
      }
    }
  }

  @Test func `a graded answer counts with its grade in the replay`() throws {
    func state(_ last: RecallGrade) throws -> MemoryState {
      let answers = [(0, RecallGrade.good), (3, last)].map { day, grade in
        ReviewAnswer(
          to: Identifier(rawValue: 1), at: Date(timeIntervalSince1970: Double(day * 86_400)),
          grade: grade, choices: nil)
      }
      let state = try #require(formulas.state(after: answers))
      #expect(RecallModel(of: answers).cards.map(\.state) == [state])
      return state
    }
    let stabilities = try RecallGrade.allCases.map { try state($0).stability }
    #expect(stabilities == stabilities.sorted())
    #expect(Set(stabilities).count == 4)
  }

  @Test func `the intervals of a stability of one day are those that are published`() {
    let days = (2...9).map { formulas.interval(for: Double($0) / 10, stability: 1) }
    #expect(days == [34793, 2508, 387, 90, 27, 9, 3, 1])
    #expect(formulas.interval(for: 1, stability: 1) == 1)
    #expect(formulas.interval(for: 0.1, stability: 1) == FSRS.longestInterval)
  }

  @Test func `a mistake and five right answers lead to the state that is published`() throws {
    let answers = zip([0, 0, 1, 3, 8, 21], [false, true, true, true, true, true])
    let last = try #require(states(answers.map { (days: $0, isRight: $1) }).last)
    #expect(isClose(last.stability, 53.62691, within: 1e-5))
    #expect(isClose(last.difficulty, 6.3574867, within: 1e-6))
  }

  @Test func `mistakes after some days and on the same day leave the states of the reference`() {
    let lapses = states([(0, true), (8, false), (4, false), (1, false), (2, false)])
    let stabilities = [
      2.3065, 0.7328723352021854, 0.3070623046871882, 0.1309843529621379, 0.07527457565955652,
    ]
    let difficulties = [
      2.118103970459016, 7.394502741279718, 9.128819137736839, 9.698877143900798, 9.886251334132451,
    ]
    for (state, (stability, difficulty)) in zip(lapses, zip(stabilities, difficulties)) {
      #expect(isClose(state.stability, stability))
      #expect(isClose(state.difficulty, difficulty))
    }
    let sameDay = states([(0, false), (0, false), (1, true), (1, false)])
    let expected = [0.212, 0.08335671711031604, 0.6139445736022262, 0.2181334066341165]
    for (state, stability) in zip(sameDay, expected) {
      #expect(isClose(state.stability, stability))
    }
  }

  @Test func `a mistake leaves less than there was, however late it came`() {
    // After ten years the formula alone would increase the stability.
    let state = MemoryState(stability: 0.01, difficulty: 1)
    let recall = formulas.recall(after: 3650, stability: state.stability)
    let lapsed = formulas.next(state, isRight: false, days: 3650, recall: recall)
    #expect(isClose(lapsed.stability, 0.01 / exp(0.5425 * 0.0912), within: 1e-12))
  }

  @Test func `recall is certain on the day itself and 90 percent after the stability`() {
    #expect(formulas.recall(after: 0, stability: 3) == 1)
    #expect(isClose(formulas.recall(after: 3, stability: 3), 0.9, within: 1e-12))
    #expect(isClose(formulas.recall(after: 4, stability: 2.3065), 0.8579857892330743))
  }

  @Test func `a state needs the raw answers and nothing else, in any order`() throws {
    let days = [0, 8, 12, 13]
    let answers = zip(days, [true, false, false, false])
      .map { ReviewAnswer.sample(question: 1, day: $0, isRight: $1) }
    let state = try #require(formulas.state(after: answers.reversed()))
    #expect(isClose(state.stability, 0.1309843529621379))
    #expect(formulas.state(after: []) == nil)
  }

  @Test func `days are whole days of 24 hours, to the millisecond`() {
    let day: Int64 = 86_400_000
    #expect(ReviewAnswer.days(from: 1, to: 3 * day) == 2)
    #expect(ReviewAnswer.days(from: 1, to: 3 * day + 1) == 3)
    #expect(ReviewAnswer.days(from: 3 * day, to: 1) == 0)
  }

  @Test func `parameters stay within their limits`() {
    let values = Array(repeating: 1e9, count: FSRSParameters.count)
    let parameters = FSRSParameters(limiting: values)
    #expect(parameters.values == FSRSParameters.limits.map(\.upperBound))
    #expect(FSRSParameters(limiting: FSRSParameters.standard.values) == .standard)
  }
}
