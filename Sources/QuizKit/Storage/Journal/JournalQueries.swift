import Foundation

/// Reading: through an index when there is one for the query, otherwise by scanning the file.
extension JournalStore {
  /// The records that `descriptor` asks for.
  ///
  /// - Throws: ``StoreError/damaged(_:reason:)`` when a record's text differs from what was
  ///   written.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try checkOpen()
    let table = table(R.self)
    let plan = try plan(descriptor, table)
    let test = RecordTest(descriptor.predicate, plan, path: path)
    let part = ResultPart(descriptor)
    if part.isEmpty { return [] }
    let ids: [Int64]?
    if let order = plan.order {
      if plan.search == nil, part.end < .max {
        return part.of(try walk(order, plan, test, table, upTo: part.end))
      }
      if plan.search != nil || plan.isExact {
        let ids = try ordered(matching(plan, test, table), by: order, table)
        return try records(part.of(ids), table)
      }
      // Every record must be decoded to decide. Visit them in the requested order, so that each is
      // decoded only once.
      ids = try ordered(
        plan.identifiers() ?? table.directory.live.map(\.id), by: order, table)
    } else {
      ids = try plan.identifiers()
    }
    let isOrdered = descriptor.sortBy.isEmpty || plan.order != nil
    let scan = RecordScan(journal, locations(ids, table), search: plan.search)
    let records = try scan.results(
      limit: isOrdered ? part.end : .max, workers: environment.workers
    ) { location, text, decoder throws(StoreError) in
      try test.record(location, text, decoder)
    }
    return isOrdered ? part.of(records) : MemoryQuery(descriptor).arrange(records)
  }

  /// How many records ``fetch(_:)`` would return. Often needs no record.
  public func count<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> Int {
    try checkOpen()
    let table = table(R.self)
    let plan = try plan(descriptor, table)
    if let count = try plan.count() { return ResultPart(descriptor).count(of: count) }
    let test = RecordTest(descriptor.predicate, plan, path: path)
    return ResultPart(descriptor).count(of: try matching(plan, test, table).count)
  }

  /// The identifiers of the records that ``fetch(_:)`` would return. Often decodes no record.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    try checkOpen()
    let table = table(R.self)
    let plan = try plan(descriptor, table)
    guard descriptor.sortBy.isEmpty || plan.order != nil else {
      return try fetch(descriptor).map(\.id)
    }
    let test = RecordTest(descriptor.predicate, plan, path: path)
    var ids = try matching(plan, test, table)
    if let order = plan.order { ids = try ordered(ids, by: order, table) }
    return ResultPart(descriptor).of(ids).map { Identifier(rawValue: $0) }
  }

  /// The records with these identifiers. Reads neighboring records together.
  public func records<R: StoredRecord>(for ids: [Identifier<R>]) throws(StoreError) -> [R] {
    try checkOpen()
    return try records(ids.map { $0.rawValue }, table(R.self))
  }

  /// Parts of the records with these identifiers.
  public func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P] {
    try checkOpen()
    return try values(at: locations(ids.map { $0.rawValue }, table(P.Whole.self)), in: journal)
  }

  /// The records with these numbers. Missing records are left out.
  private func records<R: StoredRecord>(
    _ ids: [Int64], _ table: JournalTable
  ) throws(StoreError) -> [R] {
    try values(at: locations(ids, table), in: journal)
  }

  /// The records, or parts of them, at these locations. `journal` may be an older file than the
  /// current one.
  func values<V: Decodable & Sendable>(
    at locations: [RecordLocation], in journal: JournalFile
  ) throws(StoreError) -> [V] {
    let path = path
    return try RecordScan(journal, locations).results(workers: environment.workers) {
      location, text, decoder throws(StoreError) in
      try decoder.value(V.self, location, text, path: path)
    }
  }

  /// The numbers of the records that match, in ascending order.
  private func matching<R: StoredRecord>(
    _ plan: QueryPlan<R>, _ test: RecordTest<R>, _ table: JournalTable
  ) throws(StoreError) -> [Int64] {
    let candidates = try plan.identifiers()
    if try plan.count() != nil { return candidates ?? table.directory.live.map(\.id) }
    let scan = RecordScan(journal, locations(candidates, table), search: plan.search)
    return try scan.results(workers: environment.workers) {
      location, text, decoder throws(StoreError) in
      try test.matches(location, text, decoder) ? location.id : nil
    }
  }

  /// The first `end` records that match, in the order of an index.
  private func walk<R: StoredRecord>(
    _ order: (index: Int, backwards: Bool), _ plan: QueryPlan<R>, _ test: RecordTest<R>,
    _ table: JournalTable, upTo end: Int
  ) throws(StoreError) -> [R] {
    let wanted = try plan.identifiers().map(IdentifierSet.init(numbers:))
    var records: [R] = []
    try table.indexes[order.index].visit(backwards: order.backwards) { id throws(StoreError) in
      guard wanted?.contains(id) ?? true, let location = table.directory[id] else { return true }
      try single.withText(location) { text throws(StoreError) in
        if let record = try test.record(location, text, decoder) { records.append(record) }
      }
      return records.count < end
    }
    return records
  }

  private func ordered(
    _ ids: [Int64], by order: (index: Int, backwards: Bool), _ table: JournalTable
  ) throws(StoreError) -> [Int64] {
    let wanted = IdentifierSet(numbers: ids)
    var ordered: [Int64] = []
    ordered.reserveCapacity(ids.count)
    try table.indexes[order.index].visit(backwards: order.backwards) { id in
      if wanted.contains(id) { ordered.append(id) }
      return true
    }
    return ordered
  }

  func locations(_ ids: [Int64]?, _ table: JournalTable) -> [RecordLocation] {
    ids.map { $0.compactMap { table.directory[$0] } } ?? table.directory.live
  }
}

