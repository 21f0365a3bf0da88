import Foundation
import Signals

/// A unit of work: collects inserts, updates and deletes until ``save(named:)`` writes them to the
/// store together. Fetches already include them.
///
/// Nothing is saved automatically. A context is confined to the thread of its store. Several
/// contexts may share a store, each with its own pending changes.
public final class StoreContext {
  /// The store that holds the saved records.
  public let store: any DataStore

  /// The log of the saves that can be undone. A store without a log has one that is kept in memory
  /// for this context.
  public let history: any ChangeHistory

  /// How many saves can be undone; 0 turns undo off.
  public var undoLimit: Int

  /// The default of ``undoLimit``.
  public static let usualUndoLimit = 50

  var undoSteps: [UndoStep] = []
  var redoSteps: [UndoStep] = []
  var pending: [String: any AnyPendingTable] = [:]
  /// The permanent identifiers that saves of this context gave to temporary ones.
  private var replacements = IdentifierReplacements()
  /// The permanent identifiers reserved for the save in progress. If it fails, the next save uses
  /// them.
  private var assigned = IdentifierReplacements()
  private let temporaries: TemporaryIdentifiers

  /// Whether a save refuses to delete more than was asked for, by the references of other records.
  var refusesCascades = false

  /// Creates a context without changes.
  public convenience init(_ store: any DataStore, undoLimit: Int = usualUndoLimit) {
    self.init(
      store, history: store as? any ChangeHistory ?? SessionHistory(), undoLimit: undoLimit)
  }

  /// Creates a context without changes, whose saves are in a log that other contexts share.
  package init(_ store: any DataStore, history: any ChangeHistory, undoLimit: Int) {
    (self.store, self.history) = (store, history)
    self.undoLimit = undoLimit
    temporaries = TemporaryIdentifiers()
  }

  /// Creates a context on the same store whose changes `other` can take over.
  package init(beside other: StoreContext) {
    (store, history) = (other.store, other.history)
    undoLimit = Self.usualUndoLimit
    temporaries = other.temporaries
  }

  /// Saves the changes of a context that was created beside this one, as if they had been made in
  /// this context. Saves either all of them or none.
  ///
  /// - Parameter mark: the mark of the save in the log.
  /// - Precondition: this context has no changes.
  package func save(
    takingOver other: StoreContext, as mark: ChangeMark = ChangeMark()
  ) throws(StoreError) {
    precondition(
      !hasChanges && temporaries === other.temporaries, "the contexts do not belong together")
    pending = other.pending
    other.rollback()
    do {
      try save(as: mark)
    } catch {
      rollback()
      throw error
    }
  }

  /// Emits every save of the store, no matter which context or process made it.
  public var saves: Signal<SavedChanges> { store.saves }

  /// Whether there are unsaved changes.
  public var hasChanges: Bool { pending.values.contains { !$0.isEmpty } }

  /// The permanent identifier that a save of this context gave to `id`; otherwise `id` itself.
  public func resolve<R: StoredRecord>(_ id: Identifier<R>) -> Identifier<R> {
    replacements.resolve(id)
  }

  /// Adds a new record and returns its identifier. The identifier is temporary until the save,
  /// unless the record already has a permanent one.
  @discardableResult
  public func insert<R: StoredRecord>(_ record: R) -> Identifier<R> {
    var record = record
    if !record.id.isPermanent { record.id = newIdentifier() }
    change(R.self) { $0.insert(record) }
    return record.id
  }

  /// A temporary identifier that no other record has.
  package func newIdentifier<R: StoredRecord>() -> Identifier<R> {
    Identifier(rawValue: temporaries.next())
  }

  /// Adds many new records at once, which is faster than adding them one by one.
  public func insert<R: StoredRecord>(contentsOf records: some Sequence<R>) {
    change(R.self) { $0.insert(contentsOf: records, identified: newIdentifier) }
  }

