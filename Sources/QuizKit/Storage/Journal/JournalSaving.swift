import QuizSupport
import Signals

/// Saving: write the lines of all changes and one commit, sync once, then update the tables.
extension JournalStore {
  /// Appends the changes to the file.
  ///
  /// - Throws: the errors of ``DataStore/save(_:)``. After a failed write the store continues as
  ///   before. After a failed sync it must be opened again to find out what was saved.
  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try checkWritable()
    try checkFile()
    try check(request)
    if journal.isMissing {
      try JournalOpening(path: path, schema: schema, environment: environment)
        .createFile(for: &journal)
    }
    try rewriteOlderFile()
    encoder.readsBack = request.writtenCount <= RecordEncoder.mostReadBack
    var writer = JournalWriter(journal, encoder: encoder)
    var saved = SavedChanges(sequence: journal.position.sequence + 1)
    var changes: [(entity: String, changes: JournalTable.Changes)] = []
    let position: JournalPosition
    do throws(StoreError) {
      for recordChanges in request.changes {
        changes += try append(recordChanges, &writer, &saved)
      }
      changes += try nameReserved(besides: changes, &writer)
      position = try writer.commit(
        sequence: saved.sequence, at: DateText.description(of: environment.now()),
        request.mark, by: environment.author, room: environment.roomAhead)
    } catch {
      do throws(FileSystemError) {
        try writer.rollBack()
        journal.size = writer.size
      } catch {
        giveUp()
      }
      throw error
    }
    journal.size = writer.size
    do throws(FileSystemError) {
      try journal.file.sync()
    } catch {
      // The system may have dropped the data that it could not write, and a second sync would
      // wrongly succeed.
      giveUp()
      throw StoreError.fileSystem(error)
    }
    journal.position = position
    for (entity, changes) in changes { journal.apply(changes, to: entity) }
    return saved
  }

  /// Appends a deletion of the last identifier of each kind that was reserved and not used, so that
  /// it is not given again after a restart. Older programs can read such a line: the deletion has
  /// no effect.
  private func nameReserved(
    besides changes: [(entity: String, changes: JournalTable.Changes)],
    _ writer: inout JournalWriter
  ) throws(StoreError) -> [(entity: String, changes: JournalTable.Changes)] {
    var named: [(entity: String, changes: JournalTable.Changes)] = []
    for (entity, table) in journal.tables.sorted(by: { $0.key < $1.key }) {
      let own = changes.filter { $0.entity == entity }.map(\.changes)
      guard let id = table.unnamedIdentifier(after: own) else { continue }
      try writer.appendDelete(entity, id)
      named.append((entity, JournalTable.Changes(removed: [id])))
    }
    return named
  }

  /// Makes sure that this file is still at the path and that no other program wrote to it.
  func checkFile() throws(StoreError) {
    let (file, size) = journal.older.map { ($0.file, $0.size) } ?? (journal.file, journal.size)
    let isAsLeft = try fromFileSystem { () throws(FileSystemError) in
      let isThere = try file.isAt(path)
      let sizeNow = try file.size()
      return isThere && sizeNow == size
    }
    guard isAsLeft else { throw StoreError.changedOutside(path: path) }
  }

  private func append(
    _ changes: some AnyRecordChanges, _ writer: inout JournalWriter, _ saved: inout SavedChanges
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    try append(changes.typed, &writer, &saved)
  }

  /// - Returns: the changes to the table, in the order in which to apply them.
  private func append<R>(
    _ changes: RecordChanges<R>, _ writer: inout JournalWriter, _ saved: inout SavedChanges
  ) throws(StoreError) -> [(String, JournalTable.Changes)] {
    var result = JournalTable.Changes()
    try update(changes.updated, &writer, &result)
    try delete(changes.deleted, &writer, &result)
    try insert(changes.inserted, &writer, &result)
    var identifiers = SavedChanges.Identifiers()
    // Closures, because a key path of a generic type is built again in each call.
    identifiers.updated = changes.updated.map { $0.record.id.rawValue }
    identifiers.deleted = changes.deleted.map { $0.id.rawValue }
    identifiers.inserted = changes.inserted.numbers
    var tables = [(R.entityName, result)]
    if !changes.staged.parts.isEmpty {
      tables.append((R.entityName, try insert(changes.staged, &writer)))
      identifiers.inserted += changes.staged.numbers
    }
    saved.entities[R.entityName] = identifiers
    return tables
  }

  private func insert<R>(
    _ staged: StagedRecords<R>, _ writer: inout JournalWriter
  ) throws(StoreError) -> JournalTable.Changes {
    var result = JournalTable.Changes()
    result.put.reserveCapacity(staged.numbers.count, keysEach: R.keys.count)
    for part in staged.parts {
      if let lines = part as? StagedLines<R> {
        try writer.append(lines.encoded, to: &result.put)
      } else {
        try insert(part.records(schema), &writer, &result)
      }
    }
    return result
  }

  private func update<R>(
    _ updates: [RecordUpdate<R>], _ writer: inout JournalWriter,
    _ result: inout JournalTable.Changes
  ) throws(StoreError) {
    let keys = R.keys
    let table = table(R.self)
    for update in updates {
      let id = update.record.id
      try writer.append(.update, update.record, keys, to: &result.put)
      if table.finds(id.rawValue, by: result.put.lastKeys(keys.count)) {
        result.moved.append(result.put.removeLast(keysEach: keys.count))
      } else if let current = try record(for: id) {
        // The index entries under the old keys must be removed.
        result.obsolete.append((id.rawValue, keys.indexKeys(of: current)))
      }
    }
  }

  private func delete<R>(
    _ deletions: [RecordDeletion<R>], _ writer: inout JournalWriter,
    _ result: inout JournalTable.Changes
  ) throws(StoreError) {
    let keys = R.keys
    let directory = table(R.self).directory
    let path = path
    result.obsolete += try RecordScan(
      journal, keys.isEmpty ? [] : deletions.compactMap { directory[$0.id.rawValue] }
    ).results(workers: environment.workers) { location, text, decoder throws(StoreError) in
      (location.id, try keys.indexKeys(location, text, decoder, path: path))
    }
    for deletion in deletions {
      try writer.appendDelete(R.entityName, deletion.id.rawValue)
      result.removed.append(deletion.id.rawValue)
    }
  }

  /// Encodes a few records directly into the save, and many on several processors.
  private func insert<R: StoredRecord>(
    _ records: [R], _ writer: inout JournalWriter, _ result: inout JournalTable.Changes
  ) throws(StoreError) {
    let directory = table(R.self).directory
    if let record = records.first(where: { directory[$0.id.rawValue] != nil }) {
      throw StoreError.alreadyExists(entity: R.entityName, id: record.id.rawValue)
    }
    let keys = R.keys
    guard records.count > EncodedRecords.few else {
      for record in records { try writer.append(.insert, record, keys, to: &result.put) }
      return
    }
    result.put.reserveCapacity(records.count, keysEach: keys.count)
    try EncodedRecords.encode(records, workers: environment.workers) { part throws(StoreError) in
      try writer.append(part, to: &result.put)
    }
  }
}

