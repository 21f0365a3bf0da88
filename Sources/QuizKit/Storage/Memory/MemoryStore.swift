import Signals

/// Keeps records in memory until the process ends. It serves tests and previews, and is the
/// reference for the other stores.
public final class MemoryStore: DataStore {
  public var schema: Schema { tables.schema }
  public var isReadOnly: Bool { false }
  public let announcements = PublishSubject<SavedChanges>()

  /// All records.
  package private(set) var tables: RecordTables
  private let encoder = RecordEncoder()

  /// Creates an empty store.
  public init(schema: Schema) {
    tables = RecordTables(schema: schema)
  }

  /// Creates a store with the records of another one.
  package init(_ tables: RecordTables) {
    self.tables = tables
  }

  /// The records with certain identifiers, or all records in the order of insertion. Throws for any
  /// other request.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try tables.fetch(descriptor)
  }

  public func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    tables.reserveIdentifiers(count, for: type)
  }

  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try check(request)
    var changed = tables
    let saved = try changed.apply(request, encoder: encoder)
    tables = changed
    return saved
  }

  /// Does nothing: there is no file to close.
  public func close() {}
}

extension RecordTables {
  /// Answers only requests for all records, or for records with certain identifiers. The context
  /// does the rest.
  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    if descriptor.predicate != nil { throw StoreError.preferInMemoryFilter }
    guard descriptor.sortBy.isEmpty, descriptor.limit == nil, descriptor.offset == 0 else {
      throw StoreError.preferInMemorySort
    }
    switch descriptor.selection {
    case .all: return self[R.self].records
    case .identifiers(let ids): return self[R.self].records(for: ids)
    case .values, .range, .ordered: throw StoreError.preferInMemoryFilter
    }
  }
}
