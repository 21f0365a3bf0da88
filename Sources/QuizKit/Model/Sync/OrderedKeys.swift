/// Keys of records in the order in which they were first added.
struct OrderedKeys: Sequence {
  private var keys: [String] = []
  private var known: Set<String> = []

  var isEmpty: Bool { keys.isEmpty }
  var count: Int { keys.count }

  func contains(_ key: String) -> Bool { known.contains(key) }

  mutating func insert(_ key: String) {
    if known.insert(key).inserted { keys.append(key) }
  }

  func makeIterator() -> IndexingIterator<[String]> { keys.makeIterator() }
}