extension JournalStore {
  /// The plan for a descriptor.
  func plan<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>, _ table: JournalTable
  ) throws(StoreError) -> QueryPlan<R> {
    let terms = descriptor.predicate.map { PredicateShape($0).terms } ?? []
    return try QueryPlan(
      terms, descriptor.sortBy, table, identifierPath: identifierPath(terms, table))
  }

  /// The key path by which the predicate refers to the identifier. A generic key path to `id` never
  /// equals the concrete one in a predicate, so this tries the predicate's path on a record.
  private func identifierPath<R: StoredRecord>(
    _ terms: [PredicateShape<R>.Term], _ table: JournalTable
  ) throws(StoreError) -> PartialKeyPath<R>? {
    for case .compare(let path, .equal, let value) in terms {
      guard let path = path as? KeyPath<R, Identifier<R>>, value is Identifier<R>,
        let location = table.directory.first
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

/// Groups records by the value of a field through an index, and reads one record per value. Two
/// texts share an index key with a probability of about 1 in 10^19 (``Checksum``). That is
/// acceptable here, because the groups only serve statistics and lists of tags.
extension JournalStore {
  /// How many records there are for each value of a field, from its index.
  public func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int] {
    guard V.hasExactIndexKey, let index = R.keys.firstIndex(where: { $0.path == path }) else {
      return try identifiers(by: path, among: nil).mapValues(\.count)
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

  /// The identifiers of the records with each value of a field, from its index.
  public func identifiers<R: StoredRecord, V: Hashable & Decodable & Sendable>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]?
  ) throws(StoreError) -> [V: [Identifier<R>]] {
    try checkOpen()
    let table = table(R.self)
    let wanted = ids.map { IdentifierSet($0) }
    guard let index = R.keys.firstIndex(where: { $0.path == path }),
      table.indexes[index].count == table.directory.count
    else {
      return try fetch(FetchDescriptor<R>()).filter { wanted?.contains($0.id) ?? true }
        .identifiers(by: path)
    }
    var groups: [V: [Identifier<R>]] = [:]
    for group in table.indexes[index].groups(wanted) {
      guard let record: R = try record(for: Identifier(rawValue: group[0])) else { continue }
      groups[record[keyPath: path], default: []] += group.map { Identifier(rawValue: $0) }
    }
    return groups
  }
}

/// Answers that need no record.
extension JournalStore {
  /// The length and checksum of the record's text.
  public func version<R: StoredRecord>(of id: Identifier<R>) throws(StoreError) -> UInt64? {
    try checkOpen()
    return table(R.self).directory[id.rawValue]?.version
  }

  /// The length and checksum of the text that the record is going to have.
  public func version<R: StoredRecord>(of record: R) throws(StoreError) -> UInt64 {
    var text: [UInt8] = []
    try encoder.encode(record, to: &text)
    return text.withUnsafeBytes {
      RecordLocation(id: record.id.rawValue, offset: 0, text: $0).version
    }
  }

  /// Reads nothing, because the versions are in memory.
  public func mark<R: StoredRecord>(of type: R.Type) throws(StoreError) -> UInt64 {
    try checkOpen()
    var words: [UInt64] = []
    let directory = table(R.self).directory
    words.reserveCapacity(2 * directory.count)
    for location in directory.entries where !location.isDeleted {
      words.append(UInt64(bitPattern: location.id))
      words.append(location.version)
    }
    return words.withUnsafeBytes { Checksum.of($0, seed: 0) }
  }

  /// Keeps the locations of the texts, which stay valid: a journal only grows, and a compaction
  /// writes a new file.
  public func keep<R: StoredRecord>(
    _ ids: [Identifier<R>]
  ) throws(StoreError) -> KeptRecords<R> {
    try checkOpen()
    let directory = table(R.self).directory
    let locations = ids.compactMap { directory[$0.rawValue] }
    // Drops the tables, because a second reference would force the next save to copy them.
    var journal = journal
    journal.tables = [:]
    return KeptRecords { [self, journal] () throws(StoreError) in
      try checkOpen()
      return try values(at: locations, in: journal)
    }
  }
}
