/// What a journal store knows of one kind of record without reading a record.
struct JournalTable {
  /// What one save changes in a table.
  struct Changes {
    var put = PlacedRecords()
    /// Records that change and are found by the same keys as before.
    var moved: [RecordLocation] = []
    var removed: [Int64] = []
    /// The keys by which records were found until now that are changed or removed.
    var obsolete: [(id: Int64, keys: [UInt64?])] = []
  }

  var directory = RecordDirectory()
  /// One for each key of the kind.
  var indexes: [SortedIndex]
  /// The highest number ever given.
  var lastIdentifier: Int64 = 0

  init(keyCount: Int) {
    indexes = Array(repeating: SortedIndex(), count: keyCount)
  }

  /// Whether the record is found by exactly those keys.
  func finds(_ id: Int64, by keys: ArraySlice<UInt64?>) -> Bool {
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
      lastIdentifier = max(lastIdentifier, location.id)
    }
    for location in changes.moved { directory.put(location) }
    for id in changes.removed { directory.remove(id) }
  }

  /// Forgets records as if they had never been.
  mutating func drop(_ ids: Set<Int64>) {
    directory = RecordDirectory(directory.live.filter { !ids.contains($0.id) })
    for index in indexes.indices {
      indexes[index] = SortedIndex(
        sorted: indexes[index].entries.filter { !ids.contains($0.id) })
    }
  }
}

/// Where the records of a save are, and by what they are found.
struct PlacedRecords: Sendable {
  private(set) var locations: [RecordLocation] = []
  /// The keys of the first record, then those of the next: an array for each record would have to be
  /// asked for, and be given back by another thread than the one that asked.
  private var keys: [UInt64?] = []

  var count: Int { locations.count }

  mutating func reserveCapacity(_ count: Int, keysEach: Int) {
    locations.reserveCapacity(count)
    keys.reserveCapacity(count * keysEach)
  }

  /// - Parameter keys: as many as for the other records, which are of the same kind.
  mutating func append(_ location: RecordLocation, _ keys: [UInt64?]) {
    locations.append(location)
    self.keys += keys
  }

  /// Takes a record whose keys are those of its fields.
  mutating func append<R: StoredRecord>(
    _ location: RecordLocation, _ record: R, _ keys: [RecordKey<R>]
  ) {
    locations.append(location)
    for index in keys.indices { self.keys.append(keys[index].indexKey(record)) }
  }

  /// The keys of the record that was taken last.
  func lastKeys(_ count: Int) -> ArraySlice<UInt64?> { keys.suffix(count) }

  /// Gives the record back that was taken last.
  mutating func removeLast(keysEach: Int) -> RecordLocation {
    keys.removeLast(keysEach)
    return locations.removeLast()
  }

  /// Takes others over, so many bytes further on.
  mutating func append(_ others: PlacedRecords, movedBy shift: Int) {
    for location in others.locations { locations.append(location.moved(by: shift)) }
    keys += others.keys
  }

  /// What the index of that number has of them.
  func entries(of index: Int) -> [SortedIndex.Entry] {
    guard !locations.isEmpty else { return [] }
    let keysEach = keys.count / locations.count
    var entries: [SortedIndex.Entry] = []
    entries.reserveCapacity(count)
    for position in locations.indices {
      guard let key = keys[position * keysEach + index] else { continue }
      entries.append(SortedIndex.Entry(key: key, id: locations[position].id))
    }
    return entries
  }
}
