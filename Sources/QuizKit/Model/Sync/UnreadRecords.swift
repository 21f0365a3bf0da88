import QuizStore
import QuizSupport

/// Records with data of other devices that this program did not know when it first read them.
struct UnreadRecords {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Marks the records to be looked at again that this program can read better than when it first
  /// read them.
  func touchKnown() throws {
    let waiting = run.table.entries.values.filter { $0.unread != nil && run.kinds[$0.kind] != nil }
    let groups = Dictionary(grouping: waiting) { [$0.kind.rawValue] + ($0.unread ?? []) }
    for entries in groups.values.sorted(by: { $0[0].key < $1[0].key }) {
      let entries = entries.sorted { $0.key < $1.key }
      // The entries of a group have the same unread fields, so it is enough to examine one of them.
      // There may be very many.
      guard let known = try entries.lazy.compactMap(knownNames).first(where: { _ in true }),
        !known.isDisjoint(with: entries[0].unread ?? [])
      else { continue }
      for entry in entries { run.touch(entry.key) }
    }
  }

  /// The names of the fields of a record that this program knows; `nil` if the fields do not make a
  /// valid record.
  private func knownNames(_ entry: SyncedRecord.Entry) throws -> Set<String>? {
    guard let kind = run.kinds[entry.kind], let state = try run.table.state(of: entry.key),
      state.isAlive
    else { return nil }
    do {
      return try knownNames(kind, state.values)
    } catch is JSONFault {
      return nil
    }
  }

  private func knownNames<R: BankRecord>(
    _ kind: R.Type, _ values: FieldCoder.Fields
  ) throws -> Set<String> {
    let fields: FieldCoder.Fields
    if kind == Attempt.self {
      let (attempt, _) = try run.coder.attempt(values).records(at: .unassigned, run.questionID)
      fields = try run.coder.fields(of: attempt, []) { _ in nil }
    } else {
      let record = try run.coder.record(kind, values, .unassigned) { _, _ in 1 }
      fields = try run.coder.fields(of: record) { _, _ in "" }
    }
    return Set(fields.keys)
  }
}
