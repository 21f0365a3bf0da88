import QuizSupport

/// Copies the latest version of each record of a journal into a new file, and the changes that can
/// still be taken back.
struct JournalCompaction {
  private static let pieceSize = 1 << 20
  /// The changes may take this many bytes, or as many as the records.
  private static let keptSize = 8 << 20

  private let journal: JournalFile
  private let history: JournalHistory
  private let schema: Schema
  private let environment: StoreEnvironment

  init(
    _ journal: JournalFile, _ history: JournalHistory, schema: Schema,
    environment: StoreEnvironment
  ) {
    (self.journal, self.history) = (journal, history)
    self.schema = schema
    self.environment = environment
  }

  /// Replaces the file and returns the new journal.
  func run() throws(StoreError) -> JournalFile {
    let temporary = try fromFileSystem { () throws(FileSystemError) in
      try TemporaryFile(for: journal.path, on: environment.fileSystem)
    }
    do throws(StoreError) {
      let fresh = try copy(into: temporary.file)
      // Locks the file before it gets a name that other processes know.
      try StoreLock.claim(temporary.file, path: journal.path)
      try fromFileSystem { () throws(FileSystemError) in
        try temporary.file.sync()
        try temporary.takePlaceOfTarget()
      }
      return fresh
    } catch {
      temporary.discard()
      throw error
    }
  }

  private func copy(into file: any OpenFile) throws(StoreError) -> JournalFile {
    // The new file ends with a commit of its own, which counts as a save without changes.
    var header = JournalHeader(
      schema: schema.version, generation: journal.header.generation + 1,
      salt: environment.randomNumber(), sequence: journal.position.sequence,
      last: journal.tables.mapValues(\.lastIdentifier))
    if !history.steps.isEmpty { header.kept = 0 }
    var written = header.line.count
    func write(_ bytes: [UInt8]) throws(StoreError) {
      try fromFileSystem { () throws(FileSystemError) in try file.write(bytes, at: written) }
      written += bytes.count
    }
    try KeptSteps.write(
      history, of: journal, limit: max(Self.keptSize, journal.recordBytes), salt: header.salt,
      to: write)
    if header.kept != nil { header.kept = written - header.line.count }
    try fromFileSystem { () throws(FileSystemError) in try file.write(header.line, at: 0) }
    var lines = JournalLines(at: header.end, encoder: RecordEncoder())
    func writeLines() throws(StoreError) {
      try write(lines.bytes)
      lines.removeAll()
    }
    var tables = journal.tables
    for (entity, table) in journal.tables.sorted(by: { $0.key < $1.key }) {
      var locations: [RecordLocation] = []
      locations.reserveCapacity(table.directory.count)
      try RecordScan(journal, table.directory.live).visit {
        location, text throws(StoreError) in
        let offset = lines.append(.insert, entity, location.id, text: text)
        locations.append(location.moved(to: offset))
        if lines.bytes.count > Self.pieceSize { try writeLines() }
        return true
      }
      tables[entity]?.directory = RecordDirectory(locations)
      // The header names this identifier.
      tables[entity]?.note(named: table.lastIdentifier)
    }
    let position = lines.commit(
      sequence: header.sequence + 1, at: DateText.description(of: environment.now()))
    try writeLines()
    return try fromFileSystem { () throws(FileSystemError) in
      JournalFile(
        path: journal.path, file: file, identity: try file.identity(), header: header,
        position: position, size: written, tables: tables, buffers: journal.buffers)
    }
  }
}

/// Converts the file of an older program to this version.
extension JournalStore {
  /// Replaces a file of an older version with a file of this version that has the same records, and
  /// keeps the old file under another name. Does nothing when the file is of this version.
  ///
  /// - Throws: the error that prevented writing. The store then continues with the old file, unless
  ///   it is unknown which of the two files is at the path.
  func rewriteOlderFile() throws(StoreError) {
    guard let older = journal.older else { return }
    let fileSystem = environment.fileSystem
    let bytes = try JournalMigration(path: path, schema: schema, environment: environment)
      .bytes(of: journal)
    let copy = try fromFileSystem { () throws(FileSystemError) in
      try OlderFile.keep(path, version: older.version, on: fileSystem)
    }
    do throws(FileSystemError) {
      try fileSystem.replace(path, with: bytes)
    } catch {
      // The rename is done but not synced, so after a crash the path may lead to either of the two
      // files.
      if error.path == directory(of: path) {
        giveUp()
      } else {
        OlderFile.remove(copy, on: fileSystem)
      }
      throw StoreError.fileSystem(error)
    }
    do throws(StoreError) {
      try takeRewritten(besides: older, keptAs: copy)
    } catch {
      giveUp()
      throw error
    }
  }

