import Foundation
import Signals
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests the records of a running quiz while others write to the same records, such as a
/// synchronization that merges changes of another device.
@Suite struct AttemptRecorderTests {
  private let test = TestWorld()
  /// The unit of work of another part of the program.
  private let other: StoreContext

  init() throws {
    other = StoreContext(test.store)
    try test.add([.sample("A"), .sample("B"), .sample("C")])
  }

  private func attempts() throws -> [Attempt] { try other.fetch(FetchDescriptor<Attempt>()) }

  private func answers() throws -> [Answer] { try other.fetch(FetchDescriptor<Answer>()) }

  private func deleteQuiz() throws {
    try other.delete(Attempt.self, where: nil)
    try other.save()
  }

  /// The codes of the errors while `work` runs.
  private func failures(_ work: () throws -> Void) throws -> [String] {
    var codes: [String] = []
    let handle = test.quizzes.failures.observe { codes.append($0.code) }
    defer { handle.dispose() }
    try work()
    return codes
  }

  @Test func `an answer that came from another device is changed and not doubled`() throws {
    let quiz = try test.start()
    try quiz.select(1)
    let answer = try #require(try answers().first)
    quiz.restart()
    other.insert(answer)
    try other.save()
    try quiz.judge(.sure)
    #expect(try answers().map(\.position) == [0])
    #expect(try answers().first?.certainty == .sure)
    #expect(try answers().first?.response == nil)
  }

  /// A world over a journal on a disk that the test can make fail.
  private func worldOnDisk() throws -> (TestWorld, SimulatedDisk) {
    let disk = SimulatedDisk()
    let store = try JournalStore(
      path: "/bank", schema: QuestionBank.schema, environment: StoreEnvironment(fileSystem: disk))
    let test = TestWorld(store: store)
    try test.add([.sample("A"), .sample("B"), .sample("C")])
    return (test, disk)
  }

  @Test func `an answer that could not be written is written with the next one`() throws {
    let (test, disk) = try worldOnDisk()
    let quiz = try test.start()
    try quiz.select(1)
    try quiz.back()
    disk.faults = [.init(operation: .read, code: EIO)]
    try quiz.select(2)
    disk.faults = []
    try quiz.select(3)
    let answers = try StoreContext(test.store).fetch(FetchDescriptor<Answer>())
    #expect(answers.map(\.response) == [.choice(2), .choice(3)])
  }

  @Test func `what could not be written of a quiz that is gone is not in the way of the next quiz`()
    throws
  {
    let (test, disk) = try worldOnDisk()
    let quiz = try test.start()
    disk.faults = [.init(operation: .write, code: EIO)]
    try quiz.select(1)
    disk.faults = []
    let other = StoreContext(test.store)
    try other.delete(Attempt.self, where: nil)
    try other.save()
    _ = try test.start()
    #expect(try other.count(FetchDescriptor<Attempt>()) == 1)
  }

  @Test func `a quiz that could not be started is not there later`() throws {
    let (test, disk) = try worldOnDisk()
    disk.faults = [.init(operation: .write, code: EIO)]
    #expect(throws: SaveFailure.self) { try test.start() }
    disk.faults = []
    _ = try test.start()
    #expect(try StoreContext(test.store).count(FetchDescriptor<Attempt>()) == 1)
  }

  @Test func `a quiz that another device has deleted comes back with the next answer`() throws {
    let quiz = try test.start()
    try quiz.select(1)
    let before = try #require(try attempts().first)
    try deleteQuiz()
    #expect(try failures { try quiz.select(2) } == [])
    #expect(try attempts() == [before])
    #expect(try answers().map(\.response) == [.choice(1), .choice(2)])
    #expect(try test.begun { try test.quizzes.resume(number: nil) }.position == 2)
  }

  @Test func `an undo of the deletion brings nothing a second time`() throws {
    let quiz = try test.start()
    try quiz.select(1)
    try deleteQuiz()
    try quiz.select(2)
    try other.undo()
    #expect(try attempts().count == 1)
    #expect(try answers().count == 2)
    #expect(try other.count(FetchDescriptor<AttemptProgress>()) == 1)
  }

  @Test func `a quiz that another device has deleted can be finished`() throws {
    let quiz = try test.start()
    try quiz.select(0)
    try deleteQuiz()
    #expect(try failures { quiz.showResult() } == [])
    #expect(try attempts().map(\.outcome?.score) == [1])
    #expect(try answers().count == 3)
    #expect(try other.count(FetchDescriptor<AttemptProgress>()) == 0)
  }

  @Test func `a deleted quiz stays deleted when the player only leaves it`() throws {
    let quiz = try test.start(QuizOptions(time: .seconds(60)))
    try quiz.select(1)
    try deleteQuiz()
    let codes = try failures {
      test.scheduler.advance(by: .seconds(30))
      quiz.leave()
    }
    #expect(codes == [])
    #expect(try attempts() == [])
    // The next quiz starts as if nothing had happened.
    try test.start().select(2)
    #expect(try attempts().count == 1)
    #expect(try answers().map(\.response) == [.choice(2)])
  }

  @Test func `a quiz that came back without its place gets it again`() throws {
    let quiz = try test.start()
    try quiz.select(1)
    try other.delete(AttemptProgress.self, where: nil)
    try other.save()
    #expect(try failures { try quiz.select(2) } == [])
    #expect(try test.quizzes.waiting().count == 1)
  }

  @Test func `a quiz that was finished elsewhere is not changed, and that is said`() throws {
    let quiz = try test.start()
    try quiz.select(1)
    var finished = try #require(try attempts().first)
    finished.outcome = Attempt.Outcome(
      finishedAt: test.world.now(), score: 0, milliseconds: 1, timedOut: false)
    try other.update(finished)
    try other.delete(AttemptProgress.self, where: nil)
    try other.save()
    #expect(try failures { try quiz.select(2) } == ["already-finished"])
    #expect(try attempts() == [finished])
    #expect(try answers().count == 1)
  }

  @Test func `a backup that brings the deleted quiz does not make two of it`() throws {
    let quiz = try test.start()
    try quiz.select(1)
    try test.exporter.run(ExportOptions(file: "bank.json", isBackup: true))
    try deleteQuiz()
    try test.restore(test.files.texts["bank.json"] ?? "")
    try quiz.select(2)
    #expect(try attempts().count == 1)
    #expect(try answers().map(\.response) == [.choice(1), .choice(2)])
    #expect(try test.quizzes.waiting().count == 1)
  }

  @Test func `an answer belongs to the question that a backup has brought back`() throws {
    let quiz = try test.start()
    try test.exporter.run(ExportOptions(file: "bank.json", isBackup: true))
    let old = quiz.current.question.id
    try other.delete(old)
    try other.save()
    try test.restore(test.files.texts["bank.json"] ?? "")
    try quiz.select(0)
    let items = try #require(try attempts().first).items
    #expect(items[0].questionID != old)
    #expect(try answers().map(\.questionID) == [items[0].questionID])
  }
}
