/// What a ``SideIndex`` holds, and its layout in bytes.
struct SideIndexContent {
  var salt: UInt64
  var position: JournalPosition
  var tables: [String: JournalTable]

  private static let magic: UInt64 = 0x3158_4449_2D41_5120

  init(salt: UInt64, position: JournalPosition, tables: [String: JournalTable]) {
    self.salt = salt
    self.position = position
    self.tables = tables
  }

  func bytes(fingerprint: UInt64) -> [UInt8] {
    var writer = NumberWriter()
    writer.append(Self.magic)
    writer.append(fingerprint)
    writer.append(salt)
    writer.append(UInt64(position.offset))
    writer.append(position.check)
    writer.append(position.sequence)
    writer.append(UInt64(tables.count))
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      writer.append(Array(name.utf8))
      writer.append(UInt64(table.lastIdentifier))
      writer.append(Array(table.directory.live))
      writer.append(UInt64(table.indexes.count))
      for index in table.indexes { writer.append(index.entries) }
    }
    writer.append(Checksum.of(writer.bytes, seed: 0))
    return writer.bytes
  }

  /// `nil` when the bytes are not what was written, or were written for other keys.
  init?(_ bytes: [UInt8], fingerprint: UInt64) {
    var reader = NumberReader(bytes)
    guard reader.hasValidChecksum, reader.number() == Self.magic, reader.number() == fingerprint,
      let salt = reader.number(), let offset = reader.number(), let check = reader.number(),
      let sequence = reader.number(), let tableCount = reader.number()
    else { return nil }
    self.salt = salt
    position = JournalPosition(offset: Int(offset), check: check, sequence: sequence)
    tables = [:]
    for _ in 0..<tableCount {
      guard let name = reader.array(of: UInt8.self), let last = reader.number(),
        let locations = reader.array(of: RecordLocation.self), let keyCount = reader.number()
      else { return nil }
      var table = JournalTable(keyCount: 0)
      table.lastIdentifier = Int64(last)
      table.directory = RecordDirectory(locations)
      for _ in 0..<keyCount {
        guard let entries = reader.array(of: SortedIndex.Entry.self) else { return nil }
        table.indexes.append(SortedIndex(sorted: entries))
      }
      tables[String(decoding: name, as: UTF8.self)] = table
    }
  }
}

/// Numbers one after the other, and arrays of them with their count before them.
struct NumberWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// - Precondition: `Element` is plain numbers without padding.
  mutating func append<Element: BitwiseCopyable>(_ elements: [Element]) {
    append(UInt64(elements.count))
    elements.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}

/// Reads what a ``NumberWriter`` wrote; `nil` where there is less than there should be.
struct NumberReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether the last number is the checksum of all before it.
  var hasValidChecksum: Bool {
    guard bytes.count >= 8 else { return false }
    return bytes.withUnsafeBytes { bytes in
      let end = bytes.count - 8
      let stored = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
      return Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<end]), seed: 0) == stored
    }
  }

  mutating func number() -> UInt64? {
    guard position + 8 <= bytes.count else { return nil }
    defer { position += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  mutating func array<Element: BitwiseCopyable>(of type: Element.Type) -> [Element]? {
    guard let count = number(), count <= UInt64(bytes.count) else { return nil }
    let length = Int(count) * MemoryLayout<Element>.stride
    guard position + length <= bytes.count else { return nil }
    defer { position += length }
    return [Element](unsafeUninitializedCapacity: Int(count)) { elements, initialized in
      bytes.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(elements).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + length]))
      }
      initialized = Int(count)
    }
  }
}
