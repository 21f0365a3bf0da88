import Foundation
import QuizStore
import QuizSupport

/// Merges the changes of the other devices.
extension SyncRun {
  /// Merges the arrivals into the states of the records, then writes the records that changed to
  /// the unit of work.
  ///
  /// - Parameter world: provides the date for the trash, which keeps the records that are deleted
  ///   here.
  func merge(in world: World) throws {
    let told = unread.names(table, kinds)
    if folder.isOfOtherRules { for kind in kinds.exchanged { try touchWaiting(kind.kind) } }
    try touchUnread()
    var recreated: [String] = []
    for (key, kind, state) in incoming where table[key].map({ $0.kind == kind }) ?? true {
      let before = kind == .question ? try table.state(of: key)?.clock(of: "createdAt") : nil
      try merge(state, of: key, kind)
      if kind == .question, try table.state(of: key)?.clock(of: "createdAt") != before {
        recreated.append(key)
      }
      if kinds[kind] == nil { try noteUnread(key) { [:] } }
    }
    try TakenKeys(in: self).separate(recreated)
    try reviveOwners()
    let absorbed = try mergeDecks()
    for kind in kinds.exchanged where folder.exchanges(kind) && kind != Deck.self {
      if kind == Attempt.self { try writeAttempts() } else { try write(kind) }
    }
    var disposal = Disposal(work, world: world)
    try disposal.delete {
      for kind in kinds.exchanged.reversed() { try delete(kind) }
    }
    // The questions of these decks are now in the deck with the same name.
    try work.delete(absorbed)
    try work.delete(replacedQuestions)
    for name in unread.names(table, kinds).subtracting(told).sorted() {
      problems.count(SyncProblem(.unread(name), file: folder.path))
    }
  }

  private func delete<R: BankRecord>(_ kind: R.Type) throws {
    try work.delete((deleted[R.kind] ?? []).map { Identifier<R>(rawValue: $0) })
  }

  private func merge(_ other: RecordState, of key: String, _ kind: RecordKind) throws {
    guard let before = try table.state(of: key) else {
      noteArrival(of: key, kind)
      table.set(other, of: key, kind)
      touched.insert(key)
      return
    }
    var state = before
    let changed = state.merge(other)
    guard state != before else { return }
    let identities = folder.identities
    for name in changed where identities.contains(before.clock(of: name).device) {
      guard !identities.contains(state.clock(of: name).device) else { continue }
      keep(before.values[name], as: name, of: key, kind, replacedBy: state)
    }
    table.set(state, of: key, kind)
    touched.insert(key)
  }

  /// Keeps a value of this device that a later change has replaced, if the user wrote it.
  func keep(
    _ value: String?, as name: String, of key: String, _ kind: RecordKind,
    replacedBy state: RecordState
  ) {
    guard let value, kinds[kind]?.hasTexts == true, !["createdAt", "changedAt"].contains(name)
    else { return }
    lost.append(
      LostText(
        folderID: folder.id, kind: kind, key: key, field: name, value: value,
        device: state.clock(of: name).device, replacedAt: now))
  }

  // MARK: Decks

  /// Writes the decks that have changed, and merges decks with the same name.
  ///
  /// - Returns: The decks of the bank that were merged into another one.
  private func mergeDecks() throws -> [Identifier<Deck>] {
    guard touched.contains(where: { table[$0]?.kind == .deck }) else { return [] }
    var groups: [String: [String]] = [:]
    var dead: [SyncedRecord.Entry] = []
    for entry in table.entries(of: .deck) {
      guard let state = try table.state(of: entry.key), state.isAlive else {
        dead.append(entry)
        continue
      }
      guard
        let deck = try record(
          of: entry.key, { try record(Deck.self, state.values, .unassigned) })
      else { continue }
      groups[deck.name, default: []].append(entry.key)
    }
    var used: Set<Int64> = []
    var left: Set<Int64> = []
    for keys in ordered(groups.values) {
      let places = keys.compactMap { table[$0]?.localID }.filter { $0 != 0 && !used.contains($0) }
      let place = try places.first { try work.isVisible(Identifier<Deck>(rawValue: $0)) }
      let id = Identifier<Deck>(
        rawValue: place ?? places.first ?? work.store.reserveIdentifiers(1, for: Deck.self))
      used.insert(id.rawValue)
      for key in keys {
        if let old = table[key]?.localID, old != 0, old != id.rawValue { left.insert(old) }
        table.place(key, .deck, at: id.rawValue)
      }
      guard let state = try table.state(of: keys[0]) else { continue }
      let deck = try record(Deck.self, state.values, id)
      let version = try writtenVersion(deck)
      for key in keys {
        try noteUnread(key) { try fields(of: deck) }
        table.note(key, isInBank: true, version: version ?? table[key]?.version)
      }
    }
    var gone: Set<Int64> = []
    for entry in dead where entry.localID != 0 {
      if used.contains(entry.localID) {
        table.place(entry.key, .deck, at: 0)
        try moveBelongings(of: entry)
      } else if entry.isInBank {
        gone.insert(entry.localID)
      }
      table.note(entry.key, isInBank: false, version: nil)
    }
    for id in left.sorted() {
      for key in try belongings(of: Deck.self, id) { touched.insert(key) }
    }
    if !groups.isEmpty { appeared.insert(.deck) }
    received += gone.count
    deleted[.deck] = gone.sorted()
    return try left.subtracting(used).subtracting(gone).sorted()
      .map { Identifier<Deck>(rawValue: $0) }.filter { try work.isVisible($0) }
  }

