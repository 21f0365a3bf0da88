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

  /// The oldest version whose records can be decoded without migration. A journal of that version
  /// or a later one opens without changes to its records; the first save brings it to ``version``.
  public let oldestReadable: Int

  /// The migrations from older versions to this one.
  public let migrations: [Migration]

  /// The `userInfo` of every decoder of the store, for records that cannot be decoded from their
  /// text alone.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a schema.
  ///
  /// - Parameters:
  ///   - version: the version of the records' format.
  ///   - oldestReadable: see ``oldestReadable``; `nil` for `version`.
  ///   - migrations: the migrations from older versions.
  ///   - records: the kinds.
  /// - Precondition: no two kinds have the same entity name.
  public init(
    version: Int = 1, oldestReadable: Int? = nil, migrations: [Migration] = [],
    _ records: any StoredRecord.Type...
  ) {
    self.init(
      version: version, oldestReadable: oldestReadable, migrations: migrations, records: records)
  }

  /// Creates a schema.
  ///
  /// - Precondition: no two kinds have the same entity name.
  package init(
    version: Int, oldestReadable: Int? = nil, migrations: [Migration],
    records: [any StoredRecord.Type]
  ) {
    self.version = version
    self.oldestReadable = oldestReadable ?? version
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
