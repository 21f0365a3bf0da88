import QuizSupport

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
