import Signals
import Testing

@testable import QuizKit
@testable import QuizSupport

/// Tests unfinished quizzes. There may be several of them.
@Suite struct WaitingQuizTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("A1"), .sample("A2"), .sample("A3")], deck: "A")
    try test.add([.sample("B1"), .sample("B2")], deck: "B")
  }

  private func leaveTwo() throws {
    let first = try test.start(QuizOptions(deck: "A", time: .seconds(60)))
    try first.select(0)
    test.scheduler.advance(by: .milliseconds(2_500))
    let second = try test.start(QuizOptions(deck: "B"))
    second.leave()
  }

  @Test func `each says its deck, its question and the time left, the newest first`() throws {
    try leaveTwo()
    let waiting = try test.quizzes.waiting()
    #expect(waiting.map(\.number) == [1, 2])
    #expect(waiting.map(\.title) == ["B", "A"])
    #expect(waiting.map(\.index) == [1, 2])
    #expect(waiting.map(\.count) == [2, 3])
    #expect(waiting.map(\.remaining) == [nil, 58])
  }

  @Test func `one of several is taken by its number`() throws {
    try leaveTwo()
    let session = try test.begun { try test.quizzes.resume(number: 2) }
    #expect(session.setup.title == "A")
    #expect(session.secondsLeft == 58)
    #expect(throws: ListRefusal.noSuchLine(number: 3, count: 2)) {
      try test.quizzes.resume(number: 3)
    }
  }

  @Test func `several are listed when none is named, and none goes on`() throws {
    try leaveTwo()
    var (listed, begun): ([WaitingQuizzes], Int) = ([], 0)
    let handles = [
      test.quizzes.choices.observe { listed.append($0) },
      test.quizzes.started.observe { _ in begun += 1 },
    ]
    try test.quizzes.resume(number: nil)
    for handle in handles { handle.dispose() }
    #expect(listed.map { $0.waiting.map(\.title) } == [["B", "A"]])
    #expect(begun == 0)
  }

  @Test func `the only one needs no number`() throws {
    try test.start(QuizOptions(deck: "A")).leave()
    #expect(try test.begun { try test.quizzes.resume(number: nil) }.setup.title == "A")
  }

  @Test func `where none waits there is nothing to resume`() {
    #expect(throws: BankError.nothingToResume) { try test.quizzes.resume(number: nil) }
    #expect(throws: BankError.nothingToResume) { try test.quizzes.resume(number: 1) }
  }

  @Test func `the quiz under way goes on where it is, without time given back`() throws {
    let quiz = try test.start(QuizOptions(deck: "A", time: .seconds(60)))
    test.scheduler.advance(by: .milliseconds(500))
    let again = try test.begun { try test.quizzes.resume(number: 1) }
    #expect(again.progress.timeLeft == quiz.progress.timeLeft)
    #expect(again.progress.timeLeft == .milliseconds(59_500))
  }

  @Test func `a quiz that cannot begin does not stop the time of the one under way`() throws {
    let session = try test.start(QuizOptions(deck: "A", time: .seconds(60)))
    #expect(throws: (any Error).self) { try test.quizzes.start(QuizOptions(deck: "C")) }
    #expect(throws: (any Error).self) { try test.quizzes.resume(number: 7) }
    test.scheduler.advance(by: .seconds(5))
    #expect(session.secondsLeft == 55)
  }
}
