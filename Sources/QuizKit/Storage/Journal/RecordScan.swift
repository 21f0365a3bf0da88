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

/// The location in a journal of a record's latest text.
struct RecordLocation: Equatable, BitwiseCopyable {
  var id: Int64
  /// Where the record's own text begins in the file; negative when the record was deleted.
  var offset: Int64
  /// The length. The highest bit has no meaning; checkpoints of older programs may have it.
  private var markedLength: UInt32
  /// The lower half of the text's checksum, which is verified whenever the record is read.
  private var check: UInt32

  init(id: Int64, offset: Int, text: UnsafeRawBufferPointer) {
    self.id = id
    self.offset = Int64(offset)
    markedLength = UInt32(text.count)
    check = Self.check(text)
  }

  var length: Int { Int(markedLength & ~(1 << 31)) }

  /// The same text at another position.
  func moved(to offset: Int) -> RecordLocation {
    var moved = self
    moved.offset = Int64(offset)
    return moved
  }

  /// The same text, `shift` bytes further on.
  func moved(by shift: Int) -> RecordLocation { moved(to: Int(offset) + shift) }

  var isDeleted: Bool { offset < 0 }

  var end: Int { Int(offset) + length }

  mutating func markDeleted() { offset = -1 }

  /// See ``RecordVersion``. It does not depend on the location.
  var version: UInt64 { RecordVersion.of(length: length, check: check) }

  func fits(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == length && Self.check(text) == check
  }

  private static func check(_ text: UnsafeRawBufferPointer) -> UInt32 {
    RecordVersion.check(text)
  }
}

/// Reads the texts of records and verifies their checksums.
final class RecordSource {
  private let file: any OpenFile
  private let path: String
  /// A part of the file, so that neighboring records are read together.
  private var window: [UInt8]
  private var windowOffset = 0
  private var windowCount = 0

  /// - Parameter readAhead: how many bytes to read at a time when reading neighboring records; 0
  ///   for reading single records.
  init(_ file: any OpenFile, path: String, readAhead: Int) {
    self.file = file
    self.path = path
    window = [UInt8](repeating: 0, count: max(readAhead, 4096))
    isReadingAhead = readAhead > 0
  }

  private let isReadingAhead: Bool

  /// Calls `body` with the text at `location`.
  ///
  /// - Throws: ``StoreError/damaged(_:reason:)`` when the text differs from what was written there.
  func withText<T>(
    _ location: RecordLocation,
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let start = Int(location.offset)
    if start < windowOffset || location.end > windowOffset + windowCount {
      try load(location)
    }
    return try window.withBytes { bytes throws(StoreError) in
      let first = start - windowOffset
      let last = min(first + location.length, windowCount)
      let text = UnsafeRawBufferPointer(rebasing: bytes[first..<last])
      guard location.fits(text) else {
        throw StoreError.damaged(
          FilePlace(path: path, offset: start), reason: .changedText)
      }
      return try body(text)
    }
  }

  private func load(_ location: RecordLocation) throws(StoreError) {
    let length = location.length
    if window.count < length { window = [UInt8](repeating: 0, count: length) }
    // A failed read may leave anything in the window, so it counts as empty until the read
    // succeeds.
    windowCount = 0
    windowOffset = Int(location.offset)
    let wanted = isReadingAhead ? window.count : length
    windowCount = try fromFileSystem { () throws(FileSystemError) in
      try window.withMutableBytes { bytes throws(FileSystemError) in
        try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]), at: windowOffset)
      }
    }
  }
}

/// The location of each record of one kind, in ascending order of identifiers.
///
/// New records have the highest identifier and are appended. A delete only marks the entry. So a
/// save moves few entries.
struct RecordDirectory {
  private(set) var entries: [RecordLocation]
  /// How many entries are not marked as deleted.
  private(set) var count: Int
  /// The total length of all texts that are not deleted.
  private(set) var bytes = 0

  init(_ entries: [RecordLocation] = []) {
    self.entries = entries
    count = entries.count
    for entry in entries { bytes += entry.length }
  }

  /// The entries that are not marked as deleted. Does not copy the array when none is.
  var live: [RecordLocation] {
    count == entries.count ? entries : entries.filter { !$0.isDeleted }
  }

  /// The first entry that is not marked as deleted.
  var first: RecordLocation? { entries.first { !$0.isDeleted } }

