/// Checks the changes against the current content of the store just before a save.
struct SaveCompletion {
  private let context: StoreContext

  init(_ context: StoreContext) {
    self.context = context
  }

  /// The pending changes, completed: deletes also apply to records that another context inserted in
  /// the meantime.
  ///
  /// - Throws: ``StoreError/duplicateKey(_:)``,
  ///   ``StoreError/danglingReference(entity:id:to:target:)``.
  func completed() throws(StoreError) -> [String: any AnyPendingTable] {
    let before = context.pending
    defer { context.pending = before }
    for table in before.values where table.hasDeletions { try releaseReferences(to: table) }
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
    guard try context.isKnown(target) else {
      throw StoreError.danglingReference(
        entity: R.entityName, id: id.rawValue, to: T.entityName, target: target.rawValue)
    }
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
