/// A store that remembers who changed what, save by save.
public protocol HistoryProviding: DataStore {
  /// The point that the store is at now.
  var historyToken: HistoryToken { get }

  /// The saves since `token`, the oldest first; without a token, all that are remembered.
  ///
  /// - Throws: ``StoreError/historyExpired`` when some of them are not remembered any more, and
  ///   what keeps the store from reading.
  func history(after token: HistoryToken?) throws(StoreError) -> [HistoryTransaction]
}

/// A point in the history of a store, to be kept until the next question.
public struct HistoryToken: Codable, Sendable, Hashable, Comparable {
  /// The number of the save.
  public var sequence: UInt64

  /// Names the point just after that save.
  public init(sequence: UInt64) {
    self.sequence = sequence
  }

  /// Earlier points come first.
  public static func < (left: HistoryToken, right: HistoryToken) -> Bool {
    left.sequence < right.sequence
  }
}

/// One save.
public struct HistoryTransaction: Sendable {
  /// The point just after it.
  public var token: HistoryToken
  /// When it was made, by the clock of the one who made it (ISO 8601); the order is that of the
  /// tokens, whatever the clocks said.
  public var date: String
  /// Who made it; `nil` when nobody said.
  public var author: String?
  /// What it changed, in its own order.
  public var changes: [HistoryChange]
}

/// One record's part of a save.
public struct HistoryChange: Sendable {
  /// What was done.
  public enum Kind: Sendable {
    case insert
    case update
    case delete
  }

  /// What was done.
  public var kind: Kind
  /// The kind of record.
  public var entity: String
  /// Which record.
  public var id: Int64
  /// The record as it was, when it was deleted and is of a kind that the schema knows: it can still
  /// be named in statistics.
  public var tombstone: (any StoredRecord)?
}
