/// The file next to a journal that holds a ``Checkpoint``, so that opening need not read all
/// records.
///
/// A missing, outdated or damaged file does no harm: it is ignored, and the journal is read
/// instead.
struct CheckpointFile {
  private let journalPath: String
  private let schema: Schema
  private let fileSystem: any FileSystem

  init(path: String, schema: Schema, environment: StoreEnvironment) {
    journalPath = path
    self.schema = schema
    fileSystem = environment.fileSystem
  }

  /// The path of the checkpoint file.
  var path: String { journalPath + ".index" }

  /// Loads the tables from the file if it exists and belongs to `journal`.
  ///
  /// - Parameter journal: the journal with only its header read.
  /// - Returns: the end of the last save that the file covers or notes, even when its tables could
  ///   not be used; `nil` when there is no readable file of this journal.
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
      else { return checkpoint.lastSave ?? checkpoint.position }
      journal.tables = checkpoint.tables
      journal.position = checkpoint.position
      journal.indexedOffset = checkpoint.position.offset
      journal.indexLength = checkpoint.length
      return checkpoint.lastSave ?? checkpoint.position
    } catch {
      // The checkpoint file cannot be read, so the journal is read instead.
      return nil
    }
  }

  /// Writes the tables of `journal`, unless a file that no store made has this name.
  func write(_ journal: inout JournalFile) {
    let checkpoint = Checkpoint(
      salt: journal.header.salt, position: journal.position, tables: journal.tables)
    do throws(FileSystemError) {
      if try fileSystem.status(of: path) != nil, try !StoreFile.isOurs(path, on: fileSystem) {
        return
      }
      let fingerprint = fingerprint
      var length = 0
      try fileSystem.replace(path) { file throws(FileSystemError) in
        length = try checkpoint.write(to: file, fingerprint: fingerprint)
      }
      journal.indexedOffset = journal.position.offset
      journal.indexLength = length
    } catch {
      // Nothing is lost. The next opening only takes longer.
      return
    }
  }

  /// Notes the end of the last save in the file, whose tables are older, so that a journal that is
  /// cut off there is noticed.
  func noteLastSave(of journal: JournalFile) {
    do throws(FileSystemError) {
      guard try StoreFile.isOurs(path, on: fileSystem) else { return }
      let file = try fileSystem.open(path, for: .updating)
      let note = Checkpoint.note(journal.position, salt: journal.header.salt)
      do throws(FileSystemError) {
        try file.write(note.withUnsafeBytes { Array($0) }, at: journal.indexLength)
      } catch {
        try file.close()
        throw error
      }
      try file.close()
    } catch {
      // Nothing is lost. A cut behind the tables is then not noticed.
      return
    }
  }

  /// Identifies the indexed fields: it changes when they change.
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

  /// The field's offset in the record and its type. The key path's own description has the field's
  /// name, but is slow to make.
  private func describe<R: StoredRecord>(_ path: PartialKeyPath<R>) -> String {
    guard let offset = MemoryLayout<R>.offset(of: path) else { return "\(path)" }
    return "\(offset):\(type(of: path).valueType)"
  }

  /// Whether a commit with the position's checksum ends there.
  private func endsWithCheck(
    _ file: any OpenFile, _ position: JournalPosition
  ) throws(FileSystemError) -> Bool {
    let end = JournalCommit.end(check: position.check)
    guard position.offset >= end.count else { return false }
    return try file.read(at: position.offset - end.count, count: end.count) == end
  }
}
