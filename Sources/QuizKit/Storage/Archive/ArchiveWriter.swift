import QuizSupport

/// Composes the file of a ``JSONStore`` from the texts of its records.
///
/// Only changed records are encoded. The texts of the others are copied from the file. This is
/// faster, and keeps the layout that a person gave to a record.
struct ArchiveWriter {
  /// The text of each kind of record that is in the file but not in the schema.
  var unknownEntities: [String: ArraySlice<UInt8>] = [:]
  /// The last identifiers of those kinds.
  var unknownIdentifiers: [String: Int64] = [:]

  func bytes(of tables: RecordTables) -> [UInt8] {
    var text = ArchiveText()
    text.line("{")
    text.line("  \"format\" : \"\(ArchiveFormat.name)\",")
    text.line("  \"version\" : \(ArchiveFormat.version),")
    text.line("  \"schema\" : \(tables.schema.version),")
    text.line("  \"sequence\" : \(tables.sequence),")
    appendIdentifiers(of: tables, to: &text)
    appendRecords(of: tables, to: &text)
    text.line("}")
    return text.bytes
  }

  private func appendIdentifiers(of tables: RecordTables, to text: inout ArchiveText) {
    var identifiers = unknownIdentifiers
    for record in tables.schema.records {
      identifiers[record.entityName] = tables.table(named: record.entityName)?.lastIdentifier
    }
    let members = identifiers.sorted { $0.key < $1.key }.map { entity, last in
      Array("    \(JSONText.quoted(entity)) : \(last)".utf8)
    }
    text.line("  \"lastIdentifiers\" : {")
    text.list(members)
    text.line("  },")
  }

  private func appendRecords(of tables: RecordTables, to text: inout ArchiveText) {
    var names = Set(unknownEntities.keys)
    names.formUnion(tables.schema.records.map { $0.entityName })
    text.line("  \"records\" : {")
    for (index, entity) in names.sorted().enumerated() {
      if index > 0 { text.line(",") }
      text.append("    \(JSONText.quoted(entity)) : ")
      if let unknown = unknownEntities[entity] {
        text.append(unknown)
      } else if let table = tables.table(named: entity) {
        append(table, to: &text)
      }
    }
    text.line("")
    text.line("  }")
  }

  private func append(_ table: some AnyRecordTable, to text: inout ArchiveText) {
    let entries = table.typed.entries
    guard !entries.isEmpty else { return text.append("[]") }
    text.line("[")
    for (index, entry) in entries.enumerated() {
      text.append(index == 0 ? "      " : ",\n      ")
      text.append(entry.text)
    }
    text.line("")
    text.append("    ]")
  }
}

/// The text of the file while it is being written.
struct ArchiveText {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

  mutating func line(_ text: String) {
    append(text)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes one element per line, with commas between them.
  mutating func list(_ elements: [[UInt8]]) {
    for (index, element) in elements.enumerated() {
      bytes.append(contentsOf: element)
      line(index == elements.count - 1 ? "" : ",")
    }
  }
}
