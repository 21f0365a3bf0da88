import Foundation
import TestKit
import Testing

@testable import QuizStore

/// A record whose indexed field lies at the same place in memory in two versions of a program.
private enum ByLength {
  struct Trail: StoredRecord {
    static let entityName = "trail"
    static let keys: [RecordKey<Trail>] = [.index(\.length, named: "length")]
    var id: Identifier<Trail> = .unassigned
    var length: Int
    var height: Int
  }
}

private enum ByHeight {
  struct Trail: StoredRecord {
    static let entityName = "trail"
    static let keys: [RecordKey<Trail>] = [.index(\.height, named: "height")]
    var id: Identifier<Trail> = .unassigned
    var height: Int
    var length: Int
  }
}

/// Tests the index beside a journal, which is read when the journal is opened.
@Suite struct CheckpointTests {
  private let path = StoreKind.journal.path
  private var index: String { path + ".index" }

  /// A journal whose index covers all of it.
  private func library() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    try fill(context)
    try (context.store as? JournalStore)?.compact()
    try context.store.close()
    return disk
  }

  private func fill(_ context: StoreContext) throws {
    try context.saveShelf("A", (0..<40).map { "book \($0 * 7 % 40)" })
    try context.saveShelf("B", (0..<20).map { "other \($0)" })
    context.insert(Loan(bookID: Identifier(rawValue: 7), reader: "R"))
    try context.save()
  }

  /// The results of queries that use the indexes of fields.
  private func answers(_ context: StoreContext) throws -> [String] {
    let byDate = [SortDescriptor(\Book.addedAt, order: .reverse)]
    let shelf = Identifier<Shelf>(rawValue: 2)
    let codes: Set<AnyHashable> = ["book 7", "other 3"]
    return [
      try context.fetch(FetchDescriptor<Book>(sortBy: byDate, limit: 9)).map(\.title),
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.shelfID == shelf }))
        .map(\.title),
      try context.records(where: .index(\Book.code), isOneOf: codes).map(\.title),
      try context.counts(by: \Book.shelfID).map { "\($0) \($1)" }.sorted(),
      try context.fetch(FetchDescriptor<Loan>(predicate: #Predicate { $0.bookID != nil }))
        .map(\.reader),
    ].map { "\($0)" }
  }

  private func reopened(
    _ disk: SimulatedDisk, _ body: (StoreContext) throws -> [String]
  ) throws -> [String] {
    let context = try StoreKind.journal.context(on: disk)
    defer { #expect(throws: Never.self) { try context.store.close() } }
    return try body(context)
  }

  @Test func `wherever the file was changed, the answers are the same`() throws {
    let disk = try library()
    let expected = try reopened(disk, answers)
    let bytes = try #require(disk[index])
    for position in Thoroughness.share(of: Array(stride(from: 0, to: bytes.count, by: 5))) {
      var changed = bytes
      changed[position] ^= 1 << UInt8(position % 8)
      disk[index] = changed
      #expect(try reopened(disk, answers) == expected, "byte \(position)")
    }
    for count in Thoroughness.share(of: Array(stride(from: 0, to: bytes.count, by: 50))) {
      disk[index] = Array(bytes[..<count])
      #expect(try reopened(disk, answers) == expected, "cut at \(count)")
    }
  }

  @Test func `where it cannot be read, the journal is`() throws {
    let disk = try library()
    let expected = try reopened(disk, answers)
    disk.faults = [.init(operation: .read, code: EIO, path: ".index")]
    #expect(try reopened(disk, answers) == expected)
  }

  @Test func `what is changed after it was read is in the answers`() throws {
    let change = { (context: StoreContext) throws -> [String] in
      for id in [3, 50] { try context.delete(Identifier<Book>(rawValue: Int64(id))) }
      try context.save()
      try context.saveShelf("C", (0..<5).map { "new \($0)" })
      return try answers(context)
    }
    let memory = try StoreKind.memory.context()
    try fill(memory)
    #expect(try reopened(try library(), change) == change(memory))
  }

  @Test func `updates after it was read are in the answers`() throws {
    let change = { (context: StoreContext) throws -> [String] in
      for turn in 0..<3 {
        for id in 1...30 {
          let found = try context.record(for: Identifier<Book>(rawValue: Int64(id)))
          var book = try #require(found)
          book.title += "!"
          if id % 10 == turn { book.code = "code \(turn) \(id)" }
          if id % 7 == turn { book.shelfID = Identifier(rawValue: 2) }
          try context.update(book)
          try context.save()
        }
      }
      return try answers(context)
    }
    let disk = try library()
    let withIndex = try reopened(disk, change)
    let without = try library()
    without[index] = nil
    #expect(try reopened(without, change) == withIndex)
    #expect(try reopened(disk, answers) == withIndex)
  }

  @Test func `who reads along has what was there when it opened`() throws {
    let disk = try library()
    let reader = StoreContext(try StoreKind.journal.open(on: disk, access: .reading))
    let writer = try StoreKind.journal.context(on: disk)
    try writer.saveShelf("C", (0..<50).map { "new \($0)" })
    try (writer.store as? JournalStore)?.compact()
    #expect(try answers(reader) == reopened(try library(), answers))
    try reader.store.refresh()
    #expect(try answers(reader) == answers(writer))
  }

  @Test func `it is of the named field, and not of what lies at its place in memory`() throws {
    let disk = SimulatedDisk()
    let older = StoreContext(
      try StoreKind.journal.open(on: disk, schema: Schema(ByLength.Trail.self)))
    for number in 1...3 { older.insert(ByLength.Trail(length: number, height: 10 * number)) }
    try older.save()
    try (older.store as? JournalStore)?.compact()
    try older.store.close()
    #expect(disk[index] != nil)
    let newer = StoreContext(
      try StoreKind.journal.open(on: disk, schema: Schema(ByHeight.Trail.self)))
    #expect(try newer.records(matching: \ByHeight.Trail.height, in: [20]).map(\.length) == [2])
    #expect(try newer.records(matching: \ByHeight.Trail.height, in: [2]).isEmpty)
  }
}
