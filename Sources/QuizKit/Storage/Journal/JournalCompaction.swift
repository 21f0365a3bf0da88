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
