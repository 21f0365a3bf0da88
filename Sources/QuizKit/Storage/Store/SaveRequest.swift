/// The changes that a context asks a store to write in one transaction.
///
/// All identifiers in it are permanent, even those of new records
/// (``DataStore/reserveIdentifiers(_:for:)``).
public struct SaveRequest: Sendable {
  /// The changes, one element per kind of record.
  public var changes: [any AnyRecordChanges]

  /// Creates a request.
  public init(changes: [any AnyRecordChanges]) {
    self.changes = changes
  }

  /// How many records are written, without those that are encoded already.
  var writtenCount: Int { changes.reduce(0) { $0 + $1.writtenCount } }
}

extension AnyRecordChanges {
  fileprivate var writtenCount: Int { typed.inserted.count + typed.updated.count }
}

/// The changes to one kind of record.
public struct RecordChanges<R: StoredRecord>: Sendable {
  /// New records. There may be others, which are encoded already (``insertedRecords(_:)``).
  public var inserted: [R] = []

  /// New records of a bulk insert.
  var staged = StagedRecords<R>()

  /// Records to change.
  public var updated: [RecordUpdate<R>] = []

  /// Records to delete.
  public var deleted: [RecordDeletion<R>] = []

  /// Creates an empty set of changes.
  public init() {}

  /// All new records.
  ///
  /// - Parameter schema: the schema of the store.
  public func insertedRecords(_ schema: Schema) throws(StoreError) -> [R] {
    staged.parts.isEmpty ? inserted : inserted + (try staged.records(schema))
  }
}

/// A record's new fields, and the version that they replace.
public struct RecordUpdate<R: StoredRecord>: Sendable {
  /// The record with its new fields.
  public var record: R

  /// The version that the writer saw (`DataStore.version(of:)`). The save fails when the store
  /// has a different one. `nil` when the record had changed before the writer was done; the save
  /// then always fails.
  public var version: UInt64?

  /// Creates an update.
  public init(_ record: R, version: UInt64?) {
    self.record = record
    self.version = version
  }
}

/// ``RecordChanges`` with its type erased. Pass it to a generic function to get the type back.
public protocol AnyRecordChanges: Sendable {
  /// The kind of record.
  associatedtype Record: StoredRecord

  /// The changes with their concrete type.
  var typed: RecordChanges<Record> { get }
}

extension RecordChanges: AnyRecordChanges {
  /// Itself.
  public var typed: RecordChanges<R> { self }
}

/// The deletion of a record, and the version that it deletes.
public struct RecordDeletion<R: StoredRecord>: Sendable {
  /// The record to delete.
  public var id: Identifier<R>

  /// The version that the writer saw, as in ``RecordUpdate/version``.
  public var version: UInt64?

  /// Creates a deletion.
  public init(_ id: Identifier<R>, version: UInt64?) {
    self.id = id
    self.version = version
  }
}

extension DataStore {
  /// Makes sure that the records to change and delete are the versions that their writers saw.
  /// Every store calls this before it applies a request.
  ///
  /// - Throws: ``StoreError/conflict(_:)``, ``StoreError/notFound(entity:id:)``
  public func check(_ request: SaveRequest) throws(StoreError) {
    for changes in request.changes { try check(changes) }
  }

  private func check(_ changes: some AnyRecordChanges) throws(StoreError) {
    try check(changes.typed)
  }

  private func check<R>(_ changes: RecordChanges<R>) throws(StoreError) {
    for update in changes.updated {
      try check(update.record.id, update.version, mine: update.record)
    }
    for deletion in changes.deleted {
      guard try version(of: deletion.id) != nil else {
        throw StoreError.notFound(entity: R.entityName, id: deletion.id.rawValue)
      }
      try check(deletion.id, deletion.version, mine: nil)
    }
  }

  private func check<R: StoredRecord>(
    _ id: Identifier<R>, _ seen: UInt64?, mine: R?
  ) throws(StoreError) {
    if let seen, try version(of: id) == seen { return }
    throw StoreError.conflict(
      Conflict(
        entity: R.entityName, id: id.rawValue, mine: mine, theirs: try record(for: id)))
  }
}
