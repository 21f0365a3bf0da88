/// What a journal store knows of all records at the end of a save, and how that is laid out in bytes.
///
/// The layout: some numbers of 64 bits that say how long the arrays behind them are and what their
/// checksums are, then the arrays as they are in memory. It belongs to machines of one byte order (all
/// that Swift runs on).
struct Checkpoint {
  /// Tells the journal from others.
  var salt: UInt64
  /// Where the save ends.
  var position: JournalPosition
  /// By the name of the kind of record.
  var tables: [String: JournalTable]

  /// " QA-IDX3": the last byte counts the versions of the layout.
  private static let magic: UInt64 = 0x3358_4449_2D41_5120

  /// What stands in every version behind the first number, so that the file can be told from others.
  static let mark = withUnsafeBytes(of: magic) { Array($0.dropLast()) }
  static let markOffset = MemoryLayout<UInt64>.stride

  init(salt: UInt64, position: JournalPosition, tables: [String: JournalTable]) {
    self.salt = salt
    self.position = position
    self.tables = tables
  }

  /// - Parameter fingerprint: tells what is indexed.
  func bytes(fingerprint: UInt64) -> [UInt8] {
    let sorted = tables.sorted { $0.key < $1.key }
    var numbers = [
      Self.magic, fingerprint, salt, UInt64(position.offset), position.check, position.sequence,
      UInt64(sorted.count),
    ]
    var arrays: [UInt8] = []
    func append<Element: BitwiseCopyable>(_ elements: [Element]) {
      elements.withUnsafeBytes { bytes in
        numbers += [UInt64(elements.count), Checksum.of(bytes, seed: 0)]
        arrays += bytes
      }
    }
    for (name, table) in sorted {
      numbers += [UInt64(table.lastIdentifier), UInt64(table.indexes.count)]
      append(Array(name.utf8))
      append(table.directory.live)
      for index in table.indexes { append(index.entries) }
    }
    let check = numbers.withUnsafeBytes { Checksum.of($0, seed: 0) }
    let header = [UInt64(numbers.count)] + numbers + [check]
    return header.withUnsafeBytes { Array($0) } + arrays
  }

  /// `nil` when the bytes are not what was written, or were written for other keys.
  init?(_ bytes: [UInt8], fingerprint: UInt64) {
    var reader = NumberReader(bytes)
    guard let count = reader.next(UInt64.self, count: 1)?.first,
      let numbers = reader.next(UInt64.self, count: count), numbers.count >= 7,
      reader.next(UInt64.self, count: 1)?.first
        == numbers.withUnsafeBytes({ Checksum.of($0, seed: 0) }),
      numbers[0] == Self.magic, numbers[1] == fingerprint
    else { return nil }
    salt = numbers[2]
    position = JournalPosition(
      offset: Int(truncatingIfNeeded: numbers[3]), check: numbers[4], sequence: numbers[5])
    tables = [:]
    var rest = numbers[7...].makeIterator()
    func next<Element: BitwiseCopyable>(_ type: Element.Type) -> [Element]? {
      guard let count = rest.next(), let check = rest.next(),
        let elements = reader.next(type, count: count),
        elements.withUnsafeBytes({ Checksum.of($0, seed: 0) }) == check
      else { return nil }
      return elements
    }
    for _ in 0..<numbers[6] {
      guard let last = rest.next(), let indexCount = rest.next(), let name = next(UInt8.self),
        let locations = next(RecordLocation.self)
      else { return nil }
      var table = JournalTable(keyCount: 0)
      table.lastIdentifier = Int64(truncatingIfNeeded: last)
      table.directory = RecordDirectory(locations)
      for _ in 0..<indexCount {
        guard let entries = next(SortedIndex.Entry.self) else { return nil }
        table.indexes.append(SortedIndex(sorted: entries))
      }
      tables[String(decoding: name, as: UTF8.self)] = table
    }
  }
}

/// Takes arrays of numbers out of bytes, one behind the other.
private struct NumberReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// `nil` when the bytes end before.
  ///
  /// - Precondition: any bits are a value of `Element`.
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
