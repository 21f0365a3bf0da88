import QuizSupport

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
