import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// Deletes records in such a way that the trash can bring them back: the save that deletes them also
/// keeps what they were.
struct Disposal {
  /// How many records are read at a time.
  private static let batchSize = 500
  /// More records than this are staged in a file instead of kept in memory.
  private static let few = 2000

  private let store: StoreContext
  private let world: World
  /// The entries to which what was deleted with a deck, question, quiz or exam belongs.
  private var decks: [Identifier<Deck>: Identifier<TrashEntry>] = [:]
  private var questions: [Identifier<Question>: Identifier<TrashEntry>] = [:]
  private var attempts: [Identifier<Attempt>: Identifier<TrashEntry>] = [:]
  private var exams: [Identifier<Exam>: Identifier<TrashEntry>] = [:]
  /// The names of the decks whose questions were deleted.
  private var deckNames: [Identifier<Deck>: String] = [:]

  /// - Parameter store: the unit of work, without changes, that will save the deletion.
  init(_ store: StoreContext, world: World) {
    (self.store, self.world) = (store, world)
  }

  /// Deletes records with all that a cascade deletes, such as a deck with its questions and notes.
  mutating func delete<R: StoredRecord>(_ ids: [Identifier<R>]) throws {
    let store = store
    try delete { try store.delete(ids) }
  }

  /// Deletes records of several kinds. Call it once only.
  ///
  /// - Parameter work: deletes them from the unit of work.
  mutating func delete(_ work: () throws -> Void) throws {
    try work()
    try keepDeleted()
    try deleteExpired()
  }

  private func deleteExpired() throws {
    let (now, isVirtual) = (world.now(), world.isVirtual)
    let limit = now.addingTimeInterval(-TrashEntry.keptFor)
    let old = try store.fetch(
      FetchDescriptor<TrashEntry>(predicate: #Predicate { $0.deletedAt < limit }))
    try store.delete(old.filter { $0.isExpired(at: now, isVirtual: isVirtual) }.map(\.id))
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

  private mutating func addEntry(for question: Question) throws -> Identifier<TrashEntry> {
    let deck = question.deckID
    if deckNames[deck] == nil { deckNames[deck] = try store.record(for: deck)?.name }
    return addEntry(.question, question.content.text, deck: deckNames[deck])
  }

  /// Keeps all records whose deletion is pending. Each belongs to the entry of the record with which
  /// it was deleted, or gets an entry of its own.
  private mutating func keepDeleted() throws {
    try keep(Deck.self) { disposal, deck in
      let entry = disposal.addEntry(.deck, deck.name)
      disposal.decks[deck.id] = entry
      return (entry, .deck(record: deck))
    }
    try keep(Question.self) { disposal, question in
      let entry = try disposal.decks[question.deckID] ?? disposal.addEntry(for: question)
      disposal.questions[question.id] = entry
      return (entry, .question(record: question))
    }
    try keep(Exam.self) { disposal, exam in
      let entry = disposal.addEntry(.exam, exam.name)
      disposal.exams[exam.id] = entry
      return (entry, .exam(record: exam))
    }
    try keep(StudyNote.self) { disposal, note in
      let entry =
        note.questionID.flatMap { disposal.questions[$0] }
        ?? note.deckID.flatMap { disposal.decks[$0] }
        ?? note.examID.flatMap { disposal.exams[$0] }
        ?? disposal.addEntry(.note, note.title.isEmpty ? note.body : note.title)
      return (entry, .note(record: note))
    }
    try keep(Attempt.self) { disposal, attempt in
      let date = Stamp(attempt.startedAt, in: disposal.world.timeZone).minute
      let text = attempt.title.isEmpty ? date : attempt.title + " " + date
      let entry = disposal.addEntry(.attempt, text)
      disposal.attempts[attempt.id] = entry
      return (entry, .attempt(record: attempt))
    }
    try keep(Answer.self) { ($0.attempts[$1.attemptID], .answer(record: $1)) }
    try keep(AttemptProgress.self) { ($0.attempts[$1.attemptID], .progress(record: $1)) }
  }

  private mutating func keep<R: StoredRecord>(
    _ type: R.Type,
    _ owned: (inout Disposal, R) throws -> (Identifier<TrashEntry>?, TrashedRecord.Content)
  ) throws {
    let ids = store.pendingDeletions(of: R.self)
    for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
      // From the store itself, because the unit of work shows deleted records no longer.
      let records = try store.store.records(
        for: Array(ids[start..<min(start + Self.batchSize, ids.count)]))
      var kept = try records.compactMap { record -> TrashedRecord? in
        let (entry, content) = try owned(&self, record)
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
    try deleting(.deletion) {
      var disposal = Disposal(self, world: world)
      try work(&disposal)
    }
  }
}
