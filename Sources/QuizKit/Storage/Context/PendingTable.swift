/// The unsaved changes of one kind of record.
struct PendingTable<R: StoredRecord> {
  /// In the order of insertion. Records that were deleted again are still in it.
  private var inserted: [R] = []
  /// The positions in ``inserted`` of the records that were not deleted again, by identifier
  /// number.
  private var insertedPositions: [Int64: Int] = [:]
  private(set) var updated: [Identifier<R>: RecordUpdate<R>] = [:]
  private(set) var deleted: [Identifier<R>: RecordDeletion<R>] = [:]
  /// New records of a bulk insert, which fetches do not see.
  var staged = StagedRecords<R>()

  var isEmpty: Bool { hasNoVisibleChanges && !isStaging }

  /// Whether there are new records of a bulk insert.
  var isStaging: Bool { !staged.parts.isEmpty }

  /// Whether saved records are to be deleted.
  var hasDeletions: Bool { !deleted.isEmpty }

  /// Whether pending changes leave every fetch unaffected. Fetches do not see staged records.
  var hasNoVisibleChanges: Bool {
    insertedPositions.isEmpty && updated.isEmpty && deleted.isEmpty
  }

  /// How many saved records must be dropped from a result because they were changed or deleted.
  var shadowedCount: Int { updated.count + deleted.count }

  /// New records in the order of insertion, then changed records.
  var visibleRecords: [R] {
    if updated.isEmpty { return insertedRecords }
    let updatedRecords = updated.values.map { $0.record }
    return inserted.isEmpty ? updatedRecords : insertedRecords + updatedRecords
  }

  func shadows(_ id: Identifier<R>) -> Bool {
    updated[id] != nil || deleted[id] != nil
  }

  /// The record with its pending changes; `.some(nil)` when it is to be deleted, `nil` when it has
  /// no pending change.
  subscript(id: Identifier<R>) -> R?? {
    if let position = insertedPositions[id.rawValue] { return inserted[position] }
    if let update = updated[id] { return update.record }
    return deleted[id] == nil ? nil : .some(nil)
  }

  /// Adds a new record. Inserting a record that is to be deleted makes it an update.
  ///
  /// Inlined, because an unspecialized generic function looks up its types on every call, which
  /// takes longer than adding the record.
  @inline(__always)
  mutating func insert(_ record: R) {
    let number = record.id.rawValue
    if hasDeletions, let deletion = deleted.removeValue(forKey: record.id) {
      updated[record.id] = RecordUpdate(record, version: deletion.version)
    } else if let position = insertedPositions.updateValue(inserted.count, forKey: number) {
      insertedPositions[number] = position
      inserted[position] = record
    } else {
      inserted.append(record)
    }
  }

  /// Adds many records at once.
  ///
  /// - Parameter identified: returns an identifier for a record that has no permanent one.
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

  /// Changes a record. The first update of a saved record decides which version the store must
  /// have.
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

  /// Deletes records. A record that was never saved leaves nothing to do in the store.
  ///
  /// - Parameter deletion: makes the deletion of a saved record.
  mutating func delete<E: Error>(
    _ ids: [Identifier<R>], _ deletion: (Identifier<R>) throws(E) -> RecordDeletion<R>
  ) throws(E) {
    for id in ids {
      if insertedPositions.removeValue(forKey: id.rawValue) != nil || deleted[id] != nil {
        continue
      }
      if let update = updated.removeValue(forKey: id) {
        deleted[id] = RecordDeletion(id, version: update.version)
      } else {
        deleted[id] = try deletion(id)
      }
    }
  }

  /// Takes a deletion of a saved record that has no pending change.
  mutating func take(_ deletion: RecordDeletion<R>) { deleted[deletion.id] = deletion }

  private var insertedRecords: [R] {
    if inserted.count == insertedPositions.count { return inserted }
    return inserted.indices.compactMap { position in
      let record = inserted[position]
      return insertedPositions[record.id.rawValue] == position ? record : nil
    }
  }

