import Signals

@testable import QuizKit
@testable import QuizStore

/// A store in memory that can be made to refuse every save, as a full disk does, or every read.
final class RefusingStore: DataStore {
  var refuses = false
  var isUnreadable = false
  var schema: Schema { memory.schema }
  var isReadOnly: Bool { false }
  let announcements = PublishSubject<SavedChanges>()

  /// The number of fetches by a descriptor.
  private(set) var fetches = 0

  private let memory = MemoryStore(schema: QuestionBank.schema)

  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    if case .identifiers = descriptor.selection {} else { fetches += 1 }
    try checkReading()
    return try memory.fetch(descriptor)
  }

  private func checkReading() throws(StoreError) {
    if isUnreadable { throw StoreError.readOnly(path: "bank.json") }
  }

  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    memory.reserveIdentifiers(count, for: type)
  }

  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    if refuses { throw StoreError.readOnly(path: "bank.json") }
    return try memory.save(request)
  }

  func close() {}
}
