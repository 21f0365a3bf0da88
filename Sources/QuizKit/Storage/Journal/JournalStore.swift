import Foundation
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
  /// The files in the folder `BANK.media` beside the journal.
  public let attachments: any AttachmentStore

  public let path: String
  let access: StoreAccess
  let environment: StoreEnvironment
  let encoder: RecordEncoder
  let decoder: JSONTextDecoder
  var journal: JournalFile
  /// The versions that the records had before this store rewrote a file of an older program.
  /// Contexts with changes from before the rewriting have seen those versions.
  var versionsBefore: FormerVersions?
  /// The last save before this store was opened.
  let openedAt: UInt64
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
    attachments = AttachmentFolder(
      beside: resolved, isReadOnly: access.isReadOnly, on: fileSystem)
    let lock = try StoreLock.take(resolved, isReadOnly: access.isReadOnly, fileSystem)
    let opening = JournalOpening(path: resolved, schema: schema, environment: environment)
    do throws(StoreError) {
      journal = try opening.open(access)
    } catch {
      lock?.release()
      throw error
    }
    self.lock = lock
    openedAt = journal.position.sequence
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
      let history = try loadHistory()
      replace(
        by: try JournalCompaction(
          journal, history, schema: schema, environment: environment
        ).run())
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

/// An open journal with the tables of its records.
struct JournalFile {
  let path: String
  var file: any OpenFile
  var identity: FileIdentity
  let header: JournalHeader
  /// Whether there is no file at the path yet.
  var isMissing = false
  /// The end of the last save.
  var position: JournalPosition
  /// The length of the file. It contains only zeros after ``position``.
  var size: Int
  var tables: [String: JournalTable]
  /// The part of the file that the checkpoint file on the disk covers.
  var indexedOffset = 0
  /// The length of the checkpoint file without its note of the last save; 0 where there is none.
  var indexLength = 0
  /// The file's status when it was read, if it cannot be followed line by line.
  var snapshot: FileStatus?
  /// The file on the disk, when an older version of the program wrote it; `nil` for a file of this
  /// version.
  var older: Older?
  /// The changes that were skipped because their records cannot be decoded.
  var unreadable: [JournalTransaction.Unreadable] = []
  /// Warnings from opening it.
  var notices: [StoreNotice] = []
  /// Its log, as far as it was read; `nil` before the first undo or look at it.
  var history: JournalHistory?
  /// Buffers that its scans reuse.
  let buffers: ScanBuffers

  /// A file of an older version. The first save replaces it.
  struct Older {
    /// The file at the path, locked. Records may be read from another file, which contains them
    /// after migration.
    let file: any OpenFile
    /// The length of the file.
    let size: Int
    /// The version of the records in the file.
    let version: Int
  }

  /// The total length of all texts that are the latest version of their record.
  var recordBytes: Int { tables.values.reduce(0) { $0 + $1.directory.bytes } }

  /// The same, with the changes that the last compaction kept.
  var liveBytes: Int { recordBytes + (header.kept ?? 0) }

  func source(readAhead: Int = 0) -> RecordSource {
    RecordSource(file, path: path, readAhead: readAhead)
  }

  /// Updates the tables with a transaction that was read from the file.
  mutating func apply(
    _ transaction: JournalTransaction, schema: Schema
  ) throws(StoreError) -> SavedChanges {
    let keys = JournalKeys(schema)
    let source = source()
    var changes: [String: JournalTable.Changes] = [:]
    var saved = SavedChanges(sequence: transaction.commit.commit)
    for change in transaction.changes {
      let id = change.location.id
      let old = tables[change.entity]?.directory[id]
      if let old, tables[change.entity]?.indexes.isEmpty == false {
        let path = path
        let oldKeys = try source.withText(old) { text throws(StoreError) in
          do throws(JSONFault) {
            return try keys.keys(of: change.entity, id: id, text)
          } catch {
            throw StoreError.damaged(
              FilePlace(path: path, offset: Int(old.offset)), reason: error.reason)
          }
        }
        changes[change.entity, default: .init()].obsolete.append((id, oldKeys))
      }
      if change.verb == .delete {
        changes[change.entity, default: .init()].removed.append(id)
      } else {
        changes[change.entity, default: .init()].put.append(change.location, change.keys)
      }
      saved.note(change.verb, change.entity, id)
    }
    for (entity, changes) in changes { apply(changes, to: entity) }
    position.sequence = transaction.commit.commit
    return saved
  }

