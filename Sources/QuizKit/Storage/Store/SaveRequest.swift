/// What a context asks a store to write in one transaction.
///
/// All identifiers in it are permanent, those of new records too (``DataStore/reserveIdentifiers(_:for:)``).
public struct SaveRequest: Sendable {
  /// The changes, one element for each kind of record.
  public var changes: [any AnyRecordChanges]

  /// Creates a request.
  public init(changes: [any AnyRecordChanges]) {
    self.changes = changes
  }
}

/// The changes of one kind of record.
public struct RecordChanges<R: StoredRecord>: Sendable {
  /// New records.
  public var inserted: [R] = []

  /// More new records, which the store has taken already (``DataStore/stage(_:)``).
  public internal(set) nonisolated(unsafe) var staged: StagedRecords<R>?

  /// Records whose fields change.
  public var updated: [RecordUpdate<R>] = []

  /// Records that disappear.
  public var deleted: [RecordDeletion<R>] = []

  /// Creates changes.
  public init() {}
}

/// A record's new fields, and what they replace.
public struct RecordUpdate<R: StoredRecord>: Sendable {
  /// The record as it is to be.
  public var record: R

  /// The record as the writer saw it; the save fails when the store has another. `nil` leaves it to
  /// ``fingerprint``.
  public var expected: R?

  /// What the store said of the record when the writer changed it, who did not read it; the save
  /// fails when the store says something else. Without both, whatever is there is overwritten.
  public var fingerprint: UInt64?

  /// Creates an update.
  public init(_ record: R, expected: R?) {
    self.record = record
    self.expected = expected
  }

  /// Creates the update of a record that was to disappear, of what the deletion was to remove.
  init(_ record: R, insteadOf deletion: RecordDeletion<R>) {
    self.init(record, expected: deletion.expected)
    fingerprint = deletion.fingerprint
  }

  /// Creates an update of a record that was not read.
  public init(_ record: R, fingerprint: UInt64) {
    self.record = record
    self.fingerprint = fingerprint
  }
}

/// Changes of some kind of record, whose type is found again by calling a generic function with it.
public protocol AnyRecordChanges: Sendable {
  /// The kind of record.
  associatedtype Record: StoredRecord

  /// The changes with their type.
  var typed: RecordChanges<Record> { get }
}

extension RecordChanges: AnyRecordChanges {
  /// Itself.
  public var typed: RecordChanges<R> { self }
}

/// The end of a record.
public struct RecordDeletion<R: StoredRecord>: Sendable {
  /// Which record disappears.
  public var id: Identifier<R>

  /// The record as the writer saw it; the save fails when the store has another. `nil` leaves it to
  /// ``fingerprint``.
  public var expected: R? { value?.record }

  /// What the store said of the record when the writer saw it, who did not read it; the save fails
  /// when the store says something else. Without both, whatever is there is deleted.
  public var fingerprint: UInt64?

  /// A reference, so that many deletions of records that nobody read take little memory.
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

  /// Creates the deletion of a record that was to change, of what the update was to replace.
  init(insteadOf update: RecordUpdate<R>) {
    self.init(update.record.id, expected: update.expected)
    fingerprint = update.fingerprint
  }

  /// Creates a deletion of a record that was not read.
  public init(_ id: Identifier<R>, fingerprint: UInt64) {
    self.id = id
    self.fingerprint = fingerprint
    value = nil
  }
}

// What every store checks before it applies a change.

extension RecordUpdate {
  /// Makes sure that the record is still the one that the writer saw.
  ///
  /// - Parameter current: the record as the store has it; `nil` when it has none.
  /// - Parameter fingerprint: that of the current record, where the store has fingerprints.
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
  /// The same for a record that is to disappear.
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

/// Whether the record is another one than the writer saw; false when the writer does not say.
private func differs<R: Equatable>(
  _ current: R?, _ fingerprint: UInt64?, from expected: R?, _ seen: UInt64?
) -> Bool {
  expected.map { $0 != current } ?? seen.map { $0 != fingerprint } ?? false
}
