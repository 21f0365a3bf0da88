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
    let sequence = journal.position.sequence + 1
    var saved = SavedChanges(sequence: sequence)
    var changes: [(entity: String, changes: JournalTable.Changes)] = []
    for recordChanges in request.changes {
      changes.append(try append(recordChanges, &lines, &saved))
    }
    let date = DateText.description(of: environment.now())
    journal.position = try write(&lines) { lines throws(StoreError) in
      for recordChanges in request.changes {
        changes += try appendMany(recordChanges, &lines)
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
    _ changes: some AnyRecordChanges,
    _ lines: inout TransactionText
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    try appendMany(changes.typed, &lines)
  }

  /// Writes new records as they are encoded, so that however many they are they need little memory.
  private func appendMany<R>(
    _ changes: RecordChanges<R>,
    _ lines: inout TransactionText
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    guard changes.inserted.count > EncodedRecords.few else { return [] }
    var result = JournalTable.Changes()
    result.put.reserveCapacity(changes.inserted.count, keysEach: R.keys.count)
    try writePiece(&lines)
    try EncodedRecords.encode(
      changes.inserted, workers: environment.workers
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
    try update.check(against: try record(for: update.record.id), fingerprint: fingerprint)
  }

  private func append(
    _ changes: some AnyRecordChanges,
    _ lines: inout TransactionText, _ saved: inout SavedChanges
  ) throws(StoreError) -> (String, JournalTable.Changes) {
    try append(changes.typed, &lines, &saved)
  }

  private func append<R>(
    _ changes: RecordChanges<R>,
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
      try deletion.check(against: current, fingerprint: try fingerprint(of: deletion.id))
      if let current {
        result.obsolete.append((current.id.rawValue, keys.indexKeys(of: current)))
      }
      lines.appendDelete(R.entityName, deletion.id.rawValue)
      result.removed.append(deletion.id.rawValue)
      identifiers.deleted.append(deletion.id.rawValue)
    }
    identifiers.inserted = changes.inserted.numbers
    if let id = identifiers.inserted.first(where: { table.directory[$0] != nil }) {
      throw StoreError.alreadyExists(entity: R.entityName, id: id)
    }
    saved.entities[R.entityName] = identifiers
    guard changes.inserted.count <= EncodedRecords.few else { return (R.entityName, result) }
    for record in changes.inserted {
      try lines.append(.insert, record, keys, to: &result.put)
    }
    return (R.entityName, result)
  }
}

/// Writing the lines of a save: all of them or none.
extension JournalStore {
  /// Makes sure that the path still leads to this file and that nobody else wrote to it.
  func checkFile() throws(StoreError) {
    let isAsLeft = try fromFileSystem { () throws(FileSystemError) in
      let isThere = try journal.file.isAt(path)
      let size = try journal.file.size()
      return isThere && size == journal.size
    }
    guard isAsLeft else { throw StoreError.changedOutside(path: path) }
  }

  /// Writes the lines of a save, and has them on the disk.
  ///
  /// - Parameter complete: appends what is left, down to the commit, and may have pieces of it
  ///   written before.
  func write(
    _ lines: inout TransactionText,
    _ complete: (inout TransactionText) throws(StoreError) -> JournalPosition
  ) throws(StoreError) -> JournalPosition {
    let start = journal.position.offset
    let position: JournalPosition
    do throws(StoreError) {
      position = try complete(&lines)
      // Behind a save of many nobody waits for the next small one.
      try writePiece(&lines, room: lines.offset == start ? environment.roomAhead : 0)
    } catch {
      do throws(FileSystemError) {
        try journal.file.truncate(to: start)
        journal.size = start
      } catch {
        giveUp()
      }
      throw error
    }
    do throws(FileSystemError) {
      try journal.file.sync()
    } catch {
      // The system may have forgotten what it could not write; a second sync would succeed.
      giveUp()
      throw StoreError.fileSystem(error)
    }
    return position
  }

  /// - Parameter room: how much to write at least, where the file is to grow: zeros, into which the
  ///   next saves go.
  func writePiece(_ lines: inout TransactionText, room: Int = 0) throws(StoreError) {
    let start = lines.offset
    let bytes = lines.take()
    if !bytes.isEmpty { try writePiece(bytes, at: start, room: room) }
  }

  func writePiece(_ lines: [UInt8], at start: Int, room: Int = 0) throws(StoreError) {
    try fromFileSystem { () throws(FileSystemError) in try append(lines, at: start, room) }
  }

  private func append(
    _ lines: [UInt8], at start: Int, _ room: Int
  ) throws(FileSystemError) {
    let end = start + lines.count
    if end > journal.size, lines.count < room {
      let zeros = repeatElement(UInt8(0), count: room - lines.count)
      do throws(FileSystemError) {
        try journal.file.write(lines + zeros, at: start)
        return journal.size = start + room
      } catch {
        // There may be room for the lines alone.
        try journal.file.truncate(to: start)
        journal.size = start
      }
    }
    try journal.file.write(lines, at: start)
    journal.size = max(journal.size, end)
  }
}
