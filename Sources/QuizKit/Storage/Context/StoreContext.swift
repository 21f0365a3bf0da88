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

  /// Creates a context without changes.
  public init(_ store: any DataStore, undoLimit: Int = usualUndoLimit) {
    self.store = store
    self.undoLimit = undoLimit
    temporaries = TemporaryIdentifiers()
  }

  /// Creates a context on the same store whose changes `other` can take over.
  package init(beside other: StoreContext) {
    store = other.store
    undoLimit = Self.usualUndoLimit
    temporaries = other.temporaries
  }

  /// Saves the changes of a context that was created beside this one, as if they had been made in
  /// this context. Saves either all of them or none.
  ///
  /// - Parameter name: the value for ``SavedChanges/name``.
  /// - Precondition: this context has no changes.
  package func save(
    takingOver other: StoreContext, named name: String? = nil
  ) throws(StoreError) {
    precondition(
      !hasChanges && temporaries === other.temporaries, "the contexts do not belong together")
    pending = other.pending
    other.rollback()
    do {
      try save(named: name)
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
    let before = pending
    do {
      try body()
      try save(named: name)
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
    guard hasChanges else { return nil }
    let (saved, inverse) = try saveUnannounced(named: name)
    if undoLimit > 0, let inverse {
      undoSteps = undoSteps.suffix(undoLimit - 1) + [inverse]
      redoSteps = []
    }
    announce(saved)
    return saved
  }

  /// Saves without notifying observers, and returns the step that undoes the save.
  func saveUnannounced(named name: String? = nil) throws(StoreError) -> (SavedChanges, UndoStep?) {
    let complete = try SaveCompletion(self).completed()
    assignIdentifiers(in: complete)
    let request = SaveRequest(changes: changes(in: complete))
    let kept = undoLimit > 0 ? try UndoStep.remember(request, in: store) : [:]
    var saved = try store.save(request)
    (saved.replacements, saved.name) = (assigned, name)
    pending = [:]
    replacements.merge(assigned)
    assigned = IdentifierReplacements()
    guard undoLimit > 0 else { return (saved, nil) }
    do throws(StoreError) {
      return (saved, try UndoStep(of: request, saved, kept, in: store))
    } catch {
      // The save succeeded; it only cannot be undone.
      return (saved, nil)
    }
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
