import QuizSupport

/// A journal store's tables as of the end of a save, and their layout in bytes.
///
/// The layout: first 64-bit numbers with the lengths and checksums of the arrays, then the arrays
/// as they are in memory. The file is valid on machines with one byte order, which all Swift
/// platforms share.
struct Checkpoint {
  /// The journal's salt, which distinguishes it from other journals.
  var salt: UInt64
  /// The end of the save.
  var position: JournalPosition
  /// By entity name.
  var tables: [String: JournalTable]
  /// The end of the last save when the journal was last closed, where that is later.
  private(set) var lastSave: JournalPosition?
  /// The length of the arrays and what is before them in the file. The note of the last save
  /// follows.
  private(set) var length = 0

  /// What every checkpoint has, and the version of the layout.
  private static let magic = (StoreFile.checkpoint + [UInt8(ascii: "3")]).withUnsafeBytes {
    $0.loadUnaligned(as: UInt64.self)
  }

  /// How many numbers there are per file, per kind of record and per index.
  private static let counts = (file: 7, table: 6, index: 2)

  init(salt: UInt64, position: JournalPosition, tables: [String: JournalTable]) {
    self.salt = salt
    self.position = position
    self.tables = tables
  }

  /// Writes the checkpoint into an empty file, array by array, so that memory never holds a second
  /// copy of everything.
  ///
  /// - Parameter fingerprint: identifies the indexed fields.
  /// - Returns: the ``length``.
  func write(to file: any OpenFile, fingerprint: UInt64) throws(FileSystemError) -> Int {
    let sorted = tables.sorted { $0.key < $1.key }
    let count = sorted.reduce(Self.counts.file) { count, table in
      count + Self.counts.table + table.value.indexes.count * Self.counts.index
    }
    var offset = (count + 2) * MemoryLayout<UInt64>.stride
    var numbers = [
      Self.magic, fingerprint, salt, UInt64(position.offset), position.check, position.sequence,
      UInt64(sorted.count),
    ]
    func append<Element: BitwiseCopyable>(_ elements: [Element]) throws(FileSystemError) {
      try elements.withUnsafeBufferPointer { elements throws(FileSystemError) in
        let bytes = UnsafeRawBufferPointer(elements)
        numbers += [UInt64(elements.count), Checksum.of(bytes, seed: 0)]
        try file.write(bytes, at: offset)
        offset += bytes.count
      }
    }
    for (name, table) in sorted {
      numbers += [UInt64(table.lastIdentifier), UInt64(table.indexes.count)]
      try append(Array(name.utf8))
      try append(table.directory.live)
      for index in table.indexes { try append(index.entries) }
    }
    let check = numbers.withUnsafeBytes { Checksum.of($0, seed: 0) }
    // One write for the whole header: an unfinished file then begins either with zeros or with the
    // mark.
    let header = [UInt64(numbers.count)] + numbers + [check]
    try header.withUnsafeBufferPointer { header throws(FileSystemError) in
      try file.write(UnsafeRawBufferPointer(header), at: 0)
    }
    return offset
  }

  /// `nil` when the bytes are damaged or the indexed fields have changed.
  init?(_ bytes: [UInt8], fingerprint: UInt64) {
    var reader = NumberReader(bytes)
    guard let count = reader.next(UInt64.self, count: 1)?.first,
      let numbers = reader.next(UInt64.self, count: count), numbers.count >= Self.counts.file,
      reader.next(UInt64.self, count: 1)?.first
        == numbers.withUnsafeBytes({ Checksum.of($0, seed: 0) }),
      numbers[0] == Self.magic, numbers[1] == fingerprint
    else { return nil }
    salt = numbers[2]
    position = JournalPosition(
      offset: Int(truncatingIfNeeded: numbers[3]), check: numbers[4], sequence: numbers[5])
    tables = [:]
    var rest = numbers[Self.counts.file...].makeIterator()
    func next<Element: BitwiseCopyable>(_ type: Element.Type) -> [Element]? {
      guard let count = rest.next(), let check = rest.next(),
        let elements = reader.next(type, count: count),
        elements.withUnsafeBytes({ Checksum.of($0, seed: 0) }) == check
      else { return nil }
      return elements
    }
    for _ in 0..<numbers[6] {
      guard let last = rest.next(), last <= JSONTape.largestCount, let indexCount = rest.next(),
        let name = next(UInt8.self),
        let locations = next(RecordLocation.self)
      else { return nil }
      var indexes: [SortedIndex] = []
      for _ in 0..<indexCount {
        guard let entries = next(SortedIndex.Entry.self) else { return nil }
        indexes.append(SortedIndex(sorted: entries))
      }
      tables[String(decoding: name, as: UTF8.self)] = JournalTable(
        directory: RecordDirectory(locations), indexes: indexes,
        lastIdentifier: Int64(last))
    }
    length = reader.offset
    guard let note = reader.next(UInt64.self, count: 4),
      note
        == Self.note(
          JournalPosition(
            offset: Int(truncatingIfNeeded: note[0]), check: note[1], sequence: note[2]), salt: salt
        )
    else { return }
    lastSave = JournalPosition(
      offset: Int(truncatingIfNeeded: note[0]), check: note[1], sequence: note[2])
  }