  /// Removes the kept file of an older program, once the file that replaced it has been compacted.
  /// The kept file stays when a program has continued to write to it.
  ///
  /// - Parameter header: the header of the journal before the compaction.
  func removeKeptFile(of header: JournalHeader) {
    for version in 1...schema.version {
      do {
        let copies = try OlderFile.copies(of: path, version: version, on: environment.fileSystem)
        for copy in copies where try isOrigin(copy, version, of: header) {
          try environment.fileSystem.remove(copy)
        }
      } catch {
        // The file takes space but does no harm.
        continue
      }
    }
  }

  /// Whether the journal with this header was made from the complete content of `copy`.
  private func isOrigin(
    _ copy: String, _ version: Int, of header: JournalHeader
  ) throws(StoreError) -> Bool {
    let untyped = Schema(version: version)
    let old = try JournalOpening(path: copy, schema: untyped, environment: environment)
      .open(.reading)
    try fromFileSystem { () throws(FileSystemError) in try old.file.close() }
    // A journal that had to be migrated was written twice: into memory, and from there into the
    // file.
    return (0...1).contains { passes in
      header.generation == old.header.generation + 1 + passes
        && header.sequence == old.position.sequence + UInt64(passes)
    }
  }

  private func takeRewritten(
    besides older: JournalFile.Older, keptAs copy: String
  ) throws(StoreError) {
    var fresh = try JournalOpening(path: path, schema: schema, environment: environment)
      .open(.writing)
    fresh.notices = journal.notices + [.rewritten(path: path, copy: copy)]
    versionsBefore = FormerVersions(journal.tables, end: fresh.position.offset)
    let before = journal
    journal = fresh
    checkpointFile.write(&journal)
    try fromFileSystem { () throws(FileSystemError) in
      try before.file.close()
      try older.file.close()
    }
  }
}

extension JournalStore {
  /// The versions of records before they were written in another form.
  struct FormerVersions {
    private let directories: [String: RecordDirectory]
    /// Records before this position were not saved since.
    private let end: Int

    init(_ tables: [String: JournalTable], end: Int) {
      directories = tables.mapValues(\.directory)
      self.end = end
    }

    /// The version that a record had; `nil` when it was saved since.
    func version(of entity: String, at location: RecordLocation) -> UInt64? {
      location.offset < end ? directories[entity]?[location.id]?.version : nil
    }
  }
}

/// Writes the records of an older ``JournalStore`` in the schema's version.
struct JournalMigration {
  let path: String
  let schema: Schema
  let environment: StoreEnvironment

  /// A journal in the schema's version with the records of the old journal. They may already be of
  /// that version.
  func bytes(of old: JournalFile) throws(StoreError) -> [UInt8] {
    var document = StoreDocument(
      records: try records(of: old), lastIdentifiers: old.tables.mapValues(\.lastIdentifier))
    try document.migrate(from: old.header.schema, to: schema, path: path)
    return try lines(document, old)
  }

  private func records(of old: JournalFile) throws(StoreError) -> [String: [JSONValue]] {
    var records: [String: [JSONValue]] = [:]
    for (entity, table) in old.tables {
      var values: [JSONValue] = []
      try RecordScan(old, table.directory.live).visit { location, text throws(StoreError) in
        do throws(JSONFault) {
          values.append(try JSONValue(reading: text))
        } catch {
          throw StoreError.damaged(
            FilePlace(path: path, offset: Int(location.offset) + error.offset),
            reason: error.reason)
        }
        return true
      }
      records[entity] = values
    }
    return records
  }

  private func lines(_ document: StoreDocument, _ old: JournalFile) throws(StoreError) -> [UInt8] {
    let header = JournalHeader(
      schema: schema.version, generation: old.header.generation + 1,
      salt: environment.randomNumber(), sequence: old.position.sequence,
      last: document.lastIdentifiers)
    var lines = JournalLines(at: header.end, encoder: RecordEncoder())
    for (entity, records) in document.records.sorted(by: { $0.key < $1.key }) {
      for record in records {
        guard let id = record["id"]?.integer else {
          throw StoreError.invalidRecord(
            entity: entity, id: 0,
            reason: Reason("a migration left it without identifier", "移行で識別子がなくなりました"))
        }
        record.bytes.withUnsafeBytes { _ = lines.append(.insert, entity, id, text: $0) }
      }
    }
    _ = lines.commit(
      sequence: header.sequence + 1, at: DateText.description(of: environment.now()))
    return header.line + lines.bytes
  }
}
