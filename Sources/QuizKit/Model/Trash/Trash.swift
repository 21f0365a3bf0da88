import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The records that were deleted from one store in the last thirty days and can be brought back.
package final class Trash {
  private let store: StoreContext
  private let world: World
  private let kinds: BankKinds

  /// Creates the trash of the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
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
        if try !isThere(quiz: entry) { try store.restore(entry, world: world) }
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
  /// Brings back the records of an entry, which stays in the trash.
  func restore(_ entry: TrashEntry, world: World) throws {
    var restoration = Restoration(of: entry, in: self, world: world)
    try enumerate(FetchDescriptor<TrashedRecord>(.whose(\.entryID, is: entry.id))) { batch in
      for record in batch { try restoration.add(record.content.record) }
    }
    try restoration.finish()
  }

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

/// Deletes records so that the trash can bring them back. The save that deletes the records also
/// stores their content.
struct TrashingDeletion {
  /// The number of records that are read at a time.
  private static let batchSize = 500
  /// The number of records above which they are staged as JSON text, which takes less memory than
  /// the values.
  private static let few = 2000

  private let store: StoreContext
  private let world: World
  /// The kinds that other kinds refer to.
  private let owners: Set<RecordKind>
  /// The entry for each deleted record, by its kind and number. Records that are deleted together
  /// with it belong to the same entry.
  private var entries: [RecordKind: [Int64: Identifier<TrashEntry>]] = [:]
  /// The names of the decks whose questions were deleted.
  private var deckNames: [Int64: String] = [:]

  /// - Parameter store: the unit of work, without changes, that will save the deletion.
  init(_ store: StoreContext, world: World) {
    (self.store, self.world) = (store, world)
    owners = Set(store.kinds.all.flatMap { $0.owners })
  }

  /// Deletes records and everything that is deleted with them, such as a deck with its questions
  /// and notes.
  mutating func delete<R: StoredRecord>(_ ids: [Identifier<R>]) throws {
    let store = store
    try delete { try store.delete(ids) }
  }

  /// Deletes records of several kinds. Call it only once.
  ///
  /// - Parameter work: deletes the records from the unit of work.
  mutating func delete(_ work: () throws -> Void) throws {
    try work()
    // A record belongs to the entry of the record that it was deleted with, which is handled before
    // it.
    for kind in store.kinds.ownersFirst { try keepDeleted(kind) }
    try deleteExpired()
  }

  private func deleteExpired() throws {
    let (now, isVirtual) = (world.now(), world.isVirtual)
    let limit = now.addingTimeInterval(-TrashEntry.keptFor)
    let old = try store.fetch(
      FetchDescriptor<TrashEntry>(.whose(\.deletedAt, isBelow: limit)))
    guard !old.isEmpty else { return }
    // The file may have the question again, which then is the one from the trash.
    let followed = Set(try store.fetch(FetchDescriptor<FollowedFile>()).flatMap(\.trashed))
    try store.delete(
      old.filter { $0.isExpired(at: now, isVirtual: isVirtual) && !followed.contains($0.id) }
        .map(\.id))
  }

  /// The entry of a question that was deleted.
  func entry(of question: Identifier<Question>) -> Identifier<TrashEntry>? {
    entries[Question.kind]?[question.rawValue]
  }

  /// Keeps all records of a kind whose deletion is pending.
  private mutating func keepDeleted<R: BankRecord>(_ kind: R.Type) throws {
    let ids = store.pendingDeletions(of: R.self)
    for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
      // Read from the store itself, because the unit of work no longer shows deleted records.
      let records = try store.store.records(
        for: Array(ids[start..<min(start + Self.batchSize, ids.count)]))
      var kept: [TrashedRecord] = []
      for record in records {
        guard let entry = try entry(of: record) else { continue }
        if owners.contains(R.kind) { entries[R.kind, default: [:]][record.id.rawValue] = entry }
        kept.append(TrashedRecord(entryID: entry, content: .init(record: record)))
      }
      if ids.count > Self.few {
        try store.stage(kept)
      } else {
        // The numbers follow the order in which records are brought back: decks before their
        // questions.
        let first = store.store.reserveIdentifiers(kept.count, for: TrashedRecord.self)
        for (index, number) in zip(kept.indices, first...) {
          kept[index].id = Identifier(rawValue: number)
        }
        store.insert(contentsOf: kept)
      }
    }
  }

  /// The entry that a record belongs to; `nil` for a part of a record that was not deleted.
  private mutating func entry<R: BankRecord>(of record: R) throws -> Identifier<TrashEntry>? {
    let references = record.references
    for reference in references {
      if let entry = entries[reference.kind]?[reference.number] { return entry }
    }
    guard R.name != nil else { return nil }
    // Remember the deck in case it no longer exists when the record comes back, because the record
    // requires one.
    let deck = references.first { $0.kind == .deck && $0.need == .required }
    return addEntry(
      R.kind, record.title(in: world.timeZone), deck: try deck.flatMap { try deckName($0.number) })
  }

  private mutating func deckName(_ number: Int64) throws -> String? {
    if deckNames[number] == nil {
      deckNames[number] = try store.record(for: Identifier<Deck>(rawValue: number))?.name
    }
    return deckNames[number]
  }

  private func addEntry(
    _ kind: RecordKind, _ text: String, deck: String?
  ) -> Identifier<TrashEntry> {
    var entry = TrashEntry(
      kind: kind, text: text, deck: deck, deletedAt: world.now(),
      isVirtual: world.isVirtual ? true : nil)
    // Reserve a permanent identifier at once, because staged records refer to it.
    entry.id = Identifier(rawValue: store.store.reserveIdentifiers(1, for: TrashEntry.self))
    return store.insert(entry)
  }
}

