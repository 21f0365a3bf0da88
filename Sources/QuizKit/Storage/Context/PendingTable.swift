/// What a context has not saved yet, of one kind of record.
struct PendingTable<R: StoredRecord> {
  /// In the order of insertion, also those that were deleted again.
  private var inserted: [R] = []
  /// Where in ``inserted`` those are that were not, by the numbers of their identifiers.
  private var insertedPositions: [Int64: Int] = [:]
  private(set) var updated: [Identifier<R>: RecordUpdate<R>] = [:]
  private(set) var deleted: [Identifier<R>: RecordDeletion<R>] = [:]
  /// New records that the store keeps until the save.
  var staged: StagedRecords<R>?

  var isEmpty: Bool { hasNoVisibleChanges && staged == nil }

  /// Whether the store keeps new records until the save.
  var isStaging: Bool { staged != nil }

  /// Whether records that are saved are to disappear.
  var hasDeletions: Bool { !deleted.isEmpty }

  /// Whether a fetch finds nothing else than what is saved.
  var hasNoVisibleChanges: Bool {
    insertedPositions.isEmpty && updated.isEmpty && deleted.isEmpty
  }

  /// How many records of the store are to be taken out of a result.
  var shadowedCount: Int { updated.count + deleted.count }

  var shadowedIdentifiers: [Identifier<R>] { Array(updated.keys) + Array(deleted.keys) }

  /// New records in the order of their insertion, then changed ones.
  var visibleRecords: [R] {
    if updated.isEmpty { return insertedRecords }
    let updatedRecords = updated.values.map { $0.record }
    return inserted.isEmpty ? updatedRecords : insertedRecords + updatedRecords
  }

  func shadows(_ id: Identifier<R>) -> Bool {
    updated[id] != nil || deleted[id] != nil
  }

  /// The record as it is to be; `.some(nil)` when it is to disappear, `nil` when nothing is to
  /// change.
  subscript(id: Identifier<R>) -> R?? {
    if let position = insertedPositions[id.rawValue] { return inserted[position] }
    if let update = updated[id] { return update.record }
    return deleted[id] == nil ? nil : .some(nil)
  }

  /// A record that is deleted and inserted again is one that changes.
  ///
  /// Inlined, because a generic function looks its types up whenever it is called, which takes longer
  /// than to take a record.
  @inline(__always)
  mutating func insert(_ record: R) {
    let number = record.id.rawValue
    if hasDeletions, let deletion = deleted.removeValue(forKey: record.id) {
      updated[record.id] = RecordUpdate(record, insteadOf: deletion)
    } else if let position = insertedPositions.updateValue(inserted.count, forKey: number) {
      insertedPositions[number] = position
      inserted[position] = record
    } else {
      inserted.append(record)
    }
  }

  /// Takes many at once.
  ///
  /// - Parameter identified: gives an identifier to a record that has none.
  mutating func insert(
    contentsOf records: some Sequence<R>, identified: () -> Identifier<R>
  ) {
    if inserted.isEmpty {
      inserted.reserveCapacity(records.underestimatedCount)
      insertedPositions.reserveCapacity(records.underestimatedCount)
    }
    for var record in records {
      if !record.id.isPermanent { record.id = identified() }
      insert(record)
    }
  }

  /// The first update of a record decides what the store is expected to have.
  mutating func update(_ update: RecordUpdate<R>) {
    let id = update.record.id
    if let position = insertedPositions[id.rawValue] {
      inserted[position] = update.record
    } else if updated[id] != nil {
      updated[id]?.record = update.record
    } else {
      updated[id] = update
    }
  }

  /// Records that were never saved disappear without a trace.
  ///
  /// - Parameter deletion: describes the end of a saved record with that identifier.
  mutating func delete<E: Error>(
    _ ids: [Identifier<R>], _ deletion: (Identifier<R>) throws(E) -> RecordDeletion<R>
  ) throws(E) {
    for id in ids {
      if insertedPositions.removeValue(forKey: id.rawValue) != nil || deleted[id] != nil {
        continue
      }
      if let update = updated.removeValue(forKey: id) {
        deleted[id] = RecordDeletion(insteadOf: update)
      } else {
        deleted[id] = try deletion(id)
      }
    }
  }

  /// Gives a change up.
  mutating func forget(_ id: Identifier<R>) {
    insertedPositions[id.rawValue] = nil
    updated[id] = nil
    deleted[id] = nil
  }

  private var insertedRecords: [R] {
    if inserted.count == insertedPositions.count { return inserted }
    return inserted.indices.compactMap { position in
      let record = inserted[position]
      return insertedPositions[record.id.rawValue] == position ? record : nil
    }
  }

  /// The numbers of new records that have no permanent identifier, in the order of insertion.
  var temporaryIdentifiers: [Int64] { insertedRecords.numbers.filter { $0 < 0 } }

  /// The changes as a store takes them, in an order that does not depend on hashing.
  var changes: RecordChanges<R> {
    var changes = RecordChanges<R>()
    changes.inserted = insertedRecords
    changes.staged = staged
    // To sort none takes as long as to sort one.
    if !updated.isEmpty { changes.updated = updated.values.sorted { $0.record.id < $1.record.id } }
    if !deleted.isEmpty { changes.deleted = deleted.values.sorted { $0.id < $1.id } }
    return changes
  }
}

/// A table whose kind of record is found again by calling a generic function with it.
protocol AnyPendingTable {
  associatedtype Record: StoredRecord
  var typed: PendingTable<Record> { get }
  var isEmpty: Bool { get }
  var isStaging: Bool { get }
  var hasDeletions: Bool { get }
}

extension PendingTable: AnyPendingTable {
  var typed: PendingTable<R> { self }
}

extension RecordChanges {
  /// The same with permanent identifiers only.
  func resolved(by earlier: IdentifierReplacements, _ new: IdentifierReplacements) -> Self {
    if earlier.isEmpty, new.isEmpty { return self }
    let references = R.keys.compactMap(\.resolve)
    var changes = self
    for index in changes.inserted.indices {
      changes.inserted[index].id = new.resolve(changes.inserted[index].id)
      for resolve in references {
        resolve(&changes.inserted[index], new)
        resolve(&changes.inserted[index], earlier)
      }
    }
    for index in changes.updated.indices {
      for resolve in references {
        resolve(&changes.updated[index].record, new)
        resolve(&changes.updated[index].record, earlier)
      }
    }
    return changes
  }
}