  mutating func apply(_ changes: JournalTable.Changes, to entity: String) {
    // Removes the table from the dictionary first, so that the change does not copy the whole
    // table.
    var table = tables.removeValue(forKey: entity) ?? JournalTable(keyCount: 0)
    table.apply(changes)
    tables[entity] = table
  }
}

extension SavedChanges {
  mutating func note(_ verb: JournalVerb, _ entity: String, _ id: Int64) {
    switch verb {
    case .insert: entities[entity, default: .init()].inserted.append(id)
    case .update: entities[entity, default: .init()].updated.append(id)
    case .delete: entities[entity, default: .init()].deleted.append(id)
    case .commit: return
    }
  }
}

extension JournalFile {
  /// Reads the transactions after ``position`` and returns their changes.
  ///
  /// - Parameter passesOverUnreadable: whether records that cannot be decoded are left out and
  ///   noted in ``unreadable``. Otherwise they count as damage.
  @discardableResult
  mutating func readTransactions(
    _ schema: Schema, passesOverUnreadable: Bool = false
  ) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema, passesOverUnreadable) { reader throws(StoreError) in
      try reader.next()
    }
  }

  /// Does the same while another process may be writing. An incomplete end is left for the next
  /// call.
  mutating func readNewTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema, false) { reader throws(StoreError) in
      do throws(StoreError) {
        return try reader.next()
      } catch .damaged {
        return nil
      } catch {
        throw error
      }
    }
  }

  private mutating func readTransactions(
    _ schema: Schema, _ passesOverUnreadable: Bool,
    _ next: (inout JournalReader) throws(StoreError) -> JournalTransaction?
  ) throws(StoreError) -> [SavedChanges] {
    var reader = JournalReader(
      file, path: path, size: size, schema: schema, from: position,
      passesOverUnreadable: passesOverUnreadable)
    var saved: [SavedChanges] = []
    while let transaction = try next(&reader) {
      saved.append(try apply(transaction, schema: schema))
      unreadable += transaction.unreadable
      position = reader.position
    }
    return saved
  }

  /// Takes the file's length again, and returns a checksum of all that follows ``position``.
  mutating func checksumOfRest() throws(StoreError) -> UInt64 {
    size = try fromFileSystem { () throws(FileSystemError) in try file.size() }
    let count = max(0, size - position.offset)
    let bytes = try fromFileSystem { () throws(FileSystemError) in
      try file.read(at: position.offset, count: count)
    }
    return Checksum.of(bytes, seed: UInt64(count))
  }

  /// The end of the text. After it there are only zeros, which are reserved space.
  func endOfText() throws(StoreError) -> Int {
    var end = size
    while end > position.offset {
      let start = max(position.offset, end - (1 << 16))
      let bytes = try fromFileSystem { () throws(FileSystemError) in
        try file.read(at: start, count: end - start)
      }
      if let last = bytes.lastIndex(where: { $0 != 0 }) { return start + last + 1 }
      end = start
    }
    return end
  }

  /// Makes sure that no acknowledged save is missing at the end.
  ///
  /// - Parameter acknowledged: the end of the last save that this journal's checkpoint file knows.
  /// - Throws: ``StoreError/damaged(_:reason:)`` with the number of missing saves and bytes.
  func requireAll(until acknowledged: JournalPosition?) throws(StoreError) {
    guard let acknowledged, acknowledged.sequence > position.sequence else { return }
    let saves = acknowledged.sequence - position.sequence
    let bytes = acknowledged.offset - position.offset
    let place = FilePlace(
      path: path, line: try LineReader.number(ofLineAt: position.offset, in: file),
      offset: position.offset)
    throw StoreError.damaged(place, reason: .missingSaves(saves, bytes: bytes, path: path))
  }
}

/// The data that a journal store keeps in memory about one kind of record, so that it need not read
/// the file.
struct JournalTable {
  /// The changes of one save to a table.
  struct Changes {
    var put = PlacedRecords()
    /// Updated records whose index keys stay the same.
    var moved: [RecordLocation] = []
    var removed: [Int64] = []
    /// The old index keys of updated and deleted records.
    var obsolete: [(id: Int64, keys: [UInt64?])] = []
  }

