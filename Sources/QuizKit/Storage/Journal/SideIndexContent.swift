/// What a ``SideIndex`` holds, and its layout in bytes: some numbers first, which say how long the
/// arrays behind them are.
struct SideIndexContent {
  var salt: UInt64
  var position: JournalPosition
  var tables: [String: JournalTable]

  private static let magic: UInt64 = 0x3258_4449_2D41_5120

  init(salt: UInt64, position: JournalPosition, tables: [String: JournalTable]) {
    self.salt = salt
    self.position = position
    self.tables = tables
  }

  /// Writes everything into an empty file.
  func write(to file: any OpenFile, fingerprint: UInt64) throws(FileSystemError) {
    let sorted = tables.sorted { $0.key < $1.key }
    var numbers = [
      Self.magic, fingerprint, salt, UInt64(position.offset), position.check, position.sequence,
      UInt64(sorted.count),
    ]
    for (name, table) in sorted {
      numbers += [UInt64(name.utf8.count), UInt64(table.lastIdentifier)]
      numbers += [UInt64(table.directory.count), UInt64(table.indexes.count)]
      numbers += table.indexes.map { UInt64($0.count) }
    }
    var writer = NumberWriter(file)
    try writer.append([UInt64(numbers.count)])
    try writer.append(numbers)
    for (name, table) in sorted {
      try writer.append(Array(name.utf8))
      try writer.append(table.directory.live)
      for index in table.indexes { try writer.append(index.entries) }
    }
    try writer.append([writer.check])
  }

  /// `nil` when the file does not hold what was written, or it was written for other keys.
  init?(
    _ file: any OpenFile, fingerprint: UInt64, processors: Int
  ) throws(FileSystemError) {
    var reader = try NumberReader(file, processors: processors)
    guard let count = try reader.array(of: UInt64.self, count: 1)?.first,
      let numbers = try reader.array(of: UInt64.self, count: count), numbers.count >= 7,
      numbers[0] == Self.magic, numbers[1] == fingerprint
    else { return nil }
    salt = numbers[2]
    position = JournalPosition(
      offset: Int(truncatingIfNeeded: numbers[3]), check: numbers[4], sequence: numbers[5])
    tables = [:]
    var lengths = numbers[7...].makeIterator()
    for _ in 0..<numbers[6] {
      guard let nameLength = lengths.next(), let last = lengths.next(),
        let locationCount = lengths.next(), let indexCount = lengths.next(),
        let name = try reader.array(of: UInt8.self, count: nameLength),
        let locations = try reader.array(of: RecordLocation.self, count: locationCount)
      else { return nil }
      var table = JournalTable(keyCount: 0)
      table.lastIdentifier = Int64(truncatingIfNeeded: last)
      table.directory = RecordDirectory(locations)
      for _ in 0..<indexCount {
        guard let count = lengths.next(),
          let entries = try reader.array(of: SortedIndex.Entry.self, count: count)
        else { return nil }
        table.indexes.append(SortedIndex(sorted: entries))
      }
      tables[String(decoding: name, as: UTF8.self)] = table
    }
    let check = reader.check
    guard try reader.array(of: UInt64.self, count: 1) == [check] else { return nil }
  }
}
