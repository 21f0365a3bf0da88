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
