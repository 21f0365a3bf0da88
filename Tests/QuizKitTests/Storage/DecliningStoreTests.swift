import Foundation
import Signals
import TestKit
import Testing

@testable import QuizStore

/// A store in memory that declines the requests that the test selects.
private final class DecliningStore: DataStore {
  private let inner = MemoryStore(schema: librarySchema)
  var error: StoreError?
  var declines: (_ selectsAll: Bool, _ isArranged: Bool) -> Bool = { _, _ in false }
  private(set) var asked = 0

  var schema: Schema { inner.schema }
  var isReadOnly: Bool { false }
  var announcements: PublishSubject<SavedChanges> { inner.announcements }

  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    asked += 1
    let selectsAll = if case .all = descriptor.selection { true } else { false }
    let isArranged = !descriptor.sortBy.isEmpty || descriptor.limit != nil || descriptor.offset > 0
    if let error, asked < 10, declines(selectsAll, isArranged) { throw error }
    return try inner.fetch(descriptor)
  }

  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    inner.reserveIdentifiers(count, for: type)
  }

  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges { try inner.save(request) }
  func close() {}
}

/// Tests that the context does the work that a store declines. If it cannot, the error of the store
/// is thrown.
@Suite struct DecliningStoreTests {
  private let store = DecliningStore()

  private func context() throws -> StoreContext {
    let context = StoreContext(store)
    try context.saveShelf("A", ["b", "a", "c"])
    return context
  }

  @Test func `an order that a store declines is made above it`() throws {
    let context = try context()
    (store.error, store.declines) = (.preferInMemorySort, { _, isArranged in isArranged })
    let sorted = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)], limit: 2)
    #expect(try context.fetch(sorted).map(\.title) == ["a", "b"])
    #expect(
      try context.fetch(FetchDescriptor<Book>(limit: 1, offset: 1)).map(\.title) == ["a"])
  }

  @Test func `a selection that a store declines is made of all records`() throws {
    let context = try context()
    (store.error, store.declines) = (.preferInMemoryFilter, { selectsAll, _ in !selectsAll })
    let ids = [Identifier<Book>(rawValue: 3), Identifier(rawValue: 1)]
    #expect(try context.records(for: ids).map(\.title) == ["c", "b"])
    #expect(try store.records(for: ids).map(\.title) == ["c", "b"])
  }

  @Test func `a store that declines to sort where nothing is sorted is asked once`() throws {
    let context = try context()
    (store.error, store.declines) = (.preferInMemorySort, { _, _ in true })
    let before = store.asked
    let ids = [Identifier<Book>(rawValue: 1)]
    #expect(throws: StoreError.self) { try store.records(for: ids) }
    #expect(throws: StoreError.self) { try context.fetch(FetchDescriptor<Book>(.identifiers(ids))) }
    #expect(throws: StoreError.self) { try context.fetch(FetchDescriptor<Book>()) }
    #expect(store.asked == before + 3)
  }
}
