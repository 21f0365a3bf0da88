/// Brings the file of a ``JSONStore`` to the schema's version.
struct ArchiveMigration {
  let path: String
  let schema: Schema

  /// The file as the schema's version has it.
  func run(_ bytes: [UInt8], from version: Int) throws(StoreError) -> [UInt8] {
    var file: StoredValue
    do throws(JSONFault) {
      file = try bytes.withBytes { buffer throws(JSONFault) in try StoredValue(buffer) }
    } catch {
      throw StoreError.damaged(FilePlace(path: path, offset: error.offset), reason: error.reason)
    }
    var document = StoreDocument(records: records(of: file), lastIdentifiers: identifiers(of: file))
    try document.migrate(from: version, to: schema, path: path)
    file["schema"] = .integer(Int64(schema.version))
    file["records"] = .object(document.records.mapValues(StoredValue.array))
    file["lastIdentifiers"] = .object(document.lastIdentifiers.mapValues(StoredValue.integer))
    var writer = JSONWriter(isPretty: true)
    file.write(to: &writer)
    return writer.bytes
  }

  private func records(of file: StoredValue) -> [String: [StoredValue]] {
    guard case .object(let entities) = file["records"] else { return [:] }
    return entities.compactMapValues { list in
      guard case .array(let records) = list else { return nil }
      return records
    }
  }

  private func identifiers(of file: StoredValue) -> [String: Int64] {
    guard case .object(let last) = file["lastIdentifiers"] else { return [:] }
    return last.compactMapValues(\.integer)
  }
}
