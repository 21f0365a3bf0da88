/// The changes that take a save back.
struct UndoStep {
  var changes: [any AnyUndoChanges]

  /// Keeps what a save is about to delete, by entity, as far as the request does not hold it itself.
  static func keep(
    _ request: SaveRequest, in store: any DataStore
  ) throws(StoreError) -> [String: any AnyKeptRecords] {
    var kept: [String: any AnyKeptRecords] = [:]
    for changes in request.changes { try keep(changes, in: store, &kept) }
    return kept
  }

  /// - Parameter request: what was saved.
  /// - Parameter kept: what it deleted.
  /// - Parameter store: where it is by now.
  init(
    of request: SaveRequest, _ kept: [String: any AnyKeptRecords],
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
    _ kept: inout [String: any AnyKeptRecords]
  ) throws(StoreError) {
    try keep(changes.typed, in: store, &kept)
  }

  private static func keep<R>(
    _ changes: RecordChanges<R>, in store: any DataStore, _ kept: inout [String: any AnyKeptRecords]
  ) throws(StoreError) {
    let ids = changes.deleted.filter { $0.expected == nil }.map(\.id)
    if !ids.isEmpty { kept[R.entityName] = try store.keep(ids) }
  }

  private static func inverse(
    of changes: some AnyRecordChanges, _ kept: [String: any AnyKeptRecords],
    _ replacements: IdentifierReplacements, _ store: any DataStore
  ) throws(StoreError) -> any AnyUndoChanges {
    try inverse(of: changes.typed, kept, replacements, store)
  }

  private static func inverse<R>(
    of changes: RecordChanges<R>, _ kept: [String: any AnyKeptRecords],
    _ replacements: IdentifierReplacements, _ store: any DataStore
  ) throws(StoreError) -> UndoChanges<R> {
    var inverse = UndoChanges<R>(kept: kept[R.entityName] as? KeptRecords<R>)
    inverse.deleted = changes.inserted.map { replacements.resolve($0.id) }
    inverse.deleted += changes.staged?.identifiers ?? []
    inverse.inserted = changes.deleted.compactMap(\.expected)
    for update in changes.updated {
      guard let before = update.expected else { continue }
      inverse.updated.append(
        RecordUpdate(before, expected: try store.record(for: update.record.id)))
    }
    return inverse
  }
}

/// What is to be done to records of one kind.
struct UndoChanges<R: StoredRecord> {
  var inserted: [R] = []
  /// More of them, which are read when they are wanted.
  var kept: KeptRecords<R>?
  var updated: [RecordUpdate<R>] = []
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

/// Kept records of some kind.
protocol AnyKeptRecords {}

extension KeptRecords: AnyKeptRecords {}
