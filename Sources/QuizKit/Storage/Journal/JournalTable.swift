/// What a journal store knows about one kind of record without reading the file.
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
  var lastIdentifier: Int64 = 0

  init(keyCount: Int) {
    indexes = Array(repeating: SortedIndex(), count: keyCount)
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
    changes.put.visit { location in
      directory.put(location)
      lastIdentifier = max(lastIdentifier, location.id)
    }
    for location in changes.moved { directory.put(location) }
    for id in changes.removed { directory.remove(id) }
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
