import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests a quiz of some of the matching questions, and the quizzes that follow it.
@Suite struct QuizPartTests {
  private let test = TestWorld()

  init() throws {
    try test.add((1...25).map { .sample("\($0)") })
  }

  private func more(after session: QuizSession) throws -> QuizSession {
    try test.begun { try test.quizzes.continueAfter(session) }
  }

  private func texts(_ session: QuizSession) -> [String] {
    session.items.map(\.question.content.text)
  }

  private func names(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map(String.init)
  }

  @Test func `what comes next are the questions after those of the quiz`() throws {
    let first = try test.start(QuizOptions(count: 10))
    #expect(first.setup.part == QuizPart(first: 1, last: 10, total: 25))
    let second = try more(after: first)
    #expect(texts(second) == names(11...20))
    let third = try more(after: second)
    #expect(texts(third) == names(21...25))
    #expect(third.setup.part == QuizPart(first: 21, last: 25, total: 25))
    #expect(third.setup.more == 0)
    #expect(throws: QuizRefusal.nothingMore) { try more(after: third) }
  }

  @Test func `a quiz of all questions is no part`() throws {
    let quiz = try test.start(QuizOptions())
    #expect(quiz.items.count == 25)
    #expect(quiz.setup.part == nil)
    #expect(quiz.setup.more == 0)
  }

  @Test func `shuffled quizzes together ask each question once`() throws {
    let first = try test.start(QuizOptions(count: 20, order: .random))
    let second = try more(after: first)
    #expect(Set(texts(first) + texts(second)).count == 25)
    #expect(second.items.count == 5)
  }

  @Test func `a retry of what was wrong still leads to the next questions`() throws {
    let first = try test.start(QuizOptions(time: .seconds(60), count: 10))
    try first.select(3)
    first.showResult()
    let retry = try test.begun { try test.quizzes.replay(first, onlyMistakes: true) }
    #expect(retry.setup.part == nil)
    let second = try more(after: retry)
    #expect(texts(second).first == "11")
    #expect(second.setup.time == .seconds(60))
  }

  @Test func `a question that was deleted meanwhile is left out of the next ones`() throws {
    let first = try test.start(QuizOptions(count: 20))
    let ids = try test.world.store.identifiers(FetchDescriptor<Question>())
    try test.world.store.delete(ids[20])
    try test.world.store.save()
    #expect(texts(try more(after: first)) == ["22", "23", "24", "25"])
  }
}
