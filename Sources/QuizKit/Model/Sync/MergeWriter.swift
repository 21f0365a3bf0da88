import QuizStore

/// Writes what other devices have changed to the unit of work of a synchronization.
final class MergeWriter {
  private let run: SyncRun
  /// The numbers of the records that other devices have deleted.
  private var deleted: [RecordKind: [Int64]] = [:]

  init(in run: SyncRun) { self.run = run }

  /// Writes a touched record if it exists, or notes that it was deleted.
  ///
  /// - Parameter write: writes a record unless it has to wait. Returns its version if it has
  ///   changed.
  func writeTouched<R: BankRecord>(
    _ key: String, _ type: R.Type, _ write: (RecordState, Identifier<R>) throws -> UInt64?
  ) throws {
    guard let entry = run.table[key], let state = try run.table.state(of: key) else { return }
    guard state.isAlive else {
      if entry.isInBank {
        deleted[R.kind, default: []].append(entry.localID)
        run.table.note(key, isInBank: false, version: nil)
        run.noteReceived()
      }
      return
    }
    let id = run.localID(of: key, R.self, entry.kind)
    let version = try write(state, id)
    let isInBank = try version != nil || run.work.isVisible(id)
    run.table.note(key, isInBank: isInBank, version: version ?? run.table[key]?.version)
  }

  /// Inserts or updates a record of the bank, and returns whether it has changed.
  func write<R: StoredRecord>(_ record: R) throws -> Bool {
    if let old = try run.work.record(for: record.id) {
      guard record != old else { return false }
      try run.work.update(record)
    } else {
      run.work.insert(record)
    }
    run.noteReceived()
    return true
  }

  /// Writes a record, and returns its version if it has changed.
  func writtenVersion<R: StoredRecord>(_ record: R) throws -> UInt64? {
    try write(record) ? run.work.store.version(of: record) : nil
  }

  /// Notes that other devices have deleted these records of the bank.
  func noteDeleted(_ kind: RecordKind, _ numbers: [Int64]) {
    deleted[kind] = numbers
    run.noteReceived(numbers.count)
  }

  /// Deletes the records that other devices have deleted. The trash keeps them.
  ///
  /// - Parameter world: provides the date for the trash.
  func performDeletions(in world: World) throws {
    var deletion = TrashingDeletion(run.work, world: world)
    try deletion.delete {
      for kind in run.kinds.exchanged.reversed() { try delete(kind) }
    }
  }

  private func delete<R: BankRecord>(_ kind: R.Type) throws {
    try run.work.delete((deleted[R.kind] ?? []).map { Identifier<R>(rawValue: $0) })
  }
}
