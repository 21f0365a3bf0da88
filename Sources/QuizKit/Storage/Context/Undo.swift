import Foundation
import QuizSupport

/// Undo and redo of the saves of one context.
extension StoreContext {
  /// The changes of the save that ``undo()`` would undo next; `nil` when there is none.
  public var nextUndo: SavedChanges? { undoSteps.last?.saved }

  /// The changes of the save that ``redo()`` would redo next. A new save clears them.
  public var nextRedo: SavedChanges? { redoSteps.last?.saved }

  /// Undoes the last save of this context with another save. Pending changes stay pending.
  ///
  /// Deleted records come back with their identifiers. The store reads records that were deleted by
  /// a predicate or by a cascade only now.
  ///
  /// - Returns: what changed; `nil` when there is nothing to undo.
  /// - Throws: ``StoreError/conflict(_:)`` when another writer has changed one of the records
  ///   since, or the error that prevented saving. The save can then still be undone.
  @discardableResult
  public func undo() throws(StoreError) -> SavedChanges? {
    guard let step = undoSteps.last, let saved = try revert(step) else { return nil }
    undoSteps.removeLast()
    redoSteps.append(UndoStep(saved: step.saved, sequence: saved.sequence))
    announce(saved)
    return saved
  }

  /// Redoes the save that ``undo()`` undid. Returns and throws as ``undo()`` does.
  @discardableResult
  public func redo() throws(StoreError) -> SavedChanges? {
    guard let step = redoSteps.last, let saved = try revert(step) else { return nil }
    redoSteps.removeLast()
    undoSteps.append(UndoStep(saved: step.saved, sequence: saved.sequence))
    announce(saved)
    return saved
  }

  private func revert(_ step: UndoStep) throws(StoreError) -> SavedChanges? {
    guard let change = try history.change(step.sequence) else { return nil }
    return try revertUnannounced(change)
  }

  /// Takes a change back with a save that is a change itself, and can be taken back, too. Pending
  /// changes stay pending.
  ///
  /// Records that somebody has deleted since, or has brought back, stay as they are.
  ///
  /// - Throws: ``StoreError/conflict(_:)``, also for a record that would be deleted because it
  ///   refers to one that the change inserted; ``StoreError/notFound(entity:id:)``, and the other
  ///   errors that prevent saving. Nothing is then changed.
  @discardableResult
  package func revert(_ change: StoreChange) throws(StoreError) -> SavedChanges {
    let saved = try revertUnannounced(change)
    announce(saved)
    return saved
  }

  private func revertUnannounced(_ change: StoreChange) throws(StoreError) -> SavedChanges {
    let context = StoreContext(store, history: history, undoLimit: Self.usualUndoLimit)
    for changes in try history.inverse(of: change).changes { try context.stage(changes) }
    context.refusesCascades = true
    var mark = ChangeMark(change.mark.name)
    mark.undoes = change.sequence
    // What takes back the taking back of an erasure erases again.
    mark.erases =
      try change.mark.undoes.flatMap { sequence throws(StoreError) in
        try history.change(sequence)?.mark.erases
      } ?? false
    return try context.saveUnannounced(mark, named: mark.name)
  }

  private func stage(_ changes: some AnyRecordChanges) throws(StoreError) {
    try stage(changes.typed)
  }

  private func stage<R>(_ changes: RecordChanges<R>) throws(StoreError) {
    if !changes.staged.parts.isEmpty { change(R.self) { $0.staged = changes.staged } }
    let known = try store.versions(of: changes.inserted.map(\.id))
    // Skip records that came back in another way.
    for (record, version) in zip(changes.inserted, known) where version == nil { insert(record) }
    for update in changes.updated {
      guard try store.version(of: update.record.id) != nil else {
        throw StoreError.notFound(entity: R.entityName, id: update.record.id.rawValue)
      }
      change(R.self) { $0.update(update) }
    }
    guard !changes.deleted.isEmpty else { return }
    let there = try store.versions(of: changes.deleted.map(\.id))
    change(R.self) { table in
      // Skip records that another writer has deleted since.
      for (deletion, version) in zip(changes.deleted, there) where version != nil {
        table.take(deletion)
      }
    }
  }
}

