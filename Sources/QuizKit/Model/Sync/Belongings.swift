import QuizStore
import QuizSupport

/// The records that belong to others, such as questions to decks, in a synchronization that deletes
/// these others.
struct Belongings {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Brings back decks and questions that were deleted on one device while another device added
  /// records to them.
  func reviveOwners() throws {
    var open: [String] = []
    for key in run.touched {
      open.append(key)
      if let entry = run.table[key], entry.isInBank, try run.table.state(of: key)?.isAlive == false
      {
        open += try keys(of: entry)
      }
    }
    open += run.published
    while let key = open.popLast() {
      guard let kind = run.table[key]?.kind, let state = try run.table.state(of: key), state.isAlive
      else { continue }
      for owner in run.owners(state, of: kind) where run.table[owner.key]?.kind == owner.kind {
        guard var state = try run.table.state(of: owner.key), !state.isAlive,
          let clock = run.clock(after: state)
        else { continue }
        state.revive(at: clock)
        run.decide(state, of: owner.key, owner.kind)
        open.append(owner.key)
      }
    }
  }

  /// Handles the records of a deleted deck that no clock can bring back. Moves them to the deck
  /// that has taken its place in the bank, where the user already sees them.
  func move(of dead: SyncedRecord.Entry) throws {
    guard let deck = run.table.key(of: .deck, dead.localID) else { return }
    for key in try keys(of: dead) {
      guard let kind = run.table[key]?.kind, var state = try run.table.state(of: key),
        state.isAlive,
        run.coder.text(state.values["deckID"]) == dead.key, let clock = run.clock(after: state)
      else { continue }
      state.set("deckID", to: JSONText.quoted(deck), at: clock)
      run.decide(state, of: key, kind)
    }
  }

  /// The keys of the records in the bank that refer to another one.
  private func keys(of entry: SyncedRecord.Entry) throws -> [String] {
    guard let kind = run.kinds[entry.kind] else { return [] }
    return try keys(of: kind, entry.localID)
  }

  /// The keys of the records in the bank that refer to the record of a kind with this number.
  func keys<T: BankRecord>(of owner: T.Type, _ number: Int64) throws -> [String] {
    try run.kinds.exchanged.flatMap {
      try keys(of: $0, referringTo: Identifier<T>(rawValue: number))
    }
  }

  private func keys<R: BankRecord, T: BankRecord>(
    of kind: R.Type, referringTo id: Identifier<T>
  ) throws -> [String] {
    try run.work.identifiers(of: kind, referringTo: id).flatMap {
      run.table.keys(of: R.kind, $0.rawValue)
    }
  }
}
