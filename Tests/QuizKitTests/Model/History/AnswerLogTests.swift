import Foundation
import Testing

@testable import QuizKit
@testable import QuizStore

@Suite struct AnswerLogTests {
  private let test = TestWorld()
  private let log: AnswerLog

  init() throws {
    try test.add([.sample("A"), .sample("B"), .sample("C")])
    log = AnswerLog(store: test.world.store, world: test.world)
  }

  /// The entries of a log that reads everything now.
  private func fresh() throws -> [AnswerLog.Entry] {
    try AnswerLog(store: test.world.store, world: test.world).entries()
  }

  @Test func `what is played, changed and deleted is in the log as it is in the store`() throws {
    #expect(try log.entries().isEmpty)
    let session = try test.start(QuizOptions())
    try session.select(0)
    #expect(try log.entries().map(\.isAnswered) == [true])
    session.showResult()
    #expect(try log.entries().count == 3)
    #expect(try log.entries() == fresh())
    #expect(try log.entries().count(where: \.isAnswered) == 1)
    let history = test.history
    try history.delete([try history.identifiers()[0]])
    #expect(try log.entries().isEmpty)
  }

  @Test func `a record says among how many answers one could guess`() throws {
    try test.start(QuizOptions()).select(1)
    var answer = try #require(try test.world.store.fetch(FetchDescriptor<Answer>()).first)
    answer.guesses = 6
    let entry = try JSONDecoder().decode(
      AnswerLog.Entry.self, from: try JSONEncoder().encode(answer))
    #expect(entry == AnswerLog.Entry(answer))
    #expect(entry.guesses == 6)
  }

  @Test func `an answer that is given anew replaces the one before`() throws {
    let session = try test.start(QuizOptions())
    try session.select(1)
    _ = try log.entries()
    try session.back()
    try session.select(0)
    #expect(try log.entries() == fresh())
    #expect(try log.entries().map(\.isCorrect) == [true])
  }

  @Test func `after news that do not say what has changed everything is read again`() throws {
    let session = try test.start(QuizOptions())
    try session.select(0)
    _ = try log.entries()
    test.world.store.store.announcements.emit(.unknown(sequence: 99, in: QuestionBank.schema))
    #expect(try log.entries() == fresh())
    #expect(try log.entries().count == 1)
  }

  @Test func `tens of thousands of answers are all there`() throws {
    let store = test.world.store
    let question = try #require(try store.fetch(FetchDescriptor<Question>()).first)
    let attempt = store.insert(
      Attempt(QuizSetup(title: "", items: []), startedAt: test.world.now()))
    store.insert(
      contentsOf: (0..<40_000).map { position in
        Answer(
          attempt, QuizItem(question: question), position: position,
          changedAt: Date(timeIntervalSince1970: 0))
      })
    try store.save()
    #expect(try log.entries().count == 40_000)
  }
}
