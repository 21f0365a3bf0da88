import QuizSupport

/// An open journal with the tables of its records.
struct JournalFile {
  let path: String
  var file: any OpenFile
  var identity: FileIdentity
  let header: JournalHeader
  /// Whether there is no file at the path yet.
  var isMissing = false
  /// The end of the last save.
  var position: JournalPosition
  /// The length of the file. It contains only zeros after ``position``.
  var size: Int
  var tables: [String: JournalTable]
  /// The part of the file that the checkpoint file on the disk covers.
  var indexedOffset = 0
  /// The length of the checkpoint file without its note of the last save; 0 where there is none.
  var indexLength = 0
  /// The file's status when it was read, if it cannot be followed line by line.
  var snapshot: FileStatus?
  /// The file on the disk, when an older version of the program wrote it; `nil` for a file of this
  /// version.
  var older: Older?
  /// The changes that were skipped because their records cannot be decoded.
  var unreadable: [JournalTransaction.Unreadable] = []
  /// Warnings from opening it.
  var notices: [StoreNotice] = []
  /// Buffers that its scans reuse.
  let buffers: ScanBuffers

  /// A file of an older version. The first save replaces it.
  struct Older {
    /// The file at the path, locked. Records may be read from another file, which contains them
    /// after migration.
    let file: any OpenFile
    /// The length of the file.
    let size: Int
    /// The version of the records in the file.
    let version: Int
  }

  /// The total length of all texts that are the latest version of their record.
  var liveBytes: Int { tables.values.reduce(0) { $0 + $1.directory.bytes } }

  func source(readAhead: Int = 0) -> RecordSource {
    RecordSource(file, path: path, readAhead: readAhead)
  }

  /// Updates the tables with a transaction that was read from the file.
  mutating func apply(
    _ transaction: JournalTransaction, schema: Schema
  ) throws(StoreError) -> SavedChanges {
    let keys = JournalKeys(schema)
    let source = source()
    var changes: [String: JournalTable.Changes] = [:]
    var saved = SavedChanges(sequence: transaction.commit.commit)
    for change in transaction.changes {
      let id = change.location.id
      let old = tables[change.entity]?.directory[id]
      if let old, tables[change.entity]?.indexes.isEmpty == false {
        let path = path
        let oldKeys = try source.withText(old) { text throws(StoreError) in
          do throws(JSONFault) {
            return try keys.keys(of: change.entity, id: id, text)
          } catch {
            throw StoreError.damaged(
              FilePlace(path: path, offset: Int(old.offset)), reason: error.reason)
          }
        }
        changes[change.entity, default: .init()].obsolete.append((id, oldKeys))
      }
      if change.verb == .delete {
        changes[change.entity, default: .init()].removed.append(id)
      } else {
        changes[change.entity, default: .init()].put.append(change.location, change.keys)
      }
      saved.note(change.verb, change.entity, id)
    }
    for (entity, changes) in changes { apply(changes, to: entity) }
    position.sequence = transaction.commit.commit
    return saved
  }

  mutating func apply(_ changes: JournalTable.Changes, to entity: String) {
    // Removes the table from the dictionary first, so that the change does not copy the whole
    // table.
    var table = tables.removeValue(forKey: entity) ?? JournalTable(keyCount: 0)
    table.apply(changes)
    tables[entity] = table
  }
}

extension SavedChanges {
  mutating func note(_ verb: JournalVerb, _ entity: String, _ id: Int64) {
    switch verb {
    case .insert: entities[entity, default: .init()].inserted.append(id)
    case .update: entities[entity, default: .init()].updated.append(id)
    case .delete: entities[entity, default: .init()].deleted.append(id)
    case .commit: return
    }
  }
}

extension JournalFile {
  /// Reads the transactions after ``position`` and returns their changes.
  ///
  /// - Parameter passesOverUnreadable: whether records that cannot be decoded are left out and
  ///   noted in ``unreadable``. Otherwise they count as damage.
  @discardableResult
  mutating func readTransactions(
    _ schema: Schema, passesOverUnreadable: Bool = false
  ) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema, passesOverUnreadable) { reader throws(StoreError) in
      try reader.next()
    }
  }

  /// Does the same while another process may be writing. An incomplete end is left for the next
  /// call.
  mutating func readNewTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema, false) { reader throws(StoreError) in
      do throws(StoreError) {
        return try reader.next()
      } catch .damaged {
        return nil
      } catch {
        throw error
      }
    }
  }

  private mutating func readTransactions(
    _ schema: Schema, _ passesOverUnreadable: Bool,
    _ next: (inout JournalReader) throws(StoreError) -> JournalTransaction?
  ) throws(StoreError) -> [SavedChanges] {
    var reader = JournalReader(
      file, path: path, size: size, schema: schema, from: position,
      passesOverUnreadable: passesOverUnreadable)
    var saved: [SavedChanges] = []
    while let transaction = try next(&reader) {
      saved.append(try apply(transaction, schema: schema))
      unreadable += transaction.unreadable
      position = reader.position
    }
    return saved
  }

  /// Takes the file's length anew, and returns a checksum of all that follows ``position``.
  mutating func checksumOfRest() throws(StoreError) -> UInt64 {
    size = try fromFileSystem { () throws(FileSystemError) in try file.size() }
    let count = max(0, size - position.offset)
    let bytes = try fromFileSystem { () throws(FileSystemError) in
      try file.read(at: position.offset, count: count)
    }
    return Checksum.of(bytes, seed: UInt64(count))
  }

  /// The end of the text. After it there are only zeros, which are reserved space.
  func endOfText() throws(StoreError) -> Int {
    var end = size
    while end > position.offset {
      let start = max(position.offset, end - (1 << 16))
      let bytes = try fromFileSystem { () throws(FileSystemError) in
        try file.read(at: start, count: end - start)
      }
      if let last = bytes.lastIndex(where: { $0 != 0 }) { return start + last + 1 }
      end = start
    }
    return end
  }

  /// Makes sure that no acknowledged save is missing at the end.
  ///
  /// - Parameter acknowledged: the end of the last save that this journal's checkpoint file knows.
  /// - Throws: ``StoreError/damaged(_:reason:)`` with the number of missing saves and bytes.
  func requireAll(until acknowledged: JournalPosition?) throws(StoreError) {
    guard let acknowledged, acknowledged.sequence > position.sequence else { return }
    let saves = acknowledged.sequence - position.sequence
    let bytes = acknowledged.offset - position.offset
    let place = FilePlace(
      path: path, line: try LineReader.number(ofLineAt: position.offset, in: file),
      offset: position.offset)
    throw StoreError.damaged(place, reason: .missingSaves(saves, bytes: bytes, path: path))
  }
}