  /// Changes the fields of a record.
  ///
  /// - Parameters:
  ///   - record: the changed record.
  ///   - original: the record as it was when the edit began. When the store has a different one at
  ///     the time of the save, the save fails with ``StoreError/conflict(_:)``. By default it is
  ///     the current record.
  /// - Throws: ``StoreError/notFound(entity:id:)`` when there is no such record.
  public func update<R: StoredRecord>(_ record: R, from original: R? = nil) throws(StoreError) {
    var record = record
    record.id = resolve(record.id)
    guard let current = try self.record(for: record.id) else {
      throw StoreError.notFound(entity: R.entityName, id: record.id.rawValue)
    }
    let isOutdated = original.map { $0 != current } ?? false
    guard record != current || isOutdated else { return }
    let version = isOutdated ? nil : try store.version(of: record.id)
    change(R.self) { $0.update(RecordUpdate(record, version: version)) }
  }

  /// Discards all unsaved changes.
  public func rollback() {
    pending = [:]
    assigned = IdentifierReplacements()
  }

  /// Runs `body` and saves. If either fails, the changes that `body` made are discarded.
  ///
  /// - Parameters:
  ///   - name: the value for ``SavedChanges/name``.
  ///   - body: makes the changes.
  /// - Throws: the error of `body` or of ``save(named:)``.
  public func transaction(named name: String? = nil, _ body: () throws -> Void) throws {
    try transaction(as: ChangeMark(name), body)
  }

  /// Runs `body` and saves, as ``transaction(named:_:)`` does.
  ///
  /// - Parameter mark: the mark of the save in the log.
  package func transaction(as mark: ChangeMark, _ body: () throws -> Void) throws {
    let before = pending
    do {
      try body()
      try save(as: mark)
    } catch {
      pending = before
      throw error
    }
  }

  func table<R: StoredRecord>(_ type: R.Type) -> PendingTable<R> {
    store.schema.check(type)
    return (pending[R.entityName] as? PendingTable<R>) ?? PendingTable<R>()
  }

  /// Whether pending changes may alter the result of a fetch.
  func hasVisibleChanges<R: StoredRecord>(of type: R.Type) -> Bool {
    !pending.isEmpty && !table(type).hasNoVisibleChanges
  }

  func change<R: StoredRecord>(_ type: R.Type, _ body: (inout PendingTable<R>) -> Void) {
    var table = table(type)
    // Removes the table from the dictionary first, so that the change does not copy the whole
    // table.
    pending[R.entityName] = nil
    body(&table)
    pending[R.entityName] = table
  }
}

extension StoreContext {
  /// Deletes a record, and the records that refer to it with ``DeleteRule/cascade``.
  ///
  /// - Throws: ``StoreError/notFound(entity:id:)``.
  public func delete<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) {
    let id = resolve(id)
    guard try isVisible(id) else {
      throw StoreError.notFound(entity: R.entityName, id: id.rawValue)
    }
    try delete([id])
  }

  /// Deletes all records that match `predicate`; `nil` means all records of the kind.
  ///
  /// With a journal, the deleted records are not kept in memory, however many there are. Undo reads
  /// them from the file.
  ///
  /// - Returns: how many records matched, without those that a cascade deleted.
  /// - Throws: the errors of a fetch and of a single delete.
  @discardableResult
  public func delete<R: StoredRecord>(
    _ type: R.Type, where predicate: Predicate<R>?
  ) throws(StoreError) -> Int {
    let ids = try identifiers(FetchDescriptor(predicate: predicate))
    try delete(ids)
    return ids.count
  }
}

extension StoreContext {
  /// Writes all changes to the store in one transaction. Does nothing when there are no changes.
  ///
  /// - Parameter name: the value for ``SavedChanges/name``, which undo can show.
  /// - Throws: the error that stopped the store. All changes then remain pending, and the store is
  ///   unchanged.
  @discardableResult
  public func save(named name: String? = nil) throws(StoreError) -> SavedChanges? {
    try save(as: ChangeMark(name))
  }

