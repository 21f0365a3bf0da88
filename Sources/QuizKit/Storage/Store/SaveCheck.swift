/// What every store checks before it applies a change.
enum SaveCheck {
  static func insert<R: StoredRecord>(_ record: R, current: R?) throws(StoreError) {
    guard current == nil else {
      throw StoreError.alreadyExists(entity: R.entityName, id: record.id.rawValue)
    }
  }

  /// - Parameter fingerprint: that of the current record, where the store has one.
  static func update<R>(
    _ update: RecordUpdate<R>, current: R?, fingerprint: UInt64? = nil
  ) throws(StoreError) {
    let id = update.record.id.rawValue
    let isOther =
      update.expected.map { $0 != current } ?? update.fingerprint.map { $0 != fingerprint }
    if isOther == true {
      throw StoreError.conflict(
        Conflict(entity: R.entityName, id: id, mine: update.record, theirs: current))
    }
    guard current != nil else { throw StoreError.notFound(entity: R.entityName, id: id) }
  }

  /// - Parameter fingerprint: that of the current record, where the store has one.
  static func delete<R>(
    _ deletion: RecordDeletion<R>, current: R?, fingerprint: UInt64? = nil
  ) throws(StoreError) {
    let id = deletion.id.rawValue
    guard let current else { throw StoreError.notFound(entity: R.entityName, id: id) }
    let isOther =
      deletion.expected.map { $0 != current } ?? deletion.fingerprint.map { $0 != fingerprint }
    if isOther == true {
      throw StoreError.conflict(
        Conflict(entity: R.entityName, id: id, mine: nil, theirs: current))
    }
  }
}
