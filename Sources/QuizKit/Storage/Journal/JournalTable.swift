import QuizSupport

/// The data that a journal store keeps in memory about one kind of record, so that it need not read
/// the file.
struct JournalTable {
  /// The changes of one save to a table.
  struct Changes {
    var put = PlacedRecords()
    /// Updated records whose index keys stay the same.
    var moved: [RecordLocation] = []
    var removed: [Int64] = []
    /// The old index keys of updated and deleted records.
    var obsolete: [(id: Int64, keys: [UInt64?])] = []
  }

  var directory = RecordDirectory()
  /// One for each key of the kind.
  var indexes: [SortedIndex]
  /// The highest identifier given so far.
  private(set) var lastIdentifier: Int64 = 0
  /// The highest identifier that the file names. Higher ones up to ``lastIdentifier`` are reserved
  /// and not used yet.
  private var lastNamed: Int64 = 0

  init(keyCount: Int) {
    indexes = Array(repeating: SortedIndex(), count: keyCount)
  }

  /// The table that a checkpoint holds.
  init(directory: RecordDirectory, indexes: [SortedIndex], lastIdentifier: Int64) {
    (self.directory, self.indexes) = (directory, indexes)
    self.lastIdentifier = lastIdentifier
    // A checkpoint can be lost, and older programs did not name every reserved number in the file.
    lastNamed = directory.entries.last?.id ?? 0
  }

  /// Gives the next identifiers and returns the first of them.
  mutating func reserveIdentifiers(_ count: Int) -> Int64 {
    let first = lastIdentifier + 1
    lastIdentifier = min(lastIdentifier + Int64(count), JSONTape.largestCount)
    return first
  }

  /// Notes that the file names an identifier, in its header or in a line.
  mutating func note(named id: Int64) {
    lastNamed = max(lastNamed, id)
    lastIdentifier = max(lastIdentifier, id)
  }

  /// The last reserved identifier if the file will not name it even after these changes; `nil`
  /// otherwise.
  func unnamedIdentifier(after changes: [Changes]) -> Int64? {
    guard lastIdentifier > lastNamed else { return nil }
    let named = changes.lazy.map(\.put.highestNumber).max() ?? 0
    return lastIdentifier > named ? lastIdentifier : nil
  }

  /// Whether the indexes contain the record under exactly these keys.
  func finds(_ id: Int64, by keys: [UInt64?]) -> Bool {
    zip(indexes, keys).allSatisfy { index, key in
      key.map { index.contains(SortedIndex.Entry(key: $0, id: id)) } ?? false
    }
  }

  mutating func apply(_ changes: Changes) {
    for index in indexes.indices {
      let old = changes.obsolete.compactMap { id, keys in
        keys[index].map { SortedIndex.Entry(key: $0, id: id) }
      }
      let new = changes.put.entries(of: index)
      if old != new { indexes[index].change(adding: new, removing: old) }
    }
    for location in changes.put.locations {
      directory.put(location)
      note(named: location.id)
    }
    for location in changes.moved { directory.put(location) }
    for id in changes.removed {
      directory.remove(id)
      note(named: id)
    }
  }

  /// Removes records as if they had never existed.
  mutating func drop(_ ids: Set<Int64>) {
    directory = RecordDirectory(directory.live.filter { !ids.contains($0.id) })
    for index in indexes.indices {
      indexes[index] = SortedIndex(
        sorted: indexes[index].entries.filter { !ids.contains($0.id) })
    }
  }
}
