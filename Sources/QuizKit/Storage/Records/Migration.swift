import QuizSupport

/// One step of a schema migration, from one version to the next.
///
/// A step only transforms values: it receives all records as they are in the file and turns them
/// into records of the next version. When a store opens an older file, it runs the necessary steps,
/// and keeps the old file until the new one is on the disk.
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
  /// The version that the step starts from. It ends at the next version.
  public let from: Int

  let run: @Sendable (inout StoreDocument) -> Void

  /// Creates a step.
  public init(from: Int, _ run: @escaping @Sendable (inout StoreDocument) -> Void) {
    self.from = from
    self.run = run
  }
}

/// All records of a store during a migration.
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

  /// Adds a field to the records of `entity` that do not have it.
  public mutating func add(_ field: String, to entity: String, default value: JSONValue) {
    change(entity) { if $0[field] == nil { $0[field] = value } }
  }

  /// Renames a field of the records of `entity`.
  public mutating func rename(_ field: String, of entity: String, to name: String) {
    change(entity) { record in
      record[name] = record[field]
      record[field] = nil
    }
  }

  /// Removes a field from the records of `entity`.
  public mutating func remove(_ field: String, of entity: String) {
    change(entity) { $0[field] = nil }
  }

  /// Changes each record of `entity`.
  public mutating func change(_ entity: String, _ body: (inout JSONValue) -> Void) {
    guard var changed = records[entity] else { return }
    for index in changed.indices { body(&changed[index]) }
    records[entity] = changed
  }

  /// Adds a record with a new identifier, and returns the identifier.
  @discardableResult
  public mutating func insert(_ fields: JSONObject, into entity: String) -> Int64 {
    let id = lastIdentifiers[entity, default: 0] + 1
    lastIdentifiers[entity] = id
    var record = fields
    record["id"] = .integer(id)
    records[entity, default: []].append(.object(record))
    return id
  }
}
