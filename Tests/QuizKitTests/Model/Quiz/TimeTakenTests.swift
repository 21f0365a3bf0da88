import Foundation
import Signals
import Testing

@testable import QuizKit
@testable import QuizStore

/// Tests that the time taken for each answer is kept.
@Suite struct TimeTakenTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("A"), .sample("B")])
  }

  private func wait(_ seconds: Int) { test.scheduler.advance(by: .seconds(seconds)) }

  private func times() throws -> [Int?] {
    try test.world.store.fetch(FetchDescriptor<Answer>()).map(\.milliseconds)
  }

  @Test func `it is the time that the question was on the screen`() throws {
    let session = try test.start()
    wait(3)
    try session.select(0)
    wait(4)
    try session.select(1)
    #expect(try times() == [3000, 4000])
  }

  @Test func `a pause does not count, and a second look does`() throws {
    let session = try test.start()
    wait(2)
    try session.pause()
    wait(100)
    try session.resume()
    wait(1)
    try session.skip()
    wait(7)
    try session.back()
    wait(2)
    try session.select(0)
    #expect(try times() == [5000])
  }

  @Test func `an answer that is changed took longer, and one taken back no time`() throws {
    let session = try test.start()
    wait(2)
    try session.select(0)
    try session.undoAnswer()
    #expect(try times() == [nil])
    wait(3)
    try session.redoAnswer()
    #expect(try times() == [5000])
  }

  @Test func `a question without an answer has no time`() throws {
    let session = try test.start()
    wait(2)
    session.showResult()
    #expect(try times() == [nil, nil])
  }

  @Test func `a quiz that is resumed goes on with the time of its answers`() throws {
    let session = try test.start()
    wait(2)
    try session.select(0)
    session.leave()
    let resumed = try test.begun { try test.quizzes.resume(number: nil) }
    try resumed.back()
    wait(3)
    try resumed.select(1)
    #expect(try times() == [5000])
  }

  @Test func `a backup keeps the times`() throws {
    let session = try test.start()
    wait(3)
    try session.select(0)
    session.showResult()
    try test.exporter.run(ExportOptions(file: "bank.json", isBackup: true))
    let other = TestWorld(files: test.files.texts)
    try other.importer.run(ImportOptions(files: ["bank.json"]))
    let answers = try other.world.store.fetch(FetchDescriptor<Answer>())
    #expect(answers.map(\.milliseconds) == [3000, nil])
    #expect(
      answers.map(\.changedAt)
        == (try test.world.store.fetch(FetchDescriptor<Answer>()).map(\.changedAt)))
  }
}
