import Signals

/// Keeps records in a journal: a save appends some lines to a file and has them on the disk with
/// one call, however many records there are, and opening reads an index instead of the records.
///
/// See ``JournalFormat`` for the file. When most of it is obsolete it is written anew (compaction),
/// which may fail without harm.
public final class JournalStore: DataStore {
  /// The kinds of records in it.
  public let schema: Schema
  /// Whether saves are refused.
  public var isReadOnly: Bool { access.isReadOnly }
  /// What is to be said of the file as it was opened.
  public var notices: [StoreNotice] { journal.notices }
  /// Where saves are made known.
  public let announcements = PublishSubject<SavedChanges>()

  let path: String
  let access: StoreAccess
  let environment: StoreEnvironment
  let encoder = RecordEncoder()
  let decoder = JSONTextDecoder()
  var journal: JournalFile
  var single: RecordSource
  private var lock: StoreLock?
  private var state = State.usable

  private enum State {
    case usable
    case unknown
    case closed
  }

  /// Opens the journal at `path`, or makes one when there is none and it may be written.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` when somebody else has it open for writing; an error
  ///   that says what is wrong with the file, which is then as it was.
  public init(
    path: String, schema: Schema, access: StoreAccess = .writing,
    environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) {
    self.schema = schema
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
      if !access.isReadOnly { try opening.createIfMissing() }
      journal = try opening.open(access)
    } catch {
      lock?.release()
      throw error
    }
    self.lock = lock
    single = journal.source()
  }

  /// The record of that identifier, or `nil` when there is none (any more).
  public func record<R: StoredRecord>(for id: Identifier<R>) throws(StoreError) -> R? {
    try checkOpen()
    guard let location = table(R.self).directory[id.rawValue] else { return nil }
    return try decode(R.self, location, from: single)
  }

  /// Gives up file and lock. Obsolete lines are removed first when there are many.
  ///
  /// - Throws: what the operating system says about the file; it is given up all the same.
  public func close() throws(StoreError) {
    guard state != .closed else { return }
    let isCertain = state == .usable
    if !isReadOnly, isCertain { tidyUp() }
    state = .closed
    defer { lock?.release() }
    try fromFileSystem { () throws(FileSystemError) in
      if !isReadOnly, journal.size > journal.position.offset, isCertain {
        try journal.file.truncate(to: journal.position.offset)
      }
      try journal.file.close()
    }
  }

  func table<R: StoredRecord>(_ type: R.Type) -> JournalTable {
    schema.check(type)
    return journal.tables[R.entityName] ?? JournalTable(keyCount: R.keys.count)
  }

  func decode<R: StoredRecord>(
    _ type: R.Type, _ location: RecordLocation, from source: RecordSource
  ) throws(StoreError) -> R {
    try source.withText(location) { text throws(StoreError) in
      try decoder.value(type, location, text, path: path)
    }
  }

  func replace(by fresh: JournalFile) {
    journal = fresh
    single = fresh.source()
  }

  func checkOpen() throws(StoreError) {
    if state == .closed { throw StoreError.closed(path: path) }
  }

  func checkWritable() throws(StoreError) {
    try checkOpen()
    if isReadOnly { throw StoreError.readOnly(path: path) }
    if state == .unknown { throw StoreError.unknownState(path: path) }
  }

  /// Nobody knows any more what is on the disk, so nothing more is written to it.
  func giveUp() { state = .unknown }
}

/// Following a journal that another process writes.
extension JournalStore {
  /// Takes over what was appended since, and makes each save known; a journal that was written anew
  /// is opened anew.
  public func refresh() throws(StoreError) {
    try checkOpen()
    guard isReadOnly else { return }
    if journal.snapshot == nil, try isAtPath() {
      journal.size = try fromFileSystem { () throws(FileSystemError) in try journal.file.size() }
      for saved in try journal.readNewTransactions(schema) { announcements.emit(saved) }
      return
    }
    let status = try fromFileSystem { () throws(FileSystemError) in
      try environment.fileSystem.status(of: path)
    }
    guard let status else { throw StoreError.changedOutside(path: path) }
    // What was salvaged or migrated in memory is not read on, but read again when it changes.
    if journal.snapshot == status { return }
    let opening = JournalOpening(path: path, schema: schema, environment: environment)
    replace(by: try opening.open(access))
    announcements.emit(.unknown(sequence: journal.position.sequence, in: schema))
  }

  private func isAtPath() throws(StoreError) -> Bool {
    try fromFileSystem { () throws(FileSystemError) in try journal.file.isAt(path) }
  }
}

/// Writing the journal anew without what is obsolete.
extension JournalStore {
  /// Below this many bytes a journal is not worth the work.
  private static let smallestWaste = 1 << 16

  /// Writes a new generation of the file that holds the newest text of each record, and puts it in
  /// the place of the old one. The history ends with it.
  ///
  /// - Throws: whatever keeps it from writing; then the store goes on with the old file.
  public func compact() throws(StoreError) {
    try checkWritable()
    try checkFile()
    do throws(StoreError) {
      replace(
        by: try JournalCompaction(journal, schema: schema, environment: environment).run())
    } catch {
      // Once the new file has the name, an error leaves open which of the two a crash would bring
      // back.
      if case .fileSystem(let reason) = error, reason.path == directory(of: path) { giveUp() }
      throw error
    }
    checkpointFile.write(&journal)
  }

  /// Compacts when more is obsolete than not, and brings the side index up to date.
  func tidyUp() {
    let waste = journal.position.offset - journal.liveBytes
    do throws(StoreError) {
      if waste > Self.smallestWaste, waste > journal.liveBytes { return try compact() }
    } catch {
      // The old file is as good as before.
    }
    if journal.position.offset - journal.indexedOffset > Self.smallestWaste {
      checkpointFile.write(&journal)
    }
  }

  private var checkpointFile: CheckpointFile {
    CheckpointFile(path: path, schema: schema, environment: environment)
  }
}

/// Taking new records before they are saved.
extension JournalStore {
  /// A file beside the journal.
  public func stage<R: StoredRecord>(_ type: R.Type) throws(StoreError) -> StagedRecords<R>? {
    try checkWritable()
    schema.check(type)
    return try StagedRecords(besides: path, environment)
  }
}

/// Giving identifiers.
extension JournalStore {
  /// The next numbers. When the records are given up, no others get them.
  public func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    schema.check(type)
    let first = table(R.self).lastIdentifier + 1
    journal.tables[R.entityName]?.lastIdentifier += Int64(count)
    return first
  }
}
