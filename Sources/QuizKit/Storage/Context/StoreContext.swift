import Foundation
import Signals

/// The desk on which records are worked at: it takes inserts, updates and deletes, shows them in
/// every fetch, and puts them into the store together when it is told to ``save()``.
///
/// Nothing is saved by itself. A context is confined to the thread of its store; several contexts
/// may share a store, each with its own pending changes.
public final class StoreContext {
  /// Where the records are.
  public let store: any DataStore

  /// How many saves can be taken back; 0 keeps nothing for it.
  public var undoLimit = 50

  var undoSteps: [UndoStep] = []
  var redoSteps: [UndoStep] = []
  var pending: [String: any AnyPendingTable] = [:]
  /// What took the place of temporary identifiers by saves of this context.
  private var replacements = IdentifierReplacements()
  /// What will by the save under way, or the next one when that fails.
  private var assigned = IdentifierReplacements()
  private let temporaries: TemporaryIdentifiers

  /// Opens a desk at `store`.
  public init(_ store: any DataStore) {
    self.store = store
    temporaries = TemporaryIdentifiers()
  }

  /// Opens a desk beside another one, which may take its changes over.
  init(beside other: StoreContext) {
    store = other.store
    temporaries = other.temporaries
  }

  /// Takes the changes of a desk that was opened beside this one, and leaves it none; as if they had all been made here.
  ///
  /// - Precondition: there are no changes here.
  func takeOver(_ other: StoreContext) {
    precondition(
      !hasChanges && temporaries === other.temporaries, "the desks do not belong together")
    pending = other.pending
    other.rollback()
  }

  /// Every save of the store, whoever saved.
  public var saves: Signal<SavedChanges> { store.saves }

  /// Whether there is something to save.
  public var hasChanges: Bool { pending.values.contains { !$0.isEmpty } }

  /// The permanent identifier of a record that was saved since `id` was given; otherwise `id`
  /// itself.
  public func resolve<R: StoredRecord>(_ id: Identifier<R>) -> Identifier<R> {
    replacements.resolve(id)
  }

  /// Takes a new record and returns its identifier, which is temporary until the save unless the
  /// record has a permanent one already.
  @discardableResult
  public func insert<R: StoredRecord>(_ record: R) -> Identifier<R> {
    var record = record
    if !record.id.isPermanent { record.id = newIdentifier() }
    change(R.self) { $0.insert(record) }
    return record.id
  }

  /// A temporary identifier that no record bears.
  func newIdentifier<R: StoredRecord>() -> Identifier<R> {
    Identifier(rawValue: temporaries.next())
  }

  /// Takes many new records at once, which costs less for each than taking them one by one.
  public func insert<R: StoredRecord>(contentsOf records: some Sequence<R>) {
    change(R.self) { $0.insert(contentsOf: records, identified: newIdentifier) }
  }

  /// Takes the new fields of a record.
  ///
  /// - Parameter original: the record as it was when the edit began. When the store has another by
  ///   the time of the save, that save fails with ``StoreError/conflict(_:)``. Without it, what
  ///   counts is the record as it is now.
  /// - Throws: ``StoreError/notFound(entity:id:)`` when there is no such record.
  public func update<R: StoredRecord>(_ record: R, from original: R? = nil) throws(StoreError) {
    var record = record
    record.id = resolve(record.id)
    guard let current = try self.record(for: record.id) else {
      throw StoreError.notFound(entity: R.entityName, id: record.id.rawValue)
    }
    guard record != current || original.map({ $0 != current }) ?? false else { return }
    change(R.self) { $0.update(RecordUpdate(record, expected: original ?? current)) }
  }

  /// Forgets what was not saved.
  public func rollback() {
    pending = [:]
    assigned = IdentifierReplacements()
  }

  /// Runs `body` and saves; when either fails, nothing that `body` did is left.
  ///
  /// - Precondition: no records are staged (``stage(_:)``), which could not be left as they were.
  /// - Throws: what `body` throws, or what ``save()`` throws.
  public func transaction(_ body: () throws -> Void) throws {
    precondition(!pending.values.contains(where: \.isStaging), "records are staged already")
    let before = pending
    do {
      try body()
      try save()
    } catch {
      pending = before
      throw error
    }
  }

