import Foundation

extension StoreContext {
  /// Takes the end of a record, and of those that go with it (``DeleteRule/cascade``).
  ///
  /// - Throws: ``StoreError/notFound(entity:id:)``, ``StoreError/stillReferred(entity:id:by:)``.
  public func delete<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) {
    let id = resolve(id)
    guard let record = try record(for: id) else {
      throw StoreError.notFound(entity: R.entityName, id: id.rawValue)
    }
    try delete(record)
  }

  /// Takes the end of all records that meet `predicate`; `nil` means all of them.
  ///
  /// Saved records are not kept in memory for it, however many there are, when the store is a
  /// journal; they are read again only when the save is taken back.
  ///
  /// - Returns: how many there were, without those that went with them.
  /// - Throws: what a fetch throws, and what the delete of one record throws.
  @discardableResult
  public func delete<R: StoredRecord>(
    _ type: R.Type, where predicate: Predicate<R>?
  ) throws(StoreError) -> Int {
    let ids = try identifiersOfMatches(predicate)
    try delete(ids)
    return ids.count
  }

  private func identifiersOfMatches<R: StoredRecord>(
    _ predicate: Predicate<R>?
  ) throws(StoreError) -> [Identifier<R>] {
    let descriptor = FetchDescriptor(predicate: predicate, includesPendingChanges: false)
    let pending = table(R.self)
    let saved = try identifiers(descriptor)
    guard !pending.hasNoVisibleChanges else { return saved }
    return saved.filter { !pending.shadows($0) }
      + (try MemoryQuery(descriptor).filter(pending.visibleRecords)).map(\.id)
  }
}