  /// Sorts decks by the order in which their lines were read, so that new decks keep their order.
  private func ordered(_ groups: some Sequence<[String]>) -> [[String]] {
    let places = Dictionary(uniqueKeysWithValues: zip(touched, 0...))
    return groups.map { keys in (place: keys.compactMap { places[$0] }.min() ?? -1, keys: keys) }
      .sorted { ($0.place, $0.keys[0]) < ($1.place, $1.keys[0]) }.map(\.keys)
  }

  /// Marks the records of a kind to be looked at again that waited for a deck, question or exam.
  private func touchWaiting(_ kind: RecordKind) throws {
    for entry in table.entries(of: kind, where: { !$0.isInBank }) {
      if try table.state(of: entry.key)?.isAlive == true { touched.insert(entry.key) }
    }
  }

  /// Marks the records of the bank to be looked at again whose new deck has arrived only now.
  private func touchMoved(_ kind: RecordKind) throws {
    guard !awaited.isEmpty else { return }
    for entry in table.entries(of: kind, where: \.isInBank) {
      guard let state = try table.state(of: entry.key),
        owners(state, of: kind).contains(where: { awaited.contains($0.key) })
      else { continue }
      touched.insert(entry.key)
    }
  }

  // MARK: Other records

  /// Writes the touched records of a kind that exist, and collects those that were deleted.
  private func write<R: BankRecord>(_ kind: R.Type) throws {
    try giveFreeNames(kind)
    if !appeared.isDisjoint(with: kind.owners) { try touchWaiting(R.kind) }
    if kind.owners.contains(.deck) { try touchMoved(R.kind) }
    for key in touched where table[key]?.kind == R.kind {
      try writeTouched(key, kind) { state, id in
        guard hasOwners(state, of: R.kind) else {
          awaitDecks(of: state, key)
          return nil
        }
        if table[key]?.isInBank != true { appeared.insert(R.kind) }
        guard let record = try record(of: key, { try record(kind, state.values, id) }) else {
          return nil
        }
        try noteUnread(key) { try fields(of: record) }
        return try writtenVersion(record)
      }
    }
  }

  /// Makes names unique for kinds where the names of records must differ. If different devices gave
  /// several records the same name, all but the first get a number after the name.
  private func giveFreeNames<R: BankRecord>(_ kind: R.Type) throws {
    guard let field = kind.uniqueName?.field,
      touched.contains(where: { table[$0]?.kind == R.kind })
    else { return }
    var names: [(key: String, name: String)] = []
    for entry in table.entries(of: R.kind) {
      guard let state = try table.state(of: entry.key), state.isAlive,
        let name = coder.text(state.values[field])
      else { continue }
      names.append((entry.key, name))
    }
    var free = NumberedNames(taken: Set(names.map(\.name)))
    var first: Set<String> = []
    for (key, name) in names where !first.insert(name).inserted {
      guard var state = try table.state(of: key), let clock = clock(after: state) else { continue }
      state.set(field, to: JSONText.quoted(free.next(name)), at: clock)
      table.set(state, of: key, R.kind)
      touched.insert(key)
      published.insert(key)
    }
  }

  /// Writes a touched record if it exists, or notes that it was deleted.
  ///
  /// - Parameter write: writes a record unless it has to wait. Returns its version if it has
  ///   changed.
  func writeTouched<R: BankRecord>(
    _ key: String, _ type: R.Type, _ write: (RecordState, Identifier<R>) throws -> UInt64?
  ) throws {
    guard let entry = table[key], let state = try table.state(of: key) else { return }
    guard state.isAlive else {
      if entry.isInBank {
        deleted[R.kind, default: []].append(entry.localID)
        table.note(key, isInBank: false, version: nil)
        received += 1
      }
      return
    }
    let id = localID(of: key, R.self, entry.kind)
    let version = try write(state, id)
    let isInBank = try version != nil || work.isVisible(id)
    table.note(key, isInBank: isInBank, version: version ?? table[key]?.version)
  }

  /// Inserts or updates a record of the bank, and returns whether it has changed.
  func writeRecord<R: StoredRecord>(_ record: R) throws -> Bool {
    if let old = try work.record(for: record.id) {
      guard record != old else { return false }
      try work.update(record)
    } else {
      work.insert(record)
    }
    received += 1
    return true
  }

  /// Writes a record, and returns its version if it has changed.
  private func writtenVersion<R: StoredRecord>(_ record: R) throws -> UInt64? {
    try writeRecord(record) ? work.store.version(of: record) : nil
  }

  /// Creates a record from its fields. If they do not make a valid record, reports a problem and
  /// returns `nil`. The record then waits for a change that corrects it.
  func record<T>(of key: String, _ make: () throws -> T) throws -> T? {
    do {
      return try make()
    } catch let fault as JSONFault {
      problems.count(
        SyncProblem(.contradiction(fault.reason), file: folder.path + " (\(key))"))
      return nil
    }
  }
}
