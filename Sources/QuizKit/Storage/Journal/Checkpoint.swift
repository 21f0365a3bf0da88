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

  /// " QA-IDX3". The last byte is the version of the layout.
  private static let magic: UInt64 = 0x3358_4449_2D41_5120

  /// Every version of the layout has these bytes after the first number, so that the file can be
  /// recognized.
  static let mark = withUnsafeBytes(of: magic) { Array($0.dropLast()) }
  static let markOffset = MemoryLayout<UInt64>.stride

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
