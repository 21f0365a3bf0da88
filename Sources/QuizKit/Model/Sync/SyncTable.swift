import Foundation
import QuizStore
import QuizSupport

/// The records that one shared folder knows, during a synchronization.
///
/// States are only read when they are needed, because most records have not changed.
final class SyncTable {
  private(set) var entries: [String: SyncedRecord.Entry] = [:]
  private let store: StoreContext
  private let folderID: Identifier<SyncFolder>
  /// The keys for each record of the bank. Every record has one key, except that several decks with
  /// the same name are one deck of the bank.
  private var keys: [RecordKind: [Int64: SortedKeys]] = [:]
  private var states: [String: KeptState] = [:]
  private var dirty: Set<String> = []

  init(of folderID: Identifier<SyncFolder>, in store: StoreContext) throws {
    (self.folderID, self.store) = (folderID, store)
    let ids = try store.identifiers(
      FetchDescriptor<SyncedRecord>(.whose(\.folderID, is: folderID)))
    let known: [SyncedRecord.Entry] = try store.savedParts(of: ids)
    entries.reserveCapacity(known.count)
    for entry in known {
      entries[entry.key] = entry
      link(entry)
    }
  }

  subscript(key: String) -> SyncedRecord.Entry? { entries[key] }

  /// The keys of a record of the bank, in ascending order; empty when the folder does not know the
  /// record.
  func keys(of kind: RecordKind, _ localID: Int64) -> [String] {
    keys[kind]?[localID]?.ascending() ?? []
  }

  /// The key that other records use to refer to a record of the bank.
  func key(of kind: RecordKind, _ localID: Int64) -> String? {
    keys(of: kind, localID).first
  }

  /// Whether several records other than decks have one number in the bank.
  var hasSharedNumbers: Bool {
    keys.contains { kind, numbers in
      kind != .deck && numbers.values.contains { $0.count > 1 }
    }
  }

  /// The known state of a record; `nil` when the folder does not know it.
  func state(of key: String) throws -> RecordState? {
    if let kept = states[key] { return try kept.state() }
    guard let entry = entries[key], entry.id.isPermanent,
      let kept = try store.record(for: entry.id)?.state
    else { return nil }
    // There may be very many records of a kind that this program does not know, and they are asked
    // for once.
    if store.kinds[entry.kind] != nil { states[key] = kept }
    return try kept.state()
  }

  /// The entries of a kind in the order of their keys, so that the order is the same in every run.
  func entries(
    of kind: RecordKind, where isWanted: (SyncedRecord.Entry) -> Bool = { _ in true }
  ) -> [SyncedRecord.Entry] {
    entries.values.filter { $0.kind == kind && isWanted($0) }.sorted { $0.key < $1.key }
  }

  /// Sets the state of a record, and creates an entry for it if necessary.
  func set(_ kept: KeptState, of key: String, _ kind: RecordKind) {
    if entries[key] == nil { addEntry(key, kind) }
    states[key] = kept
    dirty.insert(key)
  }

  /// Adds an empty entry for a record that has not arrived yet.
  func expect(_ key: String, _ kind: RecordKind) {
    guard entries[key] == nil else { return }
    addEntry(key, kind)
    dirty.insert(key)
  }

  /// Sets the number that a record has in the bank.
  func place(_ key: String, _ kind: RecordKind, at localID: Int64) {
    if entries[key] == nil { addEntry(key, kind) }
    guard let old = entries[key]?.localID, old != localID else { return }
    if old != 0 { keys[kind]?[old]?.remove(key) }
    entries[key]?.localID = localID
    if let entry = entries[key] { link(entry) }
    dirty.insert(key)
  }

  /// Sets whether the bank has a record, and in which version.
  func note(_ key: String, isInBank: Bool, version: UInt64?) {
    guard let entry = entries[key], entry.isInBank != isInBank || entry.version != version else {
      return
    }
    entries[key]?.isInBank = isInBank
    entries[key]?.version = version
    dirty.insert(key)
  }

  /// Sets in which fields the bank deliberately differs from what is known of a record.
  func hold(_ key: String, _ fields: [String: String]) {
    let held = fields.isEmpty ? nil : fields
    guard let entry = entries[key], entry.held != held else { return }
    entries[key]?.held = held
    dirty.insert(key)
  }

  /// Whether other devices have sent anything about a record that this program does not know.
  var hasUnread: Bool { entries.values.contains { $0.unread != nil } }

  /// Sets which fields of a record this program does not know; `nil` for none.
  func noteUnread(_ key: String, _ names: [String]?) {
    guard let entry = entries[key], entry.unread != names else { return }
    entries[key]?.unread = names
    dirty.insert(key)
  }

  private func addEntry(_ key: String, _ kind: RecordKind) {
    entries[key] = SyncedRecord.Entry(
      SyncedRecord(
        folderID: folderID, kind: kind, key: key, localID: 0, isInBank: false, version: nil,
        state: nil))
  }

  private func link(_ entry: SyncedRecord.Entry) {
    guard entry.localID != 0 else { return }
    keys[entry.kind, default: [:]][entry.localID, default: SortedKeys()].insert(entry.key)
  }

  /// Adds the changed entries to a unit of work. The table is empty then, because the save needs the
  /// memory.
  func write(to work: StoreContext) throws {
    defer { (entries, states, keys, dirty) = ([:], [:], [:], []) }
    var new: [Dictionary<String, SyncedRecord.Entry>.Index] = []
    for key in dirty.sorted() {
      guard let index = entries.index(forKey: key) else { continue }
      let entry = entries[index].value
      guard entry.id.isPermanent else {
        new.append(index)
        continue
      }
      let kept = try states[key] ?? store.record(for: entry.id)?.state
      try work.update(record(of: entry, kept, at: entry.id))
    }
    guard !new.isEmpty else { return }
    // The save would copy all records to replace temporary identifiers.
    let first = work.store.reserveIdentifiers(new.count, for: SyncedRecord.self)
    work.insert(
      contentsOf: new.indices.lazy.map { [self] number in
        let entry = entries[new[number]].value
        return record(
          of: entry, states[entry.key], at: Identifier(rawValue: first + Int64(number)))
      })
  }

  private func record(
    of entry: SyncedRecord.Entry, _ kept: KeptState?, at id: Identifier<SyncedRecord>
  ) -> SyncedRecord {
    SyncedRecord(
      id: id, folderID: folderID, kind: entry.kind, key: entry.key, localID: entry.localID,
      isInBank: entry.isInBank, version: entry.version, state: kept, unread: entry.unread,
      held: entry.held)
  }
}

/// A set of keys that is sorted only when it is read, so that adding and removing many keys is
/// fast. Nearly always there is only one key, which costs no more than an array with one element.
struct SortedKeys {
  private var keys: [String] = []
  private var isSorted = true
  /// The keys in ``keys`` that have been removed.
  private var removed: Set<String> = []

  /// The number of keys.
  var count: Int { keys.count - removed.count }

  /// Adds a key that is not in the set.
  mutating func insert(_ key: String) {
    if removed.remove(key) != nil { return }
    keys.append(key)
    isSorted = keys.count == 1
  }

  /// Removes a key that is in the set.
  mutating func remove(_ key: String) {
    removed.insert(key)
  }

  /// All keys, in ascending order.
  mutating func ascending() -> [String] {
    if !removed.isEmpty {
      keys.removeAll { removed.contains($0) }
      removed = []
    }
    if !isSorted {
      keys.sort()
      isSorted = true
    }
    return keys
  }
}