/// A save that can be undone or redone.
struct UndoStep {
  /// The changes of the original save.
  let saved: SavedChanges
  /// The number of the save to take back.
  let sequence: UInt64

  init(saved: SavedChanges, sequence: UInt64) {
    (self.saved, self.sequence) = (saved, sequence)
  }

  init(_ saved: SavedChanges) { self.init(saved: saved, sequence: saved.sequence) }
}

/// The log of a store that has none of its own: what was saved since the program began, in memory.
package final class SessionHistory: ChangeHistory {
  /// More changes than this are not kept.
  private static let most = 200

  package let author: String
  package private(set) var lastSequence: UInt64 = 0
  package var isAtHand: Bool { true }
  private let now: () -> Date
  private var steps: [(change: StoreChange, inverse: SaveRequest)] = []

  /// - Parameter now: the date of a change.
  package init(
    author: String = StoreEnvironment.usualAuthor, now: @escaping () -> Date = { Date() }
  ) {
    (self.author, self.now) = (author, now)
  }

  package func beginning() -> HistoryBeginning { .session }

  package func changes(after sequence: UInt64) -> [StoreChange] {
    steps.map(\.change).filter { $0.sequence > sequence }
  }

  package func inverse(of change: StoreChange) throws(StoreError) -> SaveRequest {
    steps.last { $0.change.sequence == change.sequence }?.inverse ?? SaveRequest(changes: [])
  }

  package func records<R: StoredRecord>(
    for ids: [Identifier<R>], before change: StoreChange
  ) throws(StoreError) -> [R] {
    let wanted = IdentifierSet(ids)
    let inverse = try inverse(of: change).changes.lazy.compactMap { $0 as? RecordChanges<R> }.first
    let records = (inverse?.updated.map(\.record) ?? []) + (inverse?.inserted ?? [])
    return records.filter { wanted.contains($0.id) }
  }

  /// The request that will take back a save.
  func inverse(
    before request: SaveRequest, in store: any DataStore
  ) throws(StoreError) -> SaveRequest {
    var inverse = SaveRequest(changes: [])
    for changes in request.changes {
      if let changes = try self.inverse(of: changes, in: store) { inverse.changes.append(changes) }
    }
    return inverse
  }

  /// Takes a save and what takes it back.
  func append(_ saved: SavedChanges, _ mark: ChangeMark, _ inverse: SaveRequest) {
    lastSequence = saved.sequence
    var change = StoreChange(
      sequence: saved.sequence, date: now(), author: mark.isForeign ? "" : author, mark: mark,
      isReversible: !mark.isForeign)
    for (entity, ids) in saved.entities { change.take(ids, of: entity) }
    steps = steps.suffix(Self.most - 1) + [(change, inverse)]
  }

  private func inverse(
    of changes: some AnyRecordChanges, in store: any DataStore
  ) throws(StoreError) -> (any AnyRecordChanges)? {
    try inverse(of: changes.typed, in: store)
  }

  private func inverse<R>(
    of changes: RecordChanges<R>, in store: any DataStore
  ) throws(StoreError) -> RecordChanges<R>? {
    if R.outlivesUndo { return nil }
    let encoder = RecordEncoder()
    var inverse = RecordChanges<R>()
    for record in changes.inserted {
      inverse.deleted.append(RecordDeletion(record.id, version: try encoder.version(of: record)))
    }
    for number in changes.staged.numbers {
      let id = Identifier<R>(rawValue: number)
      inverse.deleted.append(RecordDeletion(id, version: changes.staged.version(of: id)))
    }
    var versions: [Identifier<R>: UInt64] = [:]
    for update in changes.updated {
      versions[update.record.id] = try encoder.version(of: update.record)
    }
    inverse.updated = try store.records(for: changes.updated.map(\.record.id))
      .map { RecordUpdate($0, version: versions[$0.id]) }
    inverse.inserted = try store.records(for: changes.deleted.map(\.id))
    return inverse
  }
}
