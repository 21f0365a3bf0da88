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
