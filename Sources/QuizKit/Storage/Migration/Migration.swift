/// One step from a version of the records' shape to the next.
///
/// A step is a pure change of values: it sees all records as they are in the file and leaves them
/// as the next version has them. A store whose file is older runs the steps it needs when it is
/// opened and keeps the old file until the new one is on the disk.
///
/// ```swift
/// Schema(
///   version: 3,
///   migrations: [
///     Migration(from: 1) { $0.add("tags", to: "note", default: .array([])) },
///     Migration(from: 2) { $0.rename("text", of: "note", to: "body") },
///   ],
///   Note.self)
/// ```
public struct Migration: Sendable {
  /// The version that the step starts from; it leads to the next number.
  public let from: Int

  let run: @Sendable (inout StoreDocument) -> Void

  /// Creates a step.
  public init(from: Int, _ run: @escaping @Sendable (inout StoreDocument) -> Void) {
    self.from = from
    self.run = run
  }
}

/// All records of a store between two versions.
public struct StoreDocument: Sendable, Equatable {
  /// The records of each kind, by entity name.
  public var records: [String: [JSONValue]]

  /// The highest identifier given so far, by entity name.
  public private(set) var lastIdentifiers: [String: Int64]

  /// Creates a document.
  public init(records: [String: [JSONValue]], lastIdentifiers: [String: Int64] = [:]) {
    self.records = records
    self.lastIdentifiers = lastIdentifiers
  }

  /// Gives the records of `entity` a new field.
  public mutating func add(_ field: String, to entity: String, default value: JSONValue) {
    change(entity) { if $0[field] == nil { $0[field] = value } }
  }

  /// Gives a field of the records of `entity` another name.
  public mutating func rename(_ field: String, of entity: String, to name: String) {
    change(entity) { record in
      record[name] = record[field]
      record[field] = nil
    }
  }

  /// Takes a field away from the records of `entity`.
  public mutating func remove(_ field: String, of entity: String) {
    change(entity) { $0[field] = nil }
  }

  /// Changes each record of `entity`.
  public mutating func change(_ entity: String, _ body: (inout JSONValue) -> Void) {
    guard var changed = records[entity] else { return }
    for index in changed.indices { body(&changed[index]) }
    records[entity] = changed
  }

  /// Adds a record with a new identifier and returns that.
  @discardableResult
  public mutating func insert(_ fields: JSONObject, into entity: String) -> Int64 {
    let id = lastIdentifiers[entity, default: 0] + 1
    lastIdentifiers[entity] = id
    var record = fields
    record["id"] = .integer(id)
    records[entity, default: []].append(.object(record))
    return id
  }

  /// Runs the steps from version `version` to that of `schema`.
  ///
  /// - Throws: ``StoreError/noMigration(path:from:to:)`` when one is missing.
  mutating func migrate(
    from version: Int, to schema: Schema, path: String
  ) throws(StoreError) {
    for version in version..<schema.version {
      guard let step = schema.migrations.first(where: { $0.from == version }) else {
        throw StoreError.noMigration(path: path, from: version, to: schema.version)
      }
      step.run(&self)
    }
  }
}
