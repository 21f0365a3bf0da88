/// Counting and grouping records that are at hand.
extension Array where Element: StoredRecord {
  /// How many there are for each value of a field; a missing value does not count.
  func counts<V: IndexableValue>(by path: KeyPath<Element, V>) -> [V: Int] {
    var counts: [V: Int] = [:]
    for record in self where record[keyPath: path].presentValue != nil {
      counts[record[keyPath: path], default: 0] += 1
    }
    return counts
  }

  /// The identifiers for each value of a field, in ascending order.
  func identifiers<V: Hashable>(by path: KeyPath<Element, V>) -> [V: [Identifier<Element>]] {
    Dictionary(grouping: self) { $0[keyPath: path] }.mapValues { $0.map(\.id).sorted() }
  }
}