  /// The numbers of the temporary identifiers of new records, in the order of insertion.
  var temporaryIdentifiers: [Int64] { insertedRecords.numbers.filter { $0 < 0 } }

  /// The changes in the form that a store takes, in an order that does not depend on hashing.
  var changes: RecordChanges<R> {
    var changes = RecordChanges<R>()
    changes.inserted = insertedRecords
    changes.staged = staged
    // Sorting an empty dictionary takes as long as sorting one element, so skip it.
    if !updated.isEmpty { changes.updated = updated.values.sorted { $0.record.id < $1.record.id } }
    if !deleted.isEmpty { changes.deleted = deleted.values.sorted { $0.id < $1.id } }
    return changes
  }
}

/// ``PendingTable`` with its type erased. Pass it to a generic function to get the type back.
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
  /// The same changes with permanent identifiers only.
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

/// Checks the changes against the current content of the store just before a save.
struct SaveCompletion {
  private let context: StoreContext

  init(_ context: StoreContext) {
    self.context = context
  }

  /// The pending changes, completed: deletes also apply to records that another context inserted in
  /// the meantime.
  ///
  /// - Throws: ``StoreError/conflict(_:)``, ``StoreError/duplicateKey(_:)``,
  ///   ``StoreError/danglingReference(entity:id:to:target:)``.
  func completed() throws(StoreError) -> [String: any AnyPendingTable] {
    let before = context.pending
    defer { context.pending = before }
    for table in before.values where table.hasDeletions { try releaseReferences(to: table) }
    if context.refusesCascades {
      for table in context.pending.values { try requireSameDeletions(table, before) }
    }
    // The order does not depend on hashing, so the same error is always reported first.
    for record in context.store.schema.records {
      if let table = context.pending[record.entityName] { try check(table) }
    }
    return context.pending
  }

  private func releaseReferences(to table: some AnyPendingTable) throws(StoreError) {
    try releaseReferences(to: table.typed)
  }

  private func releaseReferences<R>(to table: PendingTable<R>) throws(StoreError) {
    try context.releaseReferences(to: R.self, Array(table.deleted.keys))
  }

  /// Makes sure that no record is deleted only because it refers to one that is.
  private func requireSameDeletions(
    _ table: some AnyPendingTable, _ before: [String: any AnyPendingTable]
  ) throws(StoreError) {
    try requireSameDeletions(table.typed, before)
  }

  private func requireSameDeletions<R>(
    _ table: PendingTable<R>, _ before: [String: any AnyPendingTable]
  ) throws(StoreError) {
    let wanted = (before[R.entityName] as? PendingTable<R>)?.deleted ?? [:]
    guard table.deleted.count > wanted.count,
      let other = table.deleted.keys.filter({ wanted[$0] == nil }).min()
    else { return }
    throw StoreError.conflict(
      Conflict(
        entity: R.entityName, id: other.rawValue, mine: nil,
        theirs: try context.store.record(for: other)))
  }

  private func check(_ table: some AnyPendingTable) throws(StoreError) {
    try check(table.typed)
  }

  private func check<R>(_ table: PendingTable<R>) throws(StoreError) {
    let records = table.visibleRecords
    guard !records.isEmpty || table.isStaging else { return }
    let keys = R.keys
    for index in keys.indices {
      let key = keys[index]
      switch key.rule {
      case .index: continue
      case .unique: try checkUnique(key, records, table)
      case .reference(let target, _):
        guard let record = context.store.schema.record(named: target) else { continue }
        try checkReferences(key, records, to: record)
        for (target, id) in table.staged.targets where target.key == index {
          try check(reference: target.value, of: id, to: record)
        }
      }
    }
  }

