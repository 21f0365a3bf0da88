import Signals

/// Keeps records for the time of the process: for tests, for a preview, and as the reference for
/// the other stores.
public final class MemoryStore: DataStore {
  public var schema: Schema { tables.schema }
  public var isReadOnly: Bool { false }
  public let announcements = PublishSubject<SavedChanges>()

  private var tables: RecordTables
  private let encoder = RecordEncoder()

  /// Creates an empty store.
  public init(schema: Schema) {
    tables = RecordTables(schema: schema)
  }

  /// All records in the order of their insertion, or an error when something else is wanted.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try tables.fetch(descriptor)
  }

  public func record<R: StoredRecord>(for id: Identifier<R>) -> R? {
    tables[R.self][id]
  }

  public func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    tables.reserveIdentifiers(count, for: type)
  }

  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    var changed = tables
    let saved = try changed.apply(request, encoder: encoder)
    tables = changed
    return saved
  }

  /// Does nothing: there is nothing to give up.
  public func close() {}
}

extension RecordTables {
  /// Leaves everything but "all of them" to the context.
  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    if descriptor.predicate != nil { throw StoreError.preferInMemoryFilter }
    guard descriptor.sortBy.isEmpty, descriptor.limit == nil, descriptor.offset == 0 else {
      throw StoreError.preferInMemorySort
    }
    return self[R.self].records
  }
}
