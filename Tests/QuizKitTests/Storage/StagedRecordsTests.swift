import Foundation
import TestKit
import Testing

@testable import QuizStore

@Suite struct StagedRecordsTests {
  private func books(_ shelf: Identifier<Shelf>, _ titles: String...) -> [Book] {
    titles.map { Book(shelfID: shelf, title: $0, code: $0) }
  }

  @Test(arguments: StoreKind.allCases)
  func `staged records are there after the save and not before`(kind: StoreKind) throws {
    let context = try kind.context()
    let other = StoreContext(context.store)
    let shelf = try #require(try context.stage([Shelf(name: "new")]).first)
    try context.stage(books(shelf, "a", "b"))
    let ids = try context.stage(books(shelf, "c"))
    #expect(try other.titles == [])
    let saved = try #require(try context.save())
    #expect(try other.titles == ["a", "b", "c"])
    #expect(try context.record(for: context.resolve(ids[0]))?.title == "c")
    #expect(saved.entities["book"]?.inserted.count == 3)
    #expect(try other.count(where: #Predicate<Book> { $0.code == "b" }) == 1)
    #expect(!context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `the version of a record is known before the save`(kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = context.insert(Shelf(name: "s"))
    try context.save()
    let id = context.resolve(shelf)
    var ids = try context.stage(books(id, "a", "日本", "c"))
    let inserted = context.store.reserveIdentifiers(1, for: Book.self)
    ids.append(
      context.insert(
        Book(id: Identifier(rawValue: inserted), shelfID: id, title: "d", code: "d")))
    let before = try context.versions(of: ids)
    #expect(Set(before).count == 4 && !before.contains(nil))
    try context.save()
    #expect(try context.versions(of: ids) == before)
    #expect(try context.versions(of: [Identifier<Book>(rawValue: 99)]) == [nil])
  }

  @Test(arguments: StoreKind.allCases)
  func `records with a unique field are compared with each other although they are staged`(
    kind: StoreKind
  ) throws {
    let context = try kind.context()
    try context.stage([Shelf(name: "new"), Shelf(name: "new")])
    #expect(throws: StoreError.self) { try context.save() }
  }

  @Test(arguments: StoreKind.allCases)
  func `a record that has its identifier already is staged, in whatever order`(
    kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = context.insert(Shelf(name: "s"))
    try context.save()
    let first = context.store.reserveIdentifiers(3, for: Book.self)
    let ids = [0, 2, 1].map { Identifier<Book>(rawValue: first + $0) }
    for (id, title) in zip(ids, ["a", "c", "b"]) {
      try context.stage(
        Book(id: id, shelfID: context.resolve(shelf), title: title, code: title))
    }
    let before = try context.versions(of: ids)
    let saved = try #require(try context.save())
    #expect(saved.entities["book"]?.inserted.sorted() == ids.map(\.rawValue).sorted())
    #expect(try ids.map { try context.record(for: $0)?.title } == ["a", "c", "b"])
    #expect(try context.versions(of: ids) == before && !before.contains(nil))
  }

  @Test(arguments: StoreKind.allCases)
  func `the mark of a kind of record tells every change, and only changes`(kind: StoreKind) throws {
    let context = try kind.context()
    func mark() throws -> UInt64 { try context.store.checksum(of: Book.self) }
    var marks = [try mark()]
    let shelf = context.insert(Shelf(name: "s"))
    try context.save()
    #expect(try mark() == marks[0])
    let ids = books(context.resolve(shelf), "a", "b").map { context.insert($0) }
    try context.save()
    marks.append(try mark())
    var book = try #require(try context.record(for: ids[0]))
    book.title = "A"
    try context.update(book)
    try context.save()
    marks.append(try mark())
    try context.delete(ids[1])
    try context.save()
    marks.append(try mark())
    #expect(Set(marks).count == 4)
    try context.undo()
    #expect(try mark() == marks[2])
  }

  @Test(arguments: StoreKind.allCases)
  func `a save of staged records is taken back and done again as one`(kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("s", ["old"])
    try context.stage(books(shelf, "a", "b"))
    try context.save()
    try context.undo()
    #expect(try context.titles == ["old"])
    try context.redo()
    #expect(try context.titles == ["old", "a", "b"])
  }

  @Test(arguments: StoreKind.allCases)
  func `others save meanwhile`(kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    let shelf = try context.saveShelf("s")
    let desk = StoreContext(context.store)
    try desk.stage(books(shelf, "a"))
    context.insert(Book(shelfID: shelf, title: "between"))
    try context.save()
    try desk.stage(books(shelf, "b"))
    try desk.save()
    #expect(try Set(context.titles) == ["a", "between", "b"])
    try context.store.close()
    guard kind != .memory else { return }
    let reopened = try kind.context(on: disk)
    #expect(try Set(reopened.titles) == ["a", "between", "b"])
    #expect(try reopened.count(where: #Predicate<Book> { $0.code == "b" }) == 1)
  }

  @Test func `staged records that are given up leave nothing but a gap in the numbers`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    let shelf = try context.saveShelf("s")
    let before = disk.paths
    let given = try context.stage(books(shelf, "a", "b"))
    context.rollback()
    #expect(try context.save() == nil)
    #expect(disk.paths == before)
    let next = try context.stage(books(shelf, "c"))
    try context.save()
    #expect(given.map(\.rawValue) == [1, 2])
    #expect(next.map(\.rawValue) == [3])
  }

  @Test(arguments: StoreKind.allCases)
  func `a reference to a record that is gone by then is refused`(kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("s")
    let desk = StoreContext(context.store)
    try desk.stage(books(shelf, "a"))
    try context.delete(shelf)
    try context.save()
    #expect {
      try desk.save()
    } throws: { error in
      if case StoreError.danglingReference(entity: "book", _, to: "shelf", _) = error {
        true
      } else {
        false
      }
    }
    #expect(try context.titles == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a transaction that fails leaves nothing of what it staged`(kind: StoreKind) throws {
    struct Stop: Error {}
    let context = try kind.context()
    let shelf = try context.saveShelf("s")
    #expect(throws: Stop.self) {
      try context.transaction {
        try context.stage(books(shelf, "a"))
        throw Stop()
      }
    }
    #expect(!context.hasChanges)
    try context.transaction { try context.stage(books(shelf, "b")) }
    #expect(try context.titles == ["b"])
  }

  @Test func `another new record may refer to a staged one`() throws {
    let context = try StoreKind.journal.context()
    let shelf = try context.saveShelf("s")
    let book = try #require(try context.stage(books(shelf, "a")).first)
    context.insert(Loan(bookID: book, reader: "me"))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Loan>()).map(\.bookID) == [book])
  }

  @Test func `without room for it the store is as it was, and a second save succeeds`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    let shelf = try context.saveShelf("s", ["old"])
    try context.stage(books(shelf, "a", String(repeating: "b", count: 3000)))
    let used = disk.nodes.values.map(\.bytes.count).reduce(0, +)
    for room in stride(from: used + 500, to: used + 20_000, by: 500) {
      disk.freeBytes = room - disk.nodes.values.map(\.bytes.count).reduce(0, +)
      do {
        try context.save()
        #expect(try context.titles.count == 3)
        return
      } catch {
        #expect(try StoreContext(context.store).titles == ["old"])
      }
    }
    Issue.record("it never had room")
  }
}
