/// Saving: one write, or one for each of many pieces, one sync, then the tables.
extension JournalStore {
  /// Appends the changes.
  ///
  /// - Throws: what ``DataStore/save(_:)`` says. After an error of a write the store goes on as it
  ///   was; after one of the sync only opening it again tells what is saved.
  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try checkWritable()
    try checkFile()
    var lines = TransactionText(at: journal.position, encoder: encoder)
    var replacements = IdentifierReplacements()
    var last: [String: Int64] = [:]
    for changes in request.changes { assignIdentifiers(changes, &replacements, &last) }
    encoder.replacements = replacements
    encoder.earlierReplacements = request.earlierReplacements
    let sequence = journal.position.sequence + 1
    var saved = SavedChanges(sequence: sequence, replacements: replacements)
    var changes: [(entity: String, changes: JournalTable.Changes)] = []
    for recordChanges in request.changes {
      changes.append(try append(recordChanges, replacements, &lines, &saved))
    }
    let date = DateText.description(of: environment.now())
    journal.position = try write(&lines) { lines throws(StoreError) in
      for recordChanges in request.changes {
        changes += try appendMany(recordChanges, replacements, &lines)
      }
      for recordChanges in request.changes {
        changes += try appendStaged(recordChanges, &lines, &saved)
      }
      return lines.commit(sequence: sequence, at: date)
    }
    for (entity, changes) in changes { journal.apply(changes, to: entity) }
    return saved
  }

  private func appendStaged(
    _ changes: some AnyRecordChanges, _ lines: inout TransactionText, _ saved: inout SavedChanges
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    try appendStaged(changes.typed, &lines, &saved)
  }

  private func appendStaged<R>(
    _ changes: RecordChanges<R>, _ lines: inout TransactionText, _ saved: inout SavedChanges
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    guard let staged = changes.staged else { return [] }
    saved.entities[R.entityName, default: .init()].inserted += staged.identifiers.map(\.rawValue)
    return [
      (
        R.entityName,
        try staged.copy(into: &lines) { lines throws(StoreError) in try writePiece(&lines) }
      )
    ]
  }

  private func appendMany(
    _ changes: some AnyRecordChanges, _ replacements: IdentifierReplacements,
    _ lines: inout TransactionText
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    try appendMany(changes.typed, replacements, &lines)
  }

  /// Writes new records as they are encoded, so that however many they are they need little memory.
  private func appendMany<R>(
    _ changes: RecordChanges<R>, _ replacements: IdentifierReplacements,
    _ lines: inout TransactionText
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    guard changes.inserted.count > EncodedRecords.few else { return [] }
    var result = JournalTable.Changes()
    result.put.reserveCapacity(changes.inserted.count, keysEach: R.keys.count)
    try writePiece(&lines)
    try EncodedRecords.encode(
      changes.inserted, replacements, earlier: encoder.earlierReplacements,
      workers: environment.workers
    ) { part throws(StoreError) in
      let start = lines.end
      lines.pass(part, to: &result.put)
      try writePiece(part.lines, at: start)
    }
    return [(R.entityName, result)]
  }

  /// Makes sure that an update replaces what it is meant to.
  private func check<R>(_ update: RecordUpdate<R>) throws(StoreError) {
    let fingerprint = try fingerprint(of: update.record.id)
    if let wanted = update.fingerprint, wanted == fingerprint { return }
    try SaveCheck.update(
      update, current: try record(for: update.record.id), fingerprint: fingerprint)
  }

  private func append(
    _ changes: some AnyRecordChanges, _ replacements: IdentifierReplacements,
    _ lines: inout TransactionText, _ saved: inout SavedChanges
  ) throws(StoreError) -> (String, JournalTable.Changes) {
    try append(changes.typed, replacements, &lines, &saved)
  }

  private func append<R>(
    _ changes: RecordChanges<R>, _ replacements: IdentifierReplacements,
    _ lines: inout TransactionText, _ saved: inout SavedChanges
  ) throws(StoreError) -> (String, JournalTable.Changes) {
    let keys = R.keys
    let table = table(R.self)
    var result = JournalTable.Changes()
    var identifiers = SavedChanges.Identifiers()
    for update in changes.updated {
      let id = update.record.id
      try check(update)
      try lines.append(.update, update.record, keys, to: &result.put)
      if table.finds(id.rawValue, by: result.put.lastKeys(keys.count)) {
        result.moved.append(result.put.removeLast(keysEach: keys.count))
      } else if let current = try record(for: id) {
        // The record says by what it was found until now.
        result.obsolete.append((id.rawValue, keys.indexKeys(of: current)))
      }
      identifiers.updated.append(id.rawValue)
    }
    for deletion in changes.deleted {
      let current = try record(for: deletion.id)
      try SaveCheck.delete(
        deletion, current: current, fingerprint: try fingerprint(of: deletion.id))
      if let current {
        result.obsolete.append((current.id.rawValue, keys.indexKeys(of: current)))
      }
      lines.appendDelete(R.entityName, deletion.id.rawValue)
      result.removed.append(deletion.id.rawValue)
      identifiers.deleted.append(deletion.id.rawValue)
    }
    identifiers.inserted = changes.inserted.numbers.map { replacements.permanent(for: $0) ?? $0 }
    if let id = identifiers.inserted.first(where: { table.directory[$0] != nil }) {
      throw StoreError.alreadyExists(entity: R.entityName, id: id)
    }
    saved.entities[R.entityName] = identifiers
    guard changes.inserted.count <= EncodedRecords.few else { return (R.entityName, result) }
    for var record in changes.inserted {
      record.id = replacements.resolve(record.id)
      try lines.append(.insert, record, keys, to: &result.put)
    }
    return (R.entityName, result)
  }
}
