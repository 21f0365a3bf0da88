import Foundation

/// Deletes records in such a way that the trash can bring them back: the save that deletes them also
/// keeps what they were.
struct Disposal {
  /// How many records are read at a time.
  private static let batchSize = 500
  /// More records than this are staged in a file instead of kept in memory.
  private static let few = 2000

  private let store: StoreContext
  private let world: World
  /// The entries to which what was deleted with a deck, question, note or quiz belongs.
  private var decks: [Identifier<Deck>: Identifier<TrashEntry>] = [:]
  private var questions: [Identifier<Question>: Identifier<TrashEntry>] = [:]
  private var notes: [Identifier<StudyNote>: Identifier<TrashEntry>] = [:]
  private var attempts: [Identifier<Attempt>: Identifier<TrashEntry>] = [:]

  /// - Parameter store: the unit of work, without changes, that will save the deletion.
  init(_ store: StoreContext, world: World) {
    (self.store, self.world) = (store, world)
  }

  /// Deletes decks with their questions and notes.
  mutating func delete(_ ids: [Identifier<Deck>]) throws {
    for deck in try store.records(for: ids) {
      decks[deck.id] = addEntry(.deck, deck.name)
    }
    try finish(ids)
  }

  /// Deletes questions with their notes.
  mutating func delete(_ ids: [Identifier<Question>]) throws {
    var names: [Identifier<Deck>: String] = [:]
    for question in try store.records(for: ids) {
      let deck = question.deckID
      if names[deck] == nil { names[deck] = try store.record(for: deck)?.name }
      questions[question.id] = addEntry(.question, question.content.text, deck: names[deck])
    }
    try finish(ids)
  }

  /// Deletes notes.
  mutating func delete(_ ids: [Identifier<StudyNote>]) throws {
    for note in try store.records(for: ids) {
      notes[note.id] = addEntry(.note, note.title.isEmpty ? note.body : note.title)
    }
    try finish(ids)
  }

  /// Deletes quizzes from the history with their answers.
  mutating func delete(_ ids: [Identifier<Attempt>]) throws {
    for attempt in try store.records(for: ids) {
      let date = Stamp(attempt.startedAt, in: world.timeZone).minute
      let text = attempt.title.isEmpty ? date : attempt.title + " " + date
      attempts[attempt.id] = addEntry(.attempt, text)
    }
    try finish(ids)
  }

  private func addEntry(
    _ kind: TrashKind, _ text: String, deck: String? = nil
  ) -> Identifier<TrashEntry> {
    var entry = TrashEntry(
      kind: kind, text: text, deck: deck, deletedAt: world.now(),
      isVirtual: world.isVirtual ? true : nil)
    // A permanent identifier at once, because staged records refer to it.
    entry.id = Identifier(rawValue: store.store.reserveIdentifiers(1, for: TrashEntry.self))
    return store.insert(entry)
  }

  private mutating func finish<R: StoredRecord>(_ ids: [Identifier<R>]) throws {
    for id in ids where try store.record(for: id) == nil {
      throw StoreError.notFound(entity: R.entityName, id: id.rawValue)
    }
    try store.delete(ids)
    try keepDeleted()
    let (now, isVirtual) = (world.now(), world.isVirtual)
    let limit = now.addingTimeInterval(-TrashEntry.keptFor)
    let old = try store.fetch(
      FetchDescriptor<TrashEntry>(predicate: #Predicate { $0.deletedAt < limit }))
    try store.delete(old.filter { $0.isExpired(at: now, isVirtual: isVirtual) }.map(\.id))
  }

  /// Keeps all records whose deletion is pending, those that a cascade deletes included.
  private mutating func keepDeleted() throws {
    try keep(Deck.self) { ($0.decks[$1.id], .deck(record: $1)) }
    try keep(Question.self) { disposal, question in
      let entry = disposal.questions[question.id] ?? disposal.decks[question.deckID]
      disposal.questions[question.id] = entry
      return (entry, .question(record: question))
    }
    try keep(StudyNote.self) { disposal, note in
      let entry =
        disposal.notes[note.id] ?? note.questionID.flatMap { disposal.questions[$0] }
        ?? note.deckID.flatMap { disposal.decks[$0] }
      return (entry, .note(record: note))
    }
    try keep(Attempt.self) { ($0.attempts[$1.id], .attempt(record: $1)) }
    try keep(Answer.self) { ($0.attempts[$1.attemptID], .answer(record: $1)) }
    try keep(AttemptProgress.self) { ($0.attempts[$1.attemptID], .progress(record: $1)) }
  }

  private mutating func keep<R: StoredRecord>(
    _ type: R.Type,
    _ owned: (inout Disposal, R) -> (Identifier<TrashEntry>?, TrashedRecord.Content)
  ) throws {
    let ids = store.pendingDeletions(of: R.self)
    for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
      // From the store itself, because the unit of work shows deleted records no longer.
      let records = try store.store.records(
        for: Array(ids[start..<min(start + Self.batchSize, ids.count)]))
      var kept = records.compactMap { record -> TrashedRecord? in
        let (entry, content) = owned(&self, record)
        return entry.map { TrashedRecord(entryID: $0, content: content) }
      }
      if ids.count > Self.few {
        try store.stage(kept)
      } else {
        // Numbers in the order in which records come back: decks before their questions.
        let first = store.store.reserveIdentifiers(kept.count, for: TrashedRecord.self)
        for (index, number) in zip(kept.indices, first...) {
          kept[index].id = Identifier(rawValue: number)
        }
        store.insert(contentsOf: kept)
      }
    }
  }
}

extension StoreContext {
  /// Deletes with `work` into the trash and saves, or changes nothing.
  ///
  /// - Throws: ``DeletionFailure``.
  func deleting(
    in world: World, _ work: (inout Disposal) throws -> Void
  ) throws(DeletionFailure) {
    do {
      try transaction {
        var disposal = Disposal(self, world: world)
        try work(&disposal)
      }
    } catch {
      throw DeletionFailure(error)
    }
  }
}
