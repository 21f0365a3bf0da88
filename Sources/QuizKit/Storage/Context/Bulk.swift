extension StoreContext {
  /// Adds many new records to the next save. They wait in encoded form, so that they need little
  /// memory. Fetches do not see them before the save.
  ///
  /// - Returns: their identifiers, which other new records may refer to.
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``.
  @discardableResult
  public func stage<R: StoredRecord>(_ records: [R]) throws(StoreError) -> [Identifier<R>] {
    var records = records
    let first = store.reserveIdentifiers(records.count, for: R.self)
    for (index, number) in zip(records.indices, first...) {
      records[index].id = Identifier(rawValue: number)
    }
    // A save compares records with unique fields with each other.
    guard !R.keys.contains(where: { $0.rule == .unique }) else { return records.map { insert($0) } }
    try append(records)
    return records.map(\.id)
  }

  /// Adds a new record with a permanent identifier to the next save, as ``stage(_:)`` adds records
  /// without one.
  ///
  /// The record stays in memory when a staged record has a higher identifier.
  package func stage<R: StoredRecord>(_ record: R) throws(StoreError) {
    let isUnique = R.keys.contains { $0.rule == .unique }
    guard !isUnique, table(R.self).staged.numbers.last ?? 0 < record.id.rawValue else {
      insert(record)
      return
    }
    try append([record])
  }

  private func append<R: StoredRecord>(_ records: [R]) throws(StoreError) {
    var staged = table(R.self).staged
    change(R.self) { $0.staged = StagedRecords() }
    defer { change(R.self) { $0.staged = staged } }
    try staged.append(records)
  }

  /// Whether the record exists, or will exist after the save.
  package func isKnown<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) -> Bool {
    try isVisible(id) || table(R.self).staged.contains(id)
  }

  /// The versions (``DataStore/version(of:)``) that records have, or will have after the save;
  /// `nil` for a record that does not exist.
  package func versions<R: StoredRecord>(of ids: [Identifier<R>]) throws(StoreError) -> [UInt64?] {
    let table = table(R.self)
    var versions: [UInt64?] = []
    versions.reserveCapacity(ids.count)
    for id in ids {
      if let change = table[id] {
        versions.append(
          try change.map { record throws(StoreError) in try store.version(of: record) })
      } else if let staged = table.staged.version(of: id) {
        versions.append(staged)
      } else {
        versions.append(try store.version(of: id))
      }
    }
    return versions
  }

  /// Whether fetches find the record. Asks only for its version, because the record may be long.
  package func isVisible<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) -> Bool {
    let id = resolve(id)
    if let change = table(R.self)[id] { return change != nil }
    return try store.version(of: id) != nil
  }
}
