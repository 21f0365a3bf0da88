/// Finds what a delete takes along.
extension StoreContext {
  /// Takes the end of a record, and of those that refer to it as their ``DeleteRule`` says.
  func delete<R: StoredRecord>(_ record: R) throws(StoreError) {
    try delete([record.id]) { () throws(StoreError) in
      change(R.self) { $0.delete([record.id]) { RecordDeletion($0, expected: record) } }
    }
  }

  /// The same for many and without reading them, where the store can say without that what they are.
  func delete<R: StoredRecord>(_ ids: [Identifier<R>]) throws(StoreError) {
    let store = store
    try delete(ids) { () throws(StoreError) in
      var table = table(R.self)
      try table.delete(ids) { id throws(StoreError) in
        if let fingerprint = try store.fingerprint(of: id) {
          return RecordDeletion(id, fingerprint: fingerprint)
        }
        return RecordDeletion(id, expected: try store.record(for: id))
      }
      change(R.self) { $0 = table }
    }
  }

  private func delete<R: StoredRecord>(
    _ ids: [Identifier<R>], _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    guard !ids.isEmpty else { return }
    let before = pending
    do throws(StoreError) {
      try body()
      try releaseReferences(to: R.self, ids)
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
      let targets = Set(ids.map { AnyHashable($0) })
      switch rule {
      case .cascade:
        try delete(try identifiers(where: key, isOneOf: targets))
      case .deny:
        guard let first = try identifiers(where: key, isOneOf: targets).first else { continue }
        throw StoreError.stillReferred(
          entity: T.entityName, id: ids.first?.rawValue ?? 0,
          by: "\(R.entityName) \(first)")
      case .clear:
        guard let cleared = key.cleared else { continue }
        for record in try records(where: key, isOneOf: targets) { try update(cleared(record)) }
      }
    }
  }
}
