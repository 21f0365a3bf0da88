/// Finds what a delete takes along.
extension StoreContext {
  /// Takes the end of records, and of those that refer to them as their ``DeleteRule`` says.
  func delete<R: StoredRecord>(_ records: [R]) throws(StoreError) {
    guard !records.isEmpty else { return }
    let before = pending
    change(R.self) { $0.delete(records) }
    do throws(StoreError) {
      try releaseReferences(to: R.self, records.map(\.id))
    } catch {
      pending = before
      throw error
    }
  }

  /// Deletes or clears whatever still refers to records that are gone.
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
      let referring = try records(where: key, isOneOf: Set(ids.map { AnyHashable($0) }))
      guard let first = referring.first else { continue }
      switch rule {
      case .cascade:
        try delete(referring)
      case .deny:
        throw StoreError.stillReferred(
          entity: T.entityName, id: ids.first?.rawValue ?? 0,
          by: "\(R.entityName) \(first.id)")
      case .clear:
        guard let cleared = key.cleared else { continue }
        for record in referring { try update(cleared(record)) }
      }
    }
  }
}
