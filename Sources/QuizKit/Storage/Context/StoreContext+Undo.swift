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
