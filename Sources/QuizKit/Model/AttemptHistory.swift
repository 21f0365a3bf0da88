import Foundation
import Signals

/// The attempts of one store, and what was answered in them.
public final class AttemptHistory {
  /// Attempts or answers have changed, and are saved.
  public var changes: Signal<Void> {
    store.saves.filter { $0.concerns(Attempt.self) || $0.concerns(Answer.self) }.map { _ in }
  }

  private let store: StoreContext

  /// Creates the history of the world's store.
  public init(world: World) {
    store = world.store
  }

  /// By date, the newest last, because a backup brings old quizzes after new ones. The date is indexed, so that no record has to be read.
  private static let byDate = FetchDescriptor<Attempt>(sortBy: [SortDescriptor(\.startedAt)])

  /// All attempts, the newest first.
  public func identifiers() throws -> [Identifier<Attempt>] {
    try store.identifiers(Self.byDate).reversed()
  }

  /// All attempts, the newest last, now and after each save that changes the list.
  func liveList() throws -> LiveQuery<[Identifier<Attempt>]> {
    try LiveQuery(identifiers: Self.byDate, in: store)
  }

  /// The attempt of that identifier; `nil` when it is gone.
  public func attempt(_ id: Identifier<Attempt>) throws -> Attempt? {
    try store.record(for: id)
  }

  /// The attempts of those identifiers as a list shows them, without those that are gone.
  func summaries(of ids: [Identifier<Attempt>]) throws -> [AttemptSummary] {
    try store.savedParts(of: ids)
  }

  /// One question of an attempt, as it is in the bank now.
  public struct Entry {
    /// The question; `nil` when it has been deleted.
    public var question: Question?
    /// What the player did with it; `nil` when nothing was.
    public var answer: Answer?
  }

  /// What was asked in an attempt, in order, with what was answered.
  public func entries(of attempt: Attempt) throws -> [Entry] {
    let answers = try store.records(whose: \Answer.attemptID, is: attempt.id)
    let byPosition = Dictionary(answers.map { ($0.position, $0) }) { _, last in last }
    let questions = try store.questions(of: attempt)
    return attempt.items.enumerated().map { position, item in
      Entry(question: questions[item.questionID], answer: byPosition[position])
    }
  }

  /// Deletes an attempt with its answers, which then count nowhere any more.
  ///
  /// - Throws: What the store throws; the attempt is still there then.
  public func delete(_ id: Identifier<Attempt>) throws {
    try store.transaction { try store.delete(id) }
  }
}

extension StoreContext {
  /// The questions of an attempt that are left in the bank.
  func questions(of attempt: Attempt) throws -> [Identifier<Question>: Question] {
    let questions = try records(for: attempt.items.map(\.questionID))
    return Dictionary(questions.map { ($0.id, $0) }) { first, _ in first }
  }
}
