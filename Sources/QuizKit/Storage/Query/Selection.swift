import Foundation

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
