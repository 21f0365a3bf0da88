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
}

/// The changes to one kind of record.
public struct RecordChanges<R: StoredRecord>: Sendable {
  /// New records.
  public var inserted: [R] = []

  /// New records that the store has already received (``DataStore/stage(_:)``).
  public internal(set) nonisolated(unsafe) var staged: StagedRecords<R>?

  /// Records to change.
  public var updated: [RecordUpdate<R>] = []

  /// Records to delete.
  public var deleted: [RecordDeletion<R>] = []

  /// Creates an empty set of changes.
  public init() {}
}

/// A record's new fields, and the version that they replace.
public struct RecordUpdate<R: StoredRecord>: Sendable {
  /// The record with its new fields.
  public var record: R

  /// The record as the writer read it. The save fails when the store has a different one. `nil`
  /// means that ``fingerprint`` is compared instead.
  public var expected: R?

  /// The record's fingerprint at the time of the change, for a writer that did not read the record.
  /// The save fails when the store's fingerprint differs. When this and ``expected`` are both
  /// `nil`, the save overwrites any version.
  public var fingerprint: UInt64?

  /// Creates an update.
  public init(_ record: R, expected: R?) {
    self.record = record
    self.expected = expected
  }

  /// Turns a deletion into an update that expects the same version of the record.
  init(_ record: R, insteadOf deletion: RecordDeletion<R>) {
    self.init(record, expected: deletion.expected)
    fingerprint = deletion.fingerprint
  }

  /// Creates an update of a record that the writer did not read.
  public init(_ record: R, fingerprint: UInt64) {
    self.record = record
    self.fingerprint = fingerprint
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

/// The deletion of a record.
public struct RecordDeletion<R: StoredRecord>: Sendable {
  /// The record to delete.
  public var id: Identifier<R>

  /// The record as the writer read it. The save fails when the store has a different one. `nil`
  /// means that ``fingerprint`` is compared instead.
  public var expected: R? { value?.record }

  /// The record's fingerprint at the time of the deletion, for a writer that did not read the
  /// record. The save fails when the store's fingerprint differs. When this and ``expected`` are
  /// both `nil`, the save deletes any version.
  public var fingerprint: UInt64?

  /// A reference, so that many deletions without an expected record take little memory.
  private let value: Value?

  private final class Value: Sendable {
    let record: R

    init(_ record: R) {
      self.record = record
    }
  }

  /// Creates a deletion.
  public init(_ id: Identifier<R>, expected: R? = nil) {
    self.id = id
    value = expected.map(Value.init)
  }

  /// Turns an update into a deletion that expects the same version of the record.
  init(insteadOf update: RecordUpdate<R>) {
    self.init(update.record.id, expected: update.expected)
    fingerprint = update.fingerprint
  }

  /// Creates a deletion of a record that the writer did not read.
  public init(_ id: Identifier<R>, fingerprint: UInt64) {
    self.id = id
    self.fingerprint = fingerprint
    value = nil
  }
}

// Every store makes these checks before it applies a change.

extension RecordUpdate {
  /// Makes sure that the record has not changed since the writer saw it.
  ///
  /// - Parameter current: the record in the store; `nil` when there is none.
  /// - Parameter fingerprint: the current record's fingerprint, if the store has fingerprints.
  /// - Throws: ``StoreError/conflict(_:)``, ``StoreError/notFound(entity:id:)``
  public func check(against current: R?, fingerprint: UInt64? = nil) throws(StoreError) {
    let id = record.id.rawValue
    if differs(current, fingerprint, from: expected, self.fingerprint) {
      throw StoreError.conflict(
        Conflict(entity: R.entityName, id: id, mine: record, theirs: current))
    }
    guard current != nil else { throw StoreError.notFound(entity: R.entityName, id: id) }
  }
}

extension RecordDeletion {
  /// Makes sure that the record has not changed since the writer saw it.
  public func check(against current: R?, fingerprint: UInt64? = nil) throws(StoreError) {
    guard let current else {
      throw StoreError.notFound(entity: R.entityName, id: id.rawValue)
    }
    if differs(current, fingerprint, from: expected, self.fingerprint) {
      throw StoreError.conflict(
        Conflict(entity: R.entityName, id: id.rawValue, mine: nil, theirs: current))
    }
  }
}

/// Whether the record differs from the one that the writer saw; false when the writer expects no
/// particular version.
private func differs<R: Equatable>(
  _ current: R?, _ fingerprint: UInt64?, from expected: R?, _ seen: UInt64?
) -> Bool {
  expected.map { $0 != current } ?? seen.map { $0 != fingerprint } ?? false
}
