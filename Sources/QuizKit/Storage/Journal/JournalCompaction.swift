import QuizSupport

/// Copies the latest version of each record of a journal into a new file.
struct JournalCompaction {
  private static let pieceSize = 1 << 20

  private let journal: JournalFile
  private let schema: Schema
  private let environment: StoreEnvironment

  init(_ journal: JournalFile, schema: Schema, environment: StoreEnvironment) {
    self.journal = journal
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
    let header = JournalHeader(
      schema: schema.version, generation: journal.header.generation + 1,
      salt: environment.randomNumber(), sequence: journal.position.sequence,
      last: journal.tables.mapValues(\.lastIdentifier))
    var written = 0
    func write(_ bytes: [UInt8]) throws(StoreError) {
      try fromFileSystem { () throws(FileSystemError) in try file.write(bytes, at: written) }
      written += bytes.count
    }
    var lines = JournalLines(at: header.end, encoder: RecordEncoder())
    func writeLines() throws(StoreError) {
      try write(lines.bytes)
      lines.removeAll()
    }
    try write(header.line)
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