  subscript(id: Int64) -> RecordLocation? {
    guard let position = position(of: id), !entries[position].isDeleted else { return nil }
    return entries[position]
  }

  mutating func put(_ location: RecordLocation) {
    count += 1
    bytes += location.length
    if let position = position(of: location.id) {
      if !entries[position].isDeleted {
        count -= 1
        bytes -= entries[position].length
      }
      entries[position] = location
    } else {
      entries.insert(location, at: lowerBound(of: location.id))
    }
  }

  mutating func remove(_ id: Int64) {
    guard let position = position(of: id), !entries[position].isDeleted else { return }
    count -= 1
    bytes -= entries[position].length
    entries[position].markDeleted()
    if entries.count > 1000, count < entries.count / 2 { entries.removeAll(where: \.isDeleted) }
  }

  private func position(of id: Int64) -> Int? {
    // Usually no identifiers are missing, so the number gives the position directly.
    if let first = entries.first?.id, id >= first, id - first < Int64(entries.count),
      entries[Int(id - first)].id == id
    {
      return Int(id - first)
    }
    let position = lowerBound(of: id)
    return position < entries.count && entries[position].id == id ? position : nil
  }

  private func lowerBound(of id: Int64) -> Int {
    if let last = entries.last, last.id < id { return entries.count }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The locations and index keys of the records in a save.
struct PlacedRecords: Sendable {
  /// Where the records are.
  private(set) var locations: [RecordLocation] = []
  /// The keys of the first record, then those of the next. One array per record would need many
  /// allocations, which another thread would have to free.
  private var keys: [UInt64] = []
  /// The positions in ``keys`` of missing keys. There are usually none, and this takes half the
  /// memory of optional keys.
  private var missing: Set<Int> = []

  var count: Int { locations.count }

  /// The highest identifier of a record; 0 when there is none.
  var highestNumber: Int64 { locations.lazy.map(\.id).max() ?? 0 }

  mutating func reserveCapacity(_ count: Int, keysEach: Int) {
    locations.reserveCapacity(count)
    keys.reserveCapacity(count * keysEach)
  }

  /// - Parameter keys: one for each key of the kind; all records are of the same kind.
  mutating func append(_ location: RecordLocation, _ keys: [UInt64?]) {
    locations.append(location)
    for key in keys { append(key) }
  }

  /// Appends a record with the index keys of its fields.
  mutating func append<R: StoredRecord>(
    _ location: RecordLocation, _ record: R, _ keys: [RecordKey<R>]
  ) {
    locations.append(location)
    for index in keys.indices { append(keys[index].indexKey(record)) }
  }

  private mutating func append(_ key: UInt64?) {
    if key == nil { missing.insert(keys.count) }
    keys.append(key ?? 0)
  }

  private func key(at position: Int) -> UInt64? {
    !missing.isEmpty && missing.contains(position) ? nil : keys[position]
  }

  /// The keys of the last record.
  func lastKeys(_ count: Int) -> [UInt64?] { keys.indices.suffix(count).map(key) }

  /// Removes the last record and returns its location.
  mutating func removeLast(keysEach: Int) -> RecordLocation {
    keys.removeLast(keysEach)
    if !missing.isEmpty { missing = missing.filter { $0 < keys.count } }
    return locations.removeLast()
  }

  /// Appends other records, whose locations move by `shift` bytes.
  mutating func append(_ others: PlacedRecords, movedBy shift: Int) {
    for index in others.missing { missing.insert(keys.count + index) }
    for location in others.locations { locations.append(location.moved(by: shift)) }
    keys += others.keys
  }

  /// Where a record is, provided that the numbers are in ascending order.
  func location(of number: Int64) -> RecordLocation? {
    var (low, high) = (0, locations.count)
    while low < high {
      let middle = (low + high) / 2
      if locations[middle].id < number { low = middle + 1 } else { high = middle }
    }
    return low < locations.count && locations[low].id == number ? locations[low] : nil
  }

  /// The entries of these records for the index with that number.
  func entries(of index: Int) -> [SortedIndex.Entry] {
    guard !locations.isEmpty else { return [] }
    let keysEach = keys.count / locations.count
    var entries: [SortedIndex.Entry] = []
    entries.reserveCapacity(count)
    for position in locations.indices {
      guard let key = key(at: position * keysEach + index) else { continue }
      entries.append(SortedIndex.Entry(key: key, id: locations[position].id))
    }
    return entries
  }
}
