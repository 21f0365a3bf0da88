import Foundation
import QuizSupport

/// The steps by which a journal store answers a descriptor.
struct QueryPlan<R: StoredRecord> {
  /// The records that may match, found by index or identifier, in ascending order. `nil` when
  /// ``span`` contains them, or when all records may match.
  private(set) var candidates: [Int64]?
  /// When all candidates are one range of one index, that range.
  private(set) var span: (index: Int, keys: ClosedRange<UInt64>)?
  /// Bytes that the text of every matching record contains; `nil` when none are known.
  private(set) var search: ByteSearch?
  /// Searches in the record's bytes that a match must also pass.
  private(set) var words: [WordSearch] = []
  /// Whether ``candidates`` and ``words`` decide completely, without evaluating the predicate.
  private(set) var isExact = true
  /// The index that has the requested sort order.
  private(set) var order: (index: Int, backwards: Bool)?

  private let keys = R.keys
  private let table: JournalTable

  /// - Parameter terms: the conditions of the predicate.
  /// - Parameter identifierPath: the key path of the record's identifier.
  init(
    _ terms: [PredicateShape<R>.Term], _ sortBy: [SortDescriptor<R>], _ table: JournalTable,
    identifierPath: PartialKeyPath<R>?
  ) throws(StoreError) {
    self.table = table
    if terms.count == 1, case .compare(let path, let comparison, let value) = terms[0],
      let (index, keys) = range(path, comparison, value), self.keys[index].isExact
    {
      // The candidates are not collected yet, because a caller may need only their number, or the
      // first ones in another order.
      span = (index, keys)
    } else {
      for term in terms { try take(term, identifierPath) }
    }
    order = order(sortBy)
  }

  /// The records that may match, in ascending order; `nil` when all records may match.
  func identifiers() throws(StoreError) -> [Int64]? {
    guard let span else { return candidates }
    let entries = table.indexes[span.index].entries(in: span.keys)
    // Entries with the same key are already in ascending order of identifiers.
    let isOne = span.keys.lowerBound == span.keys.upperBound
    return isOne ? entries.map(\.id) : entries.map(\.id).sorted()
  }

  /// How many records match; `nil` when that cannot be known without reading records.
  func count() throws(StoreError) -> Int? {
    guard isExact, words.isEmpty else { return nil }
    if let span { return table.indexes[span.index].count(in: span.keys) }
    return candidates?.count ?? table.directory.count
  }

  private mutating func take(
    _ term: PredicateShape<R>.Term, _ identifierPath: PartialKeyPath<R>?
  ) throws(StoreError) {
    switch term {
    case .compare(let path, .equal, let value) where path == identifierPath:
      guard let id = value as? Identifier<R> else { break }
      return intersect(table.directory[id.rawValue] == nil ? [] : [id.rawValue])
    case .compare(let path, let comparison, let value):
      guard let (index, keys) = range(path, comparison, value) else { break }
      intersect(table.indexes[index].entries(in: keys).map(\.id).sorted())
      if self.keys[index].isExact { return }
    case .isOneOf(let path, let values):
      guard let index = keys.firstIndex(where: { $0.path == path }) else { break }
      let wanted = values.compactMap(keys[index].indexKeyOfValue)
      // A missing value is in no index.
      guard wanted.count == values.count else { break }
      intersect(wanted.flatMap(table.indexes[index].identifiers(of:)).sorted())
      if keys[index].isExact { return }
    case .contains(let path, let part):
      search = search ?? TextForm.searchBytes(part).map(ByteSearch.init)
      guard let field = R.fields.first(where: { $0.path == path }),
        let word = WordSearch(part, inMember: field.name)
      else { break }
      return words.append(word)
    case .other: break
    }
    isExact = false
  }

  /// The range of an index that contains all records for which a comparison holds.
  private func range(
    _ path: PartialKeyPath<R>, _ comparison: PredicateComparison, _ value: Any
  ) -> (index: Int, keys: ClosedRange<UInt64>)? {
    guard let index = keys.firstIndex(where: { $0.path == path }),
      keys[index].isExact || comparison == .equal, let key = keys[index].indexKeyOfValue(value),
      let range = comparison.keys(key)
    else { return nil }
    return (index, range)
  }

  private mutating func intersect(_ ids: [Int64]) {
    let set = IdentifierSet(numbers: ids)
    candidates = candidates?.filter { set.contains($0) } ?? ids
  }

  private func order(_ sortBy: [SortDescriptor<R>]) -> (index: Int, backwards: Bool)? {
    guard sortBy.count == 1, let first = sortBy.first, let path = first.keyPath,
      let index = keys.firstIndex(where: { $0.path == path && $0.isExact }),
      // A record without a value in the field is missing from the index.
      table.indexes[index].count == table.directory.count
    else { return nil }
    return (index, first.order == .reverse)
  }
}

/// Applies a descriptor's offset and limit to a result.
struct ResultPart {
  private let offset: Int
  /// How many records from the beginning must be found.
  let end: Int

  init<R>(_ descriptor: FetchDescriptor<R>) {
    offset = max(0, descriptor.offset)
    let limit = max(0, descriptor.limit ?? .max)
    isEmpty = limit == 0
    end = limit < .max - offset ? offset + limit : .max
  }

  let isEmpty: Bool

  func of<Element>(_ all: [Element]) -> [Element] {
    if isEmpty { return [] }
    return offset == 0 && all.count <= end ? all : Array(all.prefix(end).dropFirst(offset))
  }

  func count(of all: Int) -> Int {
    isEmpty ? 0 : max(0, min(all, end) - offset)
  }
}
