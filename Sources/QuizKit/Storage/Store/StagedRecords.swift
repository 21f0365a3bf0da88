/// A store that keeps the new records of a bulk insert in a form of its own until they are saved.
protocol StagingStore: DataStore {
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``
  func staged<R: StoredRecord>(_ records: [R]) throws(StoreError) -> any StagedPart<R>
}

/// Some new records of a bulk insert, in ascending order of their identifiers.
protocol StagedPart<R>: Sendable {
  associatedtype R: StoredRecord

  var highestNumber: Int64 { get }

  /// The version that a record will have; `nil` for a record that is not among them.
  func version(of number: Int64) -> UInt64?

  /// - Parameter schema: the schema of the store.
  func records(_ schema: Schema) throws(StoreError) -> [R]
}

/// New records of a bulk insert that wait for the save, in the form that their store prefers.
struct StagedRecords<R: StoredRecord>: @unchecked Sendable {
  /// The records in ascending order of their identifiers.
  private(set) var parts: [any StagedPart<R>] = []
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
  mutating func append(_ records: [R], for store: any DataStore) throws(StoreError) {
    if let store = store as? any StagingStore {
      parts.append(try store.staged(records))
    } else {
      parts.append(try WholeRecords(records))
    }
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

  /// Adds a part that is already in the store's form.
  mutating func append(
    _ part: some StagedPart<R>, _ ids: [Int64], targets: [ReferenceTarget: Identifier<R>]
  ) {
    parts.append(part)
    numbers += ids
    self.targets.merge(targets) { first, _ in first }
  }

  func contains(_ id: Identifier<R>) -> Bool { version(of: id) != nil }

  /// The version that a staged record will have; `nil` when the record is not staged.
  func version(of id: Identifier<R>) -> UInt64? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].highestNumber < id.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < parts.count ? parts[low].version(of: id.rawValue) : nil
  }

  /// All records.
  ///
  /// - Parameter schema: the schema of the store.
  func records(_ schema: Schema) throws(StoreError) -> [R] {
    var records: [R] = []
    records.reserveCapacity(numbers.count)
    for part in parts { records += try part.records(schema) }
    return records
  }
}

/// The records as they are, for a store that has them in memory anyway.
private struct WholeRecords<R: StoredRecord>: StagedPart {
  private let records: [R]
  private var versions: [Int64: UInt64] = [:]

  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``
  init(_ records: [R]) throws(StoreError) {
    self.records = records
    versions.reserveCapacity(records.count)
    let encoder = RecordEncoder()
    for record in records { versions[record.id.rawValue] = try encoder.version(of: record) }
  }

  var highestNumber: Int64 { records.last?.id.rawValue ?? 0 }

  func version(of number: Int64) -> UInt64? { versions[number] }

  func records(_ schema: Schema) -> [R] { records }
}
