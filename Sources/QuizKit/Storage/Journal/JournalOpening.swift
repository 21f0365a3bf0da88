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
    // The records begin behind the changes that a compaction kept.
    let start = lines.offset + (header.kept ?? 0)
    guard start <= size else {
      throw StoreError.damaged(
        FilePlace(path: path, line: 2, offset: lines.offset), reason: .missingRecords)
    }
    return (header, JournalPosition(offset: start, check: check, sequence: header.sequence))
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
          "改行が CR LF です（エディターやファイル転送で LF から変わったようです）")
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

/// Recovers the intact parts of a damaged journal.
///
/// It recovers every save before the damage. If the checkpoint file covers later saves, it
/// continues from there and leaves out the records whose texts were changed. Behind other damage it
/// continues at the first save whose check fits the check that the save before it claims. It always
/// leaves out intact records that cannot be decoded, such as those of a program with a bug.
struct JournalSalvage {
  let schema: Schema
  let checkpointFile: CheckpointFile

  /// - Parameter empty: the journal with only its header read.
  func run(_ empty: JournalFile) throws(StoreError) -> JournalFile {
    // Read from the beginning: the checkpoint cannot detect damage to the bytes it covers.
    var journal = empty
    var indexed = empty
    let acknowledged = checkpointFile.load(into: &indexed)
    var fault = try read(&journal, until: acknowledged)
    var damage = fault
    var leftOut = 0
    if fault != nil, indexed.position.offset > journal.position.offset {
      journal = indexed
      leftOut = try dropDamagedRecords(from: &journal)
      fault = try read(&journal, until: acknowledged)
    }
    var parts: [Unread] = []
    while fault != nil, parts.count < Self.mostParts, let part = try passOverDamage(in: &journal) {
      parts.append(part)
      fault = try read(&journal, until: acknowledged)
    }
    for record in schema.records { try dropUnreadable(record, from: &journal) }
    damage = damage ?? journal.unreadable.first.map { ($0.place, $0.reason) }
    guard let damage else { return journal }
    if let rest = try rest(of: journal) { parts.append(rest) }
    journal.notices.append(.salvaged(try report(damage, journal, parts, leftOut: leftOut)))
    return journal
  }

  /// The limit on parts that are passed over, because the rest of the file is read again for each.
  private static let mostParts = 100

  /// Saves that were not read.
  private struct Unread {
    var offset: Int
    var bytes: Int
    var lines: Int
    var saves: Int
  }

  /// Moves the journal to the first save behind its position that is certainly whole: its check
  /// fits the check that the line of the save before it claims. `nil` where there is none.
  private func passOverDamage(in journal: inout JournalFile) throws(StoreError) -> Unread? {
    let start = journal.position
    let entities = JournalEntities([])
    var lines = LineReader(journal.file, from: start.offset, to: try journal.endOfText())
    // The end of the last save that was seen, with the number of lines up to it.
    var before: (position: JournalPosition, lines: Int)?
    var check: UInt64 = 0
    var isWhole = false
    var count = 0
    while let commit = try lines.next({ bytes throws(StoreError) -> JournalCommit? in
      guard let line = JournalLine(bytes, entities: entities) else {
        isWhole = false
        return nil
      }
      check = line.check(bytes, seed: check)
      if case .commit(let commit) = line { return commit }
      return nil
    }) {
      count += 1
      guard let commit else { continue }
      if let before, isWhole, commit.checkValue == check,
        before.position.sequence > start.sequence, commit.commit > before.position.sequence,
        commit.commit - before.position.sequence == 1
      {
        journal.position = before.position
        return Unread(
          offset: start.offset, bytes: before.position.offset - start.offset, lines: before.lines,
          saves: Int(clamping: before.position.sequence - start.sequence))
      }
      check = commit.checkValue
      isWhole = true
      before = (
        JournalPosition(offset: lines.offset, check: check, sequence: commit.commit), count
      )
    }
    return nil
  }