  var directory = RecordDirectory()
  /// One for each key of the kind.
  var indexes: [SortedIndex]
  /// The highest identifier given so far.
  private(set) var lastIdentifier: Int64 = 0
  /// The highest identifier that the file names. Higher ones up to ``lastIdentifier`` are reserved
  /// and not used yet.
  private var lastNamed: Int64 = 0

  init(keyCount: Int) {
    indexes = Array(repeating: SortedIndex(), count: keyCount)
  }

  /// The table that a checkpoint holds.
  init(directory: RecordDirectory, indexes: [SortedIndex], lastIdentifier: Int64) {
    (self.directory, self.indexes) = (directory, indexes)
    self.lastIdentifier = lastIdentifier
    // A checkpoint can be lost, and older programs did not name every reserved number in the file.
    lastNamed = directory.entries.last?.id ?? 0
  }

  /// Gives the next identifiers and returns the first of them.
  mutating func reserveIdentifiers(_ count: Int) -> Int64 {
    let first = lastIdentifier + 1
    lastIdentifier = min(lastIdentifier + Int64(count), JSONTape.largestCount)
    return first
  }

  /// Notes that the file names an identifier, in its header or in a line.
  mutating func note(named id: Int64) {
    lastNamed = max(lastNamed, id)
    lastIdentifier = max(lastIdentifier, id)
  }

  /// The last reserved identifier if the file will not name it even after these changes; `nil`
  /// otherwise.
  func unnamedIdentifier(after changes: [Changes]) -> Int64? {
    guard lastIdentifier > lastNamed else { return nil }
    let named = changes.lazy.map(\.put.highestNumber).max() ?? 0
    return lastIdentifier > named ? lastIdentifier : nil
  }

  /// Whether the indexes contain the record under exactly these keys.
  func finds(_ id: Int64, by keys: [UInt64?]) -> Bool {
    zip(indexes, keys).allSatisfy { index, key in
      key.map { index.contains(SortedIndex.Entry(key: $0, id: id)) } ?? false
    }
  }

  mutating func apply(_ changes: Changes) {
    for index in indexes.indices {
      let old = changes.obsolete.compactMap { id, keys in
        keys[index].map { SortedIndex.Entry(key: $0, id: id) }
      }
      let new = changes.put.entries(of: index)
      if old != new { indexes[index].change(adding: new, removing: old) }
    }
    for location in changes.put.locations {
      directory.put(location)
      note(named: location.id)
    }
    for location in changes.moved { directory.put(location) }
    for id in changes.removed {
      directory.remove(id)
      note(named: id)
    }
  }

  /// Removes records as if they had never existed.
  mutating func drop(_ ids: Set<Int64>) {
    directory = RecordDirectory(directory.live.filter { !ids.contains($0.id) })
    for index in indexes.indices {
      indexes[index] = SortedIndex(
        sorted: indexes[index].entries.filter { !ids.contains($0.id) })
    }
  }
}

