/// A journal that is open, and what is known of its records.
struct JournalFile {
  let path: String
  let file: any OpenFile
  let identity: FileIdentity
  let header: JournalHeader
  /// What is saved.
  var position: JournalPosition
  /// How long the file is; beyond ``position`` there are only zeros.
  var size: Int
  var tables: [String: JournalTable]
  /// How much of the file a side index covers that is on the disk.
  var indexedOffset = 0
  /// How the file was when it was read, where it cannot be followed line by line.
  var snapshot: FileStatus?
  /// What is to be said of it.
  var notices: [StoreNotice] = []
  /// What scans of it use.
  let buffers = ScanBuffers()

  /// The length of all texts that are still the newest of their record.
  var liveBytes: Int { tables.values.reduce(0) { $0 + $1.directory.bytes } }

  func source(readAhead: Int = 0) -> RecordSource {
    RecordSource(file, path: path, readAhead: readAhead)
  }

  /// Takes a transaction over that was read.
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
    // The dictionary gives its copy up, so that the change does not copy the whole table.
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
  /// Takes over what was appended since; returns what it was.
  @discardableResult
  mutating func readTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema) { reader throws(StoreError) in try reader.next() }
  }

  /// The same while somebody may just be writing: an end that does not fit together yet is left for
  /// the next time.
  mutating func readNewTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema) { reader throws(StoreError) in
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
    _ schema: Schema, _ next: (inout JournalReader) throws(StoreError) -> JournalTransaction?
  ) throws(StoreError) -> [SavedChanges] {
    var reader = JournalReader(file, path: path, size: size, schema: schema, from: position)
    var saved: [SavedChanges] = []
    while let transaction = try next(&reader) {
      saved.append(try apply(transaction, schema: schema))
      position = reader.position
    }
    return saved
  }

  /// Where the text ends: behind it there are only zeros, which are room for more.
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

  /// Makes sure that no save is missing at the end that somebody was told is saved.
  ///
  /// - Parameter acknowledged: where the side index of this very journal says that a save ends.
  /// - Throws: ``StoreError/damaged(_:reason:)``, with how much is missing.
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
