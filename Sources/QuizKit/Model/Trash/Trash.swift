import Foundation
import QuizStore
import QuizSupport
import Signals

/// What was deleted from one store in the last thirty days, and can be brought back.
package final class Trash {
  /// Undo and redo of what was restored, and of emptying the trash.
  package let undoHistory: UndoHistory

  private let store: StoreContext
  private let world: World

  /// Creates the trash of the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    undoHistory = UndoHistory(of: store)
    self.world = world
  }

  /// What was deleted, updated after each save that changes it.
  func liveEntries() throws -> LiveQuery<[TrashEntry]> {
    try LiveQuery(FetchDescriptor<TrashEntry>(), in: store)
  }

  /// Those of `entries` that can be brought back today, last deleted first.
  func available(_ entries: [TrashEntry]) -> [TrashEntry] {
    entries.filter { !$0.isExpired(at: world.now(), isVirtual: world.isVirtual) }
      .sorted { ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id) }
  }

  /// Brings entries back, each as it was, with its notes, questions or answers, in one save.
  ///
  /// A question whose deck is gone comes back into a deck of that name, which is made if there is
  /// none. A deck or an exam whose name is taken gets a number after its name, and a note whose subject is gone
  /// stands alone. What is in the bank again, because another device has brought it back, is not restored a second
  /// time; where it is another version there, what was deleted comes back beside it.
  ///
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  func restore(_ entries: [Identifier<TrashEntry>]) throws {
    try store.saving(.restoration) {
      for id in entries {
        guard let entry = try store.record(for: id) else { throw SaveFailure.notFound }
        try restore(entry)
        try store.delete(id)
      }
    }
  }

  /// Deletes everything in the trash for good.
  ///
  /// - Throws: ``DeletionFailure``. Nothing is then changed.
  func empty() throws {
    try store.deleting(.emptying) { try store.delete(TrashEntry.self, where: nil) }
  }

  private func restore(_ entry: TrashEntry) throws {
    let id = entry.id
    let records = FetchDescriptor<TrashedRecord>(predicate: #Predicate { $0.entryID == id })
    var notes: [StudyNote] = []
    var attempts: [Identifier<Attempt>: Identifier<Attempt>] = [:]
    guard try !isThere(quiz: entry) else { return }
    try store.enumerate(records) { batch in
      for record in batch {
        switch record.content {
        case .deck(var deck):
          // Its questions find it again, whatever it is called now.
          if try store.isKnown(deck.id) { continue }
          deck.name = try freeName(deck.name, of: Deck.self, \.name)
          store.insert(deck)
        case .question(var question):
          if try store.record(for: question.id)?.content == question.content { continue }
          question.deckID = try deck(of: question, named: entry.deck)
          store.insert(try numberedApart(question))
        case .note(let note): notes.append(note)
        case .attempt(let attempt): attempts[attempt.id] = store.insert(try numberedApart(attempt))
        case .answer(var answer):
          answer.attemptID = attempts[answer.attemptID] ?? answer.attemptID
          store.insert(try numberedApart(answer))
        case .progress(var progress):
          progress.attemptID = attempts[progress.attemptID] ?? progress.attemptID
          store.insert(try numberedApart(progress))
        case .exam(var exam):
          if try store.record(for: exam.id)?.blueprint == exam.blueprint { continue }
          exam.name = try freeName(exam.name, of: Exam.self, \.name)
          store.insert(try numberedApart(exam))
        }
      }
    }
    for note in notes {
      let there = try store.record(for: note.id)
      if let there, (there.title, there.body) == (note.title, note.body) { continue }
      store.insert(try numberedApart(relinked(note)))
    }
  }

  /// The record, without its number where a record of the bank has it again.
  private func numberedApart<R: StoredRecord>(_ record: R) throws -> R {
    var record = record
    if try store.isKnown(record.id) { record.id = .unassigned }
    return record
  }

  /// Whether the quiz of an entry is in the bank again, from a backup or from another device. If that
  /// quiz is unfinished and the entry's is finished, it is deleted to make room.
  private func isThere(quiz entry: TrashEntry) throws -> Bool {
    guard entry.kind == .attempt else { return false }
    let contents = try store.records(whose: \TrashedRecord.entryID, is: entry.id).map(\.content)
    let questions = Set(try store.identifiers(FetchDescriptor<Question>()))
    let answers = contents.compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
    let quizzes = contents.compactMap { content -> PlayedAttempt? in
      guard case .attempt(let attempt) = content else { return nil }
      var played = PlayedAttempt(attempt: attempt, answers: answers)
      played.forgetQuestions(outside: questions)
      return played
    }
    switch try AttemptMatching(of: quizzes, in: store)[0] {
    case .known: return true
    case .earlier(let there): try store.delete(there.attempt.id)
    case nil: break
    }
    return false
  }

  private func deck(of question: Question, named name: String?) throws -> Identifier<Deck> {
    if try store.isKnown(question.deckID) { return question.deckID }
    let name = name ?? "?"
    let decks = try store.fetch(FetchDescriptor<Deck>())
    return decks.first { $0.name == name }?.id
      ?? store.insert(Deck(name: name, createdAt: world.now()))
  }

  private func relinked(_ note: StudyNote) throws -> StudyNote {
    var note = note
    if let id = note.questionID, try !store.isKnown(id) { note.questionID = nil }
    if let id = note.deckID, try !store.isKnown(id) { note.deckID = nil }
    if let id = note.examID, try !store.isKnown(id) { note.examID = nil }
    return note
  }

  /// The name itself, or with the first free number after it.
  private func freeName<R: StoredRecord>(
    _ name: String, of type: R.Type, _ names: KeyPath<R, String>
  ) throws -> String {
    let taken = Set(try store.fetch(FetchDescriptor<R>()).map { $0[keyPath: names] })
    return taken.contains(name) ? name.numbered(apartFrom: taken) : name
  }
}

/// A question in the trash, with the entry that would bring it back.
struct TrashedQuestion {
  let question: Question
  let entry: TrashEntry
}

extension StoreContext {
  /// Those of some deleted questions that are in the trash, as they were when they were deleted last.
  func trashedQuestions(_ ids: Set<Identifier<Question>>) throws -> [TrashedQuestion] {
    let entries = try fetch(FetchDescriptor<TrashEntry>())
      .filter { [.question, .deck].contains($0.kind) }
    var missing = ids
    var found: [TrashedQuestion] = []
    for entry in entries.sorted(by: { ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id) }) {
      if missing.isEmpty { break }
      for record in try records(whose: \TrashedRecord.entryID, is: entry.id) {
        guard case .question(let question) = record.content,
          missing.remove(question.id) != nil
        else { continue }
        found.append(TrashedQuestion(question: question, entry: entry))
      }
    }
    return found
  }
}