  /// The numbers after the arrays, which describe the last save of the journal with this salt.
  static func note(_ position: JournalPosition, salt: UInt64) -> [UInt64] {
    let numbers = [UInt64(bitPattern: Int64(position.offset)), position.check, position.sequence]
    return numbers + [numbers.withUnsafeBytes { Checksum.of($0, seed: salt) }]
  }
}

/// Reads consecutive arrays of numbers from bytes.
private struct NumberReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// `nil` when there are not enough bytes.
  ///
  /// - Precondition: every bit pattern is a valid `Element`.
  mutating func next<Element: BitwiseCopyable>(
    _ type: Element.Type, count: UInt64
  ) -> [Element]? {
    let stride = MemoryLayout<Element>.stride
    guard count <= UInt64((bytes.count - offset) / stride) else { return nil }
    let range = offset..<offset + Int(count) * stride
    offset = range.upperBound
    return bytes.withUnsafeBytes { bytes in
      [Element](filling: Int(count)) { elements, initialized in
        UnsafeMutableRawBufferPointer(elements).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[range]))
        initialized = Int(count)
      }
    }
  }
}

/// The file next to a journal that holds a ``Checkpoint``, so that opening need not read all
/// records.
///
/// A missing, outdated or damaged file does no harm: it is ignored, and the journal is read
/// instead.
struct CheckpointFile {
  private let journalPath: String
  private let schema: Schema
  private let fileSystem: any FileSystem

  init(path: String, schema: Schema, environment: StoreEnvironment) {
    journalPath = path
    self.schema = schema
    fileSystem = environment.fileSystem
  }

  /// The path of the checkpoint file.
  var path: String { journalPath + ".index" }

  /// Loads the tables from the file if it exists and belongs to `journal`.
  ///
  /// - Parameter journal: the journal with only its header read.
  /// - Returns: the end of the last save that the file covers or notes, even when its tables could
  ///   not be used; `nil` when there is no readable file of this journal.
  func load(into journal: inout JournalFile) -> JournalPosition? {
    do throws(FileSystemError) {
      guard try fileSystem.status(of: path) != nil else { return nil }
      guard try StoreFile.isOurs(path, on: fileSystem) else {
        journal.notices.append(.foreignIndex(path: path))
        return nil
      }
      guard let bytes = try fileSystem.contents(of: path),
        let checkpoint = Checkpoint(bytes, fingerprint: fingerprint),
        checkpoint.salt == journal.header.salt
      else { return nil }
      // Another process may have saved, and written the file, since the journal was opened.
      journal.size = max(journal.size, try journal.file.size())
      guard checkpoint.position.offset <= journal.size,
        checkpoint.tables.allSatisfy({ name, table in
          table.indexes.count == journal.tables[name]?.indexes.count ?? 0
        }),
        try endsWithCheck(journal.file, checkpoint.position)
      else { return checkpoint.lastSave ?? checkpoint.position }
      journal.tables = checkpoint.tables
      journal.position = checkpoint.position
      journal.indexedOffset = checkpoint.position.offset
      journal.indexLength = checkpoint.length
      return checkpoint.lastSave ?? checkpoint.position
    } catch {
      // The checkpoint file cannot be read, so the journal is read instead.
      return nil
    }
  }

