/// A set of keys that is sorted only when it is read, so that adding and removing many keys is
/// fast. Nearly always there is only one key, which costs no more than an array with one element.
struct SortedKeys {
  private var keys: [String] = []
  private var isSorted = true
  /// The keys in ``keys`` that have been removed.
  private var removed: Set<String> = []

  /// The number of keys.
  var count: Int { keys.count - removed.count }

  /// Adds a key that is not in the set.
  mutating func insert(_ key: String) {
    if removed.remove(key) != nil { return }
    keys.append(key)
    isSorted = keys.count == 1
  }

  /// Removes a key that is in the set.
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
