import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The attempts in one store, with their answers.
package final class AttemptHistory {
  /// Emits after a save that changed attempts or answers.
  package var changes: Signal<Void> {
    store.saves.filter { $0.concerns(Attempt.self) || $0.concerns(Answer.self) }.map { _ in }
  }

  /// The answers of all attempts.
  let answers: AnswerLog
  private let store: StoreContext
  let world: World
  /// The deleted questions of the attempt that was read last. They are kept because the screen asks
  /// for the same ones every time it is updated.
  private let deleted: Kept<(ids: Set<Identifier<Question>>, found: [TrashedQuestion])>

  /// Creates the history of the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    answers = AnswerLog(store: store, world: world)
    deleted = Kept(of: TrashedRecord.self, in: store)
    self.world = world
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
    let found = try deleted.current {
      $0.ids == ids
    } make: {
      (ids, try store.trashedQuestions(ids))
    }.found
    let (now, isVirtual) = (world.now(), world.isVirtual)
    let available = found.filter { !$0.entry.isExpired(at: now, isVirtual: isVirtual) }
    return Dictionary(available.map { ($0.question.id, $0.question) }) { first, _ in first }
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

/// All saved answers, kept in memory because statistics and reviews read all of them repeatedly.
/// Loaded on first use, then updated after every save.
final class AnswerLog {
  /// The parts of an ``Answer`` that statistics and reviews use.
  struct Entry: RecordPart, Equatable {
    var id: Identifier<Answer>
    var attemptID: Identifier<Attempt>
    var questionID: Identifier<Question>
    var isAnswered: Bool
    var isCorrect: Bool
    /// The number of answers that a guess picks from; 0 if the answer cannot be guessed, and `nil`
    /// in records of older versions.
    var guesses: Int?
    /// The learner's grade of a card; `nil` for answers to other questions.
    var grade: RecallGrade?
    var changedAt: Date

    init(_ answer: Answer) {
      id = answer.id
      attemptID = answer.attemptID
      questionID = answer.questionID
      isAnswered = answer.response != nil
      isCorrect = answer.isCorrect
      guesses = answer.guesses ?? answer.choices
      grade = answer.response?.grade
      changedAt = answer.changedAt
    }

    private enum CodingKeys: CodingKey {
      case id, attemptID, questionID, response, isCorrect, choices, guesses, changedAt
    }

    init(from decoder: any Decoder) throws {
      let answer = try decoder.container(keyedBy: CodingKeys.self)
      id = try answer.decode(Identifier<Answer>.self, forKey: .id)
      attemptID = try answer.decode(Identifier<Attempt>.self, forKey: .attemptID)
      questionID = try answer.decode(Identifier<Question>.self, forKey: .questionID)
      // The content of an answer matters here only for cards, which cannot be guessed. So most of
      // them are not decoded.
      isAnswered = try answer.contains(.response) && !answer.decodeNil(forKey: .response)
      isCorrect = try answer.decode(Bool.self, forKey: .isCorrect)
      let choices = try answer.decodeIfPresent(Int.self, forKey: .choices)
      guesses = try answer.decodeIfPresent(Int.self, forKey: .guesses) ?? choices
      grade =
        isAnswered && guesses == 0 ? try answer.decode(Response.self, forKey: .response).grade : nil
      changedAt = try answer.decode(Date.self, forKey: .changedAt)
    }
  }

  private let store: StoreContext
  private let known: Kept<[Entry]>
  /// The first instant of tomorrow.
  private let tomorrow: () -> Date

  init(store: StoreContext, world: World) {
    self.store = store
    known = Kept(ofEach: Answer.self, in: store)
    tomorrow = { world.days.start(of: world.days.day(of: world.now()) + 1) }
  }

  /// Whether the answers have been read.
  var isRead: Bool { known.value != nil }

  /// All saved answers, in ascending order of identifiers.
  ///
  /// - Throws: The store's error when it cannot be read.
  func entries() throws -> [Entry] {
    try known.current {
      try store.savedParts(of: try store.identifiers(FetchDescriptor<Answer>()))
    } update: { entries, outdated in
      let changed: [Entry] = try store.savedParts(of: outdated.map { Identifier(rawValue: $0) })
      entries = Self.merge(entries, changed, without: Set(outdated))
    }
  }

  /// The saved answers that were given until today. A clock that was wrong may have dated others in
  /// the future, where they would hide all that come after them.
  ///
  /// - Throws: The store's error when it cannot be read.
  func given() throws -> [Entry] {
    let (entries, tomorrow) = (try entries(), tomorrow())
    return entries.contains { $0.changedAt >= tomorrow }
      ? entries.filter { $0.changedAt < tomorrow } : entries
  }

  /// How many answers are dated in the future.
  ///
  /// - Throws: The store's error when it cannot be read.
  func ahead() throws -> Int { try entries().count - given().count }

  /// The answers of finished quizzes, and those in practice mode, where the right answer is shown
  /// at once. Other answers may still change.
  ///
  /// - Throws: The store's error when it cannot be read.
  func settled() throws -> [Entry] {
    let underWay = Set(try store.fetch(FetchDescriptor<AttemptProgress>()).map(\.attemptID))
    let entries = try given()
    guard let least = underWay.min() else { return entries }
    let attempts: [AttemptSummary] = try store.savedParts(of: underWay.sorted())
    let practice = Set(attempts.filter { $0.mode == .practice }.map(\.id))
    return entries.filter { answer in
      answer.attemptID < least || !underWay.contains(answer.attemptID)
        || answer.isAnswered && practice.contains(answer.attemptID)
    }
  }

  /// The instant from which on answers to a question say something about it, for the questions of
  /// which what is right was changed.
  ///
  /// - Throws: The store's error when it cannot be read.
  func keyChanges() throws -> [Identifier<Question>: Date] {
    var changes: [Identifier<Question>: Date] = [:]
    let dated = Selection<Question>.whose(
      \.keyChangedAt, isIn: Date.distantPast..<Date.distantFuture)
    for id in try store.identifiers(FetchDescriptor(dated)) {
      changes[id] = try store.record(for: id)?.keyChangedAt
    }
    return changes
  }

  /// The questions whose last answer was wrong or missing, or was given before what is right was
  /// changed. Only counts answers that cannot change any more.
  ///
  /// - Throws: The store's error when it cannot be read.
  func mistakes() throws -> Set<Identifier<Question>> {
    let (settled, changes) = (try settled(), try keyChanges())
    var latest = IdentifierTable<Question, Entry?>(settled.map(\.questionID), initially: nil)
    for answer in settled {
      // If two answers have the same date, the one saved later counts.
      if let known = latest[answer.questionID], known.changedAt > answer.changedAt { continue }
      latest[answer.questionID] = answer
    }
    return Set(
      settled.lazy.filter { answer in
        guard latest[answer.questionID]?.id == answer.id else { return false }
        return !answer.isCorrect
          || changes[answer.questionID].map { answer.changedAt < $0 } ?? false
      }.map(\.questionID))
  }

  /// The questions that were asked before.
  ///
  /// - Throws: The store's error when it cannot be read.
  func asked() throws -> IdentifierSet<Question> { IdentifierSet(try entries().map(\.questionID)) }

  /// Removes the entries in `outdated` and inserts those in `changed`, keeping the order.
  private static func merge(
    _ entries: [Entry], _ changed: [Entry], without outdated: Set<Int64>
  ) -> [Entry] {
    let first = outdated.min() ?? .max
    // Most changes are new answers, which come after all others.
    let start = entries.lastIndex { $0.id.rawValue < first }.map { $0 + 1 } ?? 0
    var result = Array(entries[..<start])
    result.reserveCapacity(entries.count + changed.count)
    var next = 0
    for entry in entries[start...] where !outdated.contains(entry.id.rawValue) {
      while next < changed.count, changed[next].id < entry.id {
        result.append(changed[next])
        next += 1
      }
      result.append(entry)
    }
    return result + changed[next...]
  }
}
