/// All records of one kind with their JSON texts, in ascending order of identifiers.
struct RecordTable<R: StoredRecord> {
  struct Entry {
    var record: R
    /// The record's text in the file.
    var text: ArraySlice<UInt8>
  }

  private(set) var entries: [Entry] = []
  /// The highest identifier given so far. It never decreases.
  var lastIdentifier: Int64 = 0

  var records: [R] { entries.map(\.record) }

  func contains(_ id: Identifier<R>) -> Bool { position(of: id) != nil }

  func records(for ids: [Identifier<R>]) -> [R] {
    ids.compactMap { position(of: $0).map { entries[$0].record } }
  }

  /// Inserts the record, or replaces the one with the same identifier.
  mutating func put(_ entry: Entry) {
    let id = entry.record.id
    lastIdentifier = max(lastIdentifier, id.rawValue)
    let position = lowerBound(of: id)
    if position < entries.count, entries[position].record.id == id {
      entries[position] = entry
    } else {
      entries.insert(entry, at: position)
    }
  }

  mutating func remove(_ ids: Set<Identifier<R>>) {
    if ids.count == 1, let id = ids.first {
      if let position = position(of: id) { entries.remove(at: position) }
    } else if !ids.isEmpty {
      entries.removeAll { ids.contains($0.record.id) }
    }
  }

  private func position(of id: Identifier<R>) -> Int? {
    let position = lowerBound(of: id)
    return position < entries.count && entries[position].record.id == id ? position : nil
  }

  private func lowerBound(of id: Identifier<R>) -> Int {
    // New records have the highest identifier.
    if let last = entries.last, last.record.id < id { return entries.count }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].record.id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// ``RecordTable`` with its type erased. Pass it to a generic function to get the type back.
protocol AnyRecordTable: Sendable {
  associatedtype Record: StoredRecord
  var typed: RecordTable<Record> { get }
  var lastIdentifier: Int64 { get set }
}

extension RecordTable: AnyRecordTable {
  var typed: RecordTable<R> { self }
}
