import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// A record in two versions of a program. The second version can read what the first one wrote.
private enum First {
  struct Memo: StoredRecord {
    static let entityName = "memo"
    static let keys: [RecordKey<Memo>] = [.index(\.page)]
    var id: Identifier<Memo> = .unassigned
    var page: Int
    var text: String
    var folded: String
  }

  static let schema = Schema(version: 1, Memo.self)
}

private enum Second {
  struct Memo: StoredRecord {
    static let entityName = "memo"
    static let keys: [RecordKey<Memo>] = [.index(\.page)]
    var id: Identifier<Memo> = .unassigned
    var page: Int
    var text: String
  }

  static let schema = Schema(
    version: 2, oldestReadable: 1,
    migrations: [Migration(from: 1) { $0.remove("folded", of: "memo") }],
    Memo.self)
}

/// Tests that a bank of an older version can be opened as it is, and that the first save converts
/// it to the new version.
@Suite struct OlderJournalTests {
  private let path = StoreKind.journal.path
  private let copy = "/bank/library.version-1.journal"

  private func old() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let context = StoreContext(try StoreKind.journal.open(on: disk, schema: First.schema))
    for page in 1...3 {
      context.insert(First.Memo(page: page, text: "Text \(page)", folded: "text \(page)"))
    }
    try context.save()
    try context.delete(Identifier<First.Memo>(rawValue: 2))
    try context.save()
    try context.store.close()
    return disk
  }

  private func open(
    _ disk: SimulatedDisk, _ access: StoreAccess = .writing
  ) throws(StoreError) -> StoreContext {
    StoreContext(try StoreKind.journal.open(on: disk, schema: Second.schema, access: access))
  }

  private func texts(_ context: StoreContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Second.Memo>()).map(\.text)
  }

  private func notices(_ context: StoreContext) -> [StoreNotice] {
    (context.store as? any FileStore)?.notices ?? []
  }

  private func addMemo(to context: StoreContext) throws {
    try context.transaction { context.insert(Second.Memo(page: 9, text: "New")) }
  }

  @Test(arguments: [StoreAccess.writing, .reading])
  func `it opens as it is, and stays so while nothing is saved`(_ access: StoreAccess) throws {
    let disk = try old()
    let before = disk[path]
    let context = try open(disk, access)
    #expect(try texts(context) == ["Text 1", "Text 3"])
    #expect(try context.records(matching: \Second.Memo.page, in: [3]).map(\.text) == ["Text 3"])
    #expect(notices(context).isEmpty)
    try context.store.close()
    #expect(Bool(disk[path] == before))
    #expect(disk[copy] == nil)
  }

  @Test func `the first save writes it in the new version, keeps the old file, and says so once`()
    throws
  {
    let disk = try old()
    let before = disk[path]
    let context = try open(disk)
    try addMemo(to: context)
    #expect(notices(context) == [.rewritten(path: path, copy: copy)])
    try addMemo(to: context)
    #expect(notices(context).count == 1)
    try context.store.close()
    #expect(Bool(disk[copy] == before))
    let text = String(decoding: try #require(disk[path]), as: UTF8.self)
    #expect(text.contains("\"schema\":2") && !text.contains("folded"))
    let again = try open(disk)
    #expect(notices(again).isEmpty)
    #expect(try texts(again) == ["Text 1", "Text 3", "New", "New"])
    #expect(try again.records(matching: \Second.Memo.page, in: [3]).map(\.text) == ["Text 3"])
  }

  @Test func `the older program refuses what was written, as newer`() throws {
    let disk = try old()
    try addMemo(to: try open(disk))
    disk.locks = []
    let error = #expect(throws: StoreError.self) {
      try StoreKind.journal.open(on: disk, schema: First.schema)
    }
    #expect(error?.code == "store-newer")
    disk[path] = disk[copy]
    let kept = StoreContext(try StoreKind.journal.open(on: disk, schema: First.schema))
    #expect(try kept.fetch(FetchDescriptor<First.Memo>()).map(\.folded) == ["text 1", "text 3"])
  }

  @Test func `a file that has the name of the kept one stays`() throws {
    let disk = try old()
    disk[copy] = Array("mine".utf8)
    let context = try open(disk)
    try addMemo(to: context)
    let other = "/bank/library.version-1-2.journal"
    #expect(notices(context) == [.rewritten(path: path, copy: other)])
    #expect(disk[copy] == Array("mine".utf8))
  }

  @Test func `a compaction removes the kept file, and no other`() throws {
    let disk = try old()
    disk[copy] = Array("mine".utf8)
    let context = try open(disk)
    try addMemo(to: context)
    let kept = "/bank/library.version-1-2.journal"
    #expect(disk[kept] != nil)
    try (context.store as? JournalStore)?.compact()
    #expect(disk[kept] == nil)
    #expect(disk[copy] == Array("mine".utf8))
  }

  @Test func `a compaction removes the kept file of a bank that had to be migrated`() throws {
    let disk = try old()
    let schema = Schema(
      version: 2, migrations: [Migration(from: 1) { $0.remove("folded", of: "memo") }],
      Second.Memo.self)
    let context = StoreContext(try StoreKind.journal.open(on: disk, schema: schema))
    try addMemo(to: context)
    #expect(disk[copy] != nil)
    try (context.store as? JournalStore)?.compact()
    #expect(disk[copy] == nil)
  }

  @Test func `a kept file stays where the older program has gone on with it`() throws {
    let disk = try old()
    let context = try open(disk)
    try addMemo(to: context)
    let other = SimulatedDisk()
    other[path] = disk[copy]
    let older = StoreContext(try StoreKind.journal.open(on: other, schema: First.schema))
    try older.transaction { older.insert(First.Memo(page: 5, text: "Old", folded: "old")) }
    try older.store.close()
    disk[copy] = other[path]
    for _ in 1...3 {
      try addMemo(to: context)
      try (context.store as? JournalStore)?.compact()
    }
    #expect(disk[copy] == other[path])
  }

  @Test func `changes that began before the first save of another are saved after it`() throws {
    let disk = try old()
    let context = try open(disk)
    let other = StoreContext(context.store)
    var memo = try #require(try other.fetch(FetchDescriptor<Second.Memo>()).first)
    memo.text = "Edited"
    try other.update(memo)
    try addMemo(to: context)
    try other.save()
    #expect(try texts(context) == ["Edited", "Text 3", "New"])
  }

  @Test func `a change to what was saved since is a conflict as ever`() throws {
    let disk = try old()
    let context = try open(disk)
    let other = StoreContext(context.store)
    var memo = try #require(try other.fetch(FetchDescriptor<Second.Memo>()).first)
    memo.text = "Edited"
    try other.update(memo)
    memo.text = "Theirs"
    try context.update(memo)
    try context.save()
    let error = #expect(throws: StoreError.self) { try other.save() }
    #expect(error?.code == "conflict")
  }

  @Test func `identifiers that are reserved before the first save are not given again`() throws {
    let disk = try old()
    let store = try open(disk).store
    #expect(store.reserveIdentifiers(5, for: Second.Memo.self) == 4)
    let context = StoreContext(store)
    try addMemo(to: context)
    #expect(try context.fetch(FetchDescriptor<Second.Memo>()).last?.id.rawValue == 9)
    try store.close()
    #expect(try open(disk).store.reserveIdentifiers(1, for: Second.Memo.self) == 10)
  }

  @Test(arguments: [FileSystemError.Operation.open, .write, .sync, .close, .rename])
  func `a first save that fails leaves the old file alone, and the next one succeeds`(
    _ operation: FileSystemError.Operation
  ) throws {
    let disk = try old()
    let before = disk[path]
    let context = try open(disk)
    disk.faults = [
      .init(operation: operation, code: ENOSPC, path: operation == .rename ? path : ".tmp")
    ]
    let error = #expect(throws: StoreError.self) { try addMemo(to: context) }
    #expect(error?.code == "store-io")
    #expect(Bool(disk[path] == before))
    #expect(disk.paths.sorted() == [path, path + ".lock"])
    disk.faults = []
    try addMemo(to: context)
    #expect(try texts(context) == ["Text 1", "Text 3", "New"])
  }

  @Test func `an archive keeps the old file too, and says so once`() throws {
    let disk = SimulatedDisk()
    let path = StoreKind.json.path
    let first = StoreContext(try StoreKind.json.open(on: disk, schema: First.schema))
    try first.transaction { first.insert(First.Memo(page: 1, text: "T", folded: "t")) }
    try first.store.close()
    let before = disk[path]
    let context = StoreContext(try StoreKind.json.open(on: disk, schema: Second.schema))
    #expect(notices(context).isEmpty)
    try addMemo(to: context)
    try addMemo(to: context)
    let copy = "/bank/library.version-1.json"
    #expect(notices(context) == [.rewritten(path: path, copy: copy)])
    #expect(Bool(disk[copy] == before))
    #expect(disk.paths.filter { $0.contains("version") } == [copy])
  }
}