  /// Writes all changes, as ``save(named:)`` does.
  ///
  /// - Parameter mark: the mark of the save in the log.
  @discardableResult
  package func save(as mark: ChangeMark) throws(StoreError) -> SavedChanges? {
    guard hasChanges else { return nil }
    let saved = try saveUnannounced(undoLimit > 0 ? mark : nil, named: mark.name)
    if undoLimit > 0 {
      undoSteps = undoSteps.suffix(undoLimit - 1) + [UndoStep(saved)]
      redoSteps = []
    }
    announce(saved)
    return saved
  }

  /// Saves without notifying observers.
  ///
  /// - Parameter mark: the mark of the save in the log; `nil` when it is not for the log.
  func saveUnannounced(
    _ mark: ChangeMark?, named name: String?
  ) throws(StoreError) -> SavedChanges {
    let complete = try SaveCompletion(self).completed()
    assignIdentifiers(in: complete)
    var request = SaveRequest(changes: changes(in: complete))
    request.mark = mark
    let session = mark == nil ? nil : history as? SessionHistory
    let inverse = try session?.inverse(before: request, in: store)
    var saved = try store.save(request)
    (saved.replacements, saved.name) = (assigned, name)
    pending = [:]
    replacements.merge(assigned)
    assigned = IdentifierReplacements()
    if let session, let inverse, let mark { session.append(saved, mark, inverse) }
    return saved
  }

  /// Notifies observers. Call it only when this context is up to date, because observers read from
  /// it.
  func announce(_ saved: SavedChanges) {
    store.announcements.emit(saved)
  }

  private func changes(in tables: [String: any AnyPendingTable]) -> [any AnyRecordChanges] {
    store.schema.records.compactMap { record in
      guard let table = tables[record.entityName], !table.isEmpty else { return nil }
      return changes(of: table)
    }
  }

  private func changes(of table: some AnyPendingTable) -> any AnyRecordChanges {
    table.typed.changes.resolved(by: replacements, assigned)
  }

  /// Gives new records their permanent identifiers. If the save fails, they keep them for the next
  /// save.
  private func assignIdentifiers(in tables: [String: any AnyPendingTable]) {
    for record in store.schema.records {
      if let table = tables[record.entityName] { assignIdentifiers(in: table) }
    }
  }

  private func assignIdentifiers(in table: some AnyPendingTable) {
    assignIdentifiers(in: table.typed)
  }

  private func assignIdentifiers<R>(in table: PendingTable<R>) {
    let new = table.temporaryIdentifiers.filter { assigned.permanent(for: $0) == nil }
    guard !new.isEmpty else { return }
    let first = store.reserveIdentifiers(new.count, for: R.self)
    for (number, temporary) in zip(first..., new) { assigned.replace(temporary, by: number) }
  }
}

/// The numbers of unsaved records: negative, and each given only once.
final class TemporaryIdentifiers {
  private var last: Int64 = 0

  func next() -> Int64 {
    last -= 1
    return last
  }
}

extension StoreContext {
  /// Adds many new records to the next save. A journal keeps them in encoded form until then, so
  /// that they need little memory. Fetches do not see them before the save.
  ///
  /// - Returns: their identifiers, which other new records may refer to.
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``.
  @discardableResult
  public func stage<R: StoredRecord>(_ records: [R]) throws(StoreError) -> [Identifier<R>] {
    var records = records
    let first = store.reserveIdentifiers(records.count, for: R.self)
    for (index, number) in zip(records.indices, first...) {
      records[index].id = Identifier(rawValue: number)
    }
    // A save compares records with unique fields with each other.
    guard !R.keys.contains(where: { $0.rule == .unique }) else { return records.map { insert($0) } }
    try append(records)
    return records.map(\.id)
  }

  /// Adds a new record with a permanent identifier to the next save, as ``stage(_:)`` adds records
  /// without one.
  ///
  /// The record stays in memory when a staged record has a higher identifier.
  package func stage<R: StoredRecord>(_ record: R) throws(StoreError) {
    let isUnique = R.keys.contains { $0.rule == .unique }
    guard !isUnique, table(R.self).staged.numbers.last ?? 0 < record.id.rawValue else {
      insert(record)
      return
    }
    try append([record])
  }

