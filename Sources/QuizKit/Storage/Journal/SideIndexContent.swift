/// What a ``SideIndex`` holds, and its layout in bytes: some numbers first, which say how long the
/// arrays behind them are and what their checksums are, so that each can be read on its own.
struct SideIndexContent {
  /// What the journal says until `end`, for when an array is damaged.
  typealias Restore = (_ end: JournalPosition) throws(StoreError) -> [String: JournalTable]

  var salt: UInt64
  var position: JournalPosition
  var tables: [String: JournalTable]

  private static let magic: UInt64 = 0x3358_4449_2D41_5120

  /// How every index can be told from other files, those of older versions included: the magic number
  /// without its last byte, which counts the versions, behind the first number.
  static let mark = withUnsafeBytes(of: magic) { Array($0.dropLast()) }
  static let markOffset = MemoryLayout<UInt64>.stride

  /// How many numbers there are for the file, for each kind of records and for each of its indexes.
  private static let counts = (file: 7, table: 6, index: 2)

  init(salt: UInt64, position: JournalPosition, tables: [String: JournalTable]) {
    self.salt = salt
    self.position = position
    self.tables = tables
  }

  /// Writes everything into an empty file.
  func write(to file: any OpenFile, fingerprint: UInt64) throws(StoreError) {
    let sorted = tables.sorted { $0.key < $1.key }
    var numbers = [
      Self.magic, fingerprint, salt, UInt64(position.offset), position.check, position.sequence,
      UInt64(sorted.count),
    ]
    let count = sorted.reduce(Self.counts.file) { count, table in
      count + Self.counts.table + table.value.indexes.count * Self.counts.index
    }
    var writer = NumberWriter(file, at: (count + 2) * MemoryLayout<UInt64>.stride)
    func write<Element: BitwiseCopyable>(_ elements: [Element]) throws(StoreError) {
      let check = try fromFileSystem { () throws(FileSystemError) in try writer.append(elements) }
      numbers += [UInt64(elements.count), check]
    }
    for (name, table) in sorted {
      numbers += [UInt64(table.lastIdentifier), UInt64(table.indexes.count)]
      try write(Array(name.utf8))
      try write(table.directory.live)
      for index in table.indexes { try write(try index.entries()) }
    }
    try fromFileSystem { () throws(FileSystemError) in
      // In one write, so that the beginning of an unfinished file is empty or tells whose it is.
      var header = NumberWriter(file, at: 0)
      let check = numbers.withUnsafeBytes { Checksum.of($0, seed: 0) }
      try header.append([UInt64(count)] + numbers + [check])
    }
  }

  /// Reads what is needed at once; the indexes are read when they are used.
  ///
  /// `nil` when the file does not hold what was written, or it was written for other keys.
  init?(
    _ file: any OpenFile, fingerprint: UInt64, processors: Int, restore: @escaping Restore
  ) throws(FileSystemError) {
    var reader = try NumberReader(file, processors: processors)
    guard let count = try reader.next(UInt64.self, count: 1)?.read()?.elements.first,
      let (numbers, found) = try reader.next(UInt64.self, count: count)?.read(),
      try reader.next(UInt64.self, count: 1)?.read()?.elements == [found],
      numbers.count >= Self.counts.file, numbers[0] == Self.magic, numbers[1] == fingerprint
    else { return nil }
    let end = JournalPosition(
      offset: Int(truncatingIfNeeded: numbers[3]), check: numbers[4], sequence: numbers[5])
    salt = numbers[2]
    position = end
    tables = [:]
    var rest = numbers[Self.counts.file...].makeIterator()
    func next<Element: BitwiseCopyable>(
      _ type: Element.Type
    ) -> (array: NumberArray<Element>, check: UInt64)? {
      guard let count = rest.next(), let check = rest.next(),
        let array = reader.next(type, count: count)
      else { return nil }
      return (array, check)
    }
    for _ in 0..<numbers[6] {
      guard let last = rest.next(), let indexCount = rest.next(),
        let name = next(UInt8.self), let locations = next(RecordLocation.self),
        let nameBytes = try name.array.elements(check: name.check),
        let entries = try locations.array.elements(check: locations.check)
      else { return nil }
      let entity = String(decoding: nameBytes, as: UTF8.self)
      var table = JournalTable(keyCount: 0)
      table.lastIdentifier = Int64(truncatingIfNeeded: last)
      table.directory = RecordDirectory(entries)
      for number in 0..<indexCount {
        guard let (array, check) = next(SortedIndex.Entry.self) else { return nil }
        let base = IndexBase(count: array.count) { () throws(StoreError) in
          do throws(FileSystemError) {
            if let entries = try array.elements(check: check) { return entries }
          } catch {
            // The journal can be read.
          }
          return try restore(end)[entity]?.indexes[Int(number)].entries() ?? []
        }
        table.indexes.append(SortedIndex(base))
      }
      tables[entity] = table
    }
  }
}