  /// Writes the tables of `journal`, unless a file that no store made has this name.
  func write(_ journal: inout JournalFile) {
    let checkpoint = Checkpoint(
      salt: journal.header.salt, position: journal.position, tables: journal.tables)
    do throws(FileSystemError) {
      if try fileSystem.status(of: path) != nil, try !StoreFile.isOurs(path, on: fileSystem) {
        return
      }
      let fingerprint = fingerprint
      var length = 0
      try fileSystem.replace(path) { file throws(FileSystemError) in
        length = try checkpoint.write(to: file, fingerprint: fingerprint)
      }
      journal.indexedOffset = journal.position.offset
      journal.indexLength = length
    } catch {
      // Nothing is lost. The next opening only takes longer.
      return
    }
  }

  /// Notes the end of the last save in the file, whose tables are older, so that a journal that is
  /// cut off there is noticed.
  func noteLastSave(of journal: JournalFile) {
    do throws(FileSystemError) {
      guard try StoreFile.isOurs(path, on: fileSystem) else { return }
      let file = try fileSystem.open(path, for: .updating)
      let note = Checkpoint.note(journal.position, salt: journal.header.salt)
      do throws(FileSystemError) {
        try file.write(note.withUnsafeBytes { Array($0) }, at: journal.indexLength)
      } catch {
        try file.close()
        throw error
      }
      try file.close()
    } catch {
      // Nothing is lost. A cut behind the tables is then not noticed.
      return
    }
  }

  /// Identifies the indexed fields: it changes when they change.
  private var fingerprint: UInt64 {
    var text = ""
    for record in schema.records { describe(record, in: &text) }
    return Checksum.of(Array(text.utf8), seed: UInt64(schema.version))
  }

  private func describe<R: StoredRecord>(_ type: R.Type, in text: inout String) {
    text += R.entityName
    let keys = R.keys
    for index in keys.indices { text += (index == 0 ? "(" : ",") + describe(keys[index]) }
    text += keys.isEmpty ? "()" : ")"
  }

  /// The name of the field and its type. A key path's own description has the field's name too, but
  /// is slow to make. Where a field lies in memory says nothing: two versions of a program may have
  /// different fields there.
  private func describe<R: StoredRecord>(_ key: RecordKey<R>) -> String {
    "\(key.name ?? "\(key.path)"):\(type(of: key.path).valueType)"
  }

  /// Whether a commit with the position's checksum ends there.
  private func endsWithCheck(
    _ file: any OpenFile, _ position: JournalPosition
  ) throws(FileSystemError) -> Bool {
    let end = JournalCommit.end(check: position.check)
    guard position.offset >= end.count else { return false }
    return try file.read(at: position.offset - end.count, count: end.count) == end
  }
}