  private func append<R: StoredRecord>(_ records: [R]) throws(StoreError) {
    var staged = table(R.self).staged
    change(R.self) { $0.staged = StagedRecords() }
    defer { change(R.self) { $0.staged = staged } }
    try staged.append(records, for: store)
  }

  /// Whether the record exists, or will exist after the save.
  package func isKnown<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) -> Bool {
    try isVisible(id) || table(R.self).staged.contains(id)
  }

  /// The versions (``DataStore/version(of:)``) that records have, or will have after the save;
  /// `nil` for a record that does not exist.
  package func versions<R: StoredRecord>(of ids: [Identifier<R>]) throws(StoreError) -> [UInt64?] {
    let table = table(R.self)
    var versions: [UInt64?] = []
    versions.reserveCapacity(ids.count)
    for id in ids {
      if let change = table[id] {
        versions.append(
          try change.map { record throws(StoreError) in try store.version(of: record) })
      } else if let staged = table.staged.version(of: id) {
        versions.append(staged)
      } else {
        versions.append(try store.version(of: id))
      }
    }
    return versions
  }

  /// Whether fetches find the record. Asks only for its version, because the record may be long.
  package func isVisible<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) -> Bool {
    let id = resolve(id)
    if let change = table(R.self)[id] { return change != nil }
    return try store.version(of: id) != nil
  }
}

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

/// A fetch that runs again after every save that may change its result.
///
/// It emits once for each save that changes the result. It ignores pending changes and saves of
/// other kinds of records.
///
/// ```swift
/// let query = try LiveQuery(FetchDescriptor<Deck>(sortBy: [SortDescriptor(\.name)]), in: context)
/// query.results.observe { show($0) }.disposed(by: bag)
/// ```
public final class LiveQuery<Result: Equatable> {
  private let fetch: () throws(StoreError) -> Result
  @Observed private var current: Result
  private let problems = PublishSubject<StoreError>()
  private var subscription: Disposable?

  /// Creates a query for records and fetches them.
  ///
  /// - Throws: the error of the fetch.
  public convenience init<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>, in context: StoreContext
  ) throws(StoreError) where Result == [R] {
    let saved = descriptor.ofWhatIsSaved
    try self.init(R.self, in: context) { () throws(StoreError) in try context.fetch(saved) }
  }

  /// Creates a query for identifiers and fetches them. An index may give them without reading the
  /// records.
  ///
  /// - Throws: the error of the fetch.
  public convenience init<R: StoredRecord>(
    identifiers descriptor: FetchDescriptor<R>, in context: StoreContext
  ) throws(StoreError) where Result == [Identifier<R>] {
    let saved = descriptor.ofWhatIsSaved
    try self.init(R.self, in: context) { () throws(StoreError) in try context.identifiers(saved) }
  }

  private init<R: StoredRecord>(
    _ type: R.Type, in context: StoreContext, fetch: @escaping () throws(StoreError) -> Result
  ) throws(StoreError) {
    self.fetch = fetch
    _current = Observed(wrappedValue: try fetch())
    subscription = context.saves.observe { [weak self] changes in
      if changes.concerns(type) { self?.refresh() }
    }
  }

  /// Emits the current result at once, then every different one.
  public var results: Signal<Result> { $current }

  /// Emits the errors of later fetches. The result then stays as it was.
  public var failures: Signal<StoreError> { problems.signal }

  /// The latest result.
  public var value: Result { current }

  private func refresh() {
    do throws(StoreError) {
      current = try fetch()
    } catch {
      problems.emit(error)
    }
  }
}

extension FetchDescriptor {
  fileprivate var ofWhatIsSaved: Self {
    var copy = self
    copy.includesPendingChanges = false
    return copy
  }
}
