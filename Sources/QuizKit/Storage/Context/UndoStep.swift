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
    of request: SaveRequest, _ kept: [String: any AnyKeptChanges],
    _ replacements: IdentifierReplacements, in store: any DataStore
  ) throws(StoreError) {
    // What was saved last may refer to what was saved first, so it goes first.
    changes = []
    for change in request.changes.reversed() {
      changes.append(try Self.inverse(of: change, kept, replacements, store))
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
    _ replacements: IdentifierReplacements, _ store: any DataStore
  ) throws(StoreError) -> any AnyUndoChanges {
    try inverse(of: changes.typed, kept, replacements, store)
  }

  private static func inverse<R>(
    of changes: RecordChanges<R>, _ kept: [String: any AnyKeptChanges],
    _ replacements: IdentifierReplacements, _ store: any DataStore
  ) throws(StoreError) -> UndoChanges<R> {
    var inverse = UndoChanges<R>(kept: kept[R.entityName] as? KeptChanges<R>)
    inverse.deleted = changes.inserted.map { replacements.resolve($0.id) }
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
