import Foundation
import Testing

@testable import QuizKit

/// The index beside a journal, of which each part is read when somebody asks for it.
@Suite struct SideIndexTests {
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

  /// What the fields of an index answer.
  private func answers(_ context: StoreContext) throws -> [String] {
    let byDate = [SortDescriptor(\Book.addedAt, order: .reverse)]
    let shelf = Identifier<Shelf>(rawValue: 2)
    let codes: Set<AnyHashable> = ["book 7", "other 3"]
    return [
      try context.fetch(FetchDescriptor<Book>(sortBy: byDate, limit: 9)).map(\.title),
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.shelfID == shelf }))
        .map(\.title),
      try context.store.records(where: .index(\Book.code), isOneOf: codes).map(\.title),
      try context.store.counts(by: \Book.shelfID).map { "\($0) \($1)" }.sorted(),
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

  @Test func `a part is read when it is first asked for, and once`() throws {
    let disk = try library()
    let context = try StoreKind.journal.context(on: disk)
    let byDate = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.addedAt)], limit: 5)
    func calls() throws -> Int {
      let start = disk.calls
      #expect(try context.fetch(byDate).count == 5)
      return disk.calls - start
    }
    let first = try calls()
    let second = try calls()
    #expect(first == second + 1)
  }

  @Test func `wherever the file was changed, the answers are the same`() throws {
    let disk = try library()
    let expected = try reopened(disk, answers)
    let bytes = try #require(disk[index])
    for position in stride(from: 0, to: bytes.count, by: 5) {
      var changed = bytes
      changed[position] ^= 1 << UInt8(position % 8)
      disk[index] = changed
      #expect(try reopened(disk, answers) == expected, "byte \(position)")
    }
    for count in stride(from: 0, to: bytes.count, by: 50) {
      disk[index] = Array(bytes[..<count])
      #expect(try reopened(disk, answers) == expected, "cut at \(count)")
    }
  }

  @Test func `where it cannot be read any more, the journal is`() throws {
    let disk = try library()
    let expected = try reopened(disk, answers)
    let found = try reopened(disk) { context in
      disk.faults = [.init(operation: .read, code: EIO, path: ".index")]
      return try answers(context)
    }
    #expect(found == expected)
  }

  /// What a zero makes of the last save looks like an interrupted one.
  @Test(arguments: [UInt8(ascii: "8"), 0])
  func `where the journal is damaged too, the error says where, and the rest can be read`(
    _ byte: UInt8
  ) throws {
    let disk = try library()
    let context = try StoreKind.journal.context(on: disk)
    disk.faults = [.init(operation: .read, code: EIO, path: ".index")]
    let bytes = try #require(disk[path])
    let place = try #require(bytes.firstRange(of: Array("\"book 9\"".utf8))).lowerBound
    // In place, as a disk does it.
    let file = try disk.open(path, for: .updating)
    try file.write([byte], at: place + 6)
    let byDate = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.addedAt)], limit: 5)
    let error = #expect(throws: StoreError.self) { try context.fetch(byDate) }
    guard case .damaged(let damage, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(damage.path == path)
    #expect(try context.record(for: Identifier<Book>(rawValue: 1))?.title == "book 0")
  }

  @Test func `what is changed before it is read is in the answers`() throws {
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

  @Test func `updates before it is read, and so many that it is, are in the answers`() throws {
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

  @Test func `who reads along has the parts of the file that was there when it opened`() throws {
    let disk = try library()
    let reader = StoreContext(try StoreKind.journal.open(on: disk, access: .reading))
    let writer = try StoreKind.journal.context(on: disk)
    try writer.saveShelf("C", (0..<50).map { "new \($0)" })
    try (writer.store as? JournalStore)?.compact()
    #expect(try answers(reader) == reopened(try library(), answers))
    try reader.store.refresh()
    #expect(try answers(reader) == answers(writer))
  }
}
