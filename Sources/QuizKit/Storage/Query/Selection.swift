import Foundation

/// A request for records: their selection, number and order.
///
/// `R` need not be a ``StoredRecord``, for the reason given at ``RecordKey``.
public struct FetchDescriptor<R>: Sendable {
  /// The records to which the other criteria apply.
  public var selection: Selection<R>

  /// The condition that records must meet; `nil` for all records.
  public var predicate: Predicate<R>?

  /// The sort order, most important field first. Records that compare equal keep the order in which
  /// they were inserted. So do all records when it is empty.
  public var sortBy: [SortDescriptor<R>]

  /// The maximum number of records; `nil` for all. Zero or a negative number returns none.
  public var limit: Int?

  /// How many records to skip at the beginning.
  public var offset: Int

  /// Whether the result includes inserts, updates and deletes that are not saved yet.
  public var includesPendingChanges: Bool

  /// Creates a descriptor; without arguments, one for all records.
  public init(
    _ selection: Selection<R> = .all, predicate: Predicate<R>? = nil,
    sortBy: [SortDescriptor<R>] = [], limit: Int? = nil,
    offset: Int = 0, includesPendingChanges: Bool = true
  ) {
    self.selection = selection
    self.predicate = predicate
    self.sortBy = sortBy
    self.limit = limit
    self.offset = offset
    self.includesPendingChanges = includesPendingChanges
  }
}

/// The records of a kind that a descriptor asks for, in terms that a store can answer with its
/// indexes.
///
/// A store has to answer ``all``. It may refuse any other selection with
/// ``StoreError/preferInMemoryFilter``; the context then selects from all records in memory.
///
/// `R` need not be a ``StoredRecord``, for the reason given at ``RecordKey``.
public enum Selection<R>: Sendable {
  /// All records.
  case all
  /// The records with these identifiers, in this order. Missing records are left out.
  case identifiers([Identifier<R>])
  /// The records whose field has one of these values.
  case values(KeyValues<R>)
  /// The records whose field lies in a range. Missing values lie in none.
  case range(KeyRange<R>)
  /// All records in the order of a field, or the first ones of them.
  case ordered(KeyOrder<R>)
}

/// Values that a field may have.
public struct KeyValues<R>: @unchecked Sendable {
  /// The field.
  public let key: RecordKey<R>
  /// The values, which are sendable, because fields are.
  public let values: Set<AnyHashable>
}

/// A range of values that a field may have.
public struct KeyRange<R>: Sendable {
  /// The field. Its index keys sort as its values do.
  public let key: RecordKey<R>
  /// The index keys (``IndexableValue/indexKey``) of the values.
  public let keys: Range<UInt64>
}

/// The order of a field.
public struct KeyOrder<R>: Sendable {
  /// The field. Its index keys sort as its values do.
  public let key: RecordKey<R>
  /// Whether the greatest value comes first. In both directions, records with equal values keep
  /// their order of insertion.
  public let isReversed: Bool
  /// How many records are wanted; `nil` for all.
  public let limit: Int?
}

extension Selection {
  /// The records whose field has this value, such as those that refer to a record.
  public static func whose<V: IndexableValue>(
    _ path: KeyPath<R, V> & Sendable, is value: V
  ) -> Self {
    whose(path, isOneOf: [value])
  }

  /// The records whose field has one of these values. Missing values match nothing.
  public static func whose<V: IndexableValue>(
    _ path: KeyPath<R, V> & Sendable, isOneOf values: some Sequence<V>
  ) -> Self {
    whose(.index(path), isOneOf: Set(values.compactMap(\.presentValue)))
  }

  static func whose(_ key: RecordKey<R>, isOneOf values: Set<AnyHashable>) -> Self {
    .values(KeyValues(key: key, values: values))
  }

  /// The records whose field lies in `range`.
  ///
  /// - Precondition: the index keys of `V` sort as its values do.
  public static func whose<V: IndexableValue & Comparable>(
    _ path: KeyPath<R, V> & Sendable, isIn range: Range<V>
  ) -> Self {
    let (lower, upper) = (range.lowerBound.indexKey ?? 0, range.upperBound.indexKey ?? 0)
    return whose(path, hasKeyIn: lower..<max(lower, upper))
  }

  /// The records whose field has a value, and it lies in `range`.
  ///
  /// - Precondition: the index keys of `V` sort as its values do.
  public static func whose<V: IndexableValue & Comparable>(
    _ path: KeyPath<R, V?> & Sendable, isIn range: Range<V>
  ) -> Self {
    let (lower, upper) = (range.lowerBound.indexKey ?? 0, range.upperBound.indexKey ?? 0)
    return whose(path, hasKeyIn: lower..<max(lower, upper))
  }

