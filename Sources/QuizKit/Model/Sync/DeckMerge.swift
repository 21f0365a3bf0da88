import QuizStore

/// Merges the decks of a synchronization: decks with the same name are one deck of the bank.
struct DeckMerge {
  private let run: SyncRun
  private let writer: MergeWriter
  private let belongings: Belongings

  init(in run: SyncRun, _ writer: MergeWriter) {
    (self.run, self.writer) = (run, writer)
    belongings = Belongings(in: run)
  }

  /// Writes the decks that have changed, and merges decks with the same name.
  ///
  /// - Returns: The decks of the bank that were merged into another one.
  func perform() throws -> [Identifier<Deck>] {
    guard run.touched.contains(where: { run.table[$0]?.kind == .deck }) else { return [] }
    var groups: [String: [String]] = [:]
    var dead: [SyncedRecord.Entry] = []
    for entry in run.table.entries(of: .deck) {
      guard let state = try run.table.state(of: entry.key), state.isAlive else {
        dead.append(entry)
        continue
      }
      guard
        let deck = try run.record(
          of: entry.key, { try run.record(Deck.self, state.values, .unassigned) })
      else { continue }
      groups[deck.name, default: []].append(entry.key)
    }
    var used: Set<Int64> = []
    var left: Set<Int64> = []
    for keys in ordered(groups.values) {
      let places = keys.compactMap { run.table[$0]?.localID }.filter {
        $0 != 0 && !used.contains($0)
      }
      let place = try places.first { try run.work.isVisible(Identifier<Deck>(rawValue: $0)) }
      let id = Identifier<Deck>(
        rawValue: place ?? places.first ?? run.work.store.reserveIdentifiers(1, for: Deck.self))
      used.insert(id.rawValue)
      for key in keys {
        if let old = run.table[key]?.localID, old != 0, old != id.rawValue { left.insert(old) }
        run.table.place(key, .deck, at: id.rawValue)
      }
      guard let state = try run.table.state(of: keys[0]) else { continue }
      let deck = try run.record(Deck.self, state.values, id)
      let version = try writer.writtenVersion(deck)
      for key in keys {
        try run.noteUnread(key) { try run.fields(of: deck) }
        run.table.note(key, isInBank: true, version: version ?? run.table[key]?.version)
      }
    }
    var gone: Set<Int64> = []
    for entry in dead where entry.localID != 0 {
      if used.contains(entry.localID) {
        run.table.place(entry.key, .deck, at: 0)
        try belongings.move(of: entry)
      } else if entry.isInBank {
        gone.insert(entry.localID)
      }
      run.table.note(entry.key, isInBank: false, version: nil)
    }
    for id in left.sorted() {
      for key in try belongings.keys(of: Deck.self, id) { run.touch(key) }
    }
    if !groups.isEmpty { run.noteAppearance(of: .deck) }
    writer.noteDeleted(.deck, gone.sorted())
    return try left.subtracting(used).subtracting(gone).sorted()
      .map { Identifier<Deck>(rawValue: $0) }.filter { try run.work.isVisible($0) }
  }

  /// Sorts decks by the order in which their lines were read, so that new decks keep their order.
  private func ordered(_ groups: some Sequence<[String]>) -> [[String]] {
    let places = Dictionary(uniqueKeysWithValues: zip(run.touched, 0...))
    return groups.map { keys in (place: keys.compactMap { places[$0] }.min() ?? -1, keys: keys) }
      .sorted { ($0.place, $0.keys[0]) < ($1.place, $1.keys[0]) }.map(\.keys)
  }
}