/// A save in progress. Every save to a journal goes through it.
///
/// It puts its lines after the last save. A large save is written in pieces before it is complete,
/// so that it needs little memory. Readers ignore the pieces until the commit follows them.
struct JournalWriter {
  private static let pieceSize = 1 << 20

  private let file: any OpenFile
  private let start: Int
  private var lines: JournalLines
  /// The current length of the file.
  private(set) var size: Int
  private var hasWritten = false

  init(_ journal: JournalFile, encoder: RecordEncoder) {
    file = journal.file
    start = journal.position.offset
    size = journal.size
    lines = JournalLines(at: journal.position, encoder: encoder)
  }

  /// Where the next line begins.
  var end: Int { lines.end }

  /// Appends the line of a record; see ``JournalLines``.
  mutating func append<R: StoredRecord>(
    _ verb: JournalVerb, _ record: R, _ keys: [RecordKey<R>], to put: inout PlacedRecords
  ) throws(StoreError) {
    try lines.append(verb, record, keys, to: &put)
    try spill()
  }

  /// Appends records that are already encoded.
  mutating func append(
    _ records: EncodedRecords, to put: inout PlacedRecords
  ) throws(StoreError) {
    lines.append(records, to: &put)
    try spill()
  }

  /// Appends the deletion of a record.
  mutating func appendDelete(_ entity: String, _ id: Int64) throws(StoreError) {
    lines.appendDelete(entity, id)
    try spill()
  }

  /// Writes the remaining lines and the commit. The save is durable only after the file is synced.
  ///
  /// - Parameter mark: the mark of the save in the log.
  /// - Parameter room: the minimum number of bytes to write when the file grows. The rest is filled
  ///   with zeros, which later saves overwrite.
  /// - Returns: where the next save begins.
  mutating func commit(
    sequence: UInt64, at date: String, _ mark: ChangeMark?, by author: String, room: Int
  ) throws(StoreError) -> JournalPosition {
    let position = lines.commit(sequence: sequence, at: date, mark, by: author)
    // A bulk save reserves no space, because a quick small save rarely follows it.
    try write(room: hasWritten ? 0 : room)
    return position
  }

