/// Reads from a record's text what its kind's indexes are ordered by.
struct JournalKeys {
  private let decoder = JSONTextDecoder()
  private let schema: Schema

  init(_ schema: Schema) {
    self.schema = schema
  }

  /// The keys of the record with that text; none for a kind without keys or one that the schema
  /// does not know.
  func keys(
    of entity: String, id: Int64, _ text: UnsafeRawBufferPointer
  ) throws(JSONFault) -> [UInt64?] {
    guard let record = schema.record(named: entity) else { return [] }
    return try keys(of: record, id, text)
  }

  private func keys<R: StoredRecord>(
    of type: R.Type, _ id: Int64, _ text: UnsafeRawBufferPointer
  ) throws(JSONFault) -> [UInt64?] {
    guard !R.keys.isEmpty else { return [] }
    let record = try decoder.decode(type, from: text)
    guard record.id.rawValue == id else {
      throw JSONFault(
        0, "the record has another identifier than its line", "レコードの識別子が行のものと違います")
    }
    return R.keys.indexKeys(of: record)
  }
}