  func table<R: StoredRecord>(_ type: R.Type) -> PendingTable<R> {
    store.schema.check(type)
    return (pending[R.entityName] as? PendingTable<R>) ?? PendingTable<R>()
  }

  /// Whether a fetch of that kind finds anything else than what is saved.
  func hasVisibleChanges<R: StoredRecord>(of type: R.Type) -> Bool {
    !pending.isEmpty && !table(type).hasNoVisibleChanges
  }

  func change<R: StoredRecord>(_ type: R.Type, _ body: (inout PendingTable<R>) -> Void) {
    var table = table(type)
    // The dictionary gives its copy up, so that the change does not copy the whole table.
    pending[R.entityName] = nil
    body(&table)
    pending[R.entityName] = table
  }
}

extension StoreContext {
  /// Takes the end of a record, and of those that go with it (``DeleteRule/cascade``).
  ///
  /// - Throws: ``StoreError/notFound(entity:id:)``, ``StoreError/stillReferred(entity:id:by:)``.
  public func delete<R: StoredRecord>(_ id: Identifier<R>) throws(StoreError) {
    let id = resolve(id)
    guard let record = try record(for: id) else {
      throw StoreError.notFound(entity: R.entityName, id: id.rawValue)
    }
    try delete(record)
  }

  /// Takes the end of all records that meet `predicate`; `nil` means all of them.
  ///
  /// Saved records are not kept in memory for it, however many there are, when the store is a
  /// journal; they are read again only when the save is taken back.
  ///
  /// - Returns: how many there were, without those that went with them.
  /// - Throws: what a fetch throws, and what the delete of one record throws.
  @discardableResult
  public func delete<R: StoredRecord>(
    _ type: R.Type, where predicate: Predicate<R>?
  ) throws(StoreError) -> Int {
    let ids = try identifiersOfMatches(predicate)
    try delete(ids)
    return ids.count
  }

  private func identifiersOfMatches<R: StoredRecord>(
    _ predicate: Predicate<R>?
  ) throws(StoreError) -> [Identifier<R>] {
    let descriptor = FetchDescriptor(predicate: predicate, includesPendingChanges: false)
    let pending = table(R.self)
    let saved = try identifiers(descriptor)
    guard !pending.hasNoVisibleChanges else { return saved }
    return saved.filter { !pending.shadows($0) }
      + (try MemoryQuery(descriptor).filter(pending.visibleRecords)).map(\.id)
  }
}

extension StoreContext {
  /// Puts all changes into the store in one step. Without changes nothing is done.
  ///
  /// - Throws: whatever keeps the store from taking them; then they are all still pending, and the
  ///   store is as it was.
  @discardableResult
  public func save() throws(StoreError) -> SavedChanges? {
    guard hasChanges else { return nil }
    let (saved, inverse) = try saveUnannounced()
    if undoLimit > 0, let inverse {
      undoSteps = undoSteps.suffix(undoLimit - 1) + [inverse]
      redoSteps = []
    }
    announce(saved)
    return saved
  }

  /// Saves, and says how to take it back.
  func saveUnannounced() throws(StoreError) -> (SavedChanges, UndoStep?) {
    let complete = try SaveCompletion(self).completed()
    assignIdentifiers(in: complete)
    let request = SaveRequest(changes: changes(in: complete))
    let kept = undoLimit > 0 ? try UndoStep.keep(request, in: store) : [:]
    var saved = try store.save(request)
    saved.replacements = assigned
    pending = [:]
    replacements.merge(assigned)
    assigned = IdentifierReplacements()
    guard undoLimit > 0 else { return (saved, nil) }
    do throws(StoreError) {
      return (saved, try UndoStep(of: request, kept, in: store))
    } catch {
      // It is saved all the same; it only cannot be taken back.
      return (saved, nil)
    }
  }

  /// Only after this context is in order: observers are to find in it what they are told about.
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

  /// Gives new records the identifiers that they will keep. After a save that failed, they keep those
  /// for the next one.
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

/// The numbers that records bear until they are saved: negative ones, each given once.
final class TemporaryIdentifiers {
  private var last: Int64 = 0

  func next() -> Int64 {
    last -= 1
    return last
  }
}
