import Foundation
import Testing

@testable import QuizKit

@Suite struct HistoryTests {
  private func journal() throws -> (JournalStore, StoreContext) {
    let store = try #require(try StoreKind.journal.open(on: SimulatedDisk()) as? JournalStore)
    return (store, StoreContext(store, author: "Ann"))
  }

  @Test func `the history tells who did what since a point, and what was deleted`() throws {
    let (store, context) = try journal()
    let shelf = try context.saveShelf("A", ["a", "b"])
    let token = store.historyToken
    try context.update(Shelf(id: shelf, name: "B"))
    try context.save()
    try context.delete(Identifier<Book>(rawValue: 2))
    try context.save()
    #expect(try store.history(after: nil).count == 3)
    let news = try store.history(after: token)
    #expect(news.map(\.author) == ["Ann", "Ann"])
    #expect(news.flatMap(\.changes).map(\.kind) == [.update, .delete])
    #expect((news.last?.changes.first?.tombstone as? Book)?.title == "b")
    #expect(try store.history(after: store.historyToken).isEmpty)
  }

  @Test func `a point before the last compaction is forgotten`() throws {
    let (store, context) = try journal()
    try context.saveShelf("A")
    let token = store.historyToken
    try context.saveShelf("B")
    try store.compact()
    let error = #expect(throws: StoreError.self) { try store.history(after: token) }
    #expect(error?.code == "history-expired")
    let now = store.historyToken
    try context.saveShelf("C")
    #expect(try store.history(after: now).count == 1)
    #expect(try store.history(after: nil).count == 1)
  }
}

@Suite struct CopyTests {
  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func `what one store wrote another reads`(_ from: StoreKind, _ to: StoreKind) throws {
    let source = try from.context()
    let shelf = try source.saveShelf("棚", ["a", "b", "c"])
    try source.delete(Identifier<Book>(rawValue: 2))
    source.insert(Loan(bookID: Identifier(rawValue: 3), reader: "R"))
    try source.save()
    let target = try to.context()
    try source.copyRecords(into: target)
    #expect(try target.fetch(FetchDescriptor<Book>()) == source.fetch(FetchDescriptor<Book>()))
    #expect(try target.fetch(FetchDescriptor<Loan>()) == source.fetch(FetchDescriptor<Loan>()))
    #expect(try target.record(for: shelf)?.name == "棚")
    let error = #expect(throws: StoreError.self) { try source.copyRecords(into: target) }
    #expect(error != nil && !target.hasChanges)
  }
}
