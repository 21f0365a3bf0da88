import QuizSupport

/// New records of a bulk insert that wait for the save as encoded bytes, which need less memory
/// than the records themselves.
struct StagedRecords<R: StoredRecord>: @unchecked Sendable {
  /// The records in ascending order of their identifiers.
  private(set) var parts: [EncodedRecords] = []
  /// The numbers of the identifiers, in ascending order.
  private(set) var numbers: [Int64] = []
  /// The records that staged records refer to, each with the first staged record that does.
  private(set) var targets: [ReferenceTarget: Identifier<R>] = [:]

  /// The target of a reference, and the position of the referring field in the kind's keys.
  struct ReferenceTarget: Hashable {
    var key: Int
    var value: AnyHashable
  }

  /// Adds records that already have permanent identifiers, higher than those before.
  ///
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``. Nothing is then added.
  mutating func append(_ records: [R]) throws(StoreError) {
    var new: [EncodedRecords] = []
    try EncodedRecords.encode(records, workers: Workers(limit: .max)) { new.append($0) }
    parts.append(EncodedRecords(joining: new))
    numbers += records.numbers
    for (index, key) in R.keys.enumerated() {
      guard case .reference = key.rule else { continue }
      for record in records {
        guard let value = key.value(record) else { continue }
        let target = ReferenceTarget(key: index, value: value)
        if targets[target] == nil { targets[target] = record.id }
      }
    }
  }

  func contains(_ id: Identifier<R>) -> Bool { location(of: id) != nil }

  /// The version that a staged record will have; `nil` when the record is not staged.
  func version(of id: Identifier<R>) -> UInt64? { location(of: id)?.version }

  private func location(of id: Identifier<R>) -> RecordLocation? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].put.highestNumber < id.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < parts.count ? parts[low].put.location(of: id.rawValue) : nil
  }

  /// The records, decoded.
  ///
  /// - Parameter schema: the schema of the store.
  func records(_ schema: Schema) throws(StoreError) -> [R] {
    let decoder = JSONTextDecoder(userInfo: schema.userInfo)
    var records: [R] = []
    records.reserveCapacity(numbers.count)
    for part in parts {
      for location in part.put.locations {
        let text = part.lines[Int(location.offset)..<location.end]
        records.append(
          try Array(text).withBytes { text throws(StoreError) in
            try decoder.value(R.self, location, text, path: "")
          })
      }
    }
    return records
  }
}
