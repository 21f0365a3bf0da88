/// Keys that are sorted when they are read, so that many can be added and removed before. Nearly
/// always there is one only, which costs no more than an array of it.
struct SortedKeys {
  private var keys: [String] = []
  private var isSorted = true
  /// Keys in ``keys`` that do not count any more.
  private var removed: Set<String> = []

  /// Adds a key that is not there.
  mutating func insert(_ key: String) {
    if removed.remove(key) != nil { return }
    keys.append(key)
    isSorted = keys.count == 1
  }

  /// Removes a key that is there.
  mutating func remove(_ key: String) {
    removed.insert(key)
  }

  /// All keys, in ascending order.
  mutating func ascending() -> [String] {
    if !removed.isEmpty {
      keys.removeAll { removed.contains($0) }
      removed = []
    }
    if !isSorted {
      keys.sort()
      isSorted = true
    }
    return keys
  }
}
