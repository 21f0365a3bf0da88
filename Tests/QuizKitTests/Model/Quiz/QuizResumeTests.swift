import Signals
import Testing

@testable import QuizKit

/// Tests a program that is killed in the middle of a quiz. A second world opens the store although
/// the first one has not ended.
@Suite struct QuizResumeTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("First?"), .sample("Second?"), .sample("Third?")])
  }

  private func resumed() throws -> QuizSession {
    let later = TestWorld(store: test.store)
    return try later.begun { try later.quizzes.resume(number: nil) }
  }

  @Test func `a killed quiz has the time of its last answer`() throws {
    let quiz = try test.start(QuizOptions(time: .seconds(60), perQuestion: .seconds(30)))
    test.scheduler.advance(by: .milliseconds(20_500))
    try quiz.select(0)
    test.scheduler.advance(by: .seconds(9))
    let second = try resumed()
    #expect(second.position == 1)
    #expect(second.secondsLeft == 40)
    #expect(second.elapsed == .milliseconds(20_500))
    #expect(second.questionSecondsLeft == 30)
  }

  @Test func `a killed quiz has the time of its last pause`() throws {
    let quiz = try test.start(QuizOptions(time: .seconds(60)))
    test.scheduler.advance(by: .seconds(12))
    try quiz.pause()
    #expect(try resumed().secondsLeft == 48)
  }

  @Test func `while time passes nothing is saved`() throws {
    let quiz = try test.start(QuizOptions(time: .seconds(600), perQuestion: .seconds(300)))
    try quiz.select(0)
    var saves = 0
    let observation = test.store.saves.observe { _ in saves += 1 }
    test.scheduler.advance(by: .seconds(60))
    observation.dispose()
    #expect(saves == 0)
  }

  @Test func `a question that was opened from the list of answers leads back to it`() throws {
    let quiz = try test.start()
    try quiz.finish()
    try quiz.go(to: 1)
    let second = try resumed()
    #expect(second.isRevising)
    try second.select(2)
    #expect(second.phase == .confirming)
  }

  @Test func `what practice has shown stays shown, and cannot be answered again`() throws {
    let quiz = try test.start(QuizOptions(mode: .practice))
    try quiz.select(1)
    let second = try resumed()
    #expect(second.current.isRevealed)
    #expect(throws: QuizRefusal.alreadyRevealed) { try second.select(0) }
  }

  @Test func `a practice question whose time ran out stays shown`() throws {
    let quiz = try test.start(QuizOptions(perQuestion: .seconds(5), mode: .practice))
    test.scheduler.advance(by: .seconds(5))
    #expect(quiz.current.isRevealed)
    #expect(try resumed().current.isRevealed)
  }

  @Test func `a pause ends with the program, and its time does not count`() throws {
    let quiz = try test.start(QuizOptions(time: .seconds(60)))
    test.scheduler.advance(by: .seconds(5))
    try quiz.pause()
    test.scheduler.advance(by: .seconds(600))
    let second = try resumed()
    #expect(!second.isPaused)
    #expect(second.secondsLeft == 55)
  }

  @Test func `the order of shuffled questions and choices stays`() throws {
    let quiz = try test.start(QuizOptions(order: .random))
    let second = try resumed()
    #expect(second.items.map(\.question.id) == quiz.items.map(\.question.id))
    #expect(second.items.map(\.order) == quiz.items.map(\.order))
  }

  @Test func `answers of a quiz under way are no mistakes yet`() throws {
    let quiz = try test.start()
    try quiz.select(3)
    quiz.leave()
    #expect(throws: BankError.noMistakes) { try test.quizzes.start(QuizOptions(mistakes: true)) }
  }
}