extension StoreContext {
  /// Deletes records with `work`, keeps them in the trash and saves, or changes nothing.
  ///
  /// - Throws: ``DeletionFailure``.
  func deleting(
    in world: World, _ work: (inout TrashingDeletion) throws -> Void
  ) throws(DeletionFailure) {
    try deleting(.deletion) {
      var deletion = TrashingDeletion(self, world: world)
      try work(&deletion)
    }
  }
}

/// Brings the records of one entry of the trash back into the bank.
struct Restoration {
  private let entry: TrashEntry
  private let store: StoreContext
  private let world: World
  private let kinds: BankKinds
  /// The records with optional references. They are restored last, because they may refer to one of
  /// the others.
  private var last: [any BankRecord] = []
  /// The new numbers of records whose own numbers now belong to another version of them in the
  /// bank.
  private var moved: [RecordKind: [Int64: Int64]] = [:]

  /// - Parameter store: the unit of work that will save the records.
  init(of entry: TrashEntry, in store: StoreContext, world: World) {
    self.entry = entry
    self.store = store
    self.world = world
    kinds = store.kinds
  }

  /// Restores a record. Add the records that it refers to before it.
  mutating func add(_ record: any BankRecord) throws {
    if record.references.contains(where: { $0.need == .optional }) {
      last.append(record)
    } else {
      try restore(record)
    }
  }

  /// Restores the remaining records. Call it once.
  mutating func finish() throws {
    for record in last { try restore(record) }
  }

  private mutating func restore<R: BankRecord>(_ original: R) throws {
    let there = try store.record(for: original.id)
    if let there, original.isSame(as: there) { return }
    var record = original
    try record.relink(target)
    try giveFreeName(to: &record)
    if there != nil { record.id = .unassigned }
    let id = store.insert(record)
    if id != original.id { moved[R.kind, default: [:]][original.id.rawValue] = id.rawValue }
  }

  /// The record that a reference points to from now on; `nil` when it no longer exists.
  private func target(_ reference: RecordReference) throws -> Int64? {
    let number = reference.number
    if let moved = moved[reference.kind]?[number] { return moved }
    if reference.need == .loose { return number }
    if let kind = kinds[reference.kind], try isKnown(kind, number) { return number }
    guard reference.need == .required else { return nil }
    if reference.kind == .deck { return try deckOfSameName() }
    throw OwnerDeleted(owner: kinds[reference.kind]?.name)
  }

  private func isKnown<R: BankRecord>(_ kind: R.Type, _ number: Int64) throws -> Bool {
    try store.isKnown(Identifier<R>(rawValue: number))
  }

