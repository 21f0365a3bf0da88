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
    changes.put.visit { location in
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
