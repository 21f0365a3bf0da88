import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The part of a backup besides the questions: decks, notes, quizzes and their answers, exams, and
/// every other kind of record of the bank.
struct BankBackup {
  /// How many records to keep in memory at a time.
  private static let pageSize = 1000

  private let store: StoreContext
  /// How many records of each kind there are.
  let contents: RestoredRecords

  init(of store: StoreContext) throws {
    self.store = store
    var counts = RecordCounts(store.kinds.all.filter { $0.section != nil }.compactMap { $0.name })
    for kind in store.kinds.all where kind.section != nil {
      if let name = kind.name { counts[name] = try Self.count(kind, in: store) }
    }
    contents = RestoredRecords(counts: counts)
  }

  private static func count<R: BankRecord>(
    _ kind: R.Type, in store: StoreContext
  ) throws -> Int {
    try store.count(FetchDescriptor<R>())
  }

  /// Writes the sections, each as one member of the JSON document.
  func write(_ write: ([UInt8]) throws -> Void) throws {
    for kind in store.kinds.all { try section(kind, write) }
  }

  /// Writes one record per line, so that two backups can be compared with a diff.
  private func section<R: BankRecord>(
    _ kind: R.Type, _ write: ([UInt8]) throws -> Void
  ) throws {
    guard let section = kind.section else { return }
    let encoder = RecordEncoder(dates: .texts)
    try write(NativeJSONWriter.member(section) + [UInt8(ascii: "[")])
    var isEmpty = true
    try store.enumerate(FetchDescriptor<R>(), batchSize: Self.pageSize) { records in
      var json: [UInt8] = []
      for record in records {
        json += NativeJSONWriter.beginningOfElement(isFirst: isEmpty)
        try encoder.encode(record, to: &json)
        isEmpty = false
      }
      try write(json)
    }
    try write(NativeJSONWriter.endOfList(isEmpty: isEmpty))
  }
}

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
        let known = there.remove(at: known)
        place(original.id, at: known.id)
        let completed = known.completed(by: record)
        if completed != known { try store.update(completed) }
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

/// The records of a backup file, with the identifiers of the bank that was backed up.
struct BackupRecords {
  /// An array for each kind.
  private var records: [RecordKind: any Sendable] = [:]
  /// Records that could not be read, and why.
  private(set) var problems: [Problem] = []

  /// Reads the sections of a file.
  init(_ sections: [BackupDocument.Section], of kinds: BankKinds, file: String) {
    for section in sections {
      for kind in kinds.all where kind.section == section.name { read(kind, section, file) }
    }
  }

  /// The exams, which need no dates.
  var exams: [BackupExam] { records[.exam] as? [BackupExam] ?? [] }

  /// The records of any kind but exams.
  func all<R: BankRecord>(_ kind: R.Type) -> [R] { records[kind.kind] as? [R] ?? [] }

  private mutating func read<R: BankRecord>(
    _ kind: R.Type, _ section: BackupDocument.Section, _ file: String
  ) {
    if kind == Exam.self {
      records[kind.kind] = records(BackupExam.self, of: section, file)
    } else {
      records[kind.kind] = records(kind, of: section, file)
    }
  }

  private mutating func records<R: BackupRecord>(
    _ type: R.Type, of section: BackupDocument.Section, _ file: String
  ) -> [R] {
    let decoder = JSONTextDecoder(isForeign: true)
    var records: [R] = []
    section.json.withUnsafeBytes { bytes in
      let elements: [Int]
      do throws(JSONFault) {
        try decoder.tape.read(bytes)
        elements = try decoder.tape.elements(at: 0)
      } catch {
        let fault = Fault.wrongType(field: section.name, expected: "[ ]")
        return problems.append(Problem(fault, file: file, line: section.line))
      }
      records.reserveCapacity(elements.count)
      for (number, element) in elements.enumerated() {
        do throws(JSONFault) {
          let record = try R.decode(with: decoder, at: element)
          if let reason = record.impossibility {
            throw JSONFault(Int(decoder.tape[element].start), reason)
          }
          records.append(record)
        } catch {
          problems.append(
            Problem(
              .unreadableRecord(error.reason), file: file,
              line: section.line - 1 + error.line(in: section.json),
              element: "\(section.name)[\(number + 1)]"))
        }
      }
    }
    return records
  }
}

/// An exam in a backup, or in the text form of exams, which has no dates.
struct BackupExam: BackupRecord {
  var id: Identifier<Exam>?
  var name: String
  var blueprint: ExamBlueprint
  var createdAt: Date?
  var changedAt: Date?

  var isPlausible: Bool {
    !FieldText.make(name).isEmpty && blueprint.fault == nil
      && [createdAt, changedAt].allSatisfy { $0?.isOnCalendars ?? true }
  }
}

/// The records other than questions that were restored from a backup.
package struct RestoredRecords: Encodable, Equatable, Sendable {
  /// The numbers of records that are new, or more advanced than in the bank.
  package var counts: RecordCounts
  /// The number of records that were already in the bank.
  package var duplicates = 0

  /// Creates counts.
  package init(counts: RecordCounts, duplicates: Int = 0) {
    (self.counts, self.duplicates) = (counts, duplicates)
  }

  /// Adds the counts of two backups.
  package static func + (left: Self, right: Self) -> Self {
    RestoredRecords(
      counts: left.counts + right.counts, duplicates: left.duplicates + right.duplicates)
  }
}

extension Fault {
  static let attemptMissing = Fault(
    "attempt-missing", "the quiz that it belongs to is not in the file", "元のクイズがファイルにありません")
}
