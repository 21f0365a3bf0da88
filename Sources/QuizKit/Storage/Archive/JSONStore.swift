import Signals

/// Keeps all records in one JSON file that people can read and version control can compare.
///
/// The file is read once and written as a whole with every save, so it suits some thousands of
/// records. A save puts a new file in the place of the old one; after a crash there is one of the
/// two. See ``ArchiveFormat``.
public final class JSONStore: DataStore {
  public var schema: Schema { content.tables.schema }
  public let isReadOnly: Bool
  public let announcements = PublishSubject<SavedChanges>()

  /// That an older file was brought to the new shape, when no save will write it so.
  public var notices: [StoreNotice] {
    guard isReadOnly, let oldVersion = content.oldVersion else { return [] }
    return [.migratedInMemory(path: path, from: oldVersion, to: schema.version)]
  }

  private let path: String
  private let fileSystem: any FileSystem
  private let lock: StoreLock?
  private var content: ArchiveContent
  private var state = State.usable
  private let encoder = RecordEncoder(forPeople: true, indentation: ArchiveFormat.recordDepth)

  private enum State {
    case usable
    case unknown
    case closed
  }

  /// Opens the file at `path`; when there is none, the store is empty and the first save makes it.
  ///
  /// Of a damaged file nothing is salvaged: it is a text, and the error names the line to correct.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` when somebody else has it open for writing; an error
  ///   that says what is wrong with the file, which is then as it was.
  public init(
    path: String, schema: Schema, access: StoreAccess = .writing,
    environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) {
    let fileSystem = environment.fileSystem
    self.fileSystem = fileSystem
    isReadOnly = access.isReadOnly
    let resolved = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.resolve(path)
    }
    self.path = resolved
    lock = try StoreLock.take(resolved, isReadOnly: isReadOnly, fileSystem)
    let reader = ArchiveReader(path: resolved, schema: schema)
    if lock != nil { TemporaryFile.removeRemains(for: resolved, on: fileSystem) }
    do throws(StoreError) {
      content = try reader.read(from: fileSystem)
      if content.status != nil, !isReadOnly {
        // A save would put another file in its place, which asks for no right to this one.
        try fromFileSystem { () throws(FileSystemError) in
          try fileSystem.open(resolved, for: .updating).close()
        }
      }
    } catch {
      lock?.release()
      throw error
    }
  }

  /// All records in the order of their insertion, or an error when something else is wanted.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try checkOpen()
    return try content.tables.fetch(descriptor)
  }

  public func record<R: StoredRecord>(for id: Identifier<R>) throws(StoreError) -> R? {
    try checkOpen()
    return content.tables[R.self][id]
  }

  public func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    content.tables.reserveIdentifiers(count, for: type)
  }

  /// Writes the whole file anew.
  ///
  /// - Throws: what ``DataStore/save(_:)`` says, and ``StoreError/changedOutside(path:)`` when
  ///   somebody edited the file since it was read.
  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try checkOpen()
    guard !isReadOnly else { throw StoreError.readOnly(path: path) }
    guard state == .usable else { throw StoreError.unknownState(path: path) }
    var changed = content.tables
    let saved = try changed.apply(request, encoder: encoder)
    try write(content.writer.bytes(of: changed))
    content.tables = changed
    return saved
  }

  /// Reads the file again when it is another one.
  public func refresh() throws(StoreError) {
    try checkOpen()
    guard isReadOnly, try status() != content.status else { return }
    content = try ArchiveReader(path: path, schema: schema).read(from: fileSystem)
    announcements.emit(.unknown(sequence: content.tables.sequence, in: schema))
  }

  public func close() throws(StoreError) {
    state = .closed
    lock?.release()
  }

  private func status() throws(StoreError) -> FileStatus? {
    try fromFileSystem { () throws(FileSystemError) in try fileSystem.status(of: path) }
  }

  private func write(_ bytes: [UInt8]) throws(StoreError) {
    guard try status() == content.status else { throw StoreError.changedOutside(path: path) }
    do throws(FileSystemError) {
      try fileSystem.replace(path, with: bytes)
      content.status = try fileSystem.status(of: path)
    } catch {
      // Once the new file has the name, an error leaves open which of the two a crash would bring
      // back, or which file this is.
      if error.path == directory(of: path) || error.operation == .inspect { state = .unknown }
      throw StoreError.fileSystem(error)
    }
  }

  private func checkOpen() throws(StoreError) {
    if state == .closed { throw StoreError.closed(path: path) }
  }
}
