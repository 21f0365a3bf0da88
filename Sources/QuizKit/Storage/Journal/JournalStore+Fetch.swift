import Foundation

/// Reading: through an index where one answers, otherwise through the texts in the file.
extension JournalStore {
  /// The records that `descriptor` asks for.
  ///
  /// - Throws: ``StoreError/damaged(_:reason:)`` when a record's text is not what was written.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try checkOpen()
    let table = table(R.self)
    let plan = QueryPlan(descriptor, table, identifierPath: try identifierPath(descriptor, table))
    let isOrdered = descriptor.sortBy.isEmpty || plan.order != nil
    let offset = max(0, descriptor.offset)
    let limit = max(0, descriptor.limit ?? .max)
    if limit == 0 { return [] }
    let end = isOrdered && limit < .max - offset ? offset + limit : .max
    let matches = PredicateTest(plan.isExact ? nil : descriptor.predicate)
    var records: [R] = []
    if end == .max, plan.candidates == nil, matches.isTrivial {
      records.reserveCapacity(table.directory.count)
    }
    try visit(plan, table) { (record: R) throws(StoreError) in
      if try matches.evaluate(record) { records.append(record) }
      return records.count < end
    }
    if isOrdered { return offset == 0 ? records : Array(records.dropFirst(offset)) }
    return MemoryQuery(descriptor).arrange(records)
  }

  /// How many records ``fetch(_:)`` would return; often without reading one.
  public func count<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> Int {
    try checkOpen()
    var whole = descriptor
    whole.sortBy = []
    whole.offset = 0
    whole.limit = nil
    let table = table(R.self)
    let plan = QueryPlan(whole, table, identifierPath: try identifierPath(whole, table))
    let total: Int
    if plan.isExact {
      total = plan.candidates?.count { table.directory[$0] != nil } ?? table.directory.count
    } else {
      total = try fetch(whole).count
    }
    return min(max(0, total - max(0, descriptor.offset)), max(0, descriptor.limit ?? .max))
  }

  /// The identifiers of the records that ``fetch(_:)`` would return.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    if descriptor.predicate == nil, descriptor.sortBy.isEmpty {
      try checkOpen()
      return table(R.self).directory.live.dropFirst(max(0, descriptor.offset))
        .prefix(max(0, descriptor.limit ?? .max)).map { Identifier(rawValue: $0.id) }
    }
    guard let found = try identifiersFromIndexes(descriptor) else {
      return try fetch(descriptor).map(\.id)
    }
    return found.dropFirst(max(0, descriptor.offset)).prefix(max(0, descriptor.limit ?? .max))
      .map { Identifier(rawValue: $0) }
  }

  /// What indexes alone say, without a record being read; `nil` when they do not say all.
  private func identifiersFromIndexes<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Int64]? {
    try checkOpen()
    guard descriptor.sortBy.isEmpty else { return nil }
    let table = table(R.self)
    let plan = QueryPlan(descriptor, table, identifierPath: try identifierPath(descriptor, table))
    guard plan.isExact, let candidates = plan.candidates else { return nil }
    return candidates.filter { table.directory[$0] != nil }
  }

  /// The records whose field `key` has one of `values`.
  public func records<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>
  ) throws(StoreError) -> [R] {
    guard let index = R.keys.firstIndex(where: { $0.path == key.path }) else {
      return try fetch(FetchDescriptor()).filter { key.value($0).map(values.contains) ?? false }
    }
    try checkOpen()
    let table = table(R.self)
    var ids: [Int64] = []
    for value in values {
      guard let key = key.indexKeyOfValue(value.base) else { continue }
      ids += table.indexes[index].entries(in: key...key).map(\.id)
    }
    return try records(ids.sorted(), table).filter { key.value($0).map(values.contains) ?? false }
  }

  /// How many records there are for each value of a field, from its index.
  public func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int] {
    let table = table(R.self)
    var counts: [V: Int] = [:]
    guard V.hasExactIndexKey, let index = R.keys.firstIndex(where: { $0.path == path }) else {
      for record in try fetch(FetchDescriptor<R>()) where record[keyPath: path].presentValue != nil
      {
        counts[record[keyPath: path], default: 0] += 1
      }
      return counts
    }
    for (_, id, count) in table.indexes[index].countsByKey() {
      if let record = try record(for: Identifier<R>(rawValue: id)) {
        counts[record[keyPath: path]] = count
      }
    }
    return counts
  }

  /// Calls `body` with the records that the plan finds, in its order, until it returns false.
  private func visit<R: StoredRecord>(
    _ plan: QueryPlan<R>, _ table: JournalTable, _ body: (R) throws(StoreError) -> Bool
  ) throws(StoreError) {
    if let order = plan.order {
      let wanted = plan.candidates.map(Set.init)
      try table.indexes[order.index].visit(backwards: order.backwards) { id throws(StoreError) in
        guard wanted?.contains(id) ?? true, let location = table.directory[id] else { return true }
        return try body(decode(R.self, location, from: single))
      }
    } else if let candidates = plan.candidates {
      let source = journal.source(readAhead: candidates.count > 1 ? 1 << 15 : 0)
      for id in candidates {
        guard let location = table.directory[id] else { continue }
        if try !body(decode(R.self, location, from: source)) { return }
      }
    } else {
      let scan = RecordScan(journal, table.directory, search: plan.search)
      try scan.visit { location, text throws(StoreError) in
        try body(decode(R.self, location, text))
      }
    }
  }

  private func records<R: StoredRecord>(
    _ ids: [Int64], _ table: JournalTable
  ) throws(StoreError) -> [R] {
    let source = journal.source(readAhead: ids.count > 1 ? 1 << 15 : 0)
    var records: [R] = []
    for id in ids {
      if let location = table.directory[id] {
        records.append(try decode(R.self, location, from: source))
      }
    }
    return records
  }

  /// The path by which a predicate names the identifier. A generic path to it equals none that is
  /// written in a predicate, so that a path of the predicate is tried on a record.
  private func identifierPath<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>, _ table: JournalTable
  ) throws(StoreError) -> PartialKeyPath<R>? {
    guard let predicate = descriptor.predicate else { return nil }
    for case .compare(let path, .equal, let value) in PredicateShape(predicate).terms {
      guard let path = path as? KeyPath<R, Identifier<R>>, value is Identifier<R>,
        let location = table.directory.live.first(where: { _ in true })
      else { continue }
      var probe = try decode(R.self, location, from: single)
      probe.id = .unassigned
      guard probe[keyPath: path] == .unassigned else { continue }
      probe.id = Identifier(rawValue: .max)
      if probe[keyPath: path] == probe.id { return path }
    }
    return nil
  }
}
