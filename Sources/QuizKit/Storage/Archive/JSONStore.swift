import QuizSupport
import Signals

/// Keeps all records in one JSON file that people can read and version control can compare.
///
/// The file is read once and rewritten with every save, so it suits a few thousand records. A save
/// replaces the file atomically: after a crash there is either the old file or the new one. See
/// `ArchiveFormat`.
public final class JSONStore: FileStore {
  public var schema: Schema { content.tables.schema }
  public let isReadOnly: Bool
  public let announcements = PublishSubject<SavedChanges>()

  /// A warning in each of four cases: there is no file to read; an older file was migrated in memory only, because the store
  /// is read-only; a save brought an older file to this version; the file to write has several
  /// names.
  public var notices: [StoreNotice] {
    var notices: [StoreNotice] = []
    if isReadOnly, wasMissing { notices.append(.missing(path: path)) }
    if names > 1 { notices.append(.severalNames(path: path, names, .willPart)) }
    if isReadOnly, let oldVersion = content.oldVersion {
      notices.append(.migratedInMemory(path: path, from: oldVersion, to: schema.version))
    }
    if let copy, content.oldVersion == nil { notices.append(.rewritten(path: path, copy: copy)) }
    return notices
  }

  public let path: String
  private let fileSystem: any FileSystem
  private let lock: StoreLock?
  /// The file at the path, locked; `nil` while there is no file, or when the store only reads it.
  private var file: (any OpenFile)?
  /// How many names the file had when it was opened for writing.
  private var names = 1
  /// The path of the copy of an older version's file, once a save has replaced that file.
  private var copy: String?
  private var content: ArchiveContent
  /// Whether there was no file when it was opened.
  private let wasMissing: Bool
  private var state = State.usable
  private let encoder: RecordEncoder

  private enum State {
    case usable
    case unknown
    case closed
  }

  /// Opens the file at `path`. When there is no file, the store is empty and the first save creates
  /// it.
  ///
  /// A damaged file is never salvaged. It is text, and the error reports the line to correct.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` when another store has it open for writing, or an error
  ///   about the file, which is then unchanged.
  public init(
    path: String, schema: Schema, access: StoreAccess = .writing,
    environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) {
    let fileSystem = environment.fileSystem
    self.fileSystem = fileSystem
    isReadOnly = access.isReadOnly
    encoder = RecordEncoder(
      .spacedLines, indentation: ArchiveFormat.recordDepth, dates: .texts, schema: schema)
    let resolved = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.resolve(path)
    }
    self.path = resolved
    lock = try StoreLock.take(resolved, isReadOnly: isReadOnly, fileSystem)
    let reader = ArchiveReader(path: resolved, schema: schema)
    if lock != nil { TemporaryFile.removeRemains(for: resolved, on: fileSystem) }
    do throws(StoreError) {
      content = try reader.read(from: fileSystem)
      wasMissing = content.status == nil
      if content.status != nil, !isReadOnly {
        // Make sure that the file may be written. A save would replace it even without that
        // permission.
        let file = try fromFileSystem { () throws(FileSystemError) in
          try fileSystem.open(resolved, for: .updating)
        }
        try StoreLock.claim(file, path: resolved)
        names = try fromFileSystem { () throws(FileSystemError) in try file.nameCount() }
        self.file = file
      }
    } catch {
      lock?.release()
      throw error
    }
  }

  /// The records with some identifiers, or all in the order of insertion. Throws for any other
  /// request.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try checkOpen()
    return try content.tables.fetch(descriptor)
  }

  public func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    content.tables.reserveIdentifiers(count, for: type)
  }

  /// Rewrites the whole file.
  ///
  /// - Throws: the errors of ``DataStore/save(_:)``, and ``StoreError/changedOutside(path:)`` when
  ///   another program has changed the file since it was read.
  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try checkOpen()
    guard !isReadOnly else { throw StoreError.readOnly(path: path) }
    guard state == .usable else { throw StoreError.unknownState(path: path) }
    try check(request)
    encoder.readsBack = request.writtenCount <= RecordEncoder.mostReadBack
    var changed = content.tables
    let saved = try changed.apply(request, encoder: encoder)
    try write(content.writer.bytes(of: changed))
    content.tables = changed
    return saved
  }

  /// Reads the file again if it has changed.
  public func refresh() throws(StoreError) {
    try checkOpen()
    guard isReadOnly, try status() != content.status else { return }
    content = try ArchiveReader(path: path, schema: schema).read(from: fileSystem)
    announcements.emit(.unknown(sequence: content.tables.sequence, in: schema))
  }

  public func close() throws(StoreError) {
    state = .closed
    file = nil
    lock?.release()
  }

  private func status() throws(StoreError) -> FileStatus? {
    try fromFileSystem { () throws(FileSystemError) in try fileSystem.status(of: path) }
  }

  private func write(_ bytes: [UInt8]) throws(StoreError) {
    guard try status() == content.status else { throw StoreError.changedOutside(path: path) }
    try keepOlderFile()
    do throws(FileSystemError) {
      try fileSystem.replace(path, with: bytes)
      content.status = try fileSystem.status(of: path)
      content.oldVersion = nil
    } catch {
      // After the rename, a failed sync of the directory leaves it unknown which file a crash would
      // bring back. A failed inspection leaves it unknown which file is at the path.
      if error.path == directory(of: path) || error.operation == .inspect { state = .unknown }
      throw StoreError.fileSystem(error)
    }
    file = openLocked()
  }

  /// Keeps a file of an older version, which a save is about to replace, under another name.
  private func keepOlderFile() throws(StoreError) {
    guard copy == nil, let oldVersion = content.oldVersion else { return }
    copy = try fromFileSystem { () throws(FileSystemError) in
      try OlderFile.keep(path, version: oldVersion, on: fileSystem)
    }
  }

  /// The new file at the path, locked. `nil` when opening or locking it fails. The save is done in
  /// any case, and the lock file next to the file still keeps other writers away from it under this
  /// name.
  private func openLocked() -> (any OpenFile)? {
    do throws(FileSystemError) {
      let file = try fileSystem.open(path, for: .updating)
      return try file.lock() ? file : nil
    } catch {
      return nil
    }
  }

  private func checkOpen() throws(StoreError) {
    if state == .closed { throw StoreError.closed(path: path) }
  }
}
