import Signals

/// Reads the texts of many records of one kind, those that lie together together.
struct RecordScan: Sendable {
  /// How much of the file is read at a time.
  private static let pieceSize = 1 << 16
  /// Where records lie farther apart than this, what is between them is not read.
  private static let widestGap = 1 << 12
  /// How many records one thread looks at before it takes more, and fewer where they are long.
  private static let unitCount = 256
  private static let unitSize = 1 << 16

  /// Files may be read by several threads at the same time, and a scan does nothing else with it.
  private nonisolated(unsafe) let file: any OpenFile
  private let path: String
  private let locations: [RecordLocation]
  private let search: ByteSearch?
  private let buffers: ScanBuffers

  /// - Parameter locations: which records, in the order in which they are wanted.
  /// - Parameter search: leave out texts that surely do not contain this.
  init(_ journal: JournalFile, _ locations: [RecordLocation], search: ByteSearch? = nil) {
    file = journal.file
    path = journal.path
    self.locations = locations
    self.search = search
    buffers = journal.buffers
  }

  /// Calls `body` with each text until it returns false.
  func visit(
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let buffer = buffers.take()
    defer { buffers.give(buffer) }
    _ = try visit(0..<locations.count, buffer, body)
  }

  /// What `look` finds in the texts, in their order; `nil` is left out.
  ///
  /// - Parameter limit: end when there are so many.
  /// - Parameter look: is called in several threads, each of which has a decoder of its own.
  func results<Found: Sendable>(
    limit: Int = .max, workers: Workers,
    _ look:
      @escaping @Sendable (
        RecordLocation, UnsafeRawBufferPointer, JSONTextDecoder
      ) throws(StoreError) -> Found?
  ) throws(StoreError) -> [Found] {
    let units = units(of: min(Self.unitCount, max(limit, 16)))
    // Two are looked at before another thread has started.
    let workers = units.count > 2 ? workers : Workers(limit: 1)
    var results: [Found] = []
    try workers.perform(units: units.count) {
      let buffer = ScanBufferLoan(buffers)
      return { unit throws(StoreError) -> [Found] in
        var found: [Found] = []
        _ = try visit(units[unit], buffer.buffer) { location, text throws(StoreError) in
          if let one = try look(location, text, buffer.buffer.decoder) { found.append(one) }
          return true
        }
        return found
      }
    } receive: { part throws(StoreError) in
      results += part
      return results.count < limit
    }
    return results.count > limit ? Array(results.prefix(limit)) : results
  }

  /// Which records are looked at together: at most `count`, and no more than ``unitSize`` of text but
  /// for the last one.
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
        // What is true of the first piece is true of the others, as far as it matters.
        if buffer.search == nil { buffer.search = search?.tuned(to: text) }
        return try visit(start..<end, in: text, at: offset, buffer.search, body)
      }
      guard goesOn else { return false }
      start = end
    }
    return true
  }

  /// How far records lie one behind the other in one piece of the file.
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
    _ range: Range<Int>, in bytes: UnsafeRawBufferPointer, at offset: Int, _ search: ByteSearch?,
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var found = search?.first(in: bytes, from: 0)
    for location in locations[range] {
      let start = Int(location.offset) - offset
      let end = min(start + location.length, bytes.count)
      if let search, location.isSurelyComposed {
        while let hit = found, hit < start {
          found = search.first(in: bytes, from: max(start, hit + 1))
        }
        guard let hit = found, hit + search.count <= end else { continue }
      }
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

/// What one thread of a scan uses again and again. ``ScanBuffers`` hands it from one thread to the next,
/// so that never two use it at the same time.
final class ScanBuffer: @unchecked Sendable {
  let decoder = JSONTextDecoder()
  /// What the scan under way looks for, tuned to its texts.
  var search: ByteSearch?
  private var piece = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// How much memory it has for a piece of the file.
  var size: Int { piece.count }

  deinit { piece.deallocate() }

  /// Calls `body` with memory for so many bytes or more, in which there is anything.
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

/// The buffers of scans that are over, for those to come: the system makes fresh memory page by page
/// when it is touched, which takes longer than to search it.
final class ScanBuffers: Sendable {
  /// Enough for the processors that take part; a buffer is of use to one thread at a time.
  private static let mostKept = 16
  /// One that had to hold a record of many megabytes is given up.
  private static let largestKept = 1 << 20

  private let kept = Locked<[ScanBuffer]>([])

  func take() -> ScanBuffer {
    let buffer = kept.withLock { $0.popLast() } ?? ScanBuffer()
    buffer.search = nil
    return buffer
  }

  func give(_ buffer: ScanBuffer) {
    guard buffer.size <= Self.largestKept else { return }
    kept.withLock { kept in
      if kept.count < Self.mostKept { kept.append(buffer) }
    }
  }
}

/// A buffer for the time of a thread's work.
final class ScanBufferLoan {
  let buffer: ScanBuffer
  private let owner: ScanBuffers

  init(_ owner: ScanBuffers) {
    self.owner = owner
    buffer = owner.take()
  }

  deinit { owner.give(buffer) }
}
