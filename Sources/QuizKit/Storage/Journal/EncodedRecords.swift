import Signals

/// The lines of some new records, made before it is known where they will stand.
struct EncodedRecords: Sendable {
  /// How many records one processor encodes before it takes more.
  private static let unitCount = 32

  /// So many are written at once where they will stand instead.
  static let few = 16

  let lines: [UInt8]
  /// Places count from the beginning of ``lines``.
  let put: PlacedRecords

  /// Encodes records, many of them on several processors.
  ///
  /// - Parameter receive: takes some of them, in their order and in this thread.
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``, and what `receive` throws.
  static func encode<R: StoredRecord>(
    _ records: [R], workers: Workers,
    receive: (EncodedRecords) throws(StoreError) -> Void
  ) throws(StoreError) {
    let buffers = LineBuffers()
    let units = (records.count + unitCount - 1) / unitCount
    // Fewer are encoded before another thread has started.
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
      // As much as the others may take, so that it is not copied to larger and larger places.
      if put.count == 1 { text.reserve(text.bytes.count * records.count * 9 / 8) }
    }
    self.put = put
    lines = text.bytes
  }
}

/// Memory for lines, again and again: the system makes fresh memory page by page when it is touched,
/// which takes as long as to fill it.
private final class LineBuffers: Sendable {
  private let kept = Locked<[[UInt8]]>([])

  func take() -> [UInt8] { kept.withLock { $0.popLast() } ?? [] }

  func give(_ buffer: [UInt8]) { kept.withLock { $0.append(buffer) } }
}
