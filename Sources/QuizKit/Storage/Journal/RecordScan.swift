/// Reads the texts of many records of one kind, those that lie together together.
struct RecordScan: Sendable {
  /// How much of the file is read at a time.
  private static let pieceSize = 1 << 16
  /// Where records lie farther apart than this, what is between them is not read.
  private static let widestGap = 1 << 12
  /// How many records one processor looks at before it takes more.
  static let unitCount = 256
  /// The same where all are read, which takes twenty times as long as to look for a word in their
  /// bytes: at the end one processor waits for the unit of another.
  static let readUnitCount = 32

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
    try ScanUnit(scan: self, range: 0..<locations.count, buffer: buffer).visit(body)
  }

  /// What `look` finds in the texts, in their order.
  ///
  /// - Parameter limit: end when there are so many.
  /// - Parameter processors: how many may look at the same time.
  /// - Parameter unitCount: how many records one of them looks at before it takes more.
  /// - Parameter look: goes through some of the texts. What is done for each of them is not to be
  ///   generic, which costs more than all the rest where the compiler does not know the type.
  func results<Found: Sendable>(
    limit: Int = .max, processors: Int, unitCount: Int = Self.unitCount,
    _ look: @Sendable (ScanUnit, FoundPart<Found>) throws(StoreError) -> Void
  ) throws(StoreError) -> [Found] {
    let size = min(unitCount, max(limit, 16))
    let units = (locations.count + size - 1) / size
    let work = SharedWork<FoundPart<Found>>(units: units, limit: limit)
    // Fewer are looked at before another thread is awake.
    let isMuch = locations.count > 8 * unitCount
    work.share(among: isMuch ? processors : 1) { share($0, size, look) }
    return try work.results()
  }

  /// Takes units of the work until there are none.
  private func share<Found: Sendable>(
    _ work: SharedWork<FoundPart<Found>>, _ size: Int,
    _ look: (ScanUnit, FoundPart<Found>) throws(StoreError) -> Void
  ) {
    var next = work.take()
    if next == nil { return }
    let buffer = buffers.take()
    defer { buffers.give(buffer) }
    while let number = next {
      let range = number * size..<min((number + 1) * size, locations.count)
      let found = FoundPart<Found>(capacity: min(range.count, Self.readUnitCount))
      do throws(StoreError) {
        try look(ScanUnit(scan: self, range: range, buffer: buffer), found)
        work.finish(number, .success(found))
      } catch {
        work.finish(number, .failure(error))
      }
      next = work.take()
    }
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

/// Some of the records of a scan.
struct ScanUnit {
  fileprivate let scan: RecordScan
  fileprivate let range: Range<Int>
  fileprivate let buffer: ScanBuffer

  /// Reads records in the thread that goes through them.
  var decoder: JSONTextDecoder { buffer.decoder }

  /// Calls `body` with each text until it returns false.
  func visit(
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    _ = try scan.visit(range, buffer, body)
  }
}
