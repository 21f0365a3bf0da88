import QuizExchange
import QuizStore
import QuizSupport

/// Adds the records of a backup to a bank. Renumbers them so that they refer to the same questions
/// as before, and skips records that the bank already has.
final class BackupMerge {
  /// How many records were added so far.
  private(set) var restored: RestoredRecords
  /// Records that could not be added, and why.
  private(set) var problems: [Problem]

  private let records: BackupRecords
  private let intake: BankIntake
  private let file: String
  private var store: StoreContext { intake.store }
  /// The numbers that records of the backup have in the bank, by their numbers in the backup.
  /// Contains the records that were added and those that the bank already had.
  private var numbers: [RecordKind: [Int64: Int64]] = [:]

  /// - Parameter deck: the deck for all questions; `nil` to use the decks of the backup.
  init(_ records: BackupRecords, into intake: BankIntake, file: String, deck: String?) throws {
    self.records = records
    self.intake = intake
    self.file = file
    problems = records.problems
    let kinds = intake.store.kinds.all.filter { $0.section != nil }
    restored = RestoredRecords(counts: RecordCounts(kinds.compactMap { $0.name }))
    for record in records.all(Deck.self) {
      let name = deck ?? FieldText.make(record.name)
      if !intake.hasDeck(named: name) { count(Deck.self, 1) }
      place(record.id, at: try intake.deck(named: name, createdAt: record.createdAt))
    }
  }

  /// Records that the bank has the question `record` of the backup under the number `id`.
  func question(_ record: Int64, is id: Identifier<Question>) {
    place(Identifier(rawValue: record), at: id)
  }

  /// Adds all other records. Call this after all questions were added.
  func finish() throws {
    for kind in store.kinds.ownersFirst {
      // Decks and questions are in the bank already. Answers and progress are added with their
      // quizzes.
      if kind == Exam.self {
        try addExams()
      } else if kind == Attempt.self {
        try addAttempts()
      } else if kind.name != nil, ![.deck, .question].contains(kind.kind) {
        try add(kind)
      }
    }
  }

  private func count<R: BankRecord>(_ kind: R.Type, _ added: Int) {
    if let name = kind.name { restored.counts[name] += added }
  }

  private func place<R: StoredRecord>(_ record: Identifier<R>, at id: Identifier<R>) {
    numbers[R.kind, default: [:]][record.rawValue] = id.rawValue
  }

  private func addExams() throws {
    for exam in records.exams {
      let admission = try intake.add(
        exam: exam.name, exam.blueprint, createdAt: exam.createdAt, changedAt: exam.changedAt)
      if admission.isNew { count(Exam.self, 1) } else { restored.duplicates += 1 }
      if let record = exam.id { place(record, at: admission.id) }
    }
  }

  /// Adds the records of a kind, except those whose equal is already in the bank.
  private func add<R: BankRecord>(_ kind: R.Type) throws {
    let records = records.all(kind)
    guard !records.isEmpty else { return }
    var there = try store.fetch(FetchDescriptor<R>())
    var new: [(record: R, number: Identifier<R>)] = []
    for original in records {
      guard let record = relinked(original) else {
        problems.append(original.orphanProblem(in: file))
        continue
      }
      if let known = there.firstIndex(where: { record.isAlike($0) }) {
        place(original.id, at: there.remove(at: known).id)
        restored.duplicates += 1
      } else {
        new.append((record, original.id))
      }
    }
    let added = try intake.insert(new.map(\.record))
    for ((_, number), id) in zip(new, added) { place(number, at: id) }
    count(kind, added.count)
  }

  /// A copy of the record as a new one that refers to the records of the bank. `nil` when a record
  /// that it requires is not in the file, or when it has lost all of its references.
  private func relinked<R: BankRecord>(_ original: R) -> R? {
    var (record, kept, lost, isOrphan) = (original.unnumbered, 0, 0, false)
    record.relink { reference in
      guard let number = numbers[reference.kind]?[reference.number] else {
        lost += 1
        if reference.need == .required { isOrphan = true }
        return nil
      }
      kept += 1
      return number
    }
    return isOrphan || lost > 0 && kept == 0 ? nil : record
  }

  private func addAttempts() throws {
    let attempts = played()
    guard !attempts.isEmpty else { return }
    let matches = try AttemptMatching(of: attempts, in: store)
    var new: [PlayedAttempt] = []
    for (number, played) in attempts.enumerated() {
      switch matches[number] {
      case .known(let there):
        restored.duplicates += 1
        try there.relink(to: played, in: store)
      case .earlier(let there):
        try store.delete(there.attempt.id)
        new.append(played)
      case nil:
        new.append(played)
      }
    }
    try insert(new)
  }

  /// The quizzes of the backup, with the bank's identifiers for their questions.
  private func played() -> [PlayedAttempt] {
    var answers = Dictionary(grouping: records.all(Answer.self), by: \.attemptID)
    var attempts: [PlayedAttempt] = []
    for attempt in records.all(Attempt.self) {
      var played = PlayedAttempt(
        attempt: attempt, answers: answers.removeValue(forKey: attempt.id) ?? [])
      played.attempt.relink(asked)
      played.answers.removeAll { answer in
        guard !attempt.items.indices.contains(answer.position) else { return false }
        problems.append(Problem(.attemptMissing, file: file))
        return true
      }
      for index in played.answers.indices { played.answers[index].relink(asked) }
      attempts.append(played)
    }
    for _ in answers.values.joined() { problems.append(Problem(.attemptMissing, file: file)) }
    return attempts
  }

  /// The number in the bank of a question that a quiz asked. Other references keep their numbers,
  /// because a quiz has no number in the bank until it is inserted.
  private func asked(_ reference: RecordReference) -> Int64? {
    reference.kind == .question ? numbers[.question]?[reference.number] : reference.number
  }

  private func insert(_ new: [PlayedAttempt]) throws {
    let progress = Dictionary(
      records.all(AttemptProgress.self).map { ($0.attemptID, $0) }
    ) { $1 }
    var answers: [Answer] = []
    var left: [AttemptProgress] = []
    for (played, id) in zip(new, try intake.insert(new.map(\.attempt.unnumbered))) {
      for answer in played.answers {
        var answer = answer.unnumbered
        answer.attemptID = id
        answers.append(answer)
      }
      if var progress = progress[played.attempt.id]?.unnumbered {
        progress.attemptID = id
        left.append(progress)
      }
    }
    _ = (try intake.insert(answers), try intake.insert(left))
    count(Attempt.self, new.count)
  }
}

extension PlayedAttempt {
  /// Makes this quiz of the bank refer to its questions again, after they had been deleted and the
  /// backup has brought them back.
  fileprivate func relink(to played: PlayedAttempt, in store: StoreContext) throws {
    // One stage of a review may have questions that the other stage does not have.
    guard attempt.items.count == played.attempt.items.count else { return }
    let wanted = zip(attempt.items, played.attempt.items).map { mine, theirs in
      mine.questionID == .unassigned ? theirs.questionID : mine.questionID
    }
    guard wanted != attempt.items.map(\.questionID),
      let stored = try store.record(for: attempt.id)
    else { return }
    // The stored record still has the identifiers of the deleted questions. Change only those that
    // the backup restored, and keep the others.
    try store.relink(stored) { position, id in
      wanted[position] == .unassigned ? id : wanted[position]
    }
  }
}