  /// Removes everything that was written.
  mutating func rollBack() throws(FileSystemError) {
    guard hasWritten else { return }
    try file.truncate(to: start)
    size = start
  }

  private mutating func spill() throws(StoreError) {
    if lines.bytes.count > Self.pieceSize { try write(room: 0) }
  }

  private mutating func write(room: Int) throws(StoreError) {
    hasWritten = true
    do throws(FileSystemError) {
      try write(lines.bytes, room)
    } catch {
      throw StoreError.fileSystem(error)
    }
    lines.removeAll()
  }

  private mutating func write(_ bytes: [UInt8], _ room: Int) throws(FileSystemError) {
    let (start, end) = (lines.offset, lines.end)
    if end > size, bytes.count < room {
      let zeros = repeatElement(UInt8(0), count: room - bytes.count)
      do throws(FileSystemError) {
        try file.write(bytes + zeros, at: start)
        return size = start + room
      } catch {
        // The disk may have space for the lines without the zeros.
        try file.truncate(to: start)
        size = start
      }
    }
    try file.write(bytes, at: start)
    size = max(size, end)
  }
}

/// The lines of some new records, encoded before their position in the file is known.
struct EncodedRecords: Sendable {
  /// How many records a thread encodes at a time.
  private static let unitCount = 8

  /// Up to this many records are encoded directly into the save instead.
  static let few = 16

  let lines: [UInt8]
  /// Locations relative to the beginning of ``lines``.
  let put: PlacedRecords

  /// Encodes records; many records are encoded on several processors.
  ///
  /// - Parameter receive: takes consecutive parts of the result in order, on the calling thread.
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``, and the errors of `receive`.
  static func encode<R: StoredRecord>(
    _ records: [R], workers: Workers,
    receive: (EncodedRecords) throws(StoreError) -> Void
  ) throws(StoreError) {
    let buffers = LineBuffers()
    let units = (records.count + unitCount - 1) / unitCount
    // A few units are done before another thread has started.
    let workers = units > 8 ? workers : Workers(limit: 1)
    try workers.perform(units: units) {
      let encoder = RecordEncoder()
      return { unit throws(StoreError) -> EncodedRecords in
        let range = unit * unitCount..<min((unit + 1) * unitCount, records.count)
        return try EncodedRecords(records[range], encoder, into: buffers.take())
      }
    } receive: { part throws(StoreError) in
      try receive(part)
      buffers.give(part.lines)
      return true
    }
  }

  /// Joins parts in their order, without spare memory.
  init(joining parts: [EncodedRecords]) {
    var lines: [UInt8] = []
    var put = PlacedRecords()
    lines.reserveCapacity(parts.reduce(0) { $0 + $1.lines.count })
    for part in parts {
      put.append(part.put, movedBy: lines.count)
      lines += part.lines
    }
    (self.lines, self.put) = (lines, put)
  }

  private init<R: StoredRecord>(
    _ records: ArraySlice<R>, _ encoder: RecordEncoder, into buffer: [UInt8]
  ) throws(StoreError) {
    let keys = R.keys
    var text = JournalLines(
      at: JournalPosition(offset: 0, check: 0, sequence: 0), encoder: encoder, into: buffer)
    var put = PlacedRecords()
    put.reserveCapacity(records.count, keysEach: keys.count)
    for record in records {
      try text.append(.insert, record, keys, to: &put)
      // Reserves what the other records will probably need, so that the buffer is not copied as it
      // grows.
      if put.count == 1 { text.reserve(text.bytes.count * records.count * 9 / 8) }
    }
    self.put = put
    lines = text.bytes
  }
}

/// Reuses memory for lines. The system provides fresh memory page by page on first access, which is
/// slow.
private final class LineBuffers: Sendable {
  private let kept = Locked<[[UInt8]]>([])

  func take() -> [UInt8] { kept.withLock { $0.popLast() } ?? [] }

  func give(_ buffer: [UInt8]) { kept.withLock { $0.append(buffer) } }
}

/// New records that wait for the save as the lines of a journal, which need less memory than the
/// records themselves.
private struct StagedLines<R: StoredRecord>: StagedPart {
  let encoded: EncodedRecords

  var highestNumber: Int64 { encoded.put.highestNumber }

  func version(of number: Int64) -> UInt64? { encoded.put.location(of: number)?.version }

