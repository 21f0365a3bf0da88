import QuizKit
import QuizStore
import Signals
import TestKit
import Testing

@testable import qa_repl

/// A program that only reads a bank, beside one that writes it.
@Suite struct BankFollowerTests {
  private let disk = SimulatedDisk()
  private let changes = PublishSubject<Void>()
  private let writer: TestProgram

  init() throws {
    writer = try TestProgram(samples: false, store: try Self.store(on: disk, .writing))
    writer.run("decks", "new Physics")
  }

  private static func store(
    on disk: SimulatedDisk, _ access: StoreAccess
  ) throws -> JournalStore {
    try JournalStore(
      path: "/bank.journal", schema: QuestionBank.schema, access: access,
      environment: StoreEnvironment(fileSystem: disk))
  }

  private func reader(_ changes: Signal<Void>) throws -> TestProgram {
    let reader = try TestProgram(
      samples: false, store: try Self.store(on: disk, .reading), bankChanges: changes)
    reader.run("decks")
    return reader
  }

  private func decks(_ program: TestProgram) -> [String]? {
    program.state(DecksState.self)?.decks.map(\.name)
  }

  @Test func `what is saved is on the screen as soon as the system tells`() throws {
    let reader = try reader(changes.signal)
    let follower = BankFollower(reader.shell)
    writer.run("new Chemistry")
    #expect(decks(reader) == ["Physics"])
    changes.emit(())
    #expect(decks(reader) == ["Physics", "Chemistry"])
    #expect(reader.results.take().contains("Chemistry"))
    #expect(reader.scheduler.nextDeadline == nil, "the clock has no part in it")
    withExtendedLifetime(follower) {}
  }

  @Test func `where the system cannot tell, the bank is read each second`() throws {
    let reader = try reader(.merge([]))
    let follower = BankFollower(reader.shell)
    for (second, name) in ["Chemistry", "Biology"].enumerated() {
      writer.run("new \(name)")
      reader.scheduler.advance(to: .seconds(second + 1) - .milliseconds(1))
      #expect(decks(reader)?.contains(name) == false)
      reader.scheduler.advance(to: .seconds(second + 1))
      #expect(decks(reader)?.contains(name) == true)
    }
    withExtendedLifetime(follower) {}
  }

  @Test func `where the system cannot tell any more, the bank is read each second`() throws {
    let reader = try reader(changes.signal)
    let follower = BankFollower(reader.shell)
    changes.complete()
    writer.run("new Chemistry")
    reader.scheduler.advance(by: .seconds(1))
    #expect(decks(reader) == ["Physics", "Chemistry"])
    withExtendedLifetime(follower) {}
  }

  @Test func `what was saved before the system began to tell is on the screen`() throws {
    let reader = try reader(changes.signal)
    writer.run("new Chemistry")
    let follower = BankFollower(reader.shell)
    #expect(decks(reader) == ["Physics", "Chemistry"])
    withExtendedLifetime(follower) {}
  }

  @Test func `a bank that cannot be read is said, and read again with the next change`() throws {
    let reader = try reader(changes.signal)
    let follower = BankFollower(reader.shell)
    writer.run("new Chemistry")
    disk.faults = [SimulatedDisk.Fault(operation: .read, code: 5)]
    changes.emit(())
    #expect(reader.diagnostics.take().contains("error[store-io]"))
    disk.faults = []
    changes.emit(())
    #expect(decks(reader) == ["Physics", "Chemistry"])
    withExtendedLifetime(follower) {}
  }
}