  /// What remains unread after the last recovered save.
  private func rest(of journal: JournalFile) throws(StoreError) -> Unread? {
    let start = journal.position.offset
    let end = try journal.endOfText()
    guard end > start else { return nil }
    var part = Unread(offset: start, bytes: end - start, lines: 0, saves: 0)
    var lines = LineReader(journal.file, from: start, to: end)
    while let isCommit = try lines.next({ line throws(StoreError) in
      line.starts(with: JournalVerb.commit.beginning)
    }) {
      part.lines += 1
      if isCommit { part.saves += 1 }
    }
    let unfinished = try lines.rest { line throws(StoreError) in line.count }
    if unfinished > 0 { part.lines += 1 }
    // The damage may be in the commit line itself, so count at least one save.
    part.saves = max(1, part.saves)
    return part
  }

  /// Leaves out the records of a kind that cannot be decoded, and notes them.
  private func dropUnreadable<R: StoredRecord>(
    _ type: R.Type, from journal: inout JournalFile
  ) throws(StoreError) {
    let (source, decoder) = (
      journal.source(readAhead: 1 << 18), JSONTextDecoder(userInfo: schema.userInfo)
    )
    var dropped: Set<Int64> = []
    for location in journal.tables[R.entityName]?.directory.live ?? [] {
      do throws(StoreError) {
        _ = try source.withText(location) { text throws(StoreError) in
          try decoder.value(type, location, text, path: journal.path)
        }
      } catch .damaged(let place, let reason) {
        dropped.insert(location.id)
        journal.unreadable.append(
          JournalTransaction.Unreadable(
            entity: R.entityName, id: location.id, place: place, reason: reason))
      } catch {
        throw error
      }
    }
    if !dropped.isEmpty { journal.tables[R.entityName]?.drop(dropped) }
  }

  private typealias Damage = (place: FilePlace, reason: Reason)

  /// Reads up to the damage, and returns where and what it is; `nil` when there is none.
  private func read(
    _ journal: inout JournalFile, until acknowledged: JournalPosition? = nil
  ) throws(StoreError) -> Damage? {
    do throws(StoreError) {
      try journal.readTransactions(schema, passesOverUnreadable: true)
      try journal.requireAll(until: acknowledged)
      return nil
    } catch .damaged(let place, let reason) {
      return (place, reason)
    } catch {
      throw error
    }
  }

  private func dropDamagedRecords(from journal: inout JournalFile) throws(StoreError) -> Int {
    let source = journal.source(readAhead: 1 << 18)
    var count = 0
    for entity in journal.tables.keys.sorted() {
      var damaged: Set<Int64> = []
      for location in journal.tables[entity]?.directory.live ?? [] {
        do throws(StoreError) {
          try source.withText(location) { _ in }
        } catch .damaged {
          damaged.insert(location.id)
        } catch {
          throw error
        }
      }
      if !damaged.isEmpty { journal.tables[entity]?.drop(damaged) }
      count += damaged.count
    }
    return count
  }

  private func report(
    _ damage: Damage, _ journal: JournalFile, _ parts: [Unread], leftOut: Int
  ) throws(StoreError) -> SalvageReport {
    var report = SalvageReport(place: damage.place, reason: damage.reason, leftOut: leftOut)
    report.unreadable = journal.unreadable.map { "\($0.entity) \($0.id)" }
    for part in parts {
      report.saves += part.saves
      report.lines += part.lines
      report.bytes += part.bytes
      guard report.gaps.count < SalvageReport.mostGaps, part.lines > 0 else { continue }
      let first = try LineReader.number(ofLineAt: part.offset, in: journal.file)
      report.gaps.append(first...first + part.lines - 1)
    }
    if report.place.line == nil {
      report.place.line = try LineReader.number(
        ofLineAt: damage.place.offset, in: journal.file)
    }
    return report
  }
}