  func records(_ schema: Schema) throws(StoreError) -> [R] {
    let decoder = JSONTextDecoder(userInfo: schema.userInfo)
    var records: [R] = []
    records.reserveCapacity(encoded.put.locations.count)
    for location in encoded.put.locations {
      let text = encoded.lines[Int(location.offset)..<location.end]
      records.append(
        try Array(text).withBytes { text throws(StoreError) in
          try decoder.value(R.self, location, text, path: "")
        })
    }
    return records
  }
}

extension Array {
  /// The index keys of the record at a location, if possible without decoding all of it.
  fileprivate func indexKeys<R: StoredRecord>(
    _ location: RecordLocation, _ text: UnsafeRawBufferPointer, _ decoder: JSONTextDecoder,
    path: String
  ) throws(StoreError) -> [UInt64?] where Element == RecordKey<R> {
    do throws(JSONFault) {
      if let keys = try indexKeys(of: location.id, text, decoder) { return keys }
    } catch {
      throw StoreError.damaged(
        FilePlace(path: path, offset: Int(location.offset) + error.offset), reason: error.reason)
    }
    return indexKeys(of: try decoder.value(R.self, location, text, path: path))
  }
}

/// Very many records that come back: their texts go into the save as they are in the file.
extension JournalStore {
  /// - Parameter locations: where the texts are, in ascending order of the identifiers. No key of
  ///   the kind is unique.
  func staged<R: StoredRecord>(_ locations: [RecordLocation]) throws(StoreError) -> StagedRecords<R>
  {
    let size = 1024
    let scans = stride(from: 0, to: locations.count, by: size).map {
      RecordScan(journal, Array(locations[$0..<min($0 + size, locations.count)]))
    }
    let (schema, path, keys) = (schema, path, R.keys)
    var parts: [EncodedRecords] = []
    try environment.workers.perform(units: scans.count) {
      let decoder = JSONTextDecoder(userInfo: schema.userInfo)
      return { unit throws(StoreError) -> EncodedRecords in
        try EncodedRecords(of: scans[unit], keys, decoder, path: path)
      }
    } receive: { part throws(StoreError) in
      parts.append(part)
      return true
    }
    let encoded = EncodedRecords(joining: parts)
    var staged = StagedRecords<R>()
    staged.append(
      StagedLines<R>(encoded: encoded), encoded.put.locations.map(\.id),
      targets: targets(of: encoded.put))
    return staged
  }

  /// The records that some records refer to, each with the first one that does.
  private func targets<R: StoredRecord>(
    of put: PlacedRecords
  ) -> [StagedRecords<R>.ReferenceTarget: Identifier<R>] {
    var targets: [StagedRecords<R>.ReferenceTarget: Identifier<R>] = [:]
    for (index, key) in R.keys.enumerated() {
      guard case .reference(let entity, _) = key.rule, let target = schema.record(named: entity)
      else { continue }
      var known: Set<UInt64> = []
      for entry in put.entries(of: index) where known.insert(entry.key).inserted {
        let value = identifier(of: target, entry.key)
        targets[StagedRecords<R>.ReferenceTarget(key: index, value: value)] =
          Identifier(rawValue: entry.id)
      }
    }
    return targets
  }

  /// The identifier that has this index key.
  private func identifier<T: StoredRecord>(of type: T.Type, _ key: UInt64) -> AnyHashable {
    AnyHashable(Identifier<T>(rawValue: Int64(bitPattern: key ^ (1 << 63))))
  }
}

extension EncodedRecords {
  /// The lines of records whose texts are in a journal.
  fileprivate init<R: StoredRecord>(
    of scan: RecordScan, _ keys: [RecordKey<R>], _ decoder: JSONTextDecoder, path: String
  ) throws(StoreError) {
    var text = JournalLines(
      at: JournalPosition(offset: 0, check: 0, sequence: 0), encoder: RecordEncoder())
    var put = PlacedRecords()
    try scan.visit { location, bytes throws(StoreError) in
      let offset = text.append(.insert, R.entityName, location.id, text: bytes)
      put.append(
        location.moved(to: offset),
        try keys.indexKeys(location, bytes, decoder, path: path))
      return true
    }
    self.put = put
    lines = text.bytes
  }
}

extension JournalStore: StagingStore {
  func staged<R: StoredRecord>(_ records: [R]) throws(StoreError) -> any StagedPart<R> {
    var parts: [EncodedRecords] = []
    try EncodedRecords.encode(records, workers: environment.workers) { parts.append($0) }
    return StagedLines<R>(encoded: EncodedRecords(joining: parts))
  }
}
