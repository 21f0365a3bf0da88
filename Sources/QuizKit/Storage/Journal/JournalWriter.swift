/// A save under way: the one way in which a journal grows.
///
/// Its lines go behind the last save. Beyond a megabyte they are written before the save is complete,
/// so that it needs little memory however many records it has; without a commit behind them they are
/// nothing to whoever reads the journal.
struct JournalWriter {
  private static let pieceSize = 1 << 20

  private let file: any OpenFile
  private let start: Int
  private var lines: JournalLines
  /// How long the file is by now.
  private(set) var size: Int
  private var hasWritten = false

  init(_ journal: JournalFile, encoder: RecordEncoder) {
    file = journal.file
    start = journal.position.offset
    size = journal.size
    lines = JournalLines(at: journal.position, encoder: encoder)
  }

  /// Where the next line will stand.
  var end: Int { lines.end }

  /// Appends a record; see ``JournalLines``.
  mutating func append<R: StoredRecord>(
    _ verb: JournalVerb, _ record: R, _ keys: [RecordKey<R>], to put: inout PlacedRecords
  ) throws(StoreError) {
    try lines.append(verb, record, keys, to: &put)
    try spill()
  }

  /// Appends records that are encoded already.
  mutating func append(
    _ records: EncodedRecords, to put: inout PlacedRecords
  ) throws(StoreError) {
    lines.append(records, to: &put)
    try spill()
  }

  /// Appends a whole line, without its line feed.
  mutating func append(line: UnsafeRawBufferPointer) throws(StoreError) {
    lines.append(line: line)
    try spill()
  }

  /// Appends that a record is gone.
  mutating func appendDelete(_ entity: String, _ id: Int64) throws(StoreError) {
    lines.appendDelete(entity, id)
    try spill()
  }

  /// Writes what is left, and the commit; it counts once the file is synced.
  ///
  /// - Parameter room: how much to write at least, where the file is to grow: zeros, into which the
  ///   next saves go.
  /// - Returns: where the next save begins.
  mutating func commit(
    sequence: UInt64, at date: String, room: Int
  ) throws(StoreError) -> JournalPosition {
    let position = lines.commit(sequence: sequence, at: date)
    // Behind a save of many nobody waits for the next small one.
    try write(room: hasWritten ? 0 : room)
    return position
  }

  /// Takes everything back that was written.
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
        // There may be room for the lines alone.
        try file.truncate(to: start)
        size = start
      }
    }
    try file.write(bytes, at: start)
    size = max(size, end)
  }
}
