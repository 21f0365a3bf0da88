import Foundation
import QuizStore
import QuizSupport
import Signals

/// The records that were deleted from one store in the last thirty days and can be brought back.
package final class Trash {
  /// Undo and redo of restoring records and of emptying the trash.
  package let undoHistory: UndoHistory

  private let store: StoreContext
  private let world: World
  private let kinds: BankKinds

  /// Creates the trash of the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    undoHistory = UndoHistory(of: store)
    kinds = store.kinds
    self.world = world
  }

  /// The entries of the trash, updated after each save that changes them.
  func liveEntries() throws -> LiveQuery<[TrashEntry]> {
    try LiveQuery(FetchDescriptor<TrashEntry>(), in: store)
  }

  /// The ones of `entries` that can be brought back today, last deleted first.
  func available(_ entries: [TrashEntry]) -> [TrashEntry] {
    entries.filter { !$0.isExpired(at: world.now(), isVirtual: world.isVirtual) }
      .sorted { ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id) }
  }

  /// The name of a kind of record for users.
  func name(of kind: RecordKind) -> RecordName {
    let raw = kind.rawValue
    return kinds[kind]?.name ?? RecordName(raw, raw, raw)
  }

  /// Restores entries with their notes, questions or answers, in one save.
  ///
  /// If the deck of a question no longer exists, the question goes into a deck of the same name,
  /// which is created if necessary. If the name of a deck or an exam is taken, it gets a number
  /// after its name. If the subject of a note no longer exists, the note is restored without a
  /// subject. A record that is already in the bank again, because another device has restored it,
  /// is not restored a second time. If the bank has another version of the record, the deleted one
  /// is added beside it. A record that cannot be without another one, which is deleted too, is
  /// refused.
  ///
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  func restore(_ entries: [Identifier<TrashEntry>]) throws {
    try store.saving(.restoration) {
      let entries = try entries.map { id in
        guard let entry = try store.record(for: id) else { throw SaveFailure.notFound(nil) }
        return entry
      }
      // A record that was deleted later cannot belong to one that was deleted before it.
      for entry in entries.sorted(by: { ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id) }) {
        try restore(entry)
        try store.delete(entry.id)
      }
    }
  }

  /// Deletes everything in the trash for good.
  ///
  /// - Throws: ``DeletionFailure``. Nothing is then changed.
  func empty() throws {
    try store.deleting(.emptying) {
      try store.delete(store.identifiers(FetchDescriptor<TrashEntry>()))
    }
  }

  private func restore(_ entry: TrashEntry) throws {
    guard try !isThere(quiz: entry) else { return }
    var restoration = Restoration(of: entry, in: store, world: world)
    let records = FetchDescriptor<TrashedRecord>(.whose(\.entryID, is: entry.id))
    try store.enumerate(records) { batch in
      for record in batch { try restoration.add(record.content.record) }
    }
    try restoration.finish()
  }

  /// Whether the quiz of an entry is already in the bank again, from a backup or from another
  /// device. If the quiz in the bank is unfinished and that of the entry is finished, deletes the
  /// quiz in the bank to make room.
  private func isThere(quiz entry: TrashEntry) throws -> Bool {
    guard entry.kind == .attempt else { return false }
    let contents = try store.records(whose: \TrashedRecord.entryID, is: entry.id).map(\.content)
    let questions = Set(try store.identifiers(FetchDescriptor<Question>()))
    let answers = contents.compactMap { $0.record(of: Answer.self) }
    let quizzes = contents.compactMap { $0.record(of: Attempt.self) }.map { attempt in
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
}

/// A question in the trash, with the entry that would bring it back.
struct TrashedQuestion {
  let question: Question
  let entry: TrashEntry
}

extension StoreContext {
  /// The ones of some deleted questions that are in the trash, in the version that was deleted
  /// last.
  func trashedQuestions(_ ids: Set<Identifier<Question>>) throws -> [TrashedQuestion] {
    let entries = try fetch(FetchDescriptor<TrashEntry>())
      .filter { [.question, .deck].contains($0.kind) }
    var missing = ids
    var found: [TrashedQuestion] = []
    for entry in entries.sorted(by: { ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id) }) {
      if missing.isEmpty { break }
      for record in try records(whose: \TrashedRecord.entryID, is: entry.id) {
        guard let question = record.content.record(of: Question.self),
          missing.remove(question.id) != nil
        else { continue }
        found.append(TrashedQuestion(question: question, entry: entry))
      }
    }
    return found
  }
}
