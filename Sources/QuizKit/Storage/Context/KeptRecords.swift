import QuizSupport

/// Records that a save changes or deletes, kept as bytes for undo, because there may be very many.
struct KeptRecords<R: StoredRecord> {
  /// How many records are in memory while they are read.
  private static var batchSize: Int { 500 }

  private let schema: Schema
  private var bytes: [UInt8] = []
  /// The position after each record.
  private var ends: [Int] = []

  /// The records as they are now, before the save. Missing ones are left out.
  init(_ ids: [Identifier<R>], of store: any DataStore) throws(StoreError) {
    schema = store.schema
    let encoder = RecordEncoder()
    for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
      let batch = Array(ids[start..<min(start + Self.batchSize, ids.count)])
      for record in try store.records(for: batch) {
        try encoder.encode(record, to: &bytes)
        ends.append(bytes.count)
      }
    }
  }

  /// The records as they were before the save.
  func records() throws(StoreError) -> [R] {
    let decoder = JSONTextDecoder(userInfo: schema.userInfo)
    return try bytes.withBytes { bytes throws(StoreError) in
      var records: [R] = []
      var start = 0
      for end in ends {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        do throws(JSONFault) {
          records.append(try decoder.decode(R.self, from: text))
        } catch {
          throw StoreError.invalidRecord(entity: R.entityName, id: 0, reason: error.reason)
        }
        start = end
      }
      return records
    }
  }
}
