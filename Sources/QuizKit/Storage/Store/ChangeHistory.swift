import Foundation

/// A log of the saves of a store: what was done, when, on which device, and what undoes it.
///
/// A ``JournalStore`` has one that outlasts the program. For any other store, a ``StoreContext``
/// keeps one in memory.
public protocol ChangeHistory: AnyObject {
  /// The device that saves here. It is written beside each of its changes.
  var author: String { get }

  /// The number of the last save.
  var lastSequence: UInt64 { get }

  /// Whether the log is in memory, so that asking costs little.
  var isAtHand: Bool { get }

  /// From when on the log has every change.
  func beginning() throws(StoreError) -> HistoryBeginning

  /// The changes after a save, oldest first.
  ///
  /// - Throws: the error that prevented reading.
  func changes(after sequence: UInt64) throws(StoreError) -> [StoreChange]

  /// The request that takes a change back. Its updates and deletions name the versions that the
  /// records had after the change, so that a save of it notices what was changed since.
  ///
  /// - Precondition: the change is ``StoreChange/isReversible``.
  func inverse(of change: StoreChange) throws(StoreError) -> SaveRequest

  /// Records as they were before a change that updated or deleted them. Others are left out.
  func records<R: StoredRecord>(
    for ids: [Identifier<R>], before change: StoreChange
  ) throws(StoreError) -> [R]
}

extension ChangeHistory {
  /// The change that a save made; `nil` when it is not in the log.
  func change(_ sequence: UInt64) throws(StoreError) -> StoreChange? {
    guard sequence > 0 else { return nil }
    return try changes(after: sequence - 1).first { $0.sequence == sequence }
  }
}

/// From when on a log has every change.
public enum HistoryBeginning: Sendable, Equatable {
  /// The log has every change.
  case complete
  /// The log has what was changed from this date on.
  case since(Date)
  /// The log is kept in memory, and begins with the program.
  case session
}

/// The name and the kind of a save in a log. A save without a mark is not in the log.
public struct ChangeMark: Sendable, Equatable {
  /// The name of the change; `nil` for none.
  public var name: String?
  /// Whether the change came from elsewhere and is only taken over here.
  public var isForeign = false
  /// The number of the save that this one takes back; `nil` for none.
  public var undoes: UInt64?
  /// Whether records that do not exist afterwards are gone for good: the log forgets their texts.
  public var erases = false
  /// The numbers of two earlier saves that are one change from this save on, the first one first;
  /// empty for none. They stay two where something between them changed what both have changed.
  public var joins: [UInt64] = []

  /// Creates a mark.
  public init(_ name: String? = nil) {
    self.name = name
  }
}

/// One save in a ``ChangeHistory``.
public struct StoreChange: Sendable, Equatable {
  /// How many records of a kind a save changed.
  public struct Counts: Sendable, Equatable {
    /// New records.
    public var inserted = 0
    /// Changed records.
    public var updated = 0
    /// Deleted records.
    public var deleted = 0

    /// Creates counts of zero.
    public init() {}
  }

  /// The number of the save.
  public var sequence: UInt64
  /// When it was saved.
  public var date: Date
  /// The device that saved it; empty when it came from elsewhere.
  public var author: String
  /// The mark that the save had.
  public var mark: ChangeMark
  /// Whether the log has all that takes it back.
  public var isReversible: Bool
  /// How many records of each kind it changed, by entity name.
  public var counts: [String: Counts] = [:]
  /// The records that it changed, by entity name. Empty when only their number is known.
  public var entities: [String: SavedChanges.Identifiers] = [:]

  /// Creates a change without records.
  public init(
    sequence: UInt64, date: Date, author: String, mark: ChangeMark, isReversible: Bool = true
  ) {
    (self.sequence, self.date, self.author) = (sequence, date, author)
    (self.mark, self.isReversible) = (mark, isReversible)
  }

  /// Takes records in place of those that it had.
  mutating func take(_ saved: SavedChanges) {
    (counts, entities) = ([:], [:])
    for (entity, ids) in saved.entities { take(ids, of: entity) }
  }

  /// Takes the records of a kind.
  mutating func take(_ ids: SavedChanges.Identifiers, of entity: String) {
    guard ids != SavedChanges.Identifiers() else { return }
    entities[entity] = ids
    var counts = Counts()
    counts.inserted = ids.inserted.count
    counts.updated = ids.updated.count
    counts.deleted = ids.deleted.count
    self.counts[entity] = counts
  }
}
