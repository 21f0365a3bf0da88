import Foundation
import QuizStore
import Signals

/// The attempts in one store, with their answers.
package final class AttemptHistory {
  /// Emits after a save that changed attempts or answers.
  package var changes: Signal<Void> {
    store.saves.filter { $0.concerns(Attempt.self) || $0.concerns(Answer.self) }.map { _ in }
  }

  /// Undo and redo of deletions.
  package let undoHistory: UndoHistory

  /// The answers of all attempts.
  let answers: AnswerLog
  private let store: StoreContext
  private let world: World
  /// The deleted questions of the attempt that was read last. They are kept because the screen asks
  /// for the same ones every time it is updated.
  private var deleted: (ids: Set<Identifier<Question>>, found: [TrashedQuestion])?
  private let bag = DisposeBag()

  /// Creates the history of the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    undoHistory = UndoHistory(of: store)
    answers = AnswerLog(store: store)
    self.world = world
    store.saves.filter { $0.concerns(TrashedRecord.self) }
      .observe { [unowned self] _ in deleted = nil }.disposed(by: bag)
  }

  /// Sorts by date, oldest first. The order of the identifiers is different, because restoring a
  /// backup adds old quizzes after new ones. The date is indexed, so sorting reads no record.
  private static let byDate = FetchDescriptor<Attempt>(.ordered(by: \.startedAt))

  /// All attempts, newest first.
  package func identifiers() throws -> [Identifier<Attempt>] {
    try store.identifiers(Self.byDate).reversed()
  }

  /// All attempts, oldest first, updated after each save that changes the list.
  func liveList() throws -> LiveQuery<[Identifier<Attempt>]> {
    try LiveQuery(identifiers: Self.byDate, in: store)
  }

  /// The attempt with this identifier; `nil` when it was deleted.
  package func attempt(_ id: Identifier<Attempt>) throws -> Attempt? {
    try store.record(for: id)
  }

  /// Summaries of the attempts with these identifiers, leaving out deleted ones.
  func summaries(of ids: [Identifier<Attempt>]) throws -> [AttemptSummary] {
    try store.savedParts(of: ids)
  }

  /// Whether an exam with this name was ever started. It may have been renamed or deleted since.
  package func hasAttempts(ofExam name: String) throws -> Bool {
    try summaries(of: identifiers()).contains { $0.isOfExam(name) }
  }

  /// The most quizzes among which ``lastExam()`` looks.
  private static let newest = 200

  /// The exam that was finished last, if it is among the newest quizzes.
  func lastExam() throws -> AttemptSummary? {
    let newest = Array(try identifiers().prefix(Self.newest))
    for start in stride(from: 0, to: newest.count, by: 20) {
      let part = newest[start..<min(start + 20, newest.count)]
      let found = try summaries(of: Array(part)).first { $0.exam != nil && $0.outcome != nil }
      if let found { return found }
    }
    return nil
  }

  /// One question of an attempt, in its current version.
  package struct Entry {
    /// The question; `nil` when it was deleted and is not in the trash any more.
    package var question: Question?
    /// Whether the question was deleted.
    package var isDeleted: Bool
    /// The player's answer; `nil` when there is none.
    package var answer: Answer?
  }

  /// The questions of an attempt, in order, each with its answer.
  package func entries(of attempt: Attempt) throws -> [Entry] {
    let answers = try store.records(whose: \Answer.attemptID, is: attempt.id)
    let byPosition = answers.byPosition
    let questions = try store.questions(of: attempt)
    let missing = Set(attempt.items.map(\.questionID)).subtracting(questions.keys)
    let deleted = try deletedQuestions(missing)
    return attempt.items.enumerated().map { position, item in
      let question = questions[item.questionID]
      return Entry(
        question: question ?? deleted[item.questionID], isDeleted: question == nil,
        answer: byPosition[position])
    }
  }

  /// The questions with these identifiers that are in the trash.
  private func deletedQuestions(
    _ ids: Set<Identifier<Question>>
  ) throws -> [Identifier<Question>: Question] {
    if ids.isEmpty { return [:] }
    if deleted?.ids != ids { deleted = (ids, try store.trashedQuestions(ids)) }
    let (now, isVirtual) = (world.now(), world.isVirtual)
    let available = deleted?.found.filter { !$0.entry.isExpired(at: now, isVirtual: isVirtual) }
    return Dictionary((available ?? []).map { ($0.question.id, $0.question) }) { first, _ in first }
  }

  /// Deletes attempts with their answers, so that statistics and reviews no longer count them. The
  /// trash keeps them.
  ///
  /// - Throws: ``DeletionFailure``; the attempts are then still there.
  package func delete(_ ids: [Identifier<Attempt>]) throws {
    try store.deleting(in: world) { try $0.delete(ids) }
  }
}

extension StoreContext {
  /// The questions of an attempt that are still in the bank.
  func questions(of attempt: Attempt) throws -> [Identifier<Question>: Question] {
    let questions = try records(for: attempt.items.map(\.questionID))
    return Dictionary(questions.map { ($0.id, $0) }) { first, _ in first }
  }
}
