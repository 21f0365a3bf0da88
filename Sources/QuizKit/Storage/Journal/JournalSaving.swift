import QuizSupport

/// Saving: write the lines of all changes and one commit, sync once, then update the tables.
extension JournalStore {
  /// Appends the changes to the file.
  ///
  /// - Throws: the errors of ``DataStore/save(_:)``. After a failed write the store continues as
  ///   before. After a failed sync it must be opened again to find out what was saved.
  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try checkWritable()
    try checkFile()
    try check(request)
    if journal.isMissing {
      try JournalOpening(path: path, schema: schema, environment: environment)
        .createFile(for: &journal)
    }
    try rewriteOlderFile()
    encoder.readsBack = request.writtenCount <= RecordEncoder.mostReadBack
    var writer = JournalWriter(journal, encoder: encoder)
    var saved = SavedChanges(sequence: journal.position.sequence + 1)
    var changes: [(entity: String, changes: JournalTable.Changes)] = []
    let position: JournalPosition
    do throws(StoreError) {
      for recordChanges in request.changes {
        changes += try append(recordChanges, &writer, &saved)
      }
      changes += try nameReserved(besides: changes, &writer)
      position = try writer.commit(
        sequence: saved.sequence, at: DateText.description(of: environment.now()),
        room: environment.roomAhead)
    } catch {
      do throws(FileSystemError) {
        try writer.rollBack()
        journal.size = writer.size
      } catch {
        giveUp()
      }
      throw error
    }
    journal.size = writer.size
    do throws(FileSystemError) {
      try journal.file.sync()
    } catch {
      // The system may have dropped the data that it could not write, and a second sync would
      // wrongly succeed.
      giveUp()
      throw StoreError.fileSystem(error)
    }
    journal.position = position
    for (entity, changes) in changes { journal.apply(changes, to: entity) }
    return saved
  }

  /// Appends a deletion of the last identifier of each kind that was reserved and not used, so that
  /// it is not given again after a restart. Older programs can read such a line: the deletion has
  /// no effect.
  private func nameReserved(
    besides changes: [(entity: String, changes: JournalTable.Changes)],
    _ writer: inout JournalWriter
  ) throws(StoreError) -> [(entity: String, changes: JournalTable.Changes)] {
    var named: [(entity: String, changes: JournalTable.Changes)] = []
    for (entity, table) in journal.tables.sorted(by: { $0.key < $1.key }) {
      let own = changes.filter { $0.entity == entity }.map(\.changes)
      guard let id = table.unnamedIdentifier(after: own) else { continue }
      try writer.appendDelete(entity, id)
      named.append((entity, JournalTable.Changes(removed: [id])))
    }
    return named
  }

  /// Makes sure that this file is still at the path and that no other program wrote to it.
  func checkFile() throws(StoreError) {
    let (file, size) = journal.older.map { ($0.file, $0.size) } ?? (journal.file, journal.size)
    let isAsLeft = try fromFileSystem { () throws(FileSystemError) in
      let isThere = try file.isAt(path)
      let sizeNow = try file.size()
      return isThere && sizeNow == size
    }
    guard isAsLeft else { throw StoreError.changedOutside(path: path) }
  }

  private func append(
    _ changes: some AnyRecordChanges, _ writer: inout JournalWriter, _ saved: inout SavedChanges
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    try append(changes.typed, &writer, &saved)
  }

  /// - Returns: the changes to the table, in the order in which to apply them.
  private func append<R>(
    _ changes: RecordChanges<R>, _ writer: inout JournalWriter, _ saved: inout SavedChanges
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    var result = JournalTable.Changes()
    try update(changes.updated, &writer, &result)
    try delete(changes.deleted, &writer, &result)
    try insert(changes.inserted, &writer, &result)
    var identifiers = SavedChanges.Identifiers()
    // Closures, because a key path of a generic type is built again in each call.
    identifiers.updated = changes.updated.map { $0.record.id.rawValue }
    identifiers.deleted = changes.deleted.map { $0.id.rawValue }
    identifiers.inserted = changes.inserted.numbers
    var tables = [(R.entityName, result)]
    if !changes.staged.parts.isEmpty {
      var put = PlacedRecords()
      put.reserveCapacity(changes.staged.numbers.count, keysEach: R.keys.count)
      for part in changes.staged.parts { try writer.append(part, to: &put) }
      tables.append((R.entityName, JournalTable.Changes(put: put)))
      identifiers.inserted += changes.staged.numbers
    }
    saved.entities[R.entityName] = identifiers
    return tables
  }

  private func update<R>(
    _ updates: [RecordUpdate<R>], _ writer: inout JournalWriter,
    _ result: inout JournalTable.Changes
  ) throws(StoreError) {
    let keys = R.keys
    let table = table(R.self)
    for update in updates {
      let id = update.record.id
      try writer.append(.update, update.record, keys, to: &result.put)
      if table.finds(id.rawValue, by: result.put.lastKeys(keys.count)) {
        result.moved.append(result.put.removeLast(keysEach: keys.count))
      } else if let current = try record(for: id) {
        // The index entries under the old keys must be removed.
        result.obsolete.append((id.rawValue, keys.indexKeys(of: current)))
      }
    }
  }

  private func delete<R>(
    _ deletions: [RecordDeletion<R>], _ writer: inout JournalWriter,
    _ result: inout JournalTable.Changes
  ) throws(StoreError) {
    let keys = R.keys
    for deletion in deletions {
      if let current = try record(for: deletion.id) {
        result.obsolete.append((current.id.rawValue, keys.indexKeys(of: current)))
      }
      try writer.appendDelete(R.entityName, deletion.id.rawValue)
      result.removed.append(deletion.id.rawValue)
    }
  }

  /// Encodes a few records directly into the save, and many on several processors.
  private func insert<R: StoredRecord>(
    _ records: [R], _ writer: inout JournalWriter, _ result: inout JournalTable.Changes
  ) throws(StoreError) {
    let directory = table(R.self).directory
    if let record = records.first(where: { directory[$0.id.rawValue] != nil }) {
      throw StoreError.alreadyExists(entity: R.entityName, id: record.id.rawValue)
    }
    let keys = R.keys
    guard records.count > EncodedRecords.few else {
      for record in records { try writer.append(.insert, record, keys, to: &result.put) }
      return
    }
    result.put.reserveCapacity(records.count, keysEach: keys.count)
    try EncodedRecords.encode(records, workers: environment.workers) { part throws(StoreError) in
      try writer.append(part, to: &result.put)
    }
  }
}
