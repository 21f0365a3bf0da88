import Foundation

/// Which records have the same value in a field, without reading all of each.
extension JournalStore {
  /// How many records there are for each value of a field, from its index.
  public func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int] {
    guard V.hasExactIndexKey, let index = R.keys.firstIndex(where: { $0.path == path }) else {
      return try fetch(FetchDescriptor<R>()).counts(by: path)
    }
    try checkOpen()
    var counts: [V: Int] = [:]
    for (_, id, count) in table(R.self).indexes[index].countsByKey() {
      if let record = try record(for: Identifier<R>(rawValue: id)) {
        counts[record[keyPath: path]] = count
      }
    }
    return counts
  }

  /// The records of each value of a field, from its index or by its name in the records' texts.
  public func identifiers<R: StoredRecord, V: Hashable & Decodable & Sendable>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]?
  ) throws(StoreError) -> [V: [Identifier<R>]] {
    try checkOpen()
    let table = table(R.self)
    let wanted = ids?.map(\.rawValue).sorted()
    let groups: [[Int64]]
    if let index = R.keys.firstIndex(where: { $0.path == path && $0.isExact }),
      table.indexes[index].count == table.directory.count
    {
      groups = table.indexes[index].groups(wanted.map(IdentifierSet.init(numbers:)))
    } else if let field = R.fields.first(where: { $0.path == path }) {
      groups = try self.groups(by: MemberSearch(field.name), locations(wanted, table))
    } else {
      let wanted = wanted.map(IdentifierSet.init(numbers:))
      return try fetch(FetchDescriptor<R>()).filter { wanted?.contains($0.id) ?? true }
        .identifiers(by: path)
    }
    // Two texts may stand for one value.
    var result: [V: [Identifier<R>]] = [:]
    for group in groups {
      guard let record: R = try record(for: Identifier(rawValue: group[0])) else { continue }
      result[record[keyPath: path], default: []] += group.map { Identifier(rawValue: $0) }
    }
    return result.mapValues { $0.sorted() }
  }

  /// The records whose texts have the same value in a member: each text of one is read once, however
  /// many records have it.
  private func groups(
    by member: MemberSearch, _ locations: [RecordLocation]
  ) throws(StoreError) -> [[Int64]] {
    let path = path
    let values = try RecordScan(journal, locations).results(workers: environment.workers) {
      location, text, _ throws(StoreError) -> (value: [UInt8], id: Int64)? in
      guard let value = member.value(in: text) else {
        throw StoreError.damaged(
          FilePlace(path: path, offset: Int(location.offset)),
          reason: Reason("a field is missing", "フィールドがありません"))
      }
      return (Array(value), location.id)
    }
    var groups: [[UInt8]: [Int64]] = [:]
    for (value, id) in values { groups[value, default: []].append(id) }
    return Array(groups.values)
  }
}
