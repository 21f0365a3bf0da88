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
