/// Where the records of a save are, and by what they are found.
struct PlacedRecords: Sendable {
  private var locations: [RecordLocation] = []
  /// The keys of the first record, then those of the next: an array for each record would have to be
  /// asked for, and be given back by another thread than the one that asked.
  private var keys: [UInt64] = []
  /// Where in ``keys`` one is missing. Mostly there are none, and half the memory is enough.
  private var missing: Set<Int> = []
  /// How many bytes further on than ``locations`` say the records are.
  private var shift = 0

  var count: Int { locations.count }

  /// The numbers of the identifiers.
  var numbers: [Int64] { locations.map(\.id) }

  mutating func reserveCapacity(_ count: Int, keysEach: Int) {
    locations.reserveCapacity(count)
    keys.reserveCapacity(count * keysEach)
  }

  /// - Parameter keys: as many as for the other records, which are of the same kind.
  mutating func append(_ location: RecordLocation, _ keys: [UInt64?]) {
    locations.append(location.moved(by: -shift))
    for key in keys { append(key) }
  }

  /// Takes a record whose keys are those of its fields.
  mutating func append<R: StoredRecord>(
    _ location: RecordLocation, _ record: R, _ keys: [RecordKey<R>]
  ) {
    locations.append(location.moved(by: -shift))
    for index in keys.indices { append(keys[index].indexKey(record)) }
  }

  private mutating func append(_ key: UInt64?) {
    if key == nil { missing.insert(keys.count) }
    keys.append(key ?? 0)
  }

  private func key(at position: Int) -> UInt64? {
    !missing.isEmpty && missing.contains(position) ? nil : keys[position]
  }

  /// The keys of the record that was taken last.
  func lastKeys(_ count: Int) -> [UInt64?] { keys.indices.suffix(count).map(key) }

  /// Gives the record back that was taken last.
  mutating func removeLast(keysEach: Int) -> RecordLocation {
    keys.removeLast(keysEach)
    if !missing.isEmpty { missing = missing.filter { $0 < keys.count } }
    return locations.removeLast().moved(by: shift)
  }

  /// Takes others over, so many bytes further on.
  mutating func append(_ others: PlacedRecords, movedBy shift: Int) {
    for index in others.missing { missing.insert(keys.count + index) }
    let shift = shift + others.shift - self.shift
    for location in others.locations { locations.append(location.moved(by: shift)) }
    keys += others.keys
  }

  /// The same records so many bytes further on, without a copy of them.
  func moved(by shift: Int) -> PlacedRecords {
    var moved = self
    moved.shift += shift
    return moved
  }

  /// Calls `body` with where each record is.
  func visit(_ body: (RecordLocation) -> Void) {
    for location in locations { body(location.moved(by: shift)) }
  }

  /// What the index of that number has of them.
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
