import QuizSupport

/// Opens a journal: creates a new file or reads an existing one.
struct JournalOpening {
  let path: String
  let schema: Schema
  let environment: StoreEnvironment

  private var fileSystem: any FileSystem { environment.fileSystem }

  /// An empty journal where there is no file. The first save creates it.
  private func openEmpty(_ access: StoreAccess) throws(StoreError) -> JournalFile {
    let header = JournalHeader(
      schema: schema.version, generation: 1, salt: environment.randomNumber(), sequence: 0,
      last: [:])
    let none = FileIdentity(device: 0, number: 0)
    var journal = try begin(MemoryFile(header.line, inPlaceOf: none))
    journal.isMissing = true
    if access.isReadOnly {
      journal.notices = [.missing(path: path)]
    } else {
      TemporaryFile.removeRemains(for: path, on: fileSystem)
    }
    return journal
  }

  /// Creates the file of an empty journal.
  func createFile(for journal: inout JournalFile) throws(StoreError) {
    guard try status() == nil else { throw StoreError.changedOutside(path: path) }
    let file = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.replace(path, with: journal.header.line)
      return try fileSystem.open(path, for: .updating)
    }
    try StoreLock.claim(file, path: path)
    try fromFileSystem { () throws(FileSystemError) in
      (journal.file, journal.identity) = (file, try file.identity())
    }
    journal.isMissing = false
  }

  /// Opens the journal and reads the part that its checkpoint file does not cover. A file of an
  /// older version is not changed: records that the schema cannot decode are migrated in memory.
  func open(_ access: StoreAccess) throws(StoreError) -> JournalFile {
    if access != .salvaging, try status() == nil { return try openEmpty(access) }
    let file = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.open(path, for: access.isReadOnly ? .reading : .updating)
    }
    if access == .writing { try StoreLock.claim(file, path: path) }
    var journal = try begin(file)
    guard journal.header.schema >= schema.oldestReadable else {
      return try migrate(journal, access)
    }
    let checkpointFile = CheckpointFile(path: path, schema: schema, environment: environment)
    if access == .salvaging { return try salvage(journal, checkpointFile) }
    let acknowledged = checkpointFile.load(into: &journal)
    try readSaves(of: &journal, access)
    try journal.requireAll(until: acknowledged)
    let mayBeNoted = access == .reading ? try isLeftUnfinished(&journal) : true
    if mayBeNoted { try noteUnfinishedSave(in: &journal, isRemoved: access == .writing) }
    if access == .writing {
      try repairEnd(of: &journal)
      if isOlder(journal.header) {
        journal.older = JournalFile.Older(
          file: file, size: journal.size, version: journal.header.schema)
      }
      try prepareForWriting(&journal, file)
    }
    return journal
  }

  /// More readings than this of an end that changes all the time are not tried.
  private static let mostReadings = 100

  /// Reads the saves. A reader may come while another program writes and see parts of its saves
  /// only, which look like damage. It is damage when it is still the same after another reading.
  private func readSaves(of journal: inout JournalFile, _ access: StoreAccess) throws(StoreError) {
    guard access == .reading else {
      try journal.readTransactions(schema)
      return
    }
    var seen: (JournalPosition, UInt64)?
    for _ in 0..<Self.mostReadings {
      do throws(StoreError) {
        try journal.readTransactions(schema)
        return
      } catch .damaged {
        let found = (journal.position, try journal.checksumOfRest())
        if let seen, seen == found { break }
        seen = found
      }
    }
    try journal.readTransactions(schema)
  }

  /// Whether a killed program has left a part of a save at the end: it is the same before and after
  /// a moment without a writer. Reads on where a writer has ended since, with this save complete.
  private func isLeftUnfinished(_ journal: inout JournalFile) throws(StoreError) -> Bool {
    for _ in 0..<Self.mostReadings {
      guard try hasUnfinishedSave(journal) else { return false }
      let seen = (journal.position, try journal.checksumOfRest())
      if try isBeingWritten() { return false }
      try readSaves(of: &journal, .reading)
      if try seen == (journal.position, journal.checksumOfRest()) { return true }
    }
    return false
  }

  private func isOlder(_ header: JournalHeader) -> Bool {
    header.version < JournalFormat.version || header.schema < schema.version
  }

  private func prepareForWriting(
    _ journal: inout JournalFile, _ file: any OpenFile
  ) throws(StoreError) {
    let names = try fromFileSystem { () throws(FileSystemError) in try file.nameCount() }
    if names > 1 {
      let fate = journal.older == nil ? StoreNotice.Names.keptTogether : .willPart
      journal.notices.append(.severalNames(path: path, names, fate))
    }
    let index = CheckpointFile(path: path, schema: schema, environment: environment)
    TemporaryFile.removeRemains(for: path, index.path, on: fileSystem)
  }

  /// The journal with only its header read.
  private func begin(_ file: any OpenFile) throws(StoreError) -> JournalFile {
    let (header, start) = try readHeader(file)
    return try fromFileSystem { () throws(FileSystemError) in
      JournalFile(
        path: path, file: file, identity: try file.identity(), header: header, position: start,
        size: try file.size(), tables: emptyTables(header), buffers: ScanBuffers(schema))
    }
  }

  private func salvage(
    _ journal: JournalFile, _ checkpointFile: CheckpointFile
  ) throws(StoreError) -> JournalFile {
    let snapshot = try status()
    var salvaged = try JournalSalvage(schema: schema, checkpointFile: checkpointFile).run(journal)
    if salvaged.notices.isEmpty { try noteUnfinishedSave(in: &salvaged, isRemoved: false) }
    salvaged.snapshot = snapshot
    return salvaged
  }

  private func migrate(
    _ journal: JournalFile, _ access: StoreAccess
  ) throws(StoreError) -> JournalFile {
    let snapshot = try status()
    // The schema's types cannot decode the old records, so they are read without types.
    let untyped = JournalOpening(
      path: path, schema: Schema(version: journal.header.schema), environment: environment)
    var old = journal
    old.tables = untyped.emptyTables(journal.header)
    if access == .salvaging {
      let none = CheckpointFile(path: path, schema: untyped.schema, environment: environment)
      old = try untyped.salvage(old, none)
    } else {
      try untyped.readSaves(of: &old, access)
    }
    let bytes = try JournalMigration(path: path, schema: schema, environment: environment)
      .bytes(of: old)
    var migrated = try begin(MemoryFile(bytes, inPlaceOf: journal.identity))
    try migrated.readTransactions(schema)
    migrated.notices = old.notices
    if access == .writing {
      try noteUnfinishedSave(in: &old, isRemoved: true)
      migrated.older = JournalFile.Older(
        file: journal.file, size: journal.size, version: journal.header.schema)
      try prepareForWriting(&migrated, journal.file)
    } else {
      migrated.snapshot = snapshot
      migrated.notices.append(
        .migratedInMemory(path: path, from: journal.header.schema, to: schema.version))
    }
    return migrated
  }

  private func status() throws(StoreError) -> FileStatus? {
    try fromFileSystem { () throws(FileSystemError) in try fileSystem.status(of: path) }
  }

  private func readHeader(
    _ file: any OpenFile
  ) throws(StoreError) -> (JournalHeader, JournalPosition) {
    let (size, beginning) = try fromFileSystem { () throws(FileSystemError) in
      (try file.size(), try file.read(at: 0, count: 4))
    }
    try ForeignText.check(beginning, path: path)
    var lines = LineReader(file, from: 0, to: min(size, 1 << 20), readAhead: 1 << 12)
    let path = path
    let schema = schema
    let read = try lines.next { line throws(StoreError) in
      (try Self.header(line, path: path, schema), Checksum.of(line, seed: 0))
    }
    guard let (header, check) = read else {
      throw StoreError.notAStore(
        path: path, reason: Reason("its first line does not end", "1 行目が終わっていません"))
    }
    return (
      header, JournalPosition(offset: lines.offset, check: check, sequence: header.sequence)
    )
  }

  private static func header(
    _ line: UnsafeRawBufferPointer, path: String, _ schema: Schema
  ) throws(StoreError) -> JournalHeader {
    let tape = JSONTape()
    let versions = try orNotAStore(path) { () throws(JSONFault) in
      try tape.read(line)
      let versions = try FormatVersions(tape)
      guard versions.format == JournalFormat.name else {
        throw JSONFault(
          0, "its first line does not say \"\(JournalFormat.name)\"",
          "1 行目に「\(JournalFormat.name)」がありません")
      }
      return versions
    }
    try versions.requireKnown(layout: JournalFormat.version, schema, path: path)
    return try orNotAStore(path) { () throws(JSONFault) in
      // CR LF is valid in JSON, but the checksums cover every byte.
      guard line.last != 0x0D else {
        throw JSONFault(
          0, "its lines end in CR LF, which an editor or a transfer made of LF",
          "改行が CR LF です(エディターやファイル転送で LF から変わったようです)")
      }
      return try JournalHeader(tape)
    }
  }

  private static func orNotAStore<T>(
    _ path: String, _ body: () throws(JSONFault) -> T
  ) throws(StoreError) -> T {
    do throws(JSONFault) {
      return try body()
    } catch {
      throw StoreError.notAStore(path: path, reason: error.reason)
    }
  }

  private func emptyTables(_ header: JournalHeader) -> [String: JournalTable] {
    var tables: [String: JournalTable] = [:]
    for record in schema.records { tables[record.entityName] = emptyTable(of: record) }
    for (entity, last) in header.last {
      tables[entity, default: JournalTable(keyCount: 0)].note(named: last)
    }
    return tables
  }

  private func emptyTable<R: StoredRecord>(of type: R.Type) -> JournalTable {
    JournalTable(keyCount: R.keys.count)
  }

  /// Adds a warning when the file does not end with a complete save.
  private func noteUnfinishedSave(
    in journal: inout JournalFile, isRemoved: Bool
  ) throws(StoreError) {
    guard try hasUnfinishedSave(journal) else { return }
    // Another program may be in the middle of this save. If it was killed, the next writer notices.
    if !isRemoved, try isBeingWritten() { return }
    let place = FilePlace(
      path: path, line: try LineReader.number(ofLineAt: journal.position.offset, in: journal.file),
      offset: journal.position.offset)
    journal.notices.append(
      .unfinishedSave(
        place, bytes: try journal.endOfText() - journal.position.offset, isRemoved: isRemoved))
  }

  private func hasUnfinishedSave(_ journal: JournalFile) throws(StoreError) -> Bool {
    let last = try fromFileSystem { () throws(FileSystemError) in
      try journal.file.read(at: journal.position.offset - 1, count: 1)
    }
    let end = try journal.endOfText()
    return last != [0x0A] || end > journal.position.offset
  }

  private func isBeingWritten() throws(StoreError) -> Bool {
    try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.status(of: StoreLock.path(for: path)) != nil
    }
  }

  /// Removes the remains of an interrupted save, and adds a missing line feed to the last line.
  private func repairEnd(of journal: inout JournalFile) throws(StoreError) {
    try fromFileSystem { () throws(FileSystemError) in
      if journal.size > journal.position.offset {
        try journal.file.truncate(to: journal.position.offset)
        try journal.file.sync()
        journal.size = journal.position.offset
      }
      let last = try journal.file.read(at: journal.position.offset - 1, count: 1)
      if last != [0x0A] {
        try journal.file.write([0x0A], at: journal.position.offset)
        journal.position.offset += 1
        journal.size = journal.position.offset
      }
      // Data that was just read may not be on the disk yet, and the next save relies on it.
      if journal.indexedOffset < journal.position.offset { try journal.file.sync() }
    }
  }
}

