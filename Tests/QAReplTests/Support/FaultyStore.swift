import QuizKit
import QuizStore
import Signals

/// A store in memory that can be made to refuse requests, like a disk that is full or broken.
final class FaultyStore: DataStore {
  var refusesSaves = false
  var refusesReads = false
  /// Whether all requests fail after the next successful save.
  var breaksAfterSave = false

  var schema: Schema { memory.schema }
  var isReadOnly: Bool { false }
  let announcements = PublishSubject<SavedChanges>()

  private let memory = MemoryStore(schema: QuestionBank.schema)

  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try requireReading()
    return try memory.fetch(descriptor)
  }

  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    memory.reserveIdentifiers(count, for: type)
  }

  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    if refusesSaves { throw StoreError.readOnly(path: "bank.json") }
    let saved = try memory.save(request)
    if breaksAfterSave { refusesReads = true }
    return saved
  }

  func close() {}

  private func requireReading() throws(StoreError) {
    if refusesReads { throw StoreError.closed(path: "bank.json") }
  }
}
