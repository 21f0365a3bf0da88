extension StoreContext {
  /// Takes many new records for the next save, which need no memory until then where the store is a
  /// journal. They are not seen by fetches before they are saved.
  ///
  /// - Returns: their identifiers, with which other new records may refer to them.
  /// - Throws: whatever keeps the store from taking them, and
  ///   ``StoreError/invalidRecord(entity:id:reason:)``.
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

  /// Records with unique fields are held against each other, so that they are kept at hand.
  private func stagedRecords<R: StoredRecord>(
    of type: R.Type
  ) throws(StoreError) -> StagedRecords<R>? {
    if R.keys.contains(where: { $0.rule == .unique }) { return nil }
    if let staged = table(R.self).staged { return staged }
    let staged = try store.stage(R.self)
    change(R.self) { $0.staged = staged }
    return staged
  }

  /// Whether there is such a record, or will be after the save.
  func isKnown<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) -> Bool {
    // A store that has fingerprints knows without reading a record that may be long.
    if !hasVisibleChanges(of: R.self), try store.fingerprint(of: resolve(id)) != nil { return true }
    if try record(for: id) != nil { return true }
    return table(R.self).staged?.contains(id) ?? false
  }
}

extension StoreContext {
  /// Puts all saved records into an empty store, with their identifiers, as to keep a bank in a
  /// file of another kind.
  ///
  /// - Throws: ``StoreError/alreadyExists(entity:id:)`` when the other store is not empty, and what
  ///   keeps the stores from reading and writing; then the other store is as it was.
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
