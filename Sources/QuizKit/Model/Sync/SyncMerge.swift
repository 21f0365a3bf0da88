import Foundation
import QuizStore
import QuizSupport

/// Merges the changes of the other devices into the bank.
struct SyncMerge {
  private let run: SyncRun
  private let writer: MergeWriter

  init(in run: SyncRun) {
    self.run = run
    writer = MergeWriter(in: run)
  }

  /// Merges the arrivals into the states of the records, then writes the records that changed to
  /// the unit of work.
  ///
  /// - Parameter world: provides the date for the trash, which keeps the records that are deleted
  ///   here.
  /// - Throws: ``SyncRefusal/olderBank(_:)``; what the store throws.
  func perform(in world: World) throws {
    let told = run.unreadNames
    try UnreadRecords(in: run).touchKnown()
    for (key, kind, kept) in run.incoming where run.table[key].map({ $0.kind == kind }) ?? true {
      try merge(kept, of: key, kind)
      if run.kinds[kind] == nil { try run.noteUnread(key) { [:] } }
    }
    try run.requireOwnQuestions()
    try Belongings(in: run).reviveOwners()
    let absorbed = try DeckMerge(in: run, writer).perform()
    for kind in run.kinds.exchanged where run.folder.exchanges(kind) && kind != Deck.self {
      if kind == Attempt.self { try QuizMerge(in: run, writer).perform() } else { try write(kind) }
    }
    try writer.performDeletions(in: world)
    // The questions of these decks are now in the deck with the same name.
    try run.work.delete(absorbed)
    for name in run.unreadNames.subtracting(told).sorted() { run.report(.unread(name)) }
  }

  private func merge(_ other: KeptState, of key: String, _ kind: RecordKind) throws {
    guard let before = try run.table.state(of: key) else {
      run.noteArrival(of: key, kind)
      run.learn(other, of: key, kind)
      return
    }
    var state = before
    let changed = state.merge(try other.state())
    guard state != before else { return }
    let identities = run.folder.identities
    for name in changed where identities.contains(before.clock(of: name).device) {
      guard !identities.contains(state.clock(of: name).device) else { continue }
      run.noteOverwritten(before.values[name], as: name, of: key, kind, replacedBy: state)
    }
    run.learn(.fields(state), of: key, kind)
  }

  /// Marks the records of a kind to be looked at again that waited for a deck, question or exam.
  private func touchWaiting(_ kind: RecordKind) throws {
    for entry in run.table.entries(of: kind, where: { !$0.isInBank }) {
      if try run.table.state(of: entry.key)?.isAlive == true { run.touch(entry.key) }
    }
  }

  /// Marks the records of the bank to be looked at again whose new deck has arrived only now.
  private func touchMoved(_ kind: RecordKind) throws {
    guard !run.awaited.isEmpty else { return }
    for entry in run.table.entries(of: kind, where: \.isInBank) {
      guard let state = try run.table.state(of: entry.key),
        run.owners(state, of: kind).contains(where: { run.awaited.contains($0.key) })
      else { continue }
      run.touch(entry.key)
    }
  }

  // MARK: Other records

  /// Writes the touched records of a kind that exist, and collects those that were deleted.
  private func write<R: BankRecord>(_ kind: R.Type) throws {
    try giveFreeNames(kind)
    if !run.appeared.isDisjoint(with: kind.owners) { try touchWaiting(R.kind) }
    if kind.owners.contains(.deck) { try touchMoved(R.kind) }
    for key in run.touched where run.table[key]?.kind == R.kind {
      try writer.writeTouched(key, kind) { state, id in
        guard hasOwners(state, of: R.kind) else {
          awaitDecks(of: state, key)
          return nil
        }
        if run.table[key]?.isInBank != true { run.noteAppearance(of: R.kind) }
        guard var record = try run.record(of: key, { try run.record(kind, state.values, id) })
        else {
          return nil
        }
        if let old = try run.work.record(for: id) { record.keepDeviceMembers(of: old) }
        try run.noteUnread(key) { try run.fields(of: record) }
        return try writer.writtenVersion(record)
      }
    }
  }

  /// Makes names unique for kinds where the names of records must differ. If different devices gave
  /// several records the same name, all but the first get a number after the name.
  private func giveFreeNames<R: BankRecord>(_ kind: R.Type) throws {
    guard let field = kind.uniqueName?.field,
      run.touched.contains(where: { run.table[$0]?.kind == R.kind })
    else { return }
    var names: [(key: String, name: String)] = []
    for entry in run.table.entries(of: R.kind) {
      guard let state = try run.table.state(of: entry.key), state.isAlive,
        let name = run.coder.text(state.values[field])
      else { continue }
      names.append((entry.key, name))
    }
    var free = NumberedNames(taken: Set(names.map(\.name)))
    var first: Set<String> = []
    for (key, name) in names where !first.insert(name).inserted {
      guard var state = try run.table.state(of: key), let clock = run.clock(after: state) else {
        continue
      }
      state.set(field, to: JSONText.quoted(free.next(name)), at: clock)
      run.decide(state, of: key, R.kind)
    }
  }

  /// Whether the bank has all records that a record requires.
  private func hasOwners(_ state: RecordState, of kind: RecordKind) -> Bool {
    run.owners(state, of: kind).allSatisfy { owner in
      run.table[owner.key]?.kind == owner.kind && run.table[owner.key]?.isInBank == true
    }
  }

  /// Remembers the deck that a record of the bank belongs in, if that deck has not arrived yet.
  private func awaitDecks(of state: RecordState, _ key: String) {
    guard let entry = run.table[key], entry.isInBank else { return }
    for owner in run.owners(state, of: entry.kind) where owner.kind == .deck {
      run.table.expect(owner.key, .deck)
    }
  }
}