  /// The records whose field is less than `limit`.
  ///
  /// - Precondition: the index keys of `V` sort as its values do.
  public static func whose<V: IndexableValue & Comparable>(
    _ path: KeyPath<R, V> & Sendable, isBelow limit: V
  ) -> Self {
    whose(path, hasKeyIn: 0..<(limit.indexKey ?? 0))
  }

  private static func whose<V: IndexableValue>(
    _ path: KeyPath<R, V> & Sendable, hasKeyIn keys: Range<UInt64>
  ) -> Self {
    precondition(V.hasExactIndexKey, "the index does not sort as the values do")
    return .range(KeyRange(key: .index(path), keys: keys))
  }

  /// The records in the order of a field.
  ///
  /// - Parameters:
  ///   - path: the field. Records without a value come last.
  ///   - isReversed: whether the greatest value comes first.
  ///   - limit: how many records are wanted; `nil` for all.
  /// - Precondition: the index keys of `V` sort as its values do.
  public static func ordered<V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable, isReversed: Bool = false, limit: Int? = nil
  ) -> Self {
    precondition(V.hasExactIndexKey, "the index does not sort as the values do")
    return .ordered(KeyOrder(key: .index(path), isReversed: isReversed, limit: limit))
  }
}

/// Runs a fetch descriptor on records in memory.
struct MemoryQuery<R: StoredRecord> {
  let descriptor: FetchDescriptor<R>

  init(_ descriptor: FetchDescriptor<R>) {
    self.descriptor = descriptor
  }

  /// The records that the descriptor selects and that meet its condition.
  func filter(_ records: [R]) throws(StoreError) -> [R] {
    let records = selected(of: records)
    guard let predicate = descriptor.predicate else { return records }
    do {
      return try records.filter(predicate.evaluate)
    } catch {
      throw StoreError.invalidPredicate(reason: "\(error)")
    }
  }

  private func selected(of records: [R]) -> [R] {
    switch descriptor.selection {
    case .all, .ordered: return records
    case .identifiers(let ids):
      let wanted = IdentifierSet(ids)
      return records.filter { wanted.contains($0.id) }
    case .values(let wanted):
      return records.filter { record in
        wanted.key.value(record).map(wanted.values.contains) ?? false
      }
    case .range(let range):
      return records.filter { range.key.indexKey($0).map(range.keys.contains) ?? false }
    }
  }

  /// The records within the descriptor's offset and limit, in its order.
  ///
  /// With a small limit it keeps only that many records sorted, because sorting all of them with a
  /// `SortDescriptor` is slow.
  func arrange(_ records: [R]) -> [R] {
    if case .identifiers(let ids) = descriptor.selection, descriptor.sortBy.isEmpty {
      return part(of: sorted(records, like: ids))
    }
    let offset = max(0, descriptor.offset)
    guard offset < records.count, limit > 0 else { return [] }
    let end = limit < records.count - offset ? offset + limit : records.count
    let isFew = end < records.count / 4
    let ordered = isFew ? first(end, of: records) : records.sorted(by: precedes)
    return Array(ordered[offset..<end])
  }

  private var limit: Int {
    var limits = [descriptor.limit]
    if case .ordered(let order) = descriptor.selection { limits.append(order.limit) }
    return limits.compactMap { $0.map { max(0, $0) } }.min() ?? .max
  }

  private func part(of records: [R]) -> [R] {
    let rest = records.dropFirst(max(0, descriptor.offset))
    return Array(rest.prefix(limit))
  }

  private func sorted(_ records: [R], like ids: [Identifier<R>]) -> [R] {
    let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    return records.sorted { (places[$0.id] ?? 0) < (places[$1.id] ?? 0) }
  }

  private func first(_ count: Int, of records: [R]) -> [R] {
    var first: [R] = []
    for record in records {
      if first.count == count, let last = first.last, !precedes(record, last) { continue }
      var low = 0
      var high = first.count
      while low < high {
        let middle = (low + high) / 2
        if precedes(record, first[middle]) { high = middle } else { low = middle + 1 }
      }
      first.insert(record, at: low)
      if first.count > count { first.removeLast() }
    }
    return first
  }

  private func precedes(_ left: R, _ right: R) -> Bool {
    for order in descriptor.sortBy {
      switch order.compare(left, right) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    if case .ordered(let order) = descriptor.selection, let left = order.key.indexKey(left),
      let right = order.key.indexKey(right), left != right
    {
      return (left < right) != order.isReversed
    }
    return left.id.insertionRank < right.id.insertionRank
  }
}

extension Identifier {
  /// The order of insertion. Temporary identifiers count down from -1 and sort after all permanent
  /// ones.
  var insertionRank: UInt64 {
    isTemporary ? UInt64(Int64.max) + rawValue.magnitude : UInt64(rawValue)
  }
}
