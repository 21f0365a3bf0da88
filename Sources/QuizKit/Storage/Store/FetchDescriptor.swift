import Foundation

/// Which records to fetch, in which order, how many.
///
/// Declared for all types as ``RecordKey`` is.
public struct FetchDescriptor<R>: Sendable {
  /// The condition that records meet; `nil` for all records.
  public var predicate: Predicate<R>?

  /// The order, the most important field first. Records that are equal in it, and all records when
  /// it is empty, are in the order in which they were inserted.
  public var sortBy: [SortDescriptor<R>]

  /// At most this many records; `nil` for all, and none for 0 or a negative number.
  public var limit: Int?

  /// How many records of the beginning to leave out; beyond the end there are none.
  public var offset: Int

  /// Whether inserts, updates and deletes that are not saved yet are already seen.
  public var includesPendingChanges: Bool

  /// Creates a descriptor; without arguments, one of all records.
  public init(
    predicate: Predicate<R>? = nil, sortBy: [SortDescriptor<R>] = [], limit: Int? = nil,
    offset: Int = 0, includesPendingChanges: Bool = true
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
    self.limit = limit
    self.offset = offset
    self.includesPendingChanges = includesPendingChanges
  }
}
