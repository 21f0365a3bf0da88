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

  /// Runs the steps from `version` to the version of `schema`.
  ///
  /// - Throws: ``StoreError/noMigration(path:from:to:)`` when a step is missing.
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

/// Writes the records of an older ``JournalStore`` in the schema's version.
struct JournalMigration {
  let path: String
  let schema: Schema
  let environment: StoreEnvironment

  /// A journal in the schema's version with the records of the old journal. They may already be of
  /// that version.
  func bytes(of old: JournalFile) throws(StoreError) -> [UInt8] {
    var document = StoreDocument(
      records: try records(of: old), lastIdentifiers: old.tables.mapValues(\.lastIdentifier))
    try document.migrate(from: old.header.schema, to: schema, path: path)
    return try lines(document, old)
  }

  private func records(of old: JournalFile) throws(StoreError) -> [String: [JSONValue]] {
    var records: [String: [JSONValue]] = [:]
    for (entity, table) in old.tables {
      var values: [JSONValue] = []
      try RecordScan(old, table.directory.live).visit { location, text throws(StoreError) in
        do throws(JSONFault) {
          values.append(try JSONValue(reading: text))
        } catch {
          throw StoreError.damaged(
            FilePlace(path: path, offset: Int(location.offset) + error.offset),
            reason: error.reason)
        }
        return true
      }
      records[entity] = values
    }
    return records
  }

  private func lines(_ document: StoreDocument, _ old: JournalFile) throws(StoreError) -> [UInt8] {
    let header = JournalHeader(
      schema: schema.version, generation: old.header.generation + 1,
      salt: environment.randomNumber(), sequence: old.position.sequence,
      last: document.lastIdentifiers)
    var lines = JournalLines(at: header.end, encoder: RecordEncoder())
    for (entity, records) in document.records.sorted(by: { $0.key < $1.key }) {
      for record in records {
        guard let id = record["id"]?.integer else {
          throw StoreError.invalidRecord(
            entity: entity, id: 0,
            reason: Reason("a migration left it without identifier", "移行で識別子がなくなりました"))
        }
        record.bytes.withUnsafeBytes { _ = lines.append(.insert, entity, id, text: $0) }
      }
    }
    _ = lines.commit(
      sequence: header.sequence + 1, at: DateText.description(of: environment.now()))
    return header.line + lines.bytes
  }
}

/// Migrates the file of a ``JSONStore`` to the schema's version.
struct ArchiveMigration {
  let path: String
  let schema: Schema

  /// The migrated file.
  func run(_ bytes: [UInt8], from version: Int) throws(StoreError) -> [UInt8] {
    var file: JSONValue
    do throws(JSONFault) {
      file = try bytes.withBytes { buffer throws(JSONFault) in try JSONValue(reading: buffer) }
    } catch {
      throw StoreError.damaged(FilePlace(path: path, offset: error.offset), reason: error.reason)
    }
    var document = StoreDocument(records: records(of: file), lastIdentifiers: identifiers(of: file))
    try document.migrate(from: version, to: schema, path: path)
    file["schema"] = .integer(Int64(schema.version))
    file["records"] = .object(JSONObject(document.records.mapValues(JSONValue.array)))
    file["lastIdentifiers"] = .object(
      JSONObject(document.lastIdentifiers.mapValues(JSONValue.integer)))
    var writer = JSONWriter(.spacedLines)
    file.write(to: &writer)
    return writer.bytes
  }

  private func records(of file: JSONValue) -> [String: [JSONValue]] {
    members(of: file["records"], \.array)
  }

  private func identifiers(of file: JSONValue) -> [String: Int64] {
    members(of: file["lastIdentifiers"], \.integer)
  }

  private func members<T>(of value: JSONValue?, _ read: (JSONValue) -> T?) -> [String: T] {
    var members: [String: T] = [:]
    for member in value?.object?.members ?? [] { members[member.name] = read(member.value) }
    return members
  }
}
