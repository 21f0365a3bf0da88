import QuizStore
import QuizSupport

/// Puts values that other devices have replaced back into the records of the bank.
struct OverwrittenTextReturn {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Puts a replaced value back into a record of the bank.
  func put(_ lost: OverwrittenText, into entry: SyncedRecord.Entry) throws {
    guard let kind = run.kinds[lost.kind], kind.hasTexts else { return }
    try put(lost, into: entry, kind)
  }

  private func put<R: BankRecord>(
    _ lost: OverwrittenText, into entry: SyncedRecord.Entry, _ kind: R.Type
  ) throws {
    let record: R = try record(of: entry)
    var fields = try run.fields(of: record)
    fields[lost.field] = lost.value
    var restored = try run.record(kind, fields, record.id)
    restored.noteChange(at: run.now)
    restored.keepDeviceMembers(of: record)
    try run.work.update(restored)
  }

  private func record<R: StoredRecord>(of entry: SyncedRecord.Entry) throws -> R {
    guard let record = try run.work.record(for: Identifier<R>(rawValue: entry.localID)) else {
      throw SyncRefusal.recordGone
    }
    return record
  }
}
