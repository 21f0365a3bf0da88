import Foundation
import TestKit
import Testing

@testable import QuizStore

@Suite struct StoreContextTests {
  @Test(arguments: StoreKind.allCases)
  func `a temporary identifier is replaced by a permanent one everywhere`(_ kind: StoreKind) throws
  {
    let context = try kind.context()
    let shelf = context.insert(Shelf(name: "A"))
    let book = context.insert(Book(shelfID: shelf, title: "T"))
    let loan = context.insert(Loan(bookID: book, reader: "R"))
    #expect(shelf.isTemporary && book.isTemporary)
    try context.save()
    #expect(context.resolve(shelf) == Identifier(rawValue: 1))
    #expect(try context.record(for: book)?.shelfID == Identifier(rawValue: 1))
    #expect(try context.record(for: loan)?.bookID == Identifier(rawValue: 1))
  }

  @Test(arguments: StoreKind.allCases)
  func `a limit counts records that wait for the save too`(_ kind: StoreKind) throws {
    let context = try kind.context()
    for name in ["A", "B", "C"] { _ = try context.saveShelf(name) }
    context.insert(Shelf(name: "D"))
    let two = FetchDescriptor<Shelf>(limit: 2)
    #expect(try context.fetch(two).map(\.name) == ["A", "B"])
    #expect(try context.identifiers(two) == context.fetch(two).map(\.id))
  }

