import QuizStore
import QuizSupport

/// Data of other devices that this program does not know.
extension SyncRun {
  /// Notes which fields of a record this program does not know.
  ///
  /// - Parameter fields: returns the fields of the record as this program writes it.
  func noteUnread(_ key: String, _ fields: () throws -> FieldCoder.Fields) throws {
    guard let kind = table[key]?.kind, let state = try table.state(of: key) else { return }
    table.noteUnread(key, try unread.names(in: state.values, of: kind, fields))
  }

  /// Marks the records to be looked at again that this program can read better than when it first
  /// read them.
  func touchUnread() throws {
    let waiting = table.entries.values.filter { $0.unread != nil && kinds[$0.kind] != nil }
    let groups = Dictionary(grouping: waiting) { [$0.kind.rawValue] + ($0.unread ?? []) }
    for entries in groups.values.sorted(by: { $0[0].key < $1[0].key }) {
      let entries = entries.sorted { $0.key < $1.key }
      // The entries of a group have the same unread fields, so it is enough to examine one of them.
      // There may be very many.
      guard let known = try entries.lazy.compactMap(knownNames).first(where: { _ in true }),
        !known.isDisjoint(with: entries[0].unread ?? [])
      else { continue }
      for entry in entries { touched.insert(entry.key) }
    }
  }

  /// The names of the fields of a record that this program knows; `nil` if the fields do not make a
  /// valid record.
  private func knownNames(_ entry: SyncedRecord.Entry) throws -> Set<String>? {
    guard let kind = kinds[entry.kind], let state = try table.state(of: entry.key),
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
      let (attempt, _) = try coder.attempt(values).records(at: .unassigned, questionID)
      fields = try coder.fields(of: attempt, []) { _ in nil }
    } else {
      let record = try coder.record(kind, values, .unassigned) { _, _ in 1 }
      fields = try coder.fields(of: record) { _, _ in "" }
    }
    return Set(fields.keys)
  }
}
