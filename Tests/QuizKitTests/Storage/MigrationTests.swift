import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// The forms of a record in the versions of a program.
private enum Version1 {
  struct Memo: StoredRecord {
    static let entityName = "memo"
    var id: Identifier<Memo> = .unassigned
    var text: String
    var place: String
  }

  static let schema = Schema(version: 1, Memo.self)
}

private enum Version3 {
  struct Memo: StoredRecord {
    static let entityName = "memo"
    static let keys: [RecordKey<Memo>] = [.reference(\.placeID, onDelete: .clear)]
    var id: Identifier<Memo> = .unassigned
    var body: String
    var tags: [String]
    var placeID: Identifier<Place>?
  }

  struct Place: StoredRecord {
    static let entityName = "place"
    var id: Identifier<Place> = .unassigned
    var name: String
  }

  static let steps = [
    Migration(from: 1) { document in
      document.add("tags", to: "memo", default: .array([]))
      document.rename("text", of: "memo", to: "body")
    },
    Migration(from: 2) { document in
      // One record is split into two.
      for index in (document.records["memo"] ?? []).indices {
        guard let name = document.records["memo"]?[index]["place"] else { continue }
        let place = document.insert(["name": name], into: "place")
        document.records["memo"]?[index]["placeID"] = .integer(place)
      }
      document.remove("place", of: "memo")
    },
  ]

  static let schema = Schema(version: 3, migrations: steps, Memo.self, Place.self)
}