  @Test(arguments: StoreKind.allCases)
  func `identifiers are never given again`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    let first = try context.saveShelf("A")
    try context.delete(first)
    try context.save()
    #expect(try context.saveShelf("B") == Identifier(rawValue: 2))
    guard kind != .memory else { return }
    try context.delete(Identifier<Shelf>(rawValue: 2))
    try context.save()
    try context.store.close()
    #expect(try kind.context(on: disk).saveShelf("C") == Identifier(rawValue: 3))
  }

  @Test(arguments: StoreKind.inFiles)
  func `identifiers are not given again after all records are gone`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    var context = try kind.context(on: disk)
    try context.saveShelf("A", ["a", "b"])
    try context.delete(Shelf.self, where: nil)
    try context.save()
    try (context.store as? JournalStore)?.compact()
    try context.store.close()
    context = try kind.context(on: disk)
    #expect(try context.saveShelf("B", ["c"]) == Identifier(rawValue: 2))
    #expect(try context.fetch(FetchDescriptor<Book>()).map(\.id) == [Identifier(rawValue: 3)])
  }

  @Test(arguments: StoreKind.allCases)
  func `a temporary identifier goes on meaning its record after the save`(_ kind: StoreKind) throws
  {
    let context = try kind.context()
    let shelf = context.insert(Shelf(name: "A"))
    let gone = context.insert(Shelf(name: "gone"))
    try context.delete(gone)
    try context.save()
    #expect(context.resolve(gone) == gone)
    #expect(try context.record(for: gone) == nil)
    #expect(throws: StoreError.self) { try context.delete(gone) }
    try context.update(Shelf(id: shelf, name: "B"))
    context.insert(Book(shelfID: shelf, title: "a"))
    try context.save()
    #expect(try context.record(for: shelf)?.name == "B")
    #expect(try context.records(whose: \Book.shelfID, is: shelf).map(\.title) == ["a"])
    try context.delete(shelf)
    try context.save()
    #expect(try context.record(for: shelf) == nil)
    #expect(try context.titles.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch shows inserts, updates and deletes before they are saved, in order`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["b", "d", "f"])
    let books = try context.fetch(FetchDescriptor<Book>())
    var changed = books[0]
    changed.title = "z"
    try context.update(changed)
    try context.delete(books[1].id)
    context.insert(Book(shelfID: shelf, title: "c"))
    let sorted = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
    #expect(try context.fetch(sorted).map(\.title) == ["c", "f", "z"])
    #expect(try context.count(FetchDescriptor<Book>()) == 3)
    var page = sorted
    page.limit = 1
    page.offset = 1
    #expect(try context.fetch(page).map(\.title) == ["f"])
    page.includesPendingChanges = false
    #expect(try context.fetch(page).map(\.title) == ["d"])
    try context.save()
    #expect(try context.fetch(sorted).map(\.title) == ["c", "f", "z"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a limit of nothing, a negative one and an offset beyond the end give nothing`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    try context.saveShelf("A", ["a", "b"])
    for descriptor in [
      FetchDescriptor<Book>(limit: 0), FetchDescriptor(limit: -3), FetchDescriptor(offset: 2),
      FetchDescriptor(sortBy: [SortDescriptor(\.addedAt)], offset: 9),
    ] {
      #expect(try context.fetch(descriptor).isEmpty)
      #expect(try context.count(descriptor) == 0)
    }
    #expect(try context.fetch(FetchDescriptor<Book>(limit: .max, offset: 1)).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a rollback forgets what is pending and keeps what is saved`(_ kind: StoreKind) throws {
    let context = try kind.context()
    try context.saveShelf("A", ["a"])
    context.insert(Shelf(name: "B"))
    try context.delete(Identifier<Book>(rawValue: 1))
    #expect(context.hasChanges)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(try context.titles == ["a"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a transaction whose body throws leaves nothing behind`(_ kind: StoreKind) throws {
    struct Stop: Error {}
    let context = try kind.context()
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Shelf(name: "A"))
        throw Stop()
      }
    }
    #expect(!context.hasChanges)
    #expect(try context.count(FetchDescriptor<Shelf>()) == 0)
  }

  @Test(arguments: StoreKind.inFiles)
  func `saving nothing writes nothing`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("A")
    let (syncs, bytes) = (disk.syncs, disk.bytesWritten)
    let shelf = try #require(try context.record(for: Identifier<Shelf>(rawValue: 1)))
    try context.update(shelf)
    let new = context.insert(Shelf(name: "B"))
    try context.delete(new)
    #expect(!context.hasChanges)
    #expect(try context.save() == nil)
    #expect(disk.syncs == syncs && disk.bytesWritten == bytes)
  }

  @Test func `a journal syncs once for each save`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    // The first save also makes the file.
    try context.saveShelf("first")
    let syncs = disk.syncs
    for name in ["A", "B", "C"] { try context.saveShelf(name) }
    #expect(disk.syncs == syncs + 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `batches leave out what is deleted meanwhile`(_ kind: StoreKind) throws {
    let context = try kind.context()
    try context.saveShelf("A", (1...10).map(String.init))
    var sizes: [Int] = []
    try context.enumerate(FetchDescriptor<Book>(), batchSize: 4) { batch in
      sizes.append(batch.count)
      if sizes.count == 1 {
        try context.delete(Book.self, where: #Predicate { $0.pages == 2 })
        try context.delete(Identifier<Book>(rawValue: 5))
      }
    }
    #expect(sizes == [4, 3, 1])
  }

  @Test(arguments: StoreKind.allCases)
  func `counts by a field agree with the records, pending ones too`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let first = try context.saveShelf("A", ["a", "b"])
    let second = try context.saveShelf("B", ["c"])
    #expect(try context.counts(by: \Book.shelfID) == [first: 2, second: 1])
    #expect(try context.counts(by: \Book.code) == ["a": 1, "b": 1, "c": 1])
    try context.delete(Identifier<Book>(rawValue: 3))
    context.insert(Book(shelfID: first, title: "d"))
    #expect(try context.counts(by: \Book.shelfID) == [first: 3])
    #expect(try context.records(whose: \Book.shelfID, is: first).count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `a number that is not finite is refused by name and nothing is saved`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    context.insert(
      Book(shelfID: shelf, title: "T", addedAt: Date(timeIntervalSinceReferenceDate: .nan)))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "invalid-record")
    #expect(context.hasChanges)
    context.rollback()
    #expect(try context.count(FetchDescriptor<Book>()) == 0)
  }
}
