/// Finds what other devices say that this program does not know: kinds of records, and fields of known ones.
///
/// It is kept in the table, and given to the bank once the program is updated.
final class UnreadFields {
  /// The fields that records of a kind have been seen to have.
  private var known: [RecordKind: Set<String>] = [:]

  /// The fields of a record that this program does not know; `nil` for none.
  ///
  /// - Parameter fields: the fields of the record as this program writes it. Called only where there is a
  ///   name that no record before had.
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
    return unread.isEmpty ? nil : unread
  }

  /// The names, for users, of the kinds and fields that this program does not know.
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
