import Foundation
import Testing

@testable import QuizStore

@Suite struct ReferenceTests {
  @Test(arguments: StoreKind.allCases)
  func `a delete takes along what belongs to the record, and clears what refers to it`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    try context.saveShelf("B", ["c"])
    context.insert(Loan(bookID: Identifier(rawValue: 1), reader: "R"))
    try context.save()
    try context.delete(shelf)
    #expect(try context.titles == ["c"])
    #expect(try context.fetch(FetchDescriptor<Loan>()).map(\.bookID) == [nil])
    try context.save()
    #expect(try context.titles == ["c"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a delete also takes along what another context inserted meanwhile`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    try context.delete(shelf)
    let other = StoreContext(context.store)
    other.insert(Book(shelfID: shelf, title: "late"))
    try other.save()
    try context.save()
    #expect(try context.titles.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `of several faults of a save the one of the first kind in the schema is told`(
    _ kind: StoreKind
  ) throws {
    for _ in 0..<20 {
      let context = try kind.context()
      try context.saveShelf("A")
      context.insert(Loan(bookID: Identifier(rawValue: 7), reader: "R"))
      context.insert(Book(shelfID: Identifier(rawValue: 7), title: "lost"))
      context.insert(Shelf(name: "A"))
      let error = #expect(throws: StoreError.self) { try context.save() }
      #expect(error?.code == "duplicate-key")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a reference to a record that does not exist is refused`(_ kind: StoreKind) throws {
    let context = try kind.context()
    context.insert(Book(shelfID: Identifier(rawValue: 7), title: "lost"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "dangling-reference")
  }

  @Test(arguments: StoreKind.allCases)
  func `a change of what another writer has moved is a conflict, also where its place is gone`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a"])
    let read = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    let other = StoreContext(context.store)
    var moved = read
    moved.shelfID = other.insert(Shelf(name: "B"))
    try other.update(moved)
    try other.save()
    try other.delete(shelf)
    try other.save()
    var mine = read
    mine.title = "b"
    try context.update(mine, from: read)
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict(let conflict) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect((conflict.theirs as? Book)?.title == "a")
  }

  @Test(arguments: StoreKind.allCases)
  func `a value that must be unique is refused for a second record and nothing is saved`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    try context.saveShelf("A")
    context.insert(Shelf(name: "B"))
    context.insert(Shelf(name: "A"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .duplicateKey(let duplicate) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(duplicate.existing == 1)
    #expect(try StoreContext(context.store).count(FetchDescriptor<Shelf>()) == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `two records may change their unique values with each other`(_ kind: StoreKind) throws {
    let context = try kind.context()
    try context.saveShelf("A")
    try context.saveShelf("B")
    try context.update(Shelf(id: Identifier(rawValue: 1), name: "B"))
    try context.update(Shelf(id: Identifier(rawValue: 2), name: "A"))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["B", "A"])
  }

  @Test(arguments: StoreKind.allCases)
  func `texts that are the same to a reader are the same to a unique field`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    try context.saveShelf("が")
    context.insert(Shelf(name: "か\u{3099}"))
    #expect(throws: StoreError.self) { try context.save() }
  }
}