/// Reading: through an index if the selection has one, otherwise through all records.
extension JournalStore {
  /// The records that `descriptor` selects.
  ///
  /// - Throws: ``StoreError/preferInMemoryFilter`` and ``StoreError/preferInMemorySort`` for all
  ///   other requests of a descriptor; ``StoreError/damaged(_:reason:)`` when a record's text
  ///   differs from the text that was written.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    let table = try table(for: descriptor)
    let records: [R] = try values(at: locations(of: descriptor, table))
    guard case .values(let wanted) = descriptor.selection, !wanted.key.isExact else {
      return records
    }
    // Different texts may have one index key.
    return try MemoryQuery(descriptor).filter(records)
  }

  /// The identifiers of the records that ``fetch(_:)`` would return. Mostly reads no record.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    if case .values(let wanted) = descriptor.selection, !wanted.key.isExact {
      return try fetch(descriptor).map(\.id)
    }
    let table = try table(for: descriptor)
    return try locations(of: descriptor, table).map { Identifier(rawValue: $0.id) }
  }

  /// Parts of the records with these identifiers. Reads neighboring records together.
  public func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P] {
    try checkOpen()
    let table = table(P.Whole.self)
    return try values(at: ids.compactMap { table.directory[$0.rawValue] })
  }

  /// The records, or parts of them, at these locations.
  func values<V: Decodable & Sendable>(
    at locations: [RecordLocation]
  ) throws(StoreError) -> [V] {
    let path = path
    return try RecordScan(journal, locations).results(workers: environment.workers) {
      location, text, decoder throws(StoreError) in
      try decoder.value(V.self, location, text, path: path)
    }
  }

  private func table<R: StoredRecord>(
    for descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> JournalTable {
    try checkOpen()
    if descriptor.predicate != nil { throw StoreError.preferInMemoryFilter }
    guard descriptor.sortBy.isEmpty, descriptor.limit == nil, descriptor.offset == 0 else {
      throw StoreError.preferInMemorySort
    }
    return table(R.self)
  }

  /// The locations of the selected records, in the requested order.
  private func locations<R: StoredRecord>(
    of descriptor: FetchDescriptor<R>, _ table: JournalTable
  ) throws(StoreError) -> [RecordLocation] {
    switch descriptor.selection {
    case .all: return table.directory.live
    case .identifiers(let ids): return ids.compactMap { table.directory[$0.rawValue] }
    case .values(let wanted):
      let index = try index(of: wanted.key, table)
      let keys = Set(wanted.values.compactMap { wanted.key.indexKeyOfValue($0.base) })
      let ids = keys.flatMap(index.identifiers(of:))
      return (keys.count > 1 ? ids.sorted() : ids).compactMap { table.directory[$0] }
    case .range(let range):
      let index = try index(of: range.key, table)
      guard let last = range.keys.last else { return [] }
      return index.entries(in: range.keys.lowerBound...last).map(\.id).sorted()
        .compactMap { table.directory[$0] }
    case .ordered(let order):
      let index = try index(of: order.key, table)
      // A record without a value in the field is missing from the index.
      guard index.count == table.directory.count else { throw StoreError.preferInMemoryFilter }
      return try ordered(index, order, table)
    }
  }

  private func index<R: StoredRecord>(
    of key: RecordKey<R>, _ table: JournalTable
  ) throws(StoreError) -> SortedIndex {
    guard let index = R.keys.firstIndex(where: { $0.path == key.path }) else {
      throw StoreError.preferInMemoryFilter
    }
    return table.indexes[index]
  }

  private func ordered<R>(
    _ index: SortedIndex, _ order: KeyOrder<R>, _ table: JournalTable
  ) throws(StoreError) -> [RecordLocation] {
    let limit = max(0, order.limit ?? .max)
    var locations: [RecordLocation] = []
    locations.reserveCapacity(min(limit, table.directory.count))
    guard limit > 0 else { return [] }
    try index.visit(backwards: order.isReversed) { id in
      if let location = table.directory[id] { locations.append(location) }
      return locations.count < limit
    }
    return locations
  }
}

/// Answers that need no record.
extension JournalStore {
  /// The records with equal values of a key, from its index. Two texts share an index key with a
  /// probability of about 1 in 10^19 (`Checksum`). That is acceptable here, because the groups
  /// only serve statistics and lists of tags.
  public func groups<R: StoredRecord>(
    by key: RecordKey<R>
  ) throws(StoreError) -> [[Identifier<R>]] {
    try checkOpen()
    let table = table(R.self)
    if let index = R.keys.firstIndex(where: { $0.path == key.path }) {
      return table.indexes[index].groups().map { $0.map { Identifier(rawValue: $0) } }
    }
    return try groupsOfAllRecords(by: key)
  }

  /// Answers from the directory in memory.
  public func versions<R: StoredRecord>(of ids: [Identifier<R>]) throws(StoreError) -> [UInt64?] {
    try checkOpen()
    let directory = table(R.self).directory
    return ids.map { id in
      guard let location = directory[id.rawValue] else { return nil }
      return versionsBefore?.version(of: R.entityName, at: location) ?? location.version
    }
  }
}

extension JSONTextDecoder {
  /// Decodes the record, or a part of it, at `location` in the file at `path`.
  func value<V: Decodable>(
    _ type: V.Type, _ location: RecordLocation, _ text: UnsafeRawBufferPointer, path: String
  ) throws(StoreError) -> V {
    do throws(JSONFault) {
      return try decode(type, from: text)
    } catch {
      throw StoreError.damaged(
        FilePlace(path: path, offset: Int(location.offset) + error.offset), reason: error.reason)
    }
  }
}
