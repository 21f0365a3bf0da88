/// Taking saves back.
extension StoreContext {
  /// Whether there is a save of this context to take back.
  public var canUndo: Bool { !undoSteps.isEmpty }

  /// Whether there is a save that was taken back and not replaced by another.
  public var canRedo: Bool { !redoSteps.isEmpty }

  /// Takes the last save of this context back, by a save of its own; pending changes stay pending.
  ///
  /// Records that it deleted come back with their identifiers; those of a deletion by a predicate or
  /// with the record that they belonged to are read for it only now.
  ///
  /// - Returns: what changed; `nil` when there is nothing to take back.
  /// - Throws: ``StoreError/conflict(_:)`` when somebody else changed one of the records since, and
  ///   whatever keeps the store from saving; then the save can still be taken back.
  @discardableResult
  public func undo() throws(StoreError) -> SavedChanges? {
    guard let step = undoSteps.last else { return nil }
    let (saved, inverse) = try apply(step)
    undoSteps.removeLast()
    redoSteps.append(inverse)
    announce(saved)
    return saved
  }

  /// Does again what ``undo()`` took back; see there.
  @discardableResult
  public func redo() throws(StoreError) -> SavedChanges? {
    guard let step = redoSteps.last else { return nil }
    let (saved, inverse) = try apply(step)
    redoSteps.removeLast()
    undoSteps.append(inverse)
    announce(saved)
    return saved
  }

  /// Saves the changes of a step from a desk of their own.
  private func apply(_ step: UndoStep) throws(StoreError) -> (SavedChanges, UndoStep) {
    let desk = StoreContext(store)
    for changes in step.changes { try stage(changes, at: desk) }
    let (saved, inverse) = try desk.saveUnannounced()
    guard let inverse else { return (saved, UndoStep(changes: [])) }
    return (saved, inverse)
  }

  private func stage(_ changes: some AnyUndoChanges, at desk: StoreContext) throws(StoreError) {
    try stage(changes.typed, at: desk)
  }

  private func stage<R>(_ changes: UndoChanges<R>, at desk: StoreContext) throws(StoreError) {
    desk.insert(contentsOf: changes.inserted)
    if let deleted = changes.kept?.deleted { desk.insert(contentsOf: try deleted.records()) }
    for before in try changes.kept?.updated?.records() ?? [] {
      guard let fingerprint = changes.fingerprints[before.id],
        try store.fingerprint(of: before.id) != nil
      else { throw StoreError.notFound(entity: R.entityName, id: before.id.rawValue) }
      desk.change(R.self) { $0.update(RecordUpdate(before, fingerprint: fingerprint)) }
    }
    for update in changes.updated { try desk.update(update.record, from: update.expected) }
    guard !changes.deleted.isEmpty else { return }
    // Those that somebody else deleted since are gone already.
    let there = IdentifierSet(try store.identifiers(FetchDescriptor<R>()))
    try desk.delete(changes.deleted.filter { there.contains($0) })
  }
}

/// The changes that take a save back.
struct UndoStep {
  var changes: [any AnyUndoChanges]

  /// Keeps what a save is about to change or delete, by entity, as far as the request does not hold
  /// it itself.
  static func keep(
    _ request: SaveRequest, in store: any DataStore
  ) throws(StoreError) -> [String: any AnyKeptChanges] {
    var kept: [String: any AnyKeptChanges] = [:]
    for changes in request.changes { try keep(changes, in: store, &kept) }
    return kept
  }

  /// - Parameter request: what was saved.
  /// - Parameter kept: what it changed and deleted.
  /// - Parameter store: where it is by now.
  init(
    of request: SaveRequest, _ kept: [String: any AnyKeptChanges], in store: any DataStore
  ) throws(StoreError) {
    // What was saved last may refer to what was saved first, so it goes first.
    changes = []
    for change in request.changes.reversed() {
      changes.append(try Self.inverse(of: change, kept, store))
    }
  }

  init(changes: [any AnyUndoChanges]) {
    self.changes = changes
  }

  private static func keep(
    _ changes: some AnyRecordChanges, in store: any DataStore,
    _ kept: inout [String: any AnyKeptChanges]
  ) throws(StoreError) {
    try keep(changes.typed, in: store, &kept)
  }

  private static func keep<R>(
    _ changes: RecordChanges<R>, in store: any DataStore, _ kept: inout [String: any AnyKeptChanges]
  ) throws(StoreError) {
    let updated = changes.updated.filter { $0.expected == nil }.map(\.record.id)
    let deleted = changes.deleted.filter { $0.expected == nil }.map(\.id)
    guard !updated.isEmpty || !deleted.isEmpty else { return }
    kept[R.entityName] = KeptChanges(
      updated: updated.isEmpty ? nil : try store.keep(updated),
      deleted: deleted.isEmpty ? nil : try store.keep(deleted))
  }

  private static func inverse(
    of changes: some AnyRecordChanges, _ kept: [String: any AnyKeptChanges],
    _ store: any DataStore
  ) throws(StoreError) -> any AnyUndoChanges {
    try inverse(of: changes.typed, kept, store)
  }

  private static func inverse<R>(
    of changes: RecordChanges<R>, _ kept: [String: any AnyKeptChanges],
    _ store: any DataStore
  ) throws(StoreError) -> UndoChanges<R> {
    var inverse = UndoChanges<R>(kept: kept[R.entityName] as? KeptChanges<R>)
    inverse.deleted = changes.inserted.map(\.id)
    inverse.deleted += changes.staged?.identifiers ?? []
    inverse.inserted = changes.deleted.compactMap(\.expected)
    for update in changes.updated {
      let id = update.record.id
      if let before = update.expected {
        inverse.updated.append(RecordUpdate(before, expected: try store.record(for: id)))
      } else {
        inverse.fingerprints[id] = try store.fingerprint(of: id)
      }
    }
    return inverse
  }
}

/// What is to be done to records of one kind.
struct UndoChanges<R: StoredRecord> {
  /// Those to insert and to update that were not read.
  var kept: KeptChanges<R>?
  var inserted: [R] = []
  var updated: [RecordUpdate<R>] = []
  /// What the store says of those to update that were not read.
  var fingerprints: [Identifier<R>: UInt64] = [:]
  var deleted: [Identifier<R>] = []
}

/// Changes whose kind of record is found again by calling a generic function with them.
protocol AnyUndoChanges {
  associatedtype Record: StoredRecord
  var typed: UndoChanges<Record> { get }
}

extension UndoChanges: AnyUndoChanges {
  var typed: UndoChanges<R> { self }
}

/// Records of one kind as they were before a save, which are read when they are wanted.
struct KeptChanges<R: StoredRecord>: AnyKeptChanges {
  var updated: KeptRecords<R>?
  var deleted: KeptRecords<R>?
}

/// The same of some kind.
protocol AnyKeptChanges {}
