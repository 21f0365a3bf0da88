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
    if differs(current, fingerprint, from: update.expected, update.fingerprint) {
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
    if differs(current, fingerprint, from: deletion.expected, deletion.fingerprint) {
      throw StoreError.conflict(
        Conflict(entity: R.entityName, id: id, mine: nil, theirs: current))
    }
  }

  /// Whether the record is another one than the writer saw; false when the writer does not say.
  private static func differs<R: Equatable>(
    _ current: R?, _ fingerprint: UInt64?, from expected: R?, _ seen: UInt64?
  ) -> Bool {
    expected.map { $0 != current } ?? seen.map { $0 != fingerprint } ?? false
  }
}
