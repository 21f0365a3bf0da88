import Signals
import Testing

@testable import QuizKit
@testable import QuizStore

/// Tests an attempt of the history that is open, with its answers.
@Suite struct OpenAttemptTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("First?"), .sample("Second?", correct: 1)], deck: "A")
  }

  private func play(_ choices: Int...) throws {
    let session = try test.start()
    for choice in choices { try session.select(choice) }
    session.showResult()
  }

  /// Opens the newest attempt.
  private func opened() throws -> OpenAttempt {
    let id = try #require(try test.history.identifiers().first)
    let attempt = try #require(try test.history.attempt(id))
    return try OpenAttempt(
      attempt, number: 1, in: test.history, pictures: test.pictures, world: test.world)
  }

  @Test func `an open attempt has what was answered and what was right`() throws {
    try play(0, 0)
    let items = try opened().items
    #expect(items.map(\.number) == [1, 2])
    #expect(items.map(\.question) == ["First?", "Second?"])
    #expect(items.map(\.answer) == ["one", "one"])
    #expect(items.map(\.correct) == [true, false])
    #expect(items.map(\.correctAnswer) == ["one", "two"])
    #expect(items.map(\.commentary) == [nil, "because two"])
  }

  @Test func `an attempt that time ended has its limits and its unanswered questions`() throws {
    let session = try test.start(QuizOptions(time: .seconds(5)))
    try session.select(0)
    test.scheduler.advance(by: .seconds(5))
    session.showResult()
    let open = try opened()
    #expect(open.attempt.timedOut)
    #expect(open.timeLimit == 5)
    #expect(open.items.map(\.hasAnswer) == [true, false])
  }

  @Test func `an attempt under way does not tell what is right`() throws {
    let session = try test.start(QuizOptions())
    try session.select(0)
    let open = try opened()
    #expect(!open.attempt.finished)
    #expect(open.attempt.score == nil)
    #expect(open.items.map(\.correctAnswer) == [nil, nil])
    session.leave()
  }

  @Test func `a question that was deleted since leaves its mark`() throws {
    try play(0, 0)
    let question = try #require(test.world.store.fetch(FetchDescriptor<Question>()).first)
    try test.world.store.delete(question.id)
    try test.world.store.save()
    let items = try opened().items
    #expect(items.map(\.question) == [nil, "Second?"])
    #expect(items.map(\.deleted) == [true, false])
    #expect(items.map(\.correct) == [true, false])
  }

  @Test func `after its deck is deleted a quiz shows what was asked as long as the trash has it`()
    throws
  {
    try play(0, 0)
    try test.bank.deleteDecks(["A"])
    let items = try opened().items
    #expect(items.map(\.question) == ["First?", "Second?"])
    #expect(items.map(\.deleted) == [true, true])
    #expect(items.map(\.answer) == ["one", "one"])
    #expect(items.map(\.correctAnswer) == ["one", "two"])
    #expect(items.map(\.commentary) == [nil, "because two"])
    try test.trash.empty()
    #expect(try opened().items.map(\.question) == [nil, nil])
  }

  @Test func `what is in the trash too long is not shown`() throws {
    try play(0, 0)
    let question = try #require(test.world.store.fetch(FetchDescriptor<Question>()).first)
    try test.bank.delete([question.id])
    #expect(try opened().items.map(\.question) == ["First?", "Second?"])
    test.scheduler.advance(by: .seconds(31 * 86_400))
    #expect(try opened().items.map(\.question) == [nil, "Second?"])
  }

  @Test func `a question that comes back from the trash is deleted no longer`() throws {
    try play(0, 0)
    try test.bank.deleteDecks(["A"])
    #expect(try opened().items.map(\.deleted) == [true, true])
    try test.trash.restore(test.trash.available(test.trash.liveEntries().value).map(\.id))
    #expect(try opened().items.map(\.deleted) == [false, false])
    #expect(try opened().items.map(\.question) == ["First?", "Second?"])
  }
}
