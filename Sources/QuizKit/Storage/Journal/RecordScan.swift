import QuizSupport
import Signals

/// Reads the texts of many records of one kind. Reads neighboring records together.
struct RecordScan: Sendable {
  /// How many bytes to read at a time.
  private static let pieceSize = 1 << 16
  /// Records farther apart than this are read separately, without the bytes between them.
  private static let widestGap = 1 << 12
  /// How many records a thread processes at a time, and their maximum total length.
  private static let unitCount = 256
  private static let unitSize = 1 << 16

  /// Safe, because several threads may read an `OpenFile` at the same time, and a scan only reads.
  private nonisolated(unsafe) let file: any OpenFile
  private let path: String
  private let locations: [RecordLocation]
  private let buffers: ScanBuffers

  /// - Parameter locations: the records to read, in the order of the results.
  init(_ journal: JournalFile, _ locations: [RecordLocation]) {
    file = journal.file
    path = journal.path
    self.locations = locations
    buffers = journal.buffers
  }

  /// Calls `body` with each text until `body` returns false.
  func visit(
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let buffer = buffers.take()
    defer { buffers.give(buffer) }
    _ = try visit(0..<locations.count, buffer, body)
  }

  /// The results of `look` for all texts, in order. `nil` results are left out.
  ///
  /// - Parameter look: called on several threads, each with its own decoder.
  func results<Found: Sendable>(
    workers: Workers,
    _ look:
      @escaping @Sendable (
        RecordLocation, UnsafeRawBufferPointer, JSONTextDecoder
      ) throws(StoreError) -> Found?
  ) throws(StoreError) -> [Found] {
    if locations.isEmpty { return [] }
    let units = units(of: Self.unitCount)
    let read = { @Sendable (unit: Int, buffer: ScanBuffer) throws(StoreError) -> [Found] in
      var found: [Found] = []
      _ = try visit(units[unit], buffer) { location, text throws(StoreError) in
        if let one = try look(location, text, buffer.decoder) { found.append(one) }
        return true
      }
      return found
    }
    var results: [Found] = []
    if units.count == 1 {
      // Single records are read most often.
      let loan = ScanBufferLoan(buffers)
      results = try read(0, loan.buffer)
    } else {
      // For two units, starting a thread takes longer than the work.
      let workers = units.count > 2 ? workers : Workers(limit: 1)
      try workers.perform(units: units.count) {
        let loan = ScanBufferLoan(buffers)
        return { unit throws(StoreError) in try read(unit, loan.buffer) }
      } receive: { part throws(StoreError) in
        results += part
        return true
      }
    }
    return results
  }

  /// Splits the records into units of at most `count` records. A unit ends with the record that
  /// makes it reach ``unitSize``.
  private func units(of count: Int) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var (start, size) = (0, 0)
    for position in locations.indices {
      size += locations[position].length
      if size < Self.unitSize, position + 1 - start < count { continue }
      units.append(start..<position + 1)
      (start, size) = (position + 1, 0)
    }
    if start < locations.count { units.append(start..<locations.count) }
    return units
  }

  fileprivate func visit(
    _ range: Range<Int>, _ buffer: ScanBuffer,
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = endOfPiece(from: start, to: range.upperBound)
      let offset = Int(locations[start].offset)
      let count = locations[end - 1].end - offset
      let size = max(count, Self.pieceSize)
      let goesOn = try buffer.withPiece(of: size) { bytes throws(StoreError) in
        let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
        let read = try fromFileSystem { () throws(FileSystemError) in
          try file.read(into: part, at: offset)
        }
        let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(part)[..<read])
        return try visit(start..<end, in: text, at: offset, body)
      }
      guard goesOn else { return false }
      start = end
    }
    return true
  }

  /// The end of the run of neighboring records, from `start`, that fits into one piece.
  private func endOfPiece(from start: Int, to last: Int) -> Int {
    let limit = Int(locations[start].offset) + Self.pieceSize
    var end = start + 1
    while end < last {
      let gap = Int(locations[end].offset) - locations[end - 1].end
      guard (0...Self.widestGap).contains(gap), locations[end].end <= limit else { break }
      end += 1
    }
    return end
  }

  private func visit(
    _ range: Range<Int>, in bytes: UnsafeRawBufferPointer, at offset: Int,
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    for location in locations[range] {
      let start = Int(location.offset) - offset
      let end = min(start + location.length, bytes.count)
      let text = UnsafeRawBufferPointer(rebasing: bytes[min(start, end)..<end])
      guard location.fits(text) else {
        throw StoreError.damaged(
          FilePlace(path: path, offset: Int(location.offset)),
          reason: .changedText)
      }
      if try !body(location, text) { return false }
    }
    return true
  }
}

/// The memory that one thread of a scan reuses. ``ScanBuffers`` lends it to only one thread at a
/// time.
final class ScanBuffer: @unchecked Sendable {
  let decoder: JSONTextDecoder
  private var piece = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// The size of the memory for a piece of the file.
  var size: Int { piece.count }

  init(_ userInfo: [CodingUserInfoKey: any Sendable]) {
    decoder = JSONTextDecoder(userInfo: userInfo)
  }

  deinit { piece.deallocate() }

  /// Calls `body` with at least `count` bytes of uninitialized memory.
  func withPiece<T>(
    of count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    if piece.count < count {
      piece.deallocate()
      piece = .allocate(byteCount: count, alignment: 16)
    }
    return try body(piece)
  }
}

/// Keeps buffers of finished scans for later ones. The system provides fresh memory page by page on
/// first access, which takes longer than searching it.
final class ScanBuffers: Sendable {
  /// Enough for the processors that take part, because each buffer serves one thread at a time.
  private static let mostKept = 16
  /// Larger buffers, which held an unusually long record, are freed.
  private static let largestKept = 1 << 20

  private let kept = Locked<[ScanBuffer]>([])
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// - Parameter schema: the schema of the store, for the decoders of the buffers.
  init(_ schema: Schema) { userInfo = schema.userInfo }

  func take() -> ScanBuffer {
    kept.withLock { $0.popLast() } ?? ScanBuffer(userInfo)
  }

  func give(_ buffer: ScanBuffer) {
    guard buffer.size <= Self.largestKept else { return }
    kept.withLock { kept in
      if kept.count < Self.mostKept { kept.append(buffer) }
    }
  }
}

/// Borrows a buffer for the duration of a thread's work.
final class ScanBufferLoan {
  let buffer: ScanBuffer
  private let owner: ScanBuffers

  init(_ owner: ScanBuffers) {
    self.owner = owner
    buffer = owner.take()
  }

  deinit { owner.give(buffer) }
}
