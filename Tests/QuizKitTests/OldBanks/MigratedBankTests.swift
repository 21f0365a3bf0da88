import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests banks of version 1 of the format, whose questions have `kind` and `correct` and whose
/// answers have `selected`.
@Suite struct MigratedBankTests {
  private func disk(_ kind: StoreKind) throws -> SimulatedDisk {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: kind == .json ? "Files/0.1.0/bank.json" : "Files/0.1.0/bank.journal")
    let disk = SimulatedDisk()
    disk[kind.path] = Array(try Data(contentsOf: file))
    return disk
  }

  private func context(
    _ kind: StoreKind, on disk: SimulatedDisk, _ access: StoreAccess = .writing
  ) throws(StoreError) -> StoreContext {
    StoreContext(try kind.open(on: disk, schema: QuestionBank.schema, access: access))
  }

  private struct Contents: Equatable {
    var questions: [Question]
    var answers: [Answer]

    init(_ context: StoreContext) throws {
      questions = try context.fetch(FetchDescriptor<Question>())
      answers = try context.fetch(FetchDescriptor<Answer>())
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `what is right and what was answered are in the new place`(_ kind: StoreKind) throws {
    let disk = try disk(kind)
    let old = try Contents(try context(kind, on: disk, .reading))
    let solutions = old.questions.map(\.content.solution)
    #expect(solutions == [0, 2, 2, 1, 1, 2].map { .single($0) })
    #expect(old.answers.contains { $0.response == .choice(2) && $0.isCorrect })
    #expect(old.answers.contains { $0.response == nil })
    let store = try context(kind, on: disk)
    try store.transaction {
      store.insert(Deck(name: "New", createdAt: Date(timeIntervalSince1970: 0)))
    }
    try store.store.close()
    let text = String(decoding: try #require(disk[kind.path]), as: UTF8.self)
    #expect(!text.contains("\"selected\"") && !text.contains("\"correct\""))
    #expect(try Contents(try context(kind, on: disk)) == old)
  }

  // A bank of version 0.1.0 has the solution at another place in the text.
  @Test func `a question of an old bank is written as a new one is`() throws {
    let disk = try Release.schema2.disk(.journal)
    let store = try context(.journal, on: disk)
    try store.transaction {
      store.insert(Deck(name: "New", createdAt: Date(timeIntervalSince1970: 0)))
    }
    try store.store.close()
    // The versions from before the migration are only available until the store is closed.
    let again = try context(.journal, on: disk).store
    for question in try again.fetch(FetchDescriptor<Question>()) {
      #expect(try again.version(of: question.id) == again.version(of: question))
    }
    for trashed in try again.fetch(FetchDescriptor<TrashedRecord>()) {
      #expect(try again.version(of: trashed.id) == again.version(of: trashed))
    }
    #expect(
      !String(decoding: try #require(disk[StoreKind.journal.path]), as: UTF8.self)
        .contains("searchText"))
  }

  @Test func `members of a question that no program knows stay in its record`() throws {
    let disk = SimulatedDisk()
    let text = String(decoding: try Release.schema2.file("bank.json"), as: UTF8.self)
    disk[StoreKind.json.path] = Array(
      text.replacing("\"searchText\"", with: "\"mine\" : 7, \"searchText\"").utf8)
    let store = try context(.json, on: disk)
    try store.transaction {
      store.insert(Deck(name: "New", createdAt: Date(timeIntervalSince1970: 0)))
    }
    let after = String(decoding: try #require(disk[StoreKind.json.path]), as: UTF8.self)
    #expect(after.contains("\"mine\" : 7") && !after.contains("searchText"))
  }

  @Test(arguments: StoreKind.inFiles, [false, true])
  func `a migration that is killed at any step leaves the old bank or the new one`(
    _ kind: StoreKind, _ garbage: Bool
  ) throws {
    let before = try Contents(try context(kind, on: try disk(kind), .reading))
    var random = SplitMix64(seed: 19)
    let whole = try disk(kind)
    try migrate(kind, on: whole)
    #expect(whole.calls > 5)
    for call in Thoroughness.share(of: 1...whole.calls) {
      let disk = try disk(kind)
      disk.powerFailsAt = call
      do {
        try migrate(kind, on: disk)
      } catch {
        #expect(error is StoreError)
      }
      for _ in 0..<5 {
        let rest = disk.afterCrash(using: &random, garbage: garbage)
        #expect(try Contents(try context(kind, on: rest)) == before, "call \(call)")
      }
    }
  }

  /// Opens the bank and makes sure that it is written in the new version. A JSON file is written by
  /// the first save.
  private func migrate(_ kind: StoreKind, on disk: SimulatedDisk) throws {
    let store = try context(kind, on: disk)
    if let journal = store.store as? JournalStore {
      try journal.compact()
      return try journal.close()
    }
    try store.transaction {
      store.insert(
        StudyNote(about: nil, title: "n", body: "", createdAt: Date(timeIntervalSince1970: 0)))
    }
    try store.store.close()
  }

  @Test(arguments: StoreKind.inFiles)
  func `what is in the trash of an old bank comes back`(_ kind: StoreKind) throws {
    let test = TestWorld(store: try kind.open(on: SimulatedDisk(), schema: QuestionBank.schema))
    try test.add([.sample("A", correct: 2), .sample("B")])
    let quiz = try test.start()
    try quiz.select(1)
    try quiz.select(0)
    quiz.showResult()
    try test.history.delete(try test.history.identifiers())
    try test.bank.deleteDecks(["Deck"])
    let trashed = try test.world.store.fetch(FetchDescriptor<TrashedRecord>())
    #expect(trashed.count > 5)
    var document = StoreDocument(records: [
      TrashedRecord.entityName: try trashed.map { try Self.older($0) }
    ])
    let old = document
    try document.migrate(from: 1, to: QuestionBank.schema, path: "")
    #expect(document != old)
    let migrated = try document.records[TrashedRecord.entityName]?.map { value in
      try value.bytes.withUnsafeBytes { try JSONTextDecoder().decode(TrashedRecord.self, from: $0) }
    }
    #expect(migrated == trashed)
  }

  /// A trashed record in the form in which version 1 wrote it.
  private static func older(_ record: TrashedRecord) throws -> JSONValue {
    var bytes: [UInt8] = []
    try RecordEncoder().encode(record, to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(#/"solution":{"single":(\d)}/#) { "\"kind\":\"single\",\"correct\":\($0.1)" }
      .replacing("\"response\":", with: "\"selected\":")
    return try Array(text.utf8).withUnsafeBytes { try JSONValue(reading: $0) }
  }
}
