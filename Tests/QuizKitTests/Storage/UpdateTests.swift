import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests updates of every part of a record.
@Suite struct UpdateTests {
  private let first = Identifier<Book>(rawValue: 1)

  /// The first book of a shelf, with another title, code or shelf.
  private func book(_ title: String, _ code: String, in shelf: Identifier<Shelf>) -> Book {
    Book(
      id: first, shelfID: shelf, title: title,
      addedAt: Date(timeIntervalSinceReferenceDate: 100), code: code)
  }

  @Test func `a journal does not read the record that a new one refers to`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    let shelf = try context.saveShelf("A")
    let before = disk.calls
    context.insert(Book(shelfID: shelf, title: "a"))
    try context.save()
    // The check that the file is still the same, the write, and the sync.
    #expect(disk.calls == before + 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `an update is found by its new fields and not by those before`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    let other = try context.saveShelf("B")
    try context.update(book("z", "y", in: other))
    try context.save()
    #expect(try context.records(whose: \Book.shelfID, is: shelf).map(\.title) == ["b"])
    #expect(try context.records(whose: \Book.shelfID, is: other).map(\.title) == ["z"])
    #expect(try context.records(matching: \Book.code, in: ["a", "y"]).map(\.title) == ["z"])
    try context.undo()
    #expect(try context.records(whose: \Book.shelfID, is: shelf).map(\.title) == ["a", "b"])
    #expect(try context.records(matching: \Book.code, in: ["a", "y"]).map(\.title) == ["a"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a field that is emptied, and one that is filled, is found as it is`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    for code in [nil, nil, "x", "x"] as [String?] {
      try context.update(Book(id: first, shelfID: shelf, title: "\(code ?? "none")", code: code))
      try context.save()
      #expect(try context.counts(by: \Book.code) == (code.map { [$0: 1, "b": 1] } ?? ["b": 1]))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the deletion of what was to change ends in a conflict when somebody else changed it`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a"])
    try context.update(book("mine", "a", in: shelf))
    try context.delete(first)
    let other = StoreContext(context.store)
    try other.update(book("theirs", "a", in: shelf))
    try other.save()
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "conflict")
    context.rollback()
    #expect(try context.titles == ["theirs"])
  }

  @Test(arguments: StoreKind.allCases)
  func `what is deleted and inserted again is an update, which can be taken back`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    try context.delete(Book.self, where: #Predicate { $0.title == "a" })
    context.insert(book("again", "a", in: shelf))
    let saved = try #require(try context.save())
    #expect(saved.entities["book"]?.updated == [1])
    #expect(try context.titles == ["again", "b"])
    try context.undo()
    #expect(try context.titles == ["a", "b"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a second update before the save still replaces what the first one did`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a"])
    try context.update(book("mine", "a", in: shelf))
    let other = StoreContext(context.store)
    try other.update(book("theirs", "a", in: shelf))
    try other.save()
    try context.update(book("mine too", "a", in: shelf))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "conflict")
  }

  @Test(arguments: StoreKind.allCases)
  func `a change of a record that is gone since cannot be taken back, and says so`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    try context.update(book("z", "a", in: shelf))
    try context.save()
    let other = StoreContext(context.store)
    try other.delete(first)
    try other.save()
    let error = #expect(throws: StoreError.self) { try context.undo() }
    #expect(error?.code == "not-found")
    #expect(context.nextUndo != nil)
    #expect(try context.titles == ["b"])
  }

  @Test func `a change is taken back after the journal was written anew`() throws {
    let context = try StoreKind.journal.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    try context.update(book("z", "a", in: shelf))
    try context.save()
    try (context.store as? JournalStore)?.compact()
    try context.undo()
    #expect(try context.titles == ["a", "b"])
    try context.redo()
    #expect(try context.titles == ["z", "b"])
  }

  /// Names of shelves whose texts have the same length and the same checksum.
  private func twins() throws -> (String, String) {
    var names: [UInt64: String] = [:]
    for number in 100_000..<400_000 {
      let name = "shelf \(number)"
      let text = Array(#"{"id":1,"name":"\#(name)"}"#.utf8)
      let fingerprint = text.withUnsafeBytes {
        RecordLocation(id: 1, offset: 0, text: $0).version
      }
      if let twin = names.updateValue(name, forKey: fingerprint) { return (twin, name) }
    }
    throw StoreError.closed(path: "here")
  }

  @Test func `a change that a checksum does not show is saved`() throws {
    let (before, after) = try twins()
    let context = try StoreKind.journal.context()
    let shelf = try context.saveShelf(before)
    let fingerprint = try context.store.version(of: shelf)
    try context.update(Shelf(id: shelf, name: after))
    #expect(context.hasChanges)
    try context.save()
    #expect(try context.store.version(of: shelf) == fingerprint)
    #expect(try context.record(for: shelf)?.name == after)
  }

  @Test(arguments: StoreKind.allCases)
  func `a change to another version than the one in the store is refused`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    let id = Identifier<Book>(rawValue: 2)
    let version = try #require(try context.store.version(of: id))
    var changes = RecordChanges<Book>()
    changes.updated = [RecordUpdate(book("z", "y", in: shelf), version: version)]
    var error = #expect(throws: StoreError.self) {
      _ = try context.store.save(SaveRequest(changes: [changes]))
    }
    #expect(error?.code == "conflict")
    changes.updated = []
    changes.deleted = [RecordDeletion(id, version: version &+ 1)]
    error = #expect(throws: StoreError.self) {
      _ = try context.store.save(SaveRequest(changes: [changes]))
    }
    #expect(error?.code == "conflict")
    #expect(try context.titles == ["a", "b"])
  }
}