/// Decides whether the end of a journal is the remains of an interrupted save, or damage.
///
/// A save appends its lines, and the next save begins only after they are all on the disk. So the
/// remains of an interrupted save are either the beginning of its lines, or lines in which the
/// parts that never reached the disk are zeros. No second save follows them. Anything else is
/// damage that happened later, to data that was acknowledged as saved.
struct JournalTail {
  private let file: any OpenFile
  private let path: String
  private let start: Int
  private let end: Int

  init(_ file: any OpenFile, path: String, from start: Int, to end: Int) {
    self.file = file
    self.path = path
    self.start = start
    self.end = end
  }

  /// Returns when the tail can be the remains of an interrupted save.
  ///
  /// - Parameters:
  ///   - fault: the fault in a complete line of the tail; `nil` when no line is wrong.
  ///   - place: where the fault is; `nil` for the beginning of the tail.
  /// - Throws: ``StoreError/damaged(_:reason:)``
  func requireInterrupted(
    _ fault: Reason?, at place: FilePlace? = nil
  ) throws(StoreError) {
    let bytes = try fromFileSystem { () throws(FileSystemError) in
      try file.read(at: start, count: end - start)
    }
    // Zeros at the very end are space reserved for later saves.
    let text = bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)]
    if text.contains(0) {
      if commits(in: text) <= 1 { return }
    } else if fault == nil, beginsLikeALine(text) {
      return
    }
    let reason = fault ?? .foreignLine
    if let place { throw StoreError.damaged(place, reason: reason) }
    let line = try LineReader.number(ofLineAt: start, in: file)
    throw StoreError.damaged(FilePlace(path: path, line: line, offset: start), reason: reason)
  }

  private func commits(in text: ArraySlice<UInt8>) -> Int {
    text.split(separator: 0x0A).count { $0.starts(with: JournalVerb.commit.beginning) }
  }

  /// Whether the unfinished line at the end begins like a line of a save.
  private func beginsLikeALine(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text[(text.lastIndex(of: 0x0A).map { $0 + 1 } ?? text.startIndex)...]
    return JournalVerb.allCases.contains { verb in
      zip(line, verb.beginning).allSatisfy { $0 == $1 }
    }
  }
}
