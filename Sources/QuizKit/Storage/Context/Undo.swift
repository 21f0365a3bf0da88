import QuizSupport

/// Undo and redo of saves.
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
    guard let step = undoSteps.last else { return nil }
    let (saved, inverse) = try apply(step)
    undoSteps.removeLast()
    redoSteps.append(UndoStep(changes: inverse, saved: step.saved))
    announce(saved)
    return saved
  }

  /// Redoes the save that ``undo()`` undid. Returns and throws as ``undo()`` does.
  @discardableResult
  public func redo() throws(StoreError) -> SavedChanges? {
    guard let step = redoSteps.last else { return nil }
    let (saved, inverse) = try apply(step)
    redoSteps.removeLast()
    undoSteps.append(UndoStep(changes: inverse, saved: step.saved))
    announce(saved)
    return saved
  }

  /// Saves the changes of a step in a context of their own. Returns the changes that reverse it.
  private func apply(
    _ step: UndoStep
  ) throws(StoreError) -> (SavedChanges, inverse: [any AnyUndoChanges]) {
    let context = StoreContext(store)
    for changes in step.changes { try stage(changes, at: context) }
    let (saved, inverse) = try context.saveUnannounced()
    return (saved, inverse?.changes ?? [])
  }

  private func stage(_ changes: some AnyUndoChanges, at context: StoreContext) throws(StoreError) {
    try stage(changes.typed, at: context)
  }

  private func stage<R>(_ changes: UndoChanges<R>, at context: StoreContext) throws(StoreError) {
    for record in try changes.kept?.deleted?.records() ?? [] {
      // Skip records that came back in another way.
      if try store.version(of: record.id) == nil { context.insert(record) }
    }
    for before in try changes.kept?.updated?.records() ?? [] {
      guard try store.version(of: before.id) != nil else {
        throw StoreError.notFound(entity: R.entityName, id: before.id.rawValue)
      }
      context.change(R.self) {
        $0.update(RecordUpdate(before, version: changes.versions[before.id]))
      }
    }
    guard !changes.deleted.isEmpty else { return }
    // Skip records that another writer has deleted since.
    let there = IdentifierSet(try store.identifiers(FetchDescriptor<R>()))
    try context.delete(changes.deleted.filter { there.contains($0) })
  }
}

/// The changes that undo a save.
struct UndoStep {
  var changes: [any AnyUndoChanges]
  /// The changes of the original save.
  let saved: SavedChanges

  /// Prepares to undo a save: keeps the records that it changes or deletes. The keys are entity
  /// names.
  static func remember(
    _ request: SaveRequest, in store: any DataStore
  ) throws(StoreError) -> [String: any AnyKeptChanges] {
    var kept: [String: any AnyKeptChanges] = [:]
    for changes in request.changes { try remember(changes, in: store, &kept) }
    return kept
  }

  /// - Parameter request: the saved changes.
  /// - Parameter saved: the store's description of the save.
  /// - Parameter kept: the records from before the save.
  /// - Parameter store: the store after the save.
  init(
    of request: SaveRequest, _ saved: SavedChanges, _ kept: [String: any AnyKeptChanges],
    in store: any DataStore
  ) throws(StoreError) {
    self.saved = saved
    // Kinds that were saved later may refer to those saved earlier, so undo in reverse order.
    changes = []
    for change in request.changes.reversed() {
      changes.append(try Self.inverse(of: change, kept, store))
    }
  }

  init(changes: [any AnyUndoChanges], saved: SavedChanges) {
    self.changes = changes
    self.saved = saved
  }

  private static func remember(
    _ changes: some AnyRecordChanges, in store: any DataStore,
    _ kept: inout [String: any AnyKeptChanges]
  ) throws(StoreError) {
    try remember(changes.typed, in: store, &kept)
  }

  private static func remember<R>(
    _ changes: RecordChanges<R>, in store: any DataStore, _ kept: inout [String: any AnyKeptChanges]
  ) throws(StoreError) {
    if R.outlivesUndo { return }
    let updated = changes.updated.map(\.record.id)
    let deleted = changes.deleted.map(\.id)
    guard !updated.isEmpty || !deleted.isEmpty else { return }
    kept[R.entityName] = KeptChanges(
      updated: updated.isEmpty ? nil : try KeptRecords(updated, of: store),
      deleted: deleted.isEmpty ? nil : try KeptRecords(deleted, of: store))
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
    if R.outlivesUndo { return UndoChanges<R>() }
    var inverse = UndoChanges<R>(kept: kept[R.entityName] as? KeptChanges<R>)
    inverse.deleted = changes.inserted.map(\.id)
    inverse.deleted += changes.staged.numbers.map { Identifier(rawValue: $0) }
    for update in changes.updated {
      inverse.versions[update.record.id] = try store.version(of: update.record.id)
    }
    return inverse
  }
}

/// The changes that undo a save, for one kind of record.
struct UndoChanges<R: StoredRecord> {
  /// Records to insert again or to restore, which have not been read yet.
  var kept: KeptChanges<R>?
  /// The versions after the save of the records in `kept` that were updated.
  var versions: [Identifier<R>: UInt64] = [:]
  /// Records to delete.
  var deleted: [Identifier<R>] = []
}

/// ``UndoChanges`` with its type erased. Pass it to a generic function to get the type back.
protocol AnyUndoChanges {
  associatedtype Record: StoredRecord
  var typed: UndoChanges<Record> { get }
}

extension UndoChanges: AnyUndoChanges {
  var typed: UndoChanges<R> { self }
}

/// Records of one kind as they were before a save. They are read only when undo needs them.
struct KeptChanges<R: StoredRecord>: AnyKeptChanges {
  var updated: KeptRecords<R>?
  var deleted: KeptRecords<R>?
}

/// ``KeptChanges`` with its type erased.
protocol AnyKeptChanges {}

/// Records that a save changes or deletes, kept as bytes for undo, because there may be very many.
struct KeptRecords<R: StoredRecord> {
  /// How many records are in memory while they are read.
  private static var batchSize: Int { 500 }

  private let schema: Schema
  private var bytes: [UInt8] = []
  /// The position after each record.
  private var ends: [Int] = []

  /// The records as they are now, before the save. Missing ones are left out.
  init(_ ids: [Identifier<R>], of store: any DataStore) throws(StoreError) {
    schema = store.schema
    let encoder = RecordEncoder()
    for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
      let batch = Array(ids[start..<min(start + Self.batchSize, ids.count)])
      for record in try store.records(for: batch) {
        try encoder.encode(record, to: &bytes)
        ends.append(bytes.count)
      }
    }
  }

  /// The records as they were before the save.
  func records() throws(StoreError) -> [R] {
    let decoder = JSONTextDecoder(userInfo: schema.userInfo)
    return try bytes.withBytes { bytes throws(StoreError) in
      var records: [R] = []
      var start = 0
      for end in ends {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        do throws(JSONFault) {
          records.append(try decoder.decode(R.self, from: text))
        } catch {
          throw StoreError.invalidRecord(entity: R.entityName, id: 0, reason: error.reason)
        }
        start = end
      }
      return records
    }
  }
}
