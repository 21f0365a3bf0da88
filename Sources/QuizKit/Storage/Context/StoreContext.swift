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
  var replacements = IdentifierReplacements()
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
    if original == nil, let fingerprint = try unreadFingerprint(of: record.id) {
      if try store.isSaved(record) { return }
      return change(R.self) { $0.update(RecordUpdate(record, fingerprint: fingerprint)) }
    }
    guard let current = try self.record(for: record.id) else {
      throw StoreError.notFound(entity: R.entityName, id: record.id.rawValue)
    }
    guard record != current || original.map({ $0 != current }) ?? false else { return }
    change(R.self) { $0.update(RecordUpdate(record, expected: original ?? current)) }
  }

  /// What the store says of a record of which nothing is pending, if it says so without reading it.
  private func unreadFingerprint<R: StoredRecord>(
    of id: Identifier<R>
  ) throws(StoreError) -> UInt64? {
    if !pending.isEmpty, table(R.self)[id] != nil { return nil }
    return id.isPermanent ? try store.fingerprint(of: id) : nil
  }

  /// Forgets what was not saved.
  public func rollback() {
    pending = [:]
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