  /// The deck with the name of the deleted one. It is created if it does not exist.
  private func deckOfSameName() throws -> Int64 {
    let name = entry.deck ?? "?"
    let deck = try store.fetch(FetchDescriptor<Deck>()).first { $0.name == name }?.id
    return (deck ?? store.insert(Deck(name: name, createdAt: world.now()))).rawValue
  }

  /// Gives a record the first free name, if the names of its kind must be unique.
  private func giveFreeName<R: BankRecord>(to record: inout R) throws {
    guard let path = R.uniqueName?.path else { return }
    let taken = Set(try store.fetch(FetchDescriptor<R>()).map { $0[keyPath: path] })
    let name = record[keyPath: path]
    if taken.contains(name) { record[keyPath: path] = name.numbered(apartFrom: taken) }
  }
}

/// The reason why a record is not brought back: it belongs to another one, which is deleted.
struct OwnerDeleted: ReportableError, Equatable {
  /// The name of the other record's kind; `nil` for a kind without a name.
  let owner: RecordName?

  var message: Message {
    Message(
      "owner-deleted", "\(owner.english) that it belongs to is deleted. Bring that back first.",
      "もとの\(owner?.japanese ?? "データ")が削除されています。先にそちらを復元してください。")
  }
}

/// A quiz with its answers, for finding out whether the bank already has a quiz of a backup.
struct PlayedAttempt {
  var attempt: Attempt
  var answers: [Answer]

  /// A mark for a quick check before the full comparison. Quizzes with different marks are
  /// certainly different.
  var mark: Mark { Mark(startedAt: attempt.startedAt, title: attempt.title) }

  struct Mark: Hashable {
    var startedAt: Date
    var title: String
  }

  /// Removes the identifiers of questions that are not in `known`. Deleted questions do not have
  /// identifiers in backups.
  mutating func forgetQuestions(outside known: Set<Identifier<Question>>) {
    for index in attempt.items.indices where !known.contains(attempt.items[index].questionID) {
      attempt.items[index].questionID = .unassigned
    }
  }

  /// Whether both are the same quiz with the same answers and outcome.
  func isEqual(to other: PlayedAttempt) -> Bool {
    isSameQuiz(as: other) { $0.isAlike($1) } && hasSameEnd(as: other)
  }

  /// Whether both are the same quiz and at least one of them is unfinished.
  func isEarlierOrLater(than other: PlayedAttempt) -> Bool {
    isSameQuiz(as: other) { $0.isAlike($1) } && isUnfinished(or: other)
  }

  /// Whether both are the same quiz at any stage, even if its questions were edited in between, so
  /// that a backup refers to other questions. With a clock that does not run, different quizzes
  /// start at the same moment.
  ///
  /// - Parameter edited: the questions of both that were ever edited.
  func isBeforeOrAfterEdits(
    of other: PlayedAttempt, edited: Set<Identifier<Question>>
  ) -> Bool {
    isSameQuiz(as: other) { mine, others in
      mine.isAlike(others)
        || mine.order == others.order
          && (edited.contains(mine.questionID) || edited.contains(others.questionID))
    } && (hasSameEnd(as: other) || isUnfinished(or: other))
  }

  private func hasSameEnd(as other: PlayedAttempt) -> Bool {
    attempt.outcome == other.attempt.outcome && picks == other.picks
  }

  private func isUnfinished(or other: PlayedAttempt) -> Bool {
    attempt.outcome == nil || other.attempt.outcome == nil
  }

  /// Whether both started at the same time with the same rules and questions.
  private func isSameQuiz(
    as other: PlayedAttempt, _ areAlike: (Attempt.Item, Attempt.Item) -> Bool
  ) -> Bool {
    attempt.startedAt == other.attempt.startedAt && attempt.title == other.attempt.title
      && attempt.mode == other.attempt.mode && attempt.timeLimit == other.attempt.timeLimit
      && attempt.questionTimeLimit == other.attempt.questionTimeLimit
      && attempt.isPartial == other.attempt.isPartial && attempt.exam == other.attempt.exam
      && hasSameItems(as: other, areAlike)
  }

