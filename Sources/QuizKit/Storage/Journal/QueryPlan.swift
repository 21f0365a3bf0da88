import Foundation

/// How a journal store answers a descriptor.
struct QueryPlan<R: StoredRecord> {
  /// The records that may match, found by indexes, by identifier; `nil` when all may.
  private(set) var candidates: [Int64]?
  /// What the text of a matching record contains; `nil` when nothing is known of it.
  private(set) var search: ByteSearch?
  /// Whether all ``candidates`` match.
  private(set) var isExact = true
  /// The index whose order is the one that is wanted.
  private(set) var order: (index: Int, backwards: Bool)?

  init(_ descriptor: FetchDescriptor<R>, _ table: JournalTable, identifierPath: PartialKeyPath<R>?)
  {
    let keys = R.keys
    if let predicate = descriptor.predicate {
      for term in PredicateShape(predicate).terms {
        guard !narrow(by: term, keys, table, identifierPath) else { continue }
        isExact = false
        if case .contains(_, let part) = term, search == nil {
          search = TextForm.searchBytes(part).map(ByteSearch.init)
        }
      }
    }
    if candidates != nil { search = nil }
    if descriptor.predicate == nil || candidates != nil {
      order = Self.order(descriptor.sortBy, keys, table)
    }
  }

  /// Whether the term is answered completely by an index.
  private mutating func narrow(
    by term: PredicateShape<R>.Term, _ keys: [RecordKey<R>], _ table: JournalTable,
    _ identifierPath: PartialKeyPath<R>?
  ) -> Bool {
    guard case .compare(let path, let comparison, let value) = term else { return false }
    if path == identifierPath, comparison == .equal, let id = value as? Identifier<R> {
      intersect([id.rawValue])
      return true
    }
    guard let index = keys.firstIndex(where: { $0.path == path }),
      keys[index].isExact || comparison == .equal, let key = keys[index].indexKeyOfValue(value)
    else { return false }
    let found = comparison.keys(key).map(table.indexes[index].entries) ?? []
    // One key: they are in the order of their identifiers already.
    intersect(comparison == .equal ? found.map(\.id) : found.map(\.id).sorted())
    return keys[index].isExact
  }

  private mutating func intersect(_ ids: [Int64]) {
    guard let candidates else {
      self.candidates = ids
      return
    }
    let both = Set(ids)
    self.candidates = candidates.filter(both.contains)
  }

  private static func order(
    _ sortBy: [SortDescriptor<R>], _ keys: [RecordKey<R>], _ table: JournalTable
  ) -> (index: Int, backwards: Bool)? {
    guard sortBy.count == 1, let first = sortBy.first, let path = first.keyPath,
      let index = keys.firstIndex(where: { $0.path == path && $0.isExact }),
      // A record without a value in the field is not in the index.
      table.indexes[index].count == table.directory.count
    else { return nil }
    return (index, first.order == .reverse)
  }
}