/// The records of one kind in the order of one field.
///
/// The entries are stored in chunks, so that a save moves only a few of them.
struct SortedIndex {
  struct Entry: Comparable, Hashable, BitwiseCopyable {
    var key: UInt64
    var id: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.key, left.id) < (right.key, right.id)
    }
  }

  private static let chunkSize = 1024
  /// With more changes than this, merging all entries is at least as fast as placing each change.
  private static let fewChanges = 32

  /// No chunk is empty.
  private var chunks: [[Entry]] = []
  private(set) var count = 0

  /// - Parameter entries: sorted.
  init(sorted entries: some RandomAccessCollection<Entry> = []) {
    count = entries.count
    chunks.reserveCapacity(count / Self.chunkSize + 1)
    var rest = entries[...]
    while !rest.isEmpty {
      chunks.append(Array(rest.prefix(Self.chunkSize)))
      rest = rest.dropFirst(Self.chunkSize)
    }
  }

  /// All entries in order.
  var entries: [Entry] { Array(chunks.joined()) }

  func contains(_ entry: Entry) -> Bool {
    let place = lowerBound(of: entry)
    return place.chunk < chunks.count && chunks[place.chunk][place.position] == entry
  }

  /// Adds and removes entries. An entry in both lists stays.
  mutating func change(adding: [Entry], removing: [Entry]) {
    if adding.count + removing.count > Self.fewChanges {
      let obsolete = Set(removing)
      let kept = obsolete.isEmpty ? entries : entries.filter { !obsolete.contains($0) }
      self = SortedIndex(sorted: Self.merged(kept, adding.sorted()))
    } else {
      for entry in removing { remove(entry) }
      for entry in adding { insert(entry) }
    }
  }

  /// How many entries have a key in `keys`.
  func count(in keys: ClosedRange<UInt64>) -> Int {
    var count = 0
    visitChunks(in: keys) { count += $0.count }
    return count
  }

  /// The entries with a key in `keys`, in order.
  func entries(in keys: ClosedRange<UInt64>) -> [Entry] {
    var entries: [Entry] = []
    visitChunks(in: keys) { entries += $0 }
    return entries
  }

  /// The records with this key, in ascending order.
  func identifiers(of key: UInt64) -> [Int64] { entries(in: key...key).map(\.id) }

  /// Calls `body` with the records in order until it returns false. When backwards, keys descend,
  /// but identifiers with the same key still ascend.
  func visit(backwards: Bool, _ body: (Int64) throws(StoreError) -> Bool) throws(StoreError) {
    guard backwards else {
      for chunk in chunks { for entry in chunk { if try !body(entry.id) { return } } }
      return
    }
    var equal: [Entry] = []
    func passOn() throws(StoreError) -> Bool {
      for entry in equal.reversed() { if try !body(entry.id) { return false } }
      equal.removeAll(keepingCapacity: true)
      return true
    }
    for chunk in chunks.reversed() {
      for entry in chunk.reversed() {
        if let key = equal.last?.key, key != entry.key, try !passOn() { return }
        equal.append(entry)
      }
    }
    _ = try passOn()
  }

  /// The identifiers, those with the same key together, in ascending order.
  func groups() -> [[Int64]] {
    var groups: [[Int64]] = []
    var last: UInt64?
    for entry in chunks.joined() {
      if entry.key == last {
        groups[groups.count - 1].append(entry.id)
      } else {
        groups.append([entry.id])
        last = entry.key
      }
    }
    return groups
  }

  private typealias Place = (chunk: Int, position: Int)

  /// The position of the first entry that is not less than `entry`; after the last chunk when all
  /// are less.
  private func lowerBound(of entry: Entry) -> Place {
    let chunk = Self.lowerBound(in: chunks.count) { index in
      guard let last = chunks[index].last else { return true }
      return last < entry
    }
    guard chunk < chunks.count else { return (chunk, 0) }
    return (chunk, Self.lowerBound(in: chunks[chunk].count) { chunks[chunk][$0] < entry })
  }

  /// Binary search: how many of `count` elements are less. They must come before all others.
  private static func lowerBound(in count: Int, isLess: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLess(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func insert(_ entry: Entry) {
    let place = lowerBound(of: entry)
    count += 1
    if chunks.isEmpty { return chunks.append([entry]) }
    let isLast = place.chunk == chunks.count
    let chunk = isLast ? place.chunk - 1 : place.chunk
    chunks[chunk].insert(entry, at: isLast ? chunks[chunk].count : place.position)
    if chunks[chunk].count > 2 * Self.chunkSize {
      let second = Array(chunks[chunk][Self.chunkSize...])
      chunks[chunk].removeLast(second.count)
      chunks.insert(second, at: chunk + 1)
    }
  }

  private mutating func remove(_ entry: Entry) {
    let place = lowerBound(of: entry)
    guard place.chunk < chunks.count, chunks[place.chunk][place.position] == entry else { return }
    count -= 1
    chunks[place.chunk].remove(at: place.position)
    if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
  }

  private func visitChunks(in keys: ClosedRange<UInt64>, _ body: (ArraySlice<Entry>) -> Void) {
    var (chunk, position) = lowerBound(of: Entry(key: keys.lowerBound, id: .min))
    while chunk < chunks.count {
      let end = Self.lowerBound(in: chunks[chunk].count) {
        chunks[chunk][$0].key <= keys.upperBound
      }
      guard position < end else { return }
      body(chunks[chunk][position..<end])
      if end < chunks[chunk].count { return }
      (chunk, position) = (chunk + 1, 0)
    }
  }

  private static func merged(_ left: [Entry], _ right: [Entry]) -> [Entry] {
    guard let first = right.first else { return left }
    // Most imports add entries after all existing ones.
    if let last = left.last, last < first { return left + right }
    var merged: [Entry] = []
    merged.reserveCapacity(left.count + right.count)
    var next = 0
    for entry in left {
      while next < right.count, right[next] < entry {
        merged.append(right[next])
        next += 1
      }
      merged.append(entry)
    }
    return merged + right[next...]
  }
}
