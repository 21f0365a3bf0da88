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
