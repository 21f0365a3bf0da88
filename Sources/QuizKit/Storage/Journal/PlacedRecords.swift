/// The locations and index keys of the records in a save.
struct PlacedRecords: Sendable {
  private var unmoved: [RecordLocation] = []
  /// The keys of the first record, then those of the next. One array per record would need many
  /// allocations, which another thread would have to free.
  private var keys: [UInt64] = []
  /// The positions in ``keys`` of missing keys. There are usually none, and this takes half the
  /// memory of optional keys.
  private var missing: Set<Int> = []
  /// How many bytes to add to ``unmoved``.
  private var shift = 0

  var count: Int { unmoved.count }

  /// Where the records are.
  var locations: some Collection<RecordLocation> {
    unmoved.lazy.map { [shift] in $0.moved(by: shift) }
  }

  /// The numbers of the records' identifiers.
  var numbers: [Int64] { unmoved.map(\.id) }

  /// The highest identifier of a record; 0 when there is none.
  var highestNumber: Int64 { unmoved.lazy.map(\.id).max() ?? 0 }

  mutating func reserveCapacity(_ count: Int, keysEach: Int) {
    unmoved.reserveCapacity(count)
    keys.reserveCapacity(count * keysEach)
  }

  /// - Parameter keys: one for each key of the kind; all records are of the same kind.
  mutating func append(_ location: RecordLocation, _ keys: [UInt64?]) {
    unmoved.append(location.moved(by: -shift))
    for key in keys { append(key) }
  }

  /// Appends a record with the index keys of its fields.
  mutating func append<R: StoredRecord>(
    _ location: RecordLocation, _ record: R, _ keys: [RecordKey<R>]
  ) {
    unmoved.append(location.moved(by: -shift))
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
    return unmoved.removeLast().moved(by: shift)
  }

  /// Appends other records, whose locations move by `shift` bytes.
  mutating func append(_ others: PlacedRecords, movedBy shift: Int) {
    for index in others.missing { missing.insert(keys.count + index) }
    let shift = shift + others.shift - self.shift
    for location in others.unmoved { unmoved.append(location.moved(by: shift)) }
    keys += others.keys
  }

  /// Where a record is, provided that the numbers are in ascending order.
  func location(of number: Int64) -> RecordLocation? {
    var (low, high) = (0, unmoved.count)
    while low < high {
      let middle = (low + high) / 2
      if unmoved[middle].id < number { low = middle + 1 } else { high = middle }
    }
    return low < unmoved.count && unmoved[low].id == number ? unmoved[low] : nil
  }

  /// Calls `body` with the location of each record.
  func visit(_ body: (RecordLocation) -> Void) {
    for location in unmoved { body(location.moved(by: shift)) }
  }

  /// The entries of these records for the index with that number.
  func entries(of index: Int) -> [SortedIndex.Entry] {
    guard !unmoved.isEmpty else { return [] }
    let keysEach = keys.count / unmoved.count
    var entries: [SortedIndex.Entry] = []
    entries.reserveCapacity(count)
    for position in unmoved.indices {
      guard let key = key(at: position * keysEach + index) else { continue }
      entries.append(SortedIndex.Entry(key: key, id: unmoved[position].id))
    }
    return entries
  }
}
