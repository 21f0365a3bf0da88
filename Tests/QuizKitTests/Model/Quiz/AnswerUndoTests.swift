import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct AnswerUndoTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("A"), .sample("B"), .sample("C")])
  }

  private func answers() throws -> [Int?] {
    try test.world.store.fetch(FetchDescriptor<Answer>()).map(\.response?.choice)
  }

  @Test func `the last answer is taken back and given again, in the bank too`() throws {
    let session = try test.start()
    try session.select(2)
    try session.select(1)
    try session.undoAnswer()
    #expect(session.position == 1)
    #expect(session.items.map(\.response?.choice) == [2, nil, nil])
    #expect(try answers() == [2, nil])
    try session.redoAnswer()
    #expect(session.position == 2)
    #expect(session.items.map(\.response?.choice) == [2, 1, nil])
    #expect(try answers() == [2, 1])
  }

  @Test func `a changed answer is answered as before`() throws {
    let session = try test.start()
    for _ in 0..<3 { try session.select(0) }
    try session.go(to: 1)
    try session.select(3)
    #expect(session.phase == .confirming)
    try session.undoAnswer()
    #expect(session.phase == .asking && session.position == 1 && session.isRevising)
    #expect(session.items.map(\.response?.choice) == [0, 0, 0])
    try session.redoAnswer()
    #expect(session.phase == .confirming)
    #expect(session.items.map(\.response?.choice) == [0, 3, 0])
  }

  @Test func `from the list of answers the question is shown again, and its answer leads back`()
    throws
  {
    let session = try test.start()
    for _ in 0..<3 { try session.select(0) }
    try session.undoAnswer()
    #expect(session.phase == .asking && session.position == 2)
    try session.select(1)
    #expect(session.phase == .confirming)
  }

  @Test func `without an answer there is nothing to take back or to give again`() throws {
    let session = try test.start()
    #expect(throws: UndoRefusal.nothingToUndo) { try session.undoAnswer() }
    #expect(throws: UndoRefusal.nothingToRedo) { try session.redoAnswer() }
    try session.select(0)
    session.restart()
    #expect(throws: UndoRefusal.nothingToUndo) { try session.undoAnswer() }
  }

  @Test func `a new answer forgets what could be given again`() throws {
    let session = try test.start()
    try session.select(0)
    try session.undoAnswer()
    try session.select(1)
    #expect(throws: UndoRefusal.nothingToRedo) { try session.redoAnswer() }
  }

  @Test func `in practice what was shown to be right is not taken back`() throws {
    let session = try test.start(QuizOptions(mode: .practice))
    try session.select(1)
    #expect(throws: QuizRefusal.alreadyRevealed) { try session.undoAnswer() }
  }

  @Test func `after the time nothing is taken back, and in a pause neither`() throws {
    let session = try test.start(QuizOptions(time: .seconds(10)))
    try session.select(0)
    try session.pause()
    #expect(throws: QuizRefusal.paused) { try session.undoAnswer() }
    try session.resume()
    try session.undoAnswer()
    test.scheduler.advance(by: .seconds(10))
    #expect(throws: QuizRefusal.timeIsUp) { try session.redoAnswer() }
    let other = try test.start(QuizOptions(time: .seconds(10)))
    try other.select(0)
    test.scheduler.advance(by: .seconds(10))
    #expect(throws: QuizRefusal.timeIsUp) { try other.undoAnswer() }
  }
}
