/// Giving identifiers.
extension JournalStore {
  /// The next number. When the record is given up, no other gets it.
  public func reserveIdentifier<R: StoredRecord>(for type: R.Type) -> Identifier<R>? {
    schema.check(type)
    let number = table(R.self).lastIdentifier + 1
    journal.tables[R.entityName]?.lastIdentifier = number
    return Identifier(rawValue: number)
  }

  /// Gives new records with a temporary identifier the next numbers, behind all that were given.
  ///
  /// - Parameter last: the highest number of each kind that this save has given.
  func assignIdentifiers(
    _ changes: some AnyRecordChanges, _ replacements: inout IdentifierReplacements,
    _ last: inout [String: Int64]
  ) {
    assignIdentifiers(changes.typed, &replacements, &last)
  }

  private func assignIdentifiers<R>(
    _ changes: RecordChanges<R>, _ replacements: inout IdentifierReplacements,
    _ last: inout [String: Int64]
  ) {
    var number = last[R.entityName] ?? table(R.self).lastIdentifier
    let ids = changes.inserted.numbers
    for id in ids { number = max(number, id) }
    for id in ids where id <= 0 {
      number += 1
      replacements.replace(id, by: number)
    }
    last[R.entityName] = number
  }
}