  /// Compares the questions. A review may get more questions over time, because some are repeated,
  /// or fewer, because it was ended early.
  private func hasSameItems(
    as other: PlayedAttempt, _ areAlike: (Attempt.Item, Attempt.Item) -> Bool
  ) -> Bool {
    guard attempt.repeatsMistakes == true, other.attempt.repeatsMistakes == true else {
      return attempt.items.count == other.attempt.items.count
        && zip(attempt.items, other.attempt.items).allSatisfy(areAlike)
    }
    let lists = [attempt, other.attempt].map { $0.items.filter { $0.after == nil } }
    let (short, long) =
      lists[0].count < lists[1].count ? (lists[0], lists[1]) : (lists[1], lists[0])
    var rest = long[...]
    return short.allSatisfy { item in
      guard let place = rest.firstIndex(where: { areAlike(item, $0) }) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// The answer at each position, without unanswered questions.
  private var picks: [Int: Response] {
    Dictionary(answers.compactMap { answer in answer.response.map { (answer.position, $0) } }) {
      $1
    }
  }
}

extension Attempt.Item {
  /// Whether the question and the order of its choices are the same. A deleted question matches any
  /// question.
  fileprivate func isAlike(_ other: Attempt.Item) -> Bool {
    order == other.order
      && (questionID == other.questionID || questionID == .unassigned
        || other.questionID == .unassigned)
  }
}

/// Finds the quizzes of a backup that the bank already has. Each quiz in the bank matches at most
/// one quiz of the backup.
struct AttemptMatching {
  /// The quiz in the bank that matches a quiz of the backup.
  enum Match {
    /// The bank's quiz is kept: it is the same, it is finished, or both are unfinished.
    case known(PlayedAttempt)
    /// The bank's quiz is unfinished and the backup's is finished.
    case earlier(PlayedAttempt)
  }

  private var matches: [Int: Match] = [:]

  /// The match for the quiz at this position in the backup; `nil` when the bank does not have it.
  subscript(number: Int) -> Match? { matches[number] }

  /// Looks for `attempts`, whose question identifiers must already be those of the bank.
  init(of attempts: [PlayedAttempt], in store: StoreContext) throws {
    let marks = Set(attempts.map(\.mark))
    let there = try store.fetch(FetchDescriptor<Attempt>())
      .map { PlayedAttempt(attempt: $0, answers: []) }.filter { marks.contains($0.mark) }
    guard !there.isEmpty else { return }
    let questions = Set(try store.identifiers(FetchDescriptor<Question>()))
    var candidates: [PlayedAttempt.Mark: [PlayedAttempt]] = [:]
    for var played in there {
      played.answers = try store.records(whose: \Answer.attemptID, is: played.attempt.id)
      played.forgetQuestions(outside: questions)
      candidates[played.mark, default: []].append(played)
    }
    // Match equal quizzes first, so that none of them is mistaken for an earlier stage of another.
    pair(attempts, &candidates) { $0.isEqual(to: $1) }
    pair(attempts, &candidates) { $0.isEarlierOrLater(than: $1) }
    let rest = attempts.indices.filter { matches[$0] == nil }.flatMap { number in
      [attempts[number]] + candidates[attempts[number].mark, default: []]
    }
    let asked = Set(rest.flatMap { $0.attempt.items.map(\.questionID) }).subtracting([.unassigned])
    let edited = try store.records(for: Array(asked)).filter { $0.changedAt != $0.createdAt }
    let editedIDs = Set(edited.map(\.id))
    pair(attempts, &candidates) { $0.isBeforeOrAfterEdits(of: $1, edited: editedIDs) }
  }

  private mutating func pair(
    _ attempts: [PlayedAttempt], _ candidates: inout [PlayedAttempt.Mark: [PlayedAttempt]],
    _ areOne: (PlayedAttempt, PlayedAttempt) -> Bool
  ) {
    for (number, played) in attempts.enumerated() where matches[number] == nil {
      guard let place = candidates[played.mark]?.firstIndex(where: { areOne(played, $0) }),
        let there = candidates[played.mark]?.remove(at: place)
      else { continue }
      let isEarlier = there.attempt.outcome == nil && played.attempt.outcome != nil
      matches[number] = isEarlier ? .earlier(there) : .known(there)
    }
  }
}
