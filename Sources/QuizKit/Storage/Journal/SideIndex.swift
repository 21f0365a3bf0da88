/// A file beside a journal that says where the records are, so that opening need not read them all.
///
/// It can be lost, old or damaged without harm: then it is ignored, and what it would have told is
/// read from the journal. It holds numbers as they are in memory, so it belongs to machines of one
/// byte order (all that Swift runs on).
struct SideIndex {
  private let journalPath: String
  private let schema: Schema
  private let environment: StoreEnvironment

  init(path: String, schema: Schema, environment: StoreEnvironment) {
    journalPath = path
    self.schema = schema
    self.environment = environment
  }

  private var fileSystem: any FileSystem { environment.fileSystem }

  /// Where it is.
  var path: String { journalPath + ".index" }

  /// Takes over what the index knows, if there is one and it belongs to `journal`.
  ///
  /// - Parameter journal: with its header read and nothing else.
  /// - Returns: where the last save ends that an index of this very journal knows, taken over or not.
  func load(into journal: inout JournalFile) -> JournalPosition? {
    do throws(FileSystemError) {
      guard try fileSystem.extent(of: path) != nil else { return nil }
      guard try StoreFile.isOurs(path, on: fileSystem) else {
        journal.notices.append(.foreignIndex(path: path))
        return nil
      }
      let empty = journal
      let content = try SideIndexContent(
        try fileSystem.open(path, for: .reading), fingerprint: fingerprint,
        processors: environment.processors
      ) { end throws(StoreError) in
        // A part is damaged: what it says is in the journal too.
        var whole = empty
        whole.size = end.offset
        try whole.readTransactions(schema)
        guard whole.position == end else {
          throw StoreError.damaged(
            FilePlace(path: empty.path, offset: whole.position.offset),
            reason: Reason("a save does not end here any more", "ここで保存が終わっていません"))
        }
        return whole.tables
      }
      guard let content, content.salt == journal.header.salt else { return nil }
      // Another process may have saved, and written the index, since the journal was opened.
      journal.size = max(journal.size, try journal.file.size())
      guard content.position.offset <= journal.size,
        content.tables.allSatisfy({ name, table in
          table.indexes.count == journal.tables[name]?.indexes.count ?? 0
        }),
        try endsWithCheck(journal.file, content.position)
      else { return content.position }
      journal.tables = content.tables
      journal.position = content.position
      journal.indexedOffset = content.position.offset
      return content.position
    } catch {
      // It cannot be read: the journal can.
      return nil
    }
  }

  /// Writes what is known of `journal`, unless something else lies where the index would be.
  func write(_ journal: inout JournalFile) {
    let content = SideIndexContent(
      salt: journal.header.salt, position: journal.position, tables: journal.tables)
    do throws(StoreError) {
      let temporary = try fromFileSystem { () throws(FileSystemError) -> TemporaryFile? in
        if try fileSystem.extent(of: path) != nil, try !StoreFile.isOurs(path, on: fileSystem) {
          return nil
        }
        return try TemporaryFile(for: path, on: fileSystem)
      }
      guard let temporary else { return }
      do throws(StoreError) {
        try content.write(to: temporary.file, fingerprint: fingerprint)
        try fromFileSystem { () throws(FileSystemError) in
          try temporary.file.sync()
          try temporary.file.close()
          try temporary.takePlaceOfTarget()
        }
      } catch {
        temporary.discard()
        throw error
      }
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
