/// The file beside a journal with a ``Checkpoint``, so that opening need not read all records.
///
/// It can be lost, old or damaged without harm: then it is ignored, and what it would have told is
/// read from the journal.
struct CheckpointFile {
  private let journalPath: String
  private let schema: Schema
  private let fileSystem: any FileSystem

  init(path: String, schema: Schema, environment: StoreEnvironment) {
    journalPath = path
    self.schema = schema
    fileSystem = environment.fileSystem
  }

  /// Where it is.
  var path: String { journalPath + ".index" }

  /// Takes over what the file knows, if there is one and it belongs to `journal`.
  ///
  /// - Parameter journal: with its header read and nothing else.
  /// - Returns: where the last save ends of which a file of this very journal knows, taken over or not.
  func load(into journal: inout JournalFile) -> JournalPosition? {
    do throws(FileSystemError) {
      guard try fileSystem.status(of: path) != nil else { return nil }
      guard try StoreFile.isOurs(path, on: fileSystem) else {
        journal.notices.append(.foreignIndex(path: path))
        return nil
      }
      guard let bytes = try fileSystem.contents(of: path),
        let checkpoint = Checkpoint(bytes, fingerprint: fingerprint),
        checkpoint.salt == journal.header.salt
      else { return nil }
      // Another process may have saved, and written the file, since the journal was opened.
      journal.size = max(journal.size, try journal.file.size())
      guard checkpoint.position.offset <= journal.size,
        checkpoint.tables.allSatisfy({ name, table in
          table.indexes.count == journal.tables[name]?.indexes.count ?? 0
        }),
        try endsWithCheck(journal.file, checkpoint.position)
      else { return checkpoint.position }
      journal.tables = checkpoint.tables
      journal.position = checkpoint.position
      journal.indexedOffset = checkpoint.position.offset
      return checkpoint.position
    } catch {
      // It cannot be read: the journal can.
      return nil
    }
  }

  /// Writes what is known of `journal`, unless something else lies where the file would be.
  func write(_ journal: inout JournalFile) {
    let checkpoint = Checkpoint(
      salt: journal.header.salt, position: journal.position, tables: journal.tables)
    do throws(FileSystemError) {
      if try fileSystem.status(of: path) != nil, try !StoreFile.isOurs(path, on: fileSystem) {
        return
      }
      try fileSystem.replace(path, with: checkpoint.bytes(fingerprint: fingerprint))
      journal.indexedOffset = journal.position.offset
    } catch {
      // The next opening takes longer; nothing is lost.
      return
    }
  }

  /// Changes whenever what is indexed does.
  private var fingerprint: UInt64 {
    var text = ""
    for record in schema.records { describe(record, in: &text) }
    return Checksum.of(Array(text.utf8), seed: UInt64(schema.version))
  }

  private func describe<R: StoredRecord>(_ type: R.Type, in text: inout String) {
    text += R.entityName
    let keys = R.keys
    for index in keys.indices { text += (index == 0 ? "(" : ",") + describe(keys[index].path) }
    text += keys.isEmpty ? "()" : ")"
  }

  /// Where in the record the field is, and of what type. The path's own description says it by name,
  /// but takes a third of a millisecond to make.
  private func describe<R: StoredRecord>(_ path: PartialKeyPath<R>) -> String {
    guard let offset = MemoryLayout<R>.offset(of: path) else { return "\(path)" }
    return "\(offset):\(type(of: path).valueType)"
  }

  /// Whether a commit with that check ends there.
  private func endsWithCheck(
    _ file: any OpenFile, _ position: JournalPosition
  ) throws(FileSystemError) -> Bool {
    let end = JournalCommit.end(check: position.check)
    guard position.offset >= end.count else { return false }
    return try file.read(at: position.offset - end.count, count: end.count) == end
  }
}