  private func checkUnique<R>(
    _ key: RecordKey<R>, _ records: [R], _ table: PendingTable<R>
  ) throws(StoreError) {
    var owners: [AnyHashable: Identifier<R>] = [:]
    for record in records {
      guard let value = key.value(record) else { continue }
      if let owner = owners.updateValue(record.id, forKey: value) {
        throw duplicate(R.self, value, existing: owner, rejected: record.id)
      }
    }
    guard !owners.isEmpty else { return }
    let others = try context.records(
      where: key, isOneOf: Set(owners.keys), includesPendingChanges: false)
    for saved in others {
      guard !table.shadows(saved.id), let value = key.value(saved), let owner = owners[value]
      else { continue }
      throw duplicate(R.self, value, existing: saved.id, rejected: owner)
    }
  }

  private func duplicate<R: StoredRecord>(
    _ type: R.Type, _ value: AnyHashable, existing: Identifier<R>, rejected: Identifier<R>
  ) -> StoreError {
    .duplicateKey(
      DuplicateKey(
        entity: R.entityName, value: "\(value.base)", existing: existing.rawValue,
        rejected: rejected.rawValue))
  }

  private func checkReferences<R: StoredRecord, T: StoredRecord>(
    _ key: RecordKey<R>, _ records: [R], to type: T.Type
  ) throws(StoreError) {
    var known: Set<Identifier<T>> = []
    for record in records {
      guard let value = key.value(record), let target = value.base as? Identifier<T>,
        known.insert(target).inserted
      else { continue }
      try check(reference: value, of: record.id, to: type)
    }
  }

  private func check<R: StoredRecord, T: StoredRecord>(
    reference value: AnyHashable, of id: Identifier<R>, to type: T.Type
  ) throws(StoreError) {
    guard let target = value.base as? Identifier<T> else { return }
    if try context.isKnown(target) { return }
    // What another writer has moved before its old place was deleted is a conflict.
    if let table = context.pending[R.entityName] as? PendingTable<R> {
      try context.store.check(table.changes)
    }
    throw StoreError.danglingReference(
      entity: R.entityName, id: id.rawValue, to: T.entityName, target: target.rawValue)
  }
}

/// Deletes that follow references.
extension StoreContext {
  /// The saved records that the next save will delete, in ascending order.
  package func pendingDeletions<R: StoredRecord>(of type: R.Type) -> [Identifier<R>] {
    table(R.self).deleted.keys.sorted()
  }

  /// Deletes records without reading them, and applies the ``DeleteRule`` of the records that refer
  /// to them.
  package func delete<R: StoredRecord>(_ ids: [Identifier<R>]) throws(StoreError) {
    guard !ids.isEmpty else { return }
    let store = store
    let before = pending
    do throws(StoreError) {
      var table = table(R.self)
      try table.delete(ids) { id throws(StoreError) in
        RecordDeletion(id, version: try store.version(of: id))
      }
      change(R.self) { $0 = table }
      try releaseReferences(to: R.self, ids)
    } catch {
      pending = before
      throw error
    }
  }

  /// Applies the ``DeleteRule`` of every record that still refers to the deleted records.
  func releaseReferences<T: StoredRecord>(
    to type: T.Type, _ ids: [Identifier<T>]
  ) throws(StoreError) {
    for record in store.schema.records { try releaseReferences(of: record, to: type, ids) }
  }

  private func releaseReferences<R: StoredRecord, T: StoredRecord>(
    of type: R.Type, to target: T.Type, _ ids: [Identifier<T>]
  ) throws(StoreError) {
    for key in R.keys {
      guard case .reference(to: T.entityName, let rule) = key.rule else { continue }
      let targets = Set(ids.map { AnyHashable($0) })
      switch rule {
      case .cascade:
        try delete(try identifiers(where: key, isOneOf: targets))
      case .clear:
        guard let cleared = key.cleared else { continue }
        for record in try records(where: key, isOneOf: targets) { try update(cleared(record)) }
      }
    }
  }
}
