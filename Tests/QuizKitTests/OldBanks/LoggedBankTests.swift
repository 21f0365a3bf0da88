import Foundation
import TestKit
import Testing

@testable import QuizKit
@testable import QuizStore

/// Tests a bank of version 3 of the journal: a computer called `vm` imported two questions, renamed
/// their deck, imported, deleted and emptied a big one, after which the file was compacted, and then
/// deleted a question.
@Suite struct LoggedBankTests {
  private func context() throws -> StoreContext {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Files/journal-3/bank.journal")
    let disk = SimulatedDisk()
    disk[StoreKind.journal.path] = Array(try Data(contentsOf: file))
    return StoreContext(try StoreKind.journal.open(on: disk, schema: QuestionBank.schema))
  }

  private func names(_ context: StoreContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Deck>()).map(\.name)
  }

  @Test func `its log is complete since its first change`() throws {
    let changes = try context().history.changes(after: 0)
    #expect(
      changes.map(\.mark.name) == [
        "import", "renaming", "import", "deletion", "empty", "deletion",
      ])
    #expect(changes.map(\.isReversible) == [true, true, false, false, false, true])
    #expect(changes.allSatisfy { $0.author == "vm" })
    #expect(changes[3].counts["question"]?.deleted == 250)
    #expect(
      try context().history.beginning() == .since(Date(timeIntervalSince1970: 1_795_856_400)))
  }

  @Test func `what can be taken back is taken back`() throws {
    let context = try context()
    let changes = try context.history.changes(after: 0)
    try context.revert(changes[5])
    #expect(
      try context.fetch(FetchDescriptor<Question>()).map(\.content.text) == [
        "Which planet is the largest?", "Which metal is liquid at room temperature?",
      ])
    #expect(try names(context) == ["Planets"])
    try context.revert(changes[1])
    #expect(try names(context) == ["small"])
    try context.revert(changes[0])
    #expect(try names(context).isEmpty && context.count(FetchDescriptor<Question>()) == 0)
  }

  @Test func `a change is not taken back before a later change of the same record`() throws {
    let context = try context()
    let error = #expect(throws: StoreError.self) {
      try context.revert(context.history.changes(after: 0)[0])
    }
    #expect(error?.code == "conflict")
    #expect(try names(context) == ["Planets"])
  }
}
