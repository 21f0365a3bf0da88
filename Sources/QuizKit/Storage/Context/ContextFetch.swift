import Foundation

extension StoreContext {
  /// The records that `descriptor` asks for; by default all records of the kind.
  ///
  /// - Throws: the error that prevented the store from reading, or
  ///   ``StoreError/invalidPredicate(reason:)``.
  public func fetch<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R> = FetchDescriptor()
  ) throws(StoreError) -> [R] {
    guard descriptor.includesPendingChanges, hasVisibleChanges(of: R.self) else {
      return try store.arranged(descriptor)
    }
    let pending = table(R.self)
    let wider = descriptor.wider(by: pending.shadowedCount)
    let query = MemoryQuery(descriptor)
    var records = try store.arranged(wider).filter { !pending.shadows($0.id) }
    records += try query.filter(pending.visibleRecords)
    return query.arrange(records)
  }

  /// How many records ``fetch(_:)`` would return.
  public func count<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R> = FetchDescriptor()
  ) throws(StoreError) -> Int {
    guard !descriptor.includesPendingChanges || !hasVisibleChanges(of: R.self) else {
      return try fetch(descriptor).count
    }
    return try savedIdentifiers(descriptor).count
  }

  /// How many records match `predicate`.
  public func count<R: StoredRecord>(where predicate: Predicate<R>) throws(StoreError) -> Int {
    try count(FetchDescriptor(predicate: predicate))
  }

  /// How many records there are for each value of a field, such as the number of questions in each
  /// deck. Missing values are not counted.
  ///
  /// When the field is indexed (``RecordKey``), the store need not read every record.
  public func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int] {
    guard hasVisibleChanges(of: R.self) else {
      return try store.identifiers(by: path).mapValues { $0.count }
        .filter { $0.key.presentValue != nil }
    }
    return try fetch(FetchDescriptor<R>()).reduce(into: [:]) { counts, record in
      let value = record[keyPath: path]
      if value.presentValue != nil { counts[value, default: 0] += 1 }
    }
  }

  /// The identifiers of the saved records, grouped by the value of a field. Each group is in
  /// ascending order. Pending changes are ignored.
  ///
  /// When the field is indexed, the store reads one record per value; otherwise it reads all
  /// records.
  ///
  /// - Parameters:
  ///   - path: the field.
  ///   - ids: looks at these records only; `nil` for all.
  public func savedIdentifiers<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]? = nil
  ) throws(StoreError) -> [V: [Identifier<R>]] {
    try store.identifiers(by: path, among: ids)
  }

  /// The identifiers of the records that ``fetch(_:)`` would return. Often reads no record.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R> = FetchDescriptor()
  ) throws(StoreError) -> [Identifier<R>] {
    guard descriptor.includesPendingChanges, hasVisibleChanges(of: R.self) else {
      return try savedIdentifiers(descriptor)
    }
    guard descriptor.isInOrderOfInsertion else { return try fetch(descriptor).map(\.id) }
    let pending = table(R.self)
    let saved = try savedIdentifiers(descriptor).filter { !pending.shadows($0) }
    let changed = try MemoryQuery(descriptor).filter(pending.visibleRecords).map(\.id)
    return (saved + changed).sorted { $0.insertionRank < $1.insertionRank }
  }

  /// The record with this identifier, including pending changes, or `nil` when there is none or it
  /// was deleted.
  ///
  /// A temporary identifier finds its record even after the save.
  public func record<R: StoredRecord>(for id: Identifier<R>) throws(StoreError) -> R? {
    let id = resolve(id)
    if !pending.isEmpty, let change = table(R.self)[id] { return change }
    return id.isPermanent ? try store.record(for: id) : nil
  }

  /// The records with these identifiers, in the order of `ids` and including pending changes.
  /// Missing records are left out. This is faster than asking for each record.
  ///
  /// - Throws: the error that prevented the store from reading.
  public func records<R: StoredRecord>(for ids: [Identifier<R>]) throws(StoreError) -> [R] {
    if !hasVisibleChanges(of: R.self) { return try store.records(for: ids.map(resolve)) }
    var records: [R] = []
    for id in ids {
      if let record = try record(for: id) { records.append(record) }
    }
    return records
  }

  /// Parts of the saved records with these identifiers, in the order of `ids`. Missing records are
  /// left out, and pending changes are ignored.
  ///
  /// - Throws: the error that prevented the store from reading.
  public func savedParts<P: RecordPart>(
    of ids: [Identifier<P.Whole>]
  ) throws(StoreError) -> [P] {
    try store.parts(of: ids)
  }

  /// The records that refer to `target`, such as the questions of a deck.
  public func records<R: StoredRecord, T: StoredRecord>(
    whose path: KeyPath<R, Identifier<T>> & Sendable, is target: Identifier<T>
  ) throws(StoreError) -> [R] {
    try fetch(FetchDescriptor(.whose(path, is: resolve(target))))
  }

  /// Calls `body` with all records that `descriptor` asks for, in batches of at most `batchSize`,
  /// so that only one batch is in memory at a time.
  ///
  /// The list of records is fixed when the enumeration begins. Records that `body` deletes before
  /// their batch comes are skipped, and records that it changes arrive with their changes.
  ///
  /// - Throws: the error of a fetch or of `body`.
  public func enumerate<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R> = FetchDescriptor(), batchSize: Int = 500,
    _ body: ([R]) throws -> Void
  ) throws {
    precondition(batchSize > 0, "a batch has at least one record")
    let identifiers = try identifiers(descriptor)
    for start in stride(from: 0, to: identifiers.count, by: batchSize) {
      let batch = Array(identifiers[start..<min(start + batchSize, identifiers.count)])
      let records = try records(for: batch)
      if !records.isEmpty { try body(records) }
    }
  }

  /// The records whose field `key` has one of `values`.
  func records<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>, includesPendingChanges: Bool = true
  ) throws(StoreError) -> [R] {
    try fetch(
      FetchDescriptor(
        .whose(key, isOneOf: values), includesPendingChanges: includesPendingChanges))
  }

  /// The identifiers of the records that `records(where:isOneOf:)` returns. An index may give them
  /// without reading the records.
  package func identifiers<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>
  ) throws(StoreError) -> [Identifier<R>] {
    try identifiers(FetchDescriptor(.whose(key, isOneOf: values)))
  }

  private func savedIdentifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    do throws(StoreError) {
      return try store.identifiers(descriptor)
    } catch .preferInMemoryFilter, .preferInMemorySort {
      return try store.arranged(descriptor).map(\.id)
    } catch {
      throw error
    }
  }
}

