import Signals

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
