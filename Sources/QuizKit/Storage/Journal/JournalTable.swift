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

    /// How many entries of an index they put or remove, at most.
    var count: Int { put.locations.count + obsolete.count }
  }

  var directory = RecordDirectory()
  /// One for each key of the kind.
  var indexes: [SortedIndex]
  /// The highest number ever given.
  var lastIdentifier: Int64 = 0

  init(keyCount: Int) {
    indexes = Array(repeating: SortedIndex(), count: keyCount)
  }

  /// Has at hand what so many changes need to be fast.
  func prepare(for changes: Int) throws(StoreError) {
    for index in indexes { try index.prepare(for: changes) }
  }

  /// Whether the record is found by exactly those keys; false also where that is not known.
  func finds(_ id: Int64, by keys: ArraySlice<UInt64?>) throws(StoreError) -> Bool {
    for (index, key) in zip(indexes, keys) {
      guard let key, try index.surelyContains(SortedIndex.Entry(key: key, id: id)) else {
        return false
      }
    }
    return true
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
  mutating func drop(_ ids: Set<Int64>) throws(StoreError) {
    directory = RecordDirectory(directory.live.filter { !ids.contains($0.id) })
    for index in indexes.indices {
      indexes[index] = SortedIndex(
        sorted: try indexes[index].entries().filter { !ids.contains($0.id) })
    }
  }
}