extension FetchDescriptor {
  /// Whether the result is complete and in the order of insertion.
  fileprivate var isInOrderOfInsertion: Bool {
    switch selection {
    case .identifiers, .ordered: return false
    case .all, .values, .range: break
    }
    return sortBy.isEmpty && limit == nil && offset == 0
  }

  /// The descriptor without an offset and, if it has a limit, with a limit that is higher by the
  /// offset and `count`.
  fileprivate func wider(by count: Int) -> Self {
    var wider = self
    wider.offset = 0
    wider.limit = limit.map { max(0, $0).clampedSum(max(0, offset)).clampedSum(count) }
    if case .ordered(let order) = selection, let limit = order.limit {
      wider.selection = .ordered(
        KeyOrder(
          key: order.key, isReversed: order.isReversed, limit: max(0, limit).clampedSum(count)))
    }
    return wider
  }
}

extension Int {
  /// The sum, or `Int.max` when it overflows.
  fileprivate func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension StoreContext {
  /// The records whose field `path` has one of `values`, for example to find the records that an
  /// import would duplicate. Missing values match nothing.
  ///
  /// Needs one lookup when the field is indexed; otherwise it reads every record.
  public func records<R: StoredRecord, V: IndexableValue>(
    matching path: KeyPath<R, V> & Sendable, in values: some Sequence<V>
  ) throws(StoreError) -> [R] {
    try fetch(FetchDescriptor(.whose(path, isOneOf: values)))
  }
}
