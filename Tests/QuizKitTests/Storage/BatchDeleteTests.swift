import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests deleting many records without reading them.
@Suite struct BatchDeleteTests {
  /// Two shelves of five books each, with a loan of the first and of the seventh book.
  private func library(_ kind: StoreKind, on disk: SimulatedDisk = SimulatedDisk()) throws
    -> StoreContext
  {
    let context = try kind.context(on: disk)
    try context.saveShelf("A", (1...5).map { "a\($0)" })
    try context.saveShelf("B", (1...5).map { "b\($0)" })
    for book in [1, 7] {
      context.insert(Loan(bookID: Identifier(rawValue: Int64(book)), reader: "R\(book)"))
    }
    try context.save()
    return context
  }

  private let first = Identifier<Shelf>(rawValue: 1)

  private func loans(_ context: StoreContext) throws -> [Int64?] {
    try context.fetch(FetchDescriptor<Loan>()).map { $0.bookID?.rawValue }
  }

  @Test(arguments: StoreKind.allCases)
  func `what meets the predicate goes, with what belongs to it, and what refers to it is cleared`(
    _ kind: StoreKind
  ) throws {
    let disk = SimulatedDisk()
    let context = try library(kind, on: disk)
    let first = first
    #expect(try context.delete(Book.self, where: #Predicate { $0.shelfID == first }) == 5)
    #expect(try context.titles == (1...5).map { "b\($0)" })
    #expect(try context.count(FetchDescriptor<Book>()) == 5)
    try context.save()
    #expect(try context.delete(Shelf.self, where: #Predicate { $0.name == "B" }) == 1)
    try context.save()
    #expect(try context.titles.isEmpty && loans(context) == [nil, nil])
    guard kind != .memory else { return }
    try context.store.close()
    #expect(try kind.context(on: disk).titles.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `pending changes count, and what was never saved leaves no trace`(_ kind: StoreKind) throws {
    let context = try library(kind)
    var book = try #require(try context.record(for: Identifier<Book>(rawValue: 2)))
    book.title = "kept"
    try context.update(book)
    context.insert(Book(shelfID: first, title: "a9"))
    var other = try #require(try context.record(for: Identifier<Book>(rawValue: 8)))
    other.title = "a8"
    try context.update(other)
    let count = try context.delete(Book.self, where: #Predicate { $0.title.contains("a") })
    #expect(count == 6)
    #expect(try context.titles == ["kept", "b1", "b2", "b4", "b5"])
    let saved = try context.save()
    #expect(saved?.entities["book"]?.deleted == [1, 3, 4, 5, 8])
    #expect(saved?.entities["book"]?.inserted == [])
    #expect(try context.titles == ["kept", "b1", "b2", "b4", "b5"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a value that must be unique is free again in the same save`(_ kind: StoreKind) throws {
    let context = try library(kind)
    try context.delete(Shelf.self, where: nil)
    try context.saveShelf("A", ["new"])
    #expect(try context.titles == ["new"])
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.id.rawValue) == [3])
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `a deletion is taken back and done again, all with their values`(
    _ kind: StoreKind, _ isCompacted: Bool
  ) throws {
    let context = try library(kind)
    let before = try context.fetch(FetchDescriptor<Book>())
    try context.delete(first)
    try context.delete(Book.self, where: #Predicate { $0.title == "b5" })
    try context.save()
    if isCompacted { try (context.store as? JournalStore)?.compact() }
    try context.undo()
    #expect(try context.fetch(FetchDescriptor<Book>()) == before)
    #expect(try context.record(for: first)?.name == "A")
    #expect(try loans(context) == [1, 7])
    if isCompacted { try (context.store as? JournalStore)?.compact() }
    try context.redo()
    #expect(try context.titles == (1...4).map { "b\($0)" })
    try context.undo()
    #expect(try context.fetch(FetchDescriptor<Book>()) == before)
  }

  @Test(arguments: StoreKind.allCases)
  func `a record that somebody changed since is a conflict, and everything stays pending`(
    _ kind: StoreKind
  ) throws {
    let context = try library(kind)
    try context.delete(first)
    let other = StoreContext(context.store)
    var book = try #require(try other.record(for: Identifier<Book>(rawValue: 3)))
    book.title = "changed"
    try other.update(book)
    try other.save()
    guard
      case .conflict(let conflict) = #expect(
        throws: StoreError.self, performing: { try context.save() })
    else {
      Issue.record("no conflict")
      return
    }
    #expect((conflict.theirs as? Book)?.title == "changed" && conflict.mine == nil)
    #expect(context.hasChanges)
    context.rollback()
    try context.delete(first)
    try context.save()
    #expect(try context.titles == (1...5).map { "b\($0)" })
  }

  @Test(arguments: StoreKind.allCases)
  func `a record that is put back before the save is one that changed`(_ kind: StoreKind) throws {
    let context = try library(kind)
    try context.delete(Book.self, where: #Predicate { $0.title == "a2" })
    context.insert(
      Book(id: Identifier(rawValue: 2), shelfID: first, title: "again", code: "a2"))
    let saved = try context.save()
    #expect(saved?.entities["book"]?.updated == [2])
    try context.undo()
    #expect(try context.record(for: Identifier<Book>(rawValue: 2))?.title == "a2")
  }

  @Test(arguments: StoreKind.allCases)
  func `a live query tells of it once`(_ kind: StoreKind) throws {
    let context = try library(kind)
    let query = try LiveQuery(FetchDescriptor<Book>(), in: context)
    var counts: [Int] = []
    let subscription = query.results.observe { counts.append($0.count) }
    try context.delete(first)
    try context.save()
    #expect(counts == [10, 5])
    subscription.dispose()
  }

  @Test func `a journal reads none of the records that an index finds`() throws {
    let disk = SimulatedDisk()
    let context = try library(.journal, on: disk)
    let first = first
    let calls = disk.calls
    let found = try context.identifiers(FetchDescriptor<Book>(.whose(\.shelfID, is: first)))
    try context.delete(found)
    // A loan whose book is deleted has to be read, because it is changed.
    #expect(disk.calls - calls <= 2)
    try context.save()
    #expect(try context.count(FetchDescriptor<Book>(.whose(\.shelfID, is: first))) == 0)
  }
}
