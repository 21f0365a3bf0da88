import QuizSupport
import Signals

/// Keeps records in memory until the process ends. It serves tests and previews, and is the
/// reference for the other stores.
public final class MemoryStore: DataStore {
  public var schema: Schema { tables.schema }
  public var isReadOnly: Bool { false }
  public let announcements = PublishSubject<SavedChanges>()
  public let attachments: any AttachmentStore = MemoryAttachments()

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

/// All records of a store that keeps them in memory, as one value. A save changes a copy, which
/// replaces the original only when the save succeeds.
package struct RecordTables: Sendable {
  let schema: Schema
  var sequence: UInt64 = 0
  private var tables: [String: any AnyRecordTable] = [:]

  init(schema: Schema) {
    self.schema = schema
    for record in schema.records { tables[record.entityName] = emptyTable(of: record) }
  }

  subscript<R: StoredRecord>(_ type: R.Type) -> RecordTable<R> {
    get {
      schema.check(type)
      return (tables[R.entityName] as? RecordTable<R>) ?? RecordTable<R>()
    }
    set { tables[R.entityName] = newValue }
  }

  /// The table of the kind with this entity name.
  func table(named entity: String) -> (any AnyRecordTable)? { tables[entity] }

  /// Applies all changes, which the store has checked. After an error this value must not be used
  /// any more.
  mutating func apply(
    _ request: SaveRequest, encoder: RecordEncoder
  ) throws(StoreError) -> SavedChanges {
    sequence += 1
    var saved = SavedChanges(sequence: sequence)
    for changes in request.changes {
      let (entity, identifiers) = try apply(changes, encoder)
      saved.entities[entity] = identifiers
    }
    return saved
  }

  /// See ``DataStore/reserveIdentifiers(_:for:)``.
  mutating func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    let first = self[R.self].lastIdentifier + 1
    self[R.self].lastIdentifier = min(first - 1 + Int64(count), JSONTape.largestCount)
    return first
  }

  private mutating func apply(
    _ changes: some AnyRecordChanges, _ encoder: RecordEncoder
  ) throws(StoreError) -> (String, SavedChanges.Identifiers) {
    try apply(changes.typed, encoder)
  }

  private mutating func apply<R>(
    _ changes: RecordChanges<R>, _ encoder: RecordEncoder
  ) throws(StoreError) -> (String, SavedChanges.Identifiers) {
    var table = self[R.self]
    var identifiers = SavedChanges.Identifiers()
    for update in changes.updated {
      table.put(try entry(update.record, encoder))
      identifiers.updated.append(update.record.id.rawValue)
    }
    identifiers.deleted = changes.deleted.map(\.id.rawValue)
    table.remove(Set(changes.deleted.map(\.id)))
    for record in try changes.insertedRecords(schema) {
      guard !table.contains(record.id) else {
        throw StoreError.alreadyExists(entity: R.entityName, id: record.id.rawValue)
      }
      table.put(try entry(record, encoder))
      identifiers.inserted.append(record.id.rawValue)
    }
    self[R.self] = table
    return (R.entityName, identifiers)
  }

  private func entry<R>(
    _ record: R, _ encoder: RecordEncoder
  ) throws(StoreError) -> RecordTable<R>.Entry {
    var text: [UInt8] = []
    try encoder.encode(record, to: &text)
    return RecordTable.Entry(record: record, text: text[...])
  }
}

private func emptyTable<R: StoredRecord>(of type: R.Type) -> any AnyRecordTable {
  RecordTable<R>()
}

/// All records of one kind with their JSON texts, in ascending order of identifiers.
struct RecordTable<R: StoredRecord> {
  struct Entry {
    var record: R
    /// The record's text in the file.
    var text: ArraySlice<UInt8>
  }

  private(set) var entries: [Entry] = []
  /// The highest identifier given so far. It never decreases.
  var lastIdentifier: Int64 = 0

  var records: [R] { entries.map(\.record) }

  func contains(_ id: Identifier<R>) -> Bool { position(of: id) != nil }

  func records(for ids: [Identifier<R>]) -> [R] {
    ids.compactMap { position(of: $0).map { entries[$0].record } }
  }

  /// Inserts the record, or replaces the one with the same identifier.
  mutating func put(_ entry: Entry) {
    let id = entry.record.id
    lastIdentifier = max(lastIdentifier, id.rawValue)
    let position = lowerBound(of: id)
    if position < entries.count, entries[position].record.id == id {
      entries[position] = entry
    } else {
      entries.insert(entry, at: position)
    }
  }

  mutating func remove(_ ids: Set<Identifier<R>>) {
    if ids.count == 1, let id = ids.first {
      if let position = position(of: id) { entries.remove(at: position) }
    } else if !ids.isEmpty {
      entries.removeAll { ids.contains($0.record.id) }
    }
  }

  private func position(of id: Identifier<R>) -> Int? {
    let position = lowerBound(of: id)
    return position < entries.count && entries[position].record.id == id ? position : nil
  }

  private func lowerBound(of id: Identifier<R>) -> Int {
    // New records have the highest identifier.
    if let last = entries.last, last.record.id < id { return entries.count }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].record.id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// ``RecordTable`` with its type erased. Pass it to a generic function to get the type back.
protocol AnyRecordTable: Sendable {
  associatedtype Record: StoredRecord
  var typed: RecordTable<Record> { get }
  var lastIdentifier: Int64 { get set }
}

extension RecordTable: AnyRecordTable {
  var typed: RecordTable<R> { self }
}
