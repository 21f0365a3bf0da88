/// Taking saves back.
extension StoreContext {
  /// Whether there is a save of this context to take back.
  public var canUndo: Bool { !undoSteps.isEmpty }

  /// Whether there is a save that was taken back and not replaced by another.
  public var canRedo: Bool { !redoSteps.isEmpty }

  /// Takes the last save of this context back, by a save of its own; pending changes stay pending.
  ///
  /// Records that it deleted come back with their identifiers.
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
    let desk = StoreContext(store, author: author)
    for changes in step.changes { try stage(changes, at: desk) }
    let (saved, inverse) = try desk.saveUnannounced()
    guard let inverse else { return (saved, UndoStep(changes: [])) }
    return (saved, inverse)
  }

  private func stage(
    _ changes: some AnyRecordChanges, at desk: StoreContext
  ) throws(StoreError) {
    try stage(changes.typed, at: desk)
  }

  private func stage<R>(_ changes: RecordChanges<R>, at desk: StoreContext) throws(StoreError) {
    desk.insert(contentsOf: changes.inserted)
    for update in changes.updated { try desk.update(update.record, from: update.expected) }
    var records: [R] = []
    for deletion in changes.deleted {
      if let record = try desk.record(for: deletion.id) { records.append(record) }
    }
    try desk.delete(records)
  }
}

/// The changes that take a save back.
struct UndoStep {
  var changes: [any AnyRecordChanges]

  /// - Parameter request: what was saved.
  /// - Parameter store: where it is by now.
  init(
    of request: SaveRequest, _ replacements: IdentifierReplacements, in store: any DataStore
  ) throws(StoreError) {
    // What was saved last may refer to what was saved first, so it goes first.
    changes = []
    for change in request.changes.reversed() {
      changes.append(try Self.inverse(of: change, replacements, store))
    }
  }

  init(changes: [any AnyRecordChanges]) {
    self.changes = changes
  }

  private static func inverse(
    of changes: some AnyRecordChanges, _ replacements: IdentifierReplacements,
    _ store: any DataStore
  ) throws(StoreError) -> any AnyRecordChanges {
    try inverse(of: changes.typed, replacements, store)
  }

  private static func inverse<R>(
    of changes: RecordChanges<R>, _ replacements: IdentifierReplacements, _ store: any DataStore
  ) throws(StoreError) -> RecordChanges<R> {
    var inverse = RecordChanges<R>()
    inverse.deleted = changes.inserted.map { RecordDeletion(replacements.resolve($0.id)) }
    inverse.inserted = changes.deleted.compactMap(\.expected)
    for update in changes.updated {
      guard let before = update.expected else { continue }
      inverse.updated.append(
        RecordUpdate(before, expected: try store.record(for: update.record.id)))
    }
    return inverse
  }
}
