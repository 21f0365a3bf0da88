import QuizStore
import QuizSupport

/// Brings back deleted records that other records need.
extension SyncRun {
  /// Brings back decks and questions that were deleted on one device while another device added
  /// records to them.
  func reviveOwners() throws {
    var keys: [String] = []
    for key in touched {
      keys.append(key)
      if let entry = table[key], entry.isInBank, try table.state(of: key)?.isAlive == false {
        keys += try belongings(of: entry)
      }
    }
    keys += published
    while let key = keys.popLast() {
      guard let kind = table[key]?.kind, let state = try table.state(of: key), state.isAlive
      else { continue }
      for owner in owners(state, of: kind) where table[owner.key]?.kind == owner.kind {
        guard var state = try table.state(of: owner.key), !state.isAlive,
          let clock = clock(after: state)
        else { continue }
        state.revive(at: clock)
        table.set(state, of: owner.key, owner.kind)
        touched.insert(owner.key)
        published.insert(owner.key)
        keys.append(owner.key)
      }
    }
  }

  /// Handles the records of a deleted deck that no clock can bring back. Moves them to the deck
  /// that has taken its place in the bank, where the user already sees them.
  func moveBelongings(of dead: SyncedRecord.Entry) throws {
    guard let deck = deckKey(Identifier(rawValue: dead.localID)) else { return }
    for key in try belongings(of: dead) {
      guard let kind = table[key]?.kind, var state = try table.state(of: key), state.isAlive,
        coder.text(state.values["deckID"]) == dead.key, let clock = clock(after: state)
      else { continue }
      state.set("deckID", to: JSONText.quoted(deck), at: clock)
      table.set(state, of: key, kind)
      touched.insert(key)
      published.insert(key)
    }
  }

  /// The keys of the records in the bank that refer to another one.
  private func belongings(of entry: SyncedRecord.Entry) throws -> [String] {
    guard let kind = kinds[entry.kind] else { return [] }
    return try belongings(of: kind, entry.localID)
  }

  /// The keys of the records in the bank that refer to another one.
  func belongings<T: BankRecord>(of owner: T.Type, _ number: Int64) throws -> [String] {
    try kinds.exchanged.flatMap { try keys(of: $0, referringTo: Identifier<T>(rawValue: number)) }
  }

  private func keys<R: BankRecord, T: BankRecord>(
    of kind: R.Type, referringTo id: Identifier<T>
  ) throws -> [String] {
    try work.identifiers(of: kind, referringTo: id).flatMap { table.keys(of: R.kind, $0.rawValue) }
  }
}
