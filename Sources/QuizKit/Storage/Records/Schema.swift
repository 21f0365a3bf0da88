/// The kinds of records that a store holds, and the version of their shape.
///
/// ```swift
/// let schema = Schema(version: 1, Deck.self, Question.self)
/// ```
public struct Schema: Sendable {
  /// Counts up from 1 whenever the shape of a stored record changes; see ``Migration``.
  public let version: Int

  /// The kinds, in the order in which files list them.
  public let records: [any StoredRecord.Type]

  /// The steps from older versions to this one.
  public let migrations: [Migration]

  private let byName: [String: any StoredRecord.Type]

  /// Creates a schema.
  ///
  /// - Precondition: no two kinds have the same entity name.
  public init(
    version: Int = 1, migrations: [Migration] = [], _ records: any StoredRecord.Type...
  ) {
    self.version = version
    self.migrations = migrations
    self.records = records
    byName = Dictionary(records.map { ($0.entityName, $0) }) { first, second in
      preconditionFailure("\(first) and \(second) have the same entity name")
    }
  }

  /// The kind that files call `name`, or `nil` when this schema has none.
  public func record(named name: String) -> (any StoredRecord.Type)? {
    byName[name]
  }

  func check<R: StoredRecord>(_ type: R.Type) {
    precondition(byName[R.entityName] == type, "\(type) is not in the store's schema")
  }
}
