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
  /// - Parameter room: the minimum number of bytes to write when the file grows. The rest is filled
  ///   with zeros, which later saves overwrite.
  /// - Returns: where the next save begins.
  mutating func commit(
    sequence: UInt64, at date: String, room: Int
  ) throws(StoreError) -> JournalPosition {
    let position = lines.commit(sequence: sequence, at: date)
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
