extension StoreContext {
  /// Adds many new records to the next save. A journal stages them in a file, so they need little
  /// memory, and fetches do not see them before the save. A store without a staging area keeps them
  /// in memory like other inserts.
  ///
  /// - Returns: their identifiers, which other new records may refer to.
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``, or the error that stopped the
  ///   store.
  @discardableResult
  public func stage<R: StoredRecord>(_ records: [R]) throws(StoreError) -> [Identifier<R>] {
    var records = records
    let first = store.reserveIdentifiers(records.count, for: R.self)
    for (index, number) in zip(records.indices, first...) {
      records[index].id = Identifier(rawValue: number)
    }
    guard let staged = try stagedRecords(of: R.self) else { return records.map { insert($0) } }
    try staged.append(records)
    return records.map(\.id)
  }

  /// Adds a new record that has a permanent identifier to the next save, as ``stage(_:)`` does with
  /// those that have none.
  ///
  /// It stays in memory when a staged record has a higher identifier.
  package func stage<R: StoredRecord>(_ record: R) throws(StoreError) {
    guard let staged = try stagedRecords(of: R.self), staged.last ?? 0 < record.id.rawValue else {
      insert(record)
      return
    }
    try staged.append([record])
  }

  /// `nil` for records with unique fields: they stay in memory, because a save compares them with
  /// each other.
  private func stagedRecords<R: StoredRecord>(
    of type: R.Type
  ) throws(StoreError) -> StagedRecords<R>? {
    if R.keys.contains(where: { $0.rule == .unique }) { return nil }
    if let staged = table(R.self).staged { return staged }
    let staged = try store.stage(R.self)
    change(R.self) { $0.staged = staged }
    return staged
  }

  /// Whether the record exists, or will exist after the save.
  package func isKnown<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) -> Bool {
    try isVisible(id) || table(R.self).staged?.contains(id) ?? false
  }

  /// The versions (``DataStore/version(of:)``) that records have, or will have after the save; `nil`
  /// where there is no such record.
  package func versions<R: StoredRecord>(of ids: [Identifier<R>]) throws(StoreError) -> [UInt64?] {
    let table = table(R.self)
    var versions: [UInt64?] = []
    versions.reserveCapacity(ids.count)
    for id in ids {
      if let change = table[id] {
        versions.append(
          try change.map { record throws(StoreError) in try store.version(of: record) })
      } else if let staged = table.staged?.version(of: id) {
        versions.append(staged)
      } else {
        versions.append(try store.version(of: id))
      }
    }
    return versions
  }

  /// Whether fetches find the record. Reads no record that may be long.
  package func isVisible<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) -> Bool {
    let id = resolve(id)
    if let change = table(R.self)[id] { return change != nil }
    return try store.version(of: id) != nil
  }
}

extension StoreContext {
  /// Copies all saved records into an empty store with their identifiers, for example to convert a
  /// bank to another file format.
  ///
  /// - Throws: ``StoreError/alreadyExists(entity:id:)`` when the other store has a record with the
  ///   same identifier, or an error of reading or writing. The other store is then unchanged.
  public func copyRecords(into target: StoreContext) throws(StoreError) {
    for record in store.schema.records { try copy(record, into: target) }
    do throws(StoreError) {
      try target.save()
    } catch {
      target.rollback()
      throw error
    }
  }

  private func copy<R: StoredRecord>(
    _ type: R.Type, into target: StoreContext
  ) throws(StoreError) {
    target.insert(
      contentsOf: try fetch(FetchDescriptor<R>(includesPendingChanges: false)))
  }
}
