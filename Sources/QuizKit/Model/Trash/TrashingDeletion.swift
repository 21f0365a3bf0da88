import Foundation
import QuizStore

/// Deletes records so that the trash can bring them back. The save that deletes the records also
/// stores their content.
struct TrashingDeletion {
  /// The number of records that are read at a time.
  private static let batchSize = 500
  /// The number of records above which they are staged as JSON text, which takes less memory than
  /// the values.
  private static let few = 2000

  private let store: StoreContext
  private let world: World
  /// The kinds that other kinds refer to.
  private let owners: Set<RecordKind>
  /// The entry for each deleted record, by its kind and number. Records that are deleted together
  /// with it belong to the same entry.
  private var entries: [RecordKind: [Int64: Identifier<TrashEntry>]] = [:]
  /// The names of the decks whose questions were deleted.
  private var deckNames: [Int64: String] = [:]

  /// - Parameter store: the unit of work, without changes, that will save the deletion.
  init(_ store: StoreContext, world: World) {
    (self.store, self.world) = (store, world)
    owners = Set(store.kinds.all.flatMap { $0.owners })
  }

  /// Deletes records and everything that is deleted with them, such as a deck with its questions
  /// and notes.
  mutating func delete<R: StoredRecord>(_ ids: [Identifier<R>]) throws {
    let store = store
    try delete { try store.delete(ids) }
  }

  /// Deletes records of several kinds. Call it only once.
  ///
  /// - Parameter work: deletes the records from the unit of work.
  mutating func delete(_ work: () throws -> Void) throws {
    try work()
    // A record belongs to the entry of the record that it was deleted with, which is handled before
    // it.
    for kind in store.kinds.ownersFirst { try keepDeleted(kind) }
    try deleteExpired()
  }

  private func deleteExpired() throws {
    let (now, isVirtual) = (world.now(), world.isVirtual)
    let limit = now.addingTimeInterval(-TrashEntry.keptFor)
    let old = try store.fetch(
      FetchDescriptor<TrashEntry>(.whose(\.deletedAt, isBelow: limit)))
    try store.delete(old.filter { $0.isExpired(at: now, isVirtual: isVirtual) }.map(\.id))
  }

  /// Keeps all records of a kind whose deletion is pending.
  private mutating func keepDeleted<R: BankRecord>(_ kind: R.Type) throws {
    let ids = store.pendingDeletions(of: R.self)
    for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
      // Read from the store itself, because the unit of work no longer shows deleted records.
      let records = try store.store.records(
        for: Array(ids[start..<min(start + Self.batchSize, ids.count)]))
      var kept: [TrashedRecord] = []
      for record in records {
        guard let entry = try entry(of: record) else { continue }
        if owners.contains(R.kind) { entries[R.kind, default: [:]][record.id.rawValue] = entry }
        kept.append(TrashedRecord(entryID: entry, content: .init(record: record)))
      }
      if ids.count > Self.few {
        try store.stage(kept)
      } else {
        // The numbers follow the order in which records are brought back: decks before their
        // questions.
        let first = store.store.reserveIdentifiers(kept.count, for: TrashedRecord.self)
        for (index, number) in zip(kept.indices, first...) {
          kept[index].id = Identifier(rawValue: number)
        }
        store.insert(contentsOf: kept)
      }
    }
  }

  /// The entry that a record belongs to; `nil` for a part of a record that was not deleted.
  private mutating func entry<R: BankRecord>(of record: R) throws -> Identifier<TrashEntry>? {
    let references = record.references
    for reference in references {
      if let entry = entries[reference.kind]?[reference.number] { return entry }
    }
    guard R.name != nil else { return nil }
    // Remember the deck in case it no longer exists when the record comes back, because the record
    // requires one.
    let deck = references.first { $0.kind == .deck && $0.need == .required }
    return addEntry(
      R.kind, record.title(in: world.timeZone), deck: try deck.flatMap { try deckName($0.number) })
  }

  private mutating func deckName(_ number: Int64) throws -> String? {
    if deckNames[number] == nil {
      deckNames[number] = try store.record(for: Identifier<Deck>(rawValue: number))?.name
    }
    return deckNames[number]
  }

  private func addEntry(
    _ kind: RecordKind, _ text: String, deck: String?
  ) -> Identifier<TrashEntry> {
    var entry = TrashEntry(
      kind: kind, text: text, deck: deck, deletedAt: world.now(),
      isVirtual: world.isVirtual ? true : nil)
    // Reserve a permanent identifier at once, because staged records refer to it.
    entry.id = Identifier(rawValue: store.store.reserveIdentifiers(1, for: TrashEntry.self))
    return store.insert(entry)
  }
}

extension StoreContext {
  /// Deletes records with `work`, keeps them in the trash and saves, or changes nothing.
  ///
  /// - Throws: ``DeletionFailure``.
  func deleting(
    in world: World, _ work: (inout TrashingDeletion) throws -> Void
  ) throws(DeletionFailure) {
    try deleting(.deletion) {
      var deletion = TrashingDeletion(self, world: world)
      try work(&deletion)
    }
  }
}