@Suite struct MigrationTests {
  private func old(_ kind: StoreKind) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let store = try kind.open(on: disk, schema: Version1.schema)
    let context = StoreContext(store)
    for number in 1...3 { context.insert(Version1.Memo(text: "t\(number)", place: "p\(number)")) }
    try context.save()
    try context.delete(Identifier<Version1.Memo>(rawValue: 2))
    try context.save()
    try store.close()
    return disk
  }

  @Test(arguments: StoreKind.inFiles)
  func `an older file is brought to the new shape step by step`(_ kind: StoreKind) throws {
    let disk = try old(kind)
    for _ in 1...2 {
      let context = StoreContext(try kind.open(on: disk, schema: Version3.schema))
      let memos = try context.fetch(FetchDescriptor<Version3.Memo>())
      #expect(memos.map(\.body).prefix(2) == ["t1", "t3"])
      #expect(memos.map(\.id.rawValue).prefix(2) == [1, 3])
      let place = try #require(memos[1].placeID)
      #expect(try context.record(for: place)?.name == "p3")
      // New identifiers continue after those of the old file.
      let new = context.insert(Version3.Memo(body: "new", tags: ["x"], placeID: place))
      try context.save()
      #expect(context.resolve(new).rawValue > 3)
      try context.store.close()
    }
  }

  @Test func `an older journal says that its first save parts its names`() throws {
    let disk = try old(.journal)
    let path = StoreKind.journal.path
    disk.link(path, as: "/bank/other name")
    let before = disk["/bank/other name"]
    let store = try StoreKind.journal.open(on: disk, schema: Version3.schema)
    #expect(store.notices == [.severalNames(path: path, 2, .willPart)])
    let context = StoreContext(store)
    try context.transaction { context.insert(Version3.Place(name: "more")) }
    #expect(disk["/bank/other name"] == before)
    try store.close()
    let again = try StoreKind.journal.open(on: disk, schema: Version3.schema)
    #expect(again.notices.isEmpty)
    try again.close()
  }

  @Test(arguments: StoreKind.inFiles)
  func `a migration that the power interrupts leaves the old file or the new one`(
    _ kind: StoreKind
  ) throws {
    var random = SplitMix64(seed: 3)
    for call in 1...40 {
      let disk = try old(kind)
      disk.powerFailsAt = disk.calls + call
      do {
        let context = StoreContext(try kind.open(on: disk, schema: Version3.schema))
        try context.transaction { context.insert(Version3.Place(name: "more")) }
      } catch {
        #expect(error is StoreError)
      }
      let rest = disk.afterCrash(using: &random)
      let context = StoreContext(try kind.open(on: rest, schema: Version3.schema))
      #expect(try context.fetch(FetchDescriptor<Version3.Memo>()).map(\.body) == ["t1", "t3"])
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `without a step the older file is refused and left as it is`(_ kind: StoreKind) throws {
    let disk = try old(kind)
    let before = disk[kind.path]
    let schema = Schema(version: 3, migrations: [Version3.steps[0]], Version3.Memo.self)
    let error = #expect(throws: StoreError.self) { try kind.open(on: disk, schema: schema) }
    #expect(error?.code == "store-no-migration")
    #expect(Bool(disk[kind.path] == before))
  }

  @Test(arguments: StoreKind.inFiles)
  func `a file of a newer program is refused and left as it is`(_ kind: StoreKind) throws {
    let disk = try old(kind)
    try StoreContext(try kind.open(on: disk, schema: Version3.schema)).transaction {}
    let context = StoreContext(try kind.open(on: try old(kind), schema: Version1.schema))
    try context.store.close()
    let newer = SimulatedDisk()
    newer[kind.path] = Array(
      String(decoding: try #require(try old(kind)[kind.path]), as: UTF8.self)
        .replacing(
          kind == .json ? "\"schema\" : 1" : "\"schema\":1",
          with: kind == .json ? "\"schema\" : 9" : "\"schema\":9"
        ).utf8)
    let before = newer[kind.path]
    let error = #expect(throws: StoreError.self) {
      try kind.open(on: newer, schema: Version1.schema)
    }
    #expect(error?.code == "store-newer")
    #expect(Bool(newer[kind.path] == before))
  }

  @Test(arguments: StoreKind.inFiles)
  func `records of a kind that the program does not know are kept`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("A", ["a"])
    try context.store.close()
    let smaller = StoreContext(try kind.open(on: disk, schema: Schema(Loan.self)))
    smaller.insert(Loan(reader: "R"))
    try smaller.save()
    if let journal = smaller.store as? JournalStore { try journal.compact() }
    try smaller.store.close()
    let again = try kind.context(on: disk)
    #expect(try again.titles == ["a"])
    #expect(try again.count(FetchDescriptor<Loan>()) == 1)
    #expect(try again.saveShelf("B") == Identifier(rawValue: 2))
  }

  @Test(arguments: StoreKind.inFiles)
  func `the old file is there until the new one is synced`(_ kind: StoreKind) throws {
    let disk = try old(kind)
    let before = disk[kind.path]
    for operation in [FileSystemError.Operation.open, .write, .sync, .close, .rename] {
      disk.faults = [.init(operation: operation, code: EIO, path: ".tmp")]
      if operation == .rename { disk.faults[0].path = kind.path }
      do {
        // A JSON file is written by the first save.
        let context = StoreContext(try kind.open(on: disk, schema: Version3.schema))
        context.insert(Version3.Place(name: "more"))
        try context.save()
        Issue.record("\(operation) did not fail")
      } catch {
        #expect(error.code == "store-io", "\(operation)")
      }
      #expect(Bool(disk[kind.path] == before), "\(operation)")
      disk.locks = []
    }
    disk.faults = []
    let context = StoreContext(try kind.open(on: disk, schema: Version3.schema))
    #expect(try context.fetch(FetchDescriptor<Version3.Memo>()).map(\.body) == ["t1", "t3"])
  }

  @Test(arguments: StoreKind.inFiles, [StoreAccess.reading, .salvaging])
  func `whoever only reads sees an older file in the new shape, and nothing is written`(
    _ kind: StoreKind, _ access: StoreAccess
  ) throws {
    let disk = try old(kind)
    let before = disk[kind.path]
    let written = disk.bytesWritten
    let store = try kind.open(on: disk, schema: Version3.schema, access: access)
    let context = StoreContext(store)
    let memos = try context.fetch(FetchDescriptor<Version3.Memo>())
    #expect(memos.map(\.body) == ["t1", "t3"])
    let place = try #require(memos[1].placeID)
    #expect(try context.record(for: place)?.name == "p3")
    #expect(try context.records(matching: \Version3.Memo.placeID, in: [place]).count == 1)
    #expect(
      store.notices == [.migratedInMemory(path: kind.path, from: 1, to: 3)])
    context.insert(Version3.Place(name: "more"))
    #expect(throws: StoreError.self) { try context.save() }
    try store.refresh()
    try store.close()
    #expect(Bool(disk[kind.path] == before) && disk.bytesWritten == written)
    #expect(disk.paths == [kind.path])
  }

  @Test(arguments: StoreKind.inFiles)
  func `whoever only reads follows an older program that goes on writing`(_ kind: StoreKind) throws
  {
    let disk = try old(kind)
    let writer = StoreContext(try kind.open(on: disk, schema: Version1.schema))
    let reader = StoreContext(try kind.open(on: disk, schema: Version3.schema, access: .reading))
    writer.insert(Version1.Memo(text: "t4", place: "p4"))
    try writer.save()
    try reader.store.refresh()
    let bodies = try reader.fetch(FetchDescriptor<Version3.Memo>()).map(\.body)
    #expect(bodies == ["t1", "t3", "t4"])
    try writer.store.close()
  }

  @Test func `a damaged journal of an older version is salvaged in the new shape`() throws {
    let disk = try old(.journal)
    let bytes = try #require(disk[StoreKind.journal.path])
    let place = try #require(bytes.firstRange(of: Array("{\"delete\"".utf8))).lowerBound
    disk[StoreKind.journal.path]?[place + 3] ^= 1
    let store = try StoreKind.journal.open(
      on: disk, schema: Version3.schema, access: .salvaging)
    #expect(
      try StoreContext(store).fetch(FetchDescriptor<Version3.Memo>()).map(\.body)
        == ["t1", "t2", "t3"])
    #expect(store.notices.map(\.code) == ["store-salvaged", "store-migrated-in-memory"])
  }

  /// The form of ``Version1`` with one field changed, and without a migration to it.
  private struct Changed: StoredRecord {
    static let entityName = "memo"
    var id: Identifier<Changed> = .unassigned
    var text: Int
    var place: String
  }

  private struct Longer: StoredRecord {
    static let entityName = "memo"
    var id: Identifier<Longer> = .unassigned
    var text: String
    var place: String
    var page: Int
  }

  private struct Shorter: StoredRecord {
    static let entityName = "memo"
    var id: Identifier<Shorter> = .unassigned
    var text: String
    var note: String?
  }

  private func expectDamage<R: StoredRecord>(_ kind: StoreKind, _ type: R.Type) throws {
    let disk = try old(kind)
    let before = disk[kind.path]
    let error = #expect(throws: StoreError.self) {
      let context = StoreContext(
        try kind.open(on: disk, schema: Schema(version: 1, type), access: .reading))
      _ = try context.fetch(FetchDescriptor<R>())
    }
    #expect(error?.code == "store-damaged")
    #expect(error?.file == kind.path)
    #expect(Bool(disk[kind.path] == before))
  }

  @Test(arguments: StoreKind.inFiles)
  func `a field of another type, or one that is missing, is refused at its place`(
    _ kind: StoreKind
  ) throws {
    try expectDamage(kind, Changed.self)
    try expectDamage(kind, Longer.self)
  }

  @Test(arguments: StoreKind.inFiles)
  func `a field that may be missing may be added, and one taken away, without a step`(
    _ kind: StoreKind
  ) throws {
    let disk = try old(kind)
    let context = StoreContext(try kind.open(on: disk, schema: Schema(version: 1, Shorter.self)))
    var memos = try context.fetch(FetchDescriptor<Shorter>())
    #expect(memos.map(\.text) == ["t1", "t3"] && memos[0].note == nil)
    memos[0].note = "n"
    try context.update(memos[0])
    try context.save()
    // Unknown members are kept as long as their record is not changed.
    let text = String(decoding: try #require(disk.text(of: kind.path)), as: UTF8.self)
    #expect(text.contains("p3") && text.contains("n"))
  }
}
