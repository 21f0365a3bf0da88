/// Finds data of other devices that this program does not know: kinds of records, and fields of
/// known kinds.
///
/// This data stays in the table and reaches the bank once the program is updated.
final class UnreadFields {
  /// The fields that this program writes for the records of a kind, as far as they have been seen.
  private var known: [RecordKind: Set<String>] = [:]
  /// The last result. Very many records may have the same one, which they share.
  private var last: [String] = []

  /// The fields of a record that this program does not know; `nil` if there are none.
  ///
  /// - Parameter fields: returns the fields of the record as this program writes it. Only called if
  ///   the record has a field that no earlier record had.
  func names(
    in values: FieldCoder.Fields, of kind: RecordKind, _ fields: () throws -> FieldCoder.Fields
  ) rethrows -> [String]? {
    func strangers() -> [String] {
      let known = known[kind] ?? []
      return values.keys.filter { !known.contains($0) && !FieldCoder.isAnswer($0) }
    }
    if strangers().isEmpty { return nil }
    known[kind, default: []].formUnion(try fields().keys)
    let unread = strangers().sorted()
    if unread != last { last = unread }
    return unread.isEmpty ? nil : last
  }

  /// The names of the kinds and fields that this program does not know, for users.
  func names(_ table: SyncTable, _ kinds: BankKinds) -> Set<String> {
    var names: Set<String> = []
    for entry in table.entries.values {
      guard let unread = entry.unread else { continue }
      let kind = entry.kind.rawValue
      if kinds[entry.kind] == nil {
        names.insert(kind)
      } else {
        names.formUnion(unread.map { kind + " " + $0 })
      }
    }
    return names
  }
}
