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
