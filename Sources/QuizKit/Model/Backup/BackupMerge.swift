import QuizExchange
import QuizStore

/// Adds the records of a backup to a bank. Renumbers them so that they refer to the same questions as before, and skips those
/// that the bank already has.
final class BackupMerge {
  /// How many records were added so far.
  private(set) var restored = RestoredRecords()
  /// Records that could not be added, and why.
  private(set) var problems: [Problem]

  private let records: BackupRecords
  private let intake: BankIntake
  private let file: String
  var store: StoreContext { intake.store }
  private var decks: [Identifier<Deck>: Identifier<Deck>] = [:]
  private var questions: [Int64: Identifier<Question>] = [:]
  private var exams: [Identifier<Exam>: Identifier<Exam>] = [:]

  /// - Parameter deck: the deck for all questions; `nil` to use the decks of the backup.
  init(_ records: BackupRecords, into intake: BankIntake, file: String, deck: String?) throws {
    self.records = records
    self.intake = intake
    self.file = file
    problems = records.problems
    for record in records.decks {
      let name = deck ?? FieldText.make(record.name)
      if !intake.hasDeck(named: name) { restored.decks += 1 }
      decks[record.id] = try intake.deck(named: name, createdAt: record.createdAt)
    }
  }

  /// Tells which question of the bank has the number `record` in the backup.
  func question(_ record: Int64, is id: Identifier<Question>) {
    questions[record] = id
  }

  /// Adds notes, quizzes and exams. Call this after all questions were added.
  func finish() throws {
    try addExams()
    try addNotes()
    try addAttempts()
  }

  private func addExams() throws {
    for exam in records.exams {
      let admission = try intake.add(exam)
      if admission.isNew { restored.exams += 1 } else { restored.known += 1 }
      if let record = exam.id { exams[record] = admission.id }
    }
  }

  private func addNotes() throws {
    guard !records.notes.isEmpty else { return }
    var there = try store.fetch(FetchDescriptor<StudyNote>())
    var new: [StudyNote] = []
    for original in records.notes {
      var note = original
      note.id = .unassigned
      note.deckID = note.deckID.flatMap { decks[$0] }
      note.questionID = note.questionID.flatMap { questions[$0.rawValue] }
      note.examID = note.examID.flatMap { exams[$0] }
      guard note.subject != nil || original.subject == nil else {
        problems.append(Problem(.noteWithoutSubject, file: file, excerpt: note.title))
        continue
      }
      if let known = there.firstIndex(where: { $0.isAlike(note) }) {
        there.remove(at: known)
        restored.known += 1
      } else {
        new.append(note)
      }
    }
    restored.notes += try intake.insert(new).count
  }

  private func addAttempts() throws {
    let attempts = played()
    guard !attempts.isEmpty else { return }
    let matches = try AttemptMatching(of: attempts, in: store)
    var new: [PlayedAttempt] = []
    for (number, played) in attempts.enumerated() {
      switch matches[number] {
      case .known(let there):
        restored.known += 1
        try relink(there, to: played)
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
    var answers = Dictionary(grouping: records.answers, by: \.attemptID)
    let attempts = records.attempts.map { attempt in
      var played = PlayedAttempt(
        attempt: attempt, answers: answers.removeValue(forKey: attempt.id) ?? [])
      for index in played.attempt.items.indices {
        let id = played.attempt.items[index].questionID
        played.attempt.items[index].questionID = questions[id.rawValue] ?? .unassigned
      }
      played.answers.removeAll { answer in
        guard !attempt.items.indices.contains(answer.position) else { return false }
        problems.append(Problem(.attemptMissing, file: file))
        return true
      }
      for index in played.answers.indices {
        let id = played.answers[index].questionID
        played.answers[index].questionID = questions[id.rawValue] ?? .unassigned
      }
      return played
    }
    for _ in answers.values.joined() { problems.append(Problem(.attemptMissing, file: file)) }
    return attempts
  }

  private func insert(_ new: [PlayedAttempt]) throws {
    let attempts = new.map { played in
      var attempt = played.attempt
      attempt.id = .unassigned
      return attempt
    }
    let progress = Dictionary(records.progress.map { ($0.attemptID, $0) }) { $1 }
    var answers: [Answer] = []
    var left: [AttemptProgress] = []
    for (played, id) in zip(new, try intake.insert(attempts)) {
      for var answer in played.answers {
        (answer.id, answer.attemptID) = (.unassigned, id)
        answers.append(answer)
      }
      if var progress = progress[played.attempt.id] {
        (progress.id, progress.attemptID) = (.unassigned, id)
        left.append(progress)
      }
    }
    _ = (try intake.insert(answers), try intake.insert(left))
    restored.quizzes += new.count
  }
}

extension StudyNote {
  /// Whether both have the same subject, text and date of creation.
  fileprivate func isAlike(_ other: StudyNote) -> Bool {
    subject == other.subject && title == other.title && body == other.body
      && createdAt == other.createdAt
  }
}
