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
  /// Records that another change has deleted since, or has brought back, stay as they are.
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

  /// The request that will take back a save. Earlier saves that it joins are one from now on.
  func inverse(
    before request: SaveRequest, in store: any DataStore
  ) throws(StoreError) -> SaveRequest {
    if let joins = request.mark?.joins { try join(joins) }
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
    change.take(saved)
    change.mark.joins = []
    steps = steps.suffix(Self.most - 1) + [(change, inverse)]
  }

  /// Makes one change of two, with the number of the second.
  private func join(_ numbers: [UInt64]) throws(StoreError) {
    let places = numbers.compactMap { number in
      steps.firstIndex { $0.change.sequence == number && $0.change.isReversible }
    }
    guard places.count == 2, places[0] < places[1] else { return }
    let first = steps[places[0]].inverse
    var joined = steps[places[1]].inverse
    var saved = SavedChanges(sequence: numbers[1])
    for changes in first.changes {
      guard try join(changes, into: &joined.changes) else { return }
    }
    for changes in joined.changes { note(changes, in: &saved) }
    steps[places[1]].inverse = joined
    steps[places[1]].change.take(saved)
    steps.remove(at: places[0])
  }

  private func join(
    _ first: some AnyRecordChanges, into all: inout [any AnyRecordChanges]
  ) throws(StoreError) -> Bool {
    try join(first.typed, into: &all)
  }

  private func join<R>(
    _ first: RecordChanges<R>, into all: inout [any AnyRecordChanges]
  ) throws(StoreError) -> Bool {
    guard let place = all.firstIndex(where: { $0 is RecordChanges<R> }),
      let second = all[place] as? RecordChanges<R>
    else {
      all.append(first)
      return true
    }
    guard let joined = try join(first, second) else { return false }
    all[place] = joined
    return true
  }

  /// What takes back two saves; `nil` where something between them changed what both have changed.
  private func join<R>(
    _ first: RecordChanges<R>, _ second: RecordChanges<R>
  ) throws(StoreError) -> RecordChanges<R>? {
    let encoder = RecordEncoder()
    var (steps, joined) = (states(first), RecordChanges<R>())
    for (id, later) in states(second) {
      let earlier = steps[id]
      if let earlier {
        guard try later.before.map(encoder.version) == earlier.after else { return nil }
      }
      steps[id] = ((earlier ?? later).before, later.after)
    }
    for (id, state) in steps.sorted(by: { $0.key < $1.key }) {
      switch state {
      case (let before?, let after?): joined.updated.append(RecordUpdate(before, version: after))
      case (let before?, nil): joined.inserted.append(before)
      case (nil, let after?): joined.deleted.append(RecordDeletion(id, version: after))
      case (nil, nil): continue
      }
    }
    return joined
  }

  /// The records before a save that an inverse takes back, and their versions after it; `nil` where
  /// there was none.
  private func states<R>(
    _ inverse: RecordChanges<R>
  ) -> [Identifier<R>: (before: R?, after: UInt64?)] {
    var states: [Identifier<R>: (before: R?, after: UInt64?)] = [:]
    for record in inverse.inserted { states[record.id] = (record, nil) }
    for update in inverse.updated { states[update.record.id] = (update.record, update.version) }
    for deletion in inverse.deleted { states[deletion.id] = (nil, deletion.version) }
    return states
  }

  private func note(_ inverse: some AnyRecordChanges, in saved: inout SavedChanges) {
    let (changes, entity) = (inverse.typed, type(of: inverse).Record.entityName)
    for deletion in changes.deleted { saved.note(.insert, entity, deletion.id.rawValue) }
    for update in changes.updated { saved.note(.update, entity, update.record.id.rawValue) }
    for record in changes.inserted { saved.note(.delete, entity, record.id.rawValue) }
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
