/// What a context has not saved yet, of one kind of record.
struct PendingTable<R: StoredRecord> {
  /// In the order of insertion; `nil` where one was deleted again.
  private var inserted: [R?] = []
  private var insertedPositions: [Identifier<R>: Int] = [:]
  private(set) var updated: [Identifier<R>: RecordUpdate<R>] = [:]
  private(set) var deleted: [Identifier<R>: RecordDeletion<R>] = [:]
  /// New records that the store keeps until the save.
  var staged: StagedRecords<R>?

  var isEmpty: Bool { hasNoVisibleChanges && staged == nil }

  /// Whether the store keeps new records until the save.
  var isStaging: Bool { staged != nil }

  /// Whether a fetch finds nothing else than what is saved.
  var hasNoVisibleChanges: Bool {
    insertedPositions.isEmpty && updated.isEmpty && deleted.isEmpty
  }

  /// How many records of the store are to be taken out of a result.
  var shadowedCount: Int { updated.count + deleted.count }

  var shadowedIdentifiers: [Identifier<R>] { Array(updated.keys) + Array(deleted.keys) }

  /// New records in the order of their insertion, then changed ones.
  var visibleRecords: [R] {
    insertedRecords + updated.values.map(\.record)
  }

  func shadows(_ id: Identifier<R>) -> Bool {
    updated[id] != nil || deleted[id] != nil
  }

  /// The record as it is to be; `.some(nil)` when it is to disappear, `nil` when nothing is to
  /// change.
  subscript(id: Identifier<R>) -> R?? {
    if let position = insertedPositions[id] { return inserted[position] }
    if let update = updated[id] { return update.record }
    return deleted[id] == nil ? nil : .some(nil)
  }

  /// A record that is deleted and inserted again is one that changes.
  ///
  /// - Parameter saved: reads the record of that identifier, for a deletion that did not.
  mutating func insert(_ record: R, saved: (Identifier<R>) -> R?) {
    if let deletion = deleted.removeValue(forKey: record.id) {
      updated[record.id] = RecordUpdate(
        record, expected: deletion.expected ?? saved(record.id))
    } else if let position = insertedPositions.updateValue(inserted.count, forKey: record.id) {
      insertedPositions[record.id] = position
      inserted[position] = record
    } else {
      inserted.append(record)
    }
  }

  /// The first update of a record decides what the store is expected to have.
  mutating func update(_ record: R, expected: R?) {
    if let position = insertedPositions[record.id] {
      inserted[position] = record
    } else {
      let earlier = updated[record.id]
      updated[record.id] = RecordUpdate(record, expected: earlier?.expected ?? expected)
    }
  }

  /// Records that were never saved disappear without a trace.
  ///
  /// - Parameter deletion: describes the end of a saved record with that identifier.
  mutating func delete<E: Error>(
    _ ids: [Identifier<R>], _ deletion: (Identifier<R>) throws(E) -> RecordDeletion<R>
  ) throws(E) {
    for id in ids {
      if let position = insertedPositions.removeValue(forKey: id) {
        inserted[position] = nil
      } else if deleted[id] == nil {
        if let expected = updated.removeValue(forKey: id)?.expected {
          deleted[id] = RecordDeletion(id, expected: expected)
        } else {
          deleted[id] = try deletion(id)
        }
      }
    }
  }

  /// Gives a change up.
  mutating func forget(_ id: Identifier<R>) {
    if let position = insertedPositions.removeValue(forKey: id) { inserted[position] = nil }
    updated[id] = nil
    deleted[id] = nil
  }

  private var insertedRecords: [R] { inserted.compactMap { $0 } }

  /// The changes as a store takes them, in an order that does not depend on hashing.
  var changes: RecordChanges<R> {
    var changes = RecordChanges<R>()
    changes.inserted = insertedRecords
    changes.staged = staged
    changes.updated = updated.values.sorted { $0.record.id < $1.record.id }
    changes.deleted = deleted.values.sorted { $0.id < $1.id }
    return changes
  }
}

/// A table whose kind of record is found again by calling a generic function with it.
protocol AnyPendingTable {
  associatedtype Record: StoredRecord
  var typed: PendingTable<Record> { get }
  var isEmpty: Bool { get }
  var isStaging: Bool { get }
}

extension PendingTable: AnyPendingTable {
  var typed: PendingTable<R> { self }
}
