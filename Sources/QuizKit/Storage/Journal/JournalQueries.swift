import Foundation
import QuizSupport

/// Reading: through an index if the selection has one, otherwise through all records.
extension JournalStore {
  /// The records that `descriptor` selects.
  ///
  /// - Throws: ``StoreError/preferInMemoryFilter`` and ``StoreError/preferInMemorySort`` for all
  ///   other requests of a descriptor; ``StoreError/damaged(_:reason:)`` when a record's text
  ///   differs from the text that was written.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    let table = try table(for: descriptor)
    let records: [R] = try values(at: locations(of: descriptor, table))
    guard case .values(let wanted) = descriptor.selection, !wanted.key.isExact else {
      return records
    }
    // Different texts may have one index key.
    return try MemoryQuery(descriptor).filter(records)
  }

  /// The identifiers of the records that ``fetch(_:)`` would return. Mostly reads no record.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    if case .values(let wanted) = descriptor.selection, !wanted.key.isExact {
      return try fetch(descriptor).map(\.id)
    }
    let table = try table(for: descriptor)
    return try locations(of: descriptor, table).map { Identifier(rawValue: $0.id) }
  }

  /// Parts of the records with these identifiers. Reads neighboring records together.
  public func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P] {
    try checkOpen()
    let table = table(P.Whole.self)
    return try values(at: ids.compactMap { table.directory[$0.rawValue] })
  }

  /// The records, or parts of them, at these locations.
  private func values<V: Decodable & Sendable>(
    at locations: [RecordLocation]
  ) throws(StoreError) -> [V] {
    let path = path
    return try RecordScan(journal, locations).results(workers: environment.workers) {
      location, text, decoder throws(StoreError) in
      try decoder.value(V.self, location, text, path: path)
    }
  }

  private func table<R: StoredRecord>(
    for descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> JournalTable {
    try checkOpen()
    if descriptor.predicate != nil { throw StoreError.preferInMemoryFilter }
    guard descriptor.sortBy.isEmpty, descriptor.limit == nil, descriptor.offset == 0 else {
      throw StoreError.preferInMemorySort
    }
    return table(R.self)
  }

  /// The locations of the selected records, in the requested order.
  private func locations<R: StoredRecord>(
    of descriptor: FetchDescriptor<R>, _ table: JournalTable
  ) throws(StoreError) -> [RecordLocation] {
    switch descriptor.selection {
    case .all: return table.directory.live
    case .identifiers(let ids): return ids.compactMap { table.directory[$0.rawValue] }
    case .values(let wanted):
      let index = try index(of: wanted.key, table)
      let keys = Set(wanted.values.compactMap { wanted.key.indexKeyOfValue($0.base) })
      let ids = keys.flatMap(index.identifiers(of:))
      return (keys.count > 1 ? ids.sorted() : ids).compactMap { table.directory[$0] }
    case .range(let range):
      let index = try index(of: range.key, table)
      guard let last = range.keys.last else { return [] }
      return index.entries(in: range.keys.lowerBound...last).map(\.id).sorted()
        .compactMap { table.directory[$0] }
    case .ordered(let order):
      let index = try index(of: order.key, table)
      // A record without a value in the field is missing from the index.
      guard index.count == table.directory.count else { throw StoreError.preferInMemoryFilter }
      return try ordered(index, order, table)
    }
  }

  private func index<R: StoredRecord>(
    of key: RecordKey<R>, _ table: JournalTable
  ) throws(StoreError) -> SortedIndex {
    guard let index = R.keys.firstIndex(where: { $0.path == key.path }) else {
      throw StoreError.preferInMemoryFilter
    }
    return table.indexes[index]
  }

  private func ordered<R>(
    _ index: SortedIndex, _ order: KeyOrder<R>, _ table: JournalTable
  ) throws(StoreError) -> [RecordLocation] {
    let limit = max(0, order.limit ?? .max)
    var locations: [RecordLocation] = []
    locations.reserveCapacity(min(limit, table.directory.count))
    guard limit > 0 else { return [] }
    try index.visit(backwards: order.isReversed) { id in
      if let location = table.directory[id] { locations.append(location) }
      return locations.count < limit
    }
    return locations
  }
}

/// Answers that need no record.
extension JournalStore {
  /// The records with equal values of a key, from its index. Two texts share an index key with a
  /// probability of about 1 in 10^19 (`Checksum`). That is acceptable here, because the groups
  /// only serve statistics and lists of tags.
  public func groups<R: StoredRecord>(
    by key: RecordKey<R>
  ) throws(StoreError) -> [[Identifier<R>]] {
    try checkOpen()
    let table = table(R.self)
    if let index = R.keys.firstIndex(where: { $0.path == key.path }) {
      return table.indexes[index].groups().map { $0.map { Identifier(rawValue: $0) } }
    }
    return try groupsOfAllRecords(by: key)
  }

  /// Answers from the directory in memory.
  public func versions<R: StoredRecord>(of ids: [Identifier<R>]) throws(StoreError) -> [UInt64?] {
    try checkOpen()
    let directory = table(R.self).directory
    return ids.map { id in
      guard let location = directory[id.rawValue] else { return nil }
      return versionsBefore?.version(of: R.entityName, at: location) ?? location.version
    }
  }
}

extension JSONTextDecoder {
  /// Decodes the record, or a part of it, at `location` in the file at `path`.
  func value<V: Decodable>(
    _ type: V.Type, _ location: RecordLocation, _ text: UnsafeRawBufferPointer, path: String
  ) throws(StoreError) -> V {
    do throws(JSONFault) {
      return try decode(type, from: text)
    } catch {
      throw StoreError.damaged(
        FilePlace(path: path, offset: Int(location.offset) + error.offset), reason: error.reason)
    }
  }
}
