import QuizSupport
import Signals

/// Keeps records in a journal. A save appends lines to the file and syncs it once, however many
/// records it contains. Opening the store reads an index instead of the records.
///
/// `JournalFormat` describes the file. When most of the file is obsolete, the store rewrites it
/// (compaction). A failed compaction does no harm.
public final class JournalStore: FileStore {
  /// The kinds of records in the store.
  public let schema: Schema
  /// Whether saves are refused.
  public var isReadOnly: Bool { access.isReadOnly }
  /// Warnings from opening the file.
  public var notices: [StoreNotice] { journal.notices }
  /// Publishes every save.
  public let announcements = PublishSubject<SavedChanges>()

  public let path: String
  let access: StoreAccess
  let environment: StoreEnvironment
  let encoder: RecordEncoder
  let decoder: JSONTextDecoder
  var journal: JournalFile
  /// The versions that the records had before this store rewrote a file of an older program.
  /// Contexts with changes from before the rewriting have seen those versions.
  var versionsBefore: FormerVersions?
  private var lock: StoreLock?
  private var state = State.usable

  private enum State {
    case usable
    case unknown
    case closed
  }

  /// Opens the journal at `path`. When there is no file, the store is empty and the first save
  /// creates it.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` when another store has it open for writing, or an error
  ///   about the file, which is then unchanged.
  public init(
    path: String, schema: Schema, access: StoreAccess = .writing,
    environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) {
    self.schema = schema
    encoder = RecordEncoder(schema: schema)
    decoder = JSONTextDecoder(userInfo: schema.userInfo)
    self.access = access
    self.environment = environment
    let fileSystem = environment.fileSystem
    let resolved = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.resolve(path)
    }
    self.path = resolved
    let lock = try StoreLock.take(resolved, isReadOnly: access.isReadOnly, fileSystem)
    let opening = JournalOpening(path: resolved, schema: schema, environment: environment)
    do throws(StoreError) {
      journal = try opening.open(access)
    } catch {
      lock?.release()
      throw error
    }
    self.lock = lock
  }

  /// Closes the file and releases the lock. Compacts the file first when it is mostly obsolete.
  ///
  /// - Throws: the file system's error; the store is closed anyway.
  public func close() throws(StoreError) {
    guard state != .closed else { return }
    let isCertain = state == .usable
    if !isReadOnly, isCertain { tidyUp() }
    state = .closed
    defer { lock?.release() }
    var failure: FileSystemError?
    do throws(FileSystemError) {
      if !isReadOnly, journal.size > journal.position.offset, isCertain {
        try journal.file.truncate(to: journal.position.offset)
      }
    } catch {
      failure = error
    }
    do throws(FileSystemError) {
      // The file is closed whatever failed before, because that releases its lock.
      try journal.file.close()
      try journal.older?.file.close()
    } catch {
      failure = failure ?? error
    }
    if let failure { throw StoreError.fileSystem(failure) }
  }

  func table<R: StoredRecord>(_ type: R.Type) -> JournalTable {
    schema.check(type)
    return journal.tables[R.entityName] ?? JournalTable(keyCount: R.keys.count)
  }

  func replace(by fresh: JournalFile) {
    journal = fresh
  }

  func checkOpen() throws(StoreError) {
    if state == .closed { throw StoreError.closed(path: path) }
  }

  func checkWritable() throws(StoreError) {
    try checkOpen()
    if isReadOnly { throw StoreError.readOnly(path: path) }
    if state == .unknown { throw StoreError.unknownState(path: path) }
  }

  /// Refuses all further saves, because it is unknown what is on the disk.
  func giveUp() { state = .unknown }
}

/// Following a journal that another process writes.
extension JournalStore {
  /// Loads what was appended since the last read and announces each save. If the file was replaced,
  /// opens the new one.
  public func refresh() throws(StoreError) {
    try checkOpen()
    guard isReadOnly else { return }
    if journal.isMissing, try status() == nil { return }
    if !journal.isMissing, journal.snapshot == nil, try isAtPath() {
      journal.size = try fromFileSystem { () throws(FileSystemError) in try journal.file.size() }
      for saved in try journal.readNewTransactions(schema) { announcements.emit(saved) }
      return
    }
    guard let status = try status() else { throw StoreError.changedOutside(path: path) }
    // A salvaged or migrated file cannot be followed line by line. Open it again when it has
    // changed.
    if journal.snapshot == status { return }
    let opening = JournalOpening(path: path, schema: schema, environment: environment)
    replace(by: try opening.open(access))
    announcements.emit(.unknown(sequence: journal.position.sequence, in: schema))
  }

  private func status() throws(StoreError) -> FileStatus? {
    try fromFileSystem { () throws(FileSystemError) in
      try environment.fileSystem.status(of: path)
    }
  }

  private func isAtPath() throws(StoreError) -> Bool {
    try fromFileSystem { () throws(FileSystemError) in try journal.file.isAt(path) }
  }
}

/// Compaction: rewriting the journal without its obsolete lines.
extension JournalStore {
  /// Fewer obsolete or unindexed bytes than this are not worth the work.
  private static let smallestWaste = 1 << 16

  /// Writes a new file with only the latest version of each record, and replaces the old file with
  /// it. A file with several names (hard links) stays as it is, because the other names would keep
  /// the old file; a notice reports it when the file is opened.
  ///
  /// - Throws: the error that prevented writing; the store then continues with the old file.
  public func compact() throws(StoreError) {
    try checkWritable()
    if journal.isMissing { return }
    try checkFile()
    if journal.older != nil { return try rewriteOlderFile() }
    let names = try fromFileSystem { () throws(FileSystemError) in
      try journal.file.nameCount()
    }
    if names > 1 { return }
    let before = journal.header
    do throws(StoreError) {
      replace(
        by: try JournalCompaction(journal, schema: schema, environment: environment).run())
    } catch {
      // The rename is done but not synced, so after a crash the path may lead to either of the two
      // files.
      if case .fileSystem(let reason) = error, reason.path == directory(of: path) { giveUp() }
      throw error
    }
    versionsBefore = nil
    checkpointFile.write(&journal)
    removeKeptFile(of: before)
  }

  /// Compacts the file when most of it is obsolete, and updates the checkpoint file.
  func tidyUp() {
    // The tables of migrated records do not fit the file.
    if let older = journal.older, older.file !== journal.file { return }
    let waste = journal.position.offset - journal.liveBytes
    do throws(StoreError) {
      if journal.older == nil, waste > Self.smallestWaste, waste > journal.liveBytes {
        try compact()
      }
    } catch {
      // The old file is still valid.
    }
    if journal.position.offset - journal.indexedOffset > Self.smallestWaste {
      checkpointFile.write(&journal)
    } else if journal.indexedOffset > 0, journal.position.offset > journal.indexedOffset {
      checkpointFile.noteLastSave(of: journal)
    }
  }

  var checkpointFile: CheckpointFile {
    CheckpointFile(path: path, schema: schema, environment: environment)
  }
}

/// Assigning identifiers.
extension JournalStore {
  /// Reserves the next numbers. The next save of any change notes in the file that they are taken.
  public func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    schema.check(type)
    return journal.tables[R.entityName, default: JournalTable(keyCount: R.keys.count)]
      .reserveIdentifiers(count)
  }
}
