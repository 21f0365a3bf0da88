/// The kinds of records that a store holds, and the version of their format.
///
/// ```swift
/// let schema = Schema(version: 1, Deck.self, Question.self)
/// ```
public struct Schema: Sendable {
  /// Increases by 1 whenever the format of a stored record changes, starting at 1; see
  /// ``Migration``.
  public let version: Int

  /// The kinds, in the order in which files list them.
  public let records: [any StoredRecord.Type]

  /// The migrations from older versions to this one.
  public let migrations: [Migration]

  /// The `userInfo` of every decoder of the store, for records that cannot be decoded from their text alone.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a schema.
  ///
  /// - Precondition: no two kinds have the same entity name.
  public init(
    version: Int = 1, migrations: [Migration] = [], _ records: any StoredRecord.Type...
  ) {
    self.init(version: version, migrations: migrations, records: records)
  }

  /// Creates a schema.
  ///
  /// - Precondition: no two kinds have the same entity name.
  package init(version: Int, migrations: [Migration], records: [any StoredRecord.Type]) {
    self.version = version
    self.migrations = migrations
    self.records = records
    for (index, record) in records.enumerated() {
      let isNew = !records[..<index].contains { $0.entityName == record.entityName }
      precondition(isNew, "two kinds have the entity name \(record.entityName)")
    }
  }

  /// The kind with this entity name, or `nil` when the schema has none.
  public func record(named name: String) -> (any StoredRecord.Type)? {
    // There are only a few kinds, so a linear search is faster than hashing the name.
    records.first { $0.entityName == name }
  }

  func check<R: StoredRecord>(_ type: R.Type) {
    precondition(records.contains { $0 == type }, "\(type) is not in the store's schema")
  }
}
