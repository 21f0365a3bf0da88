import Foundation
import QuizStore
import QuizSupport

/// Finds what was changed in the bank since the last synchronization, by comparing the bank with
/// what is known of each record.
extension SyncRun {
  /// Compares all records.
  func publishChanges() throws {
    let recalled = folder.isOfOtherRules ? try recallWeights() : [:]
    try publish(Deck.self, .deck) { run, deck in
      let fields = try run.coder.fields(of: deck)
      return Local(fields, RecordKeyMaker.key(of: deck), at: deck.createdAt)
    } known: { run, state in
      try run.coder.fields(of: run.coder.deck(state.values, .unassigned))
    }
    let numbers = try DoubleNumbers(in: self)
    try publish(Question.self, .question) {
      recalled[$0]
    } local: { run, question in
      let deck = run.table.key(of: .deck, question.deckID.rawValue) ?? ""
      let fields = try run.coder.fields(of: question, run.deckKey)
      return Local(
        fields, RecordKeyMaker.key(of: question, deck: deck), at: question.changedAt)
    } known: { run, state in
      try run.coder.fields(of: run.question(state.values, .unassigned), run.deckKey)
    }
    try publish(Exam.self, .exam) { run, exam in
      let fields = try run.coder.fields(of: exam)
      return Local(fields, RecordKeyMaker.key(of: exam), at: exam.changedAt)
    } known: { run, state in
      try run.coder.fields(of: run.coder.exam(state.values, .unassigned))
    }
    if folder.exchanges(.note) {
      try publish(StudyNote.self, .note) { run, note in
        let fields = try run.fields(of: note)
        return Local(fields, RecordKeyMaker.key(of: .note, fields), at: note.changedAt)
      } known: { run, state in
        try run.fields(of: run.note(state.values, .unassigned))
      }
    }
    if folder.exchanges(.attempt) { try publishAttempts() }
    numbers.log()
  }

  private func publishAttempts() throws {
    let answers = try work.savedIdentifiers(by: \Answer.attemptID)
    let again = try attemptsOfNewQuestions()
    try publish(Attempt.self, .attempt, again: again) { (id: Identifier<Attempt>) in
      try self.version(of: id, answers[id] ?? [])
    } local: { run, attempt in
      let answers = try run.work.records(for: answers[attempt.id] ?? [])
      let fields = try run.coder.fields(of: attempt, answers, run.questionKey)
      return Local(
        fields, RecordKeyMaker.key(of: .attempt, fields), at: attempt.startedAt)
    } known: { run, state in
      let known = try run.coder.attempt(state.values)
      let (attempt, answers) = known.records(at: .unassigned, run.questionID)
      return try run.coder.fields(of: attempt, answers, run.questionKey)
    }
  }

  /// The quizzes that ask questions which have only now got a key, because the trash gave them back.
  /// Nothing of such a quiz has changed, but other devices know it without these questions.
  private func attemptsOfNewQuestions() throws -> Set<Identifier<Attempt>> {
    guard !newQuestions.isEmpty, !table.entries(of: .attempt).isEmpty else { return [] }
    var answers: [Identifier<Answer>] = []
    for (question, ids) in try work.savedIdentifiers(by: \Answer.questionID)
    where newQuestions.contains(question) {
      answers += ids
    }
    let unfinished = try work.fetch(FetchDescriptor<AttemptProgress>()).map(\.attemptID)
    return Set(try work.records(for: answers).map(\.attemptID) + unfinished)
  }

  /// The version of a quiz with its answers.
  func version(
    of id: Identifier<Attempt>, _ answers: [Identifier<Answer>]
  ) throws(StoreError) -> UInt64 {
    let versions = try work.versions(of: [id]) + work.versions(of: answers)
    return versions.map { $0 ?? 0 }.withUnsafeBytes { Checksum.of($0, seed: 0) }
  }

  /// A record of the bank, as the folder sees it.
  private struct Local {
    var fields: FieldCoder.Fields
    /// The key that it gets when it is new.
    var key: String
    /// When it was last changed, as far as the record itself says.
    var date: Date

    init(_ fields: FieldCoder.Fields, _ key: String, at date: Date) {
      (self.fields, self.key, self.date) = (fields, key, date)
    }
  }

  private func publish<R: StoredRecord>(
    _ type: R.Type, _ kind: SyncKind, again: Set<Identifier<R>> = [],
    version: ((Identifier<R>) throws -> UInt64?)? = nil,
    local: (SyncRun, R) throws -> Local,
    known: (SyncRun, RecordState) throws -> FieldCoder.Fields
  ) throws {
    let ids = try work.identifiers(FetchDescriptor<R>())
    for id in ids {
      let version = try version?(id) ?? work.store.version(of: id)
      let keys = table.keys(of: kind, id.rawValue)
      if let entry = keys.first.flatMap({ table[$0] }), entry.isInBank, entry.version == version,
        !again.contains(id)
      {
        continue
      }
      guard let record = try work.record(for: id) else { continue }
      let local = try local(self, record)
      if let first = keys.first {
        try publish(local, of: keys, kind, known: knownFields(of: first, known))
      } else {
        try publishNew(local, id.rawValue, kind)
      }
      for key in table.keys(of: kind, id.rawValue) {
        if table[key]?.isInBank != true { appeared.insert(kind) }
        table.note(key, isInBank: true, version: version)
      }
    }
    try publishDeletions(of: kind, leaving: ids)
  }

  /// The fields that the bank's record has when nobody changes it; empty when they make no record.
  private func knownFields(
    of key: String, _ known: (SyncRun, RecordState) throws -> FieldCoder.Fields
  ) throws -> FieldCoder.Fields {
    guard let state = try table.state(of: key) else { return [:] }
    do {
      return try known(self, state)
    } catch is JSONFault {
      return [:]
    }
  }

  private func publish(
    _ local: Local, of keys: [String], _ kind: SyncKind, known: FieldCoder.Fields
  ) throws {
    let names = Set(local.fields.keys).union(known.keys)
      .filter { local.fields[$0] != known[$0] }
    for key in keys {
      guard var state = try table.state(of: key) else { continue }
      guard !names.isEmpty || !state.isAlive else { continue }
      // A date before what was known is that of a clock that stands still, as in scripts.
      let isDated = names.contains("changedAt") && local.date > state.latest.date
      let date = isDated ? local.date : now
      guard let clock = clock(after: state, at: date) else {
        // The bank gets back what is known, so that all devices have the same.
        touched.insert(key)
        for name in names { keep(local.fields[name], as: name, of: key, kind, replacedBy: state) }
        continue
      }
      for name in names.sorted() {
        let value = local.fields[name]
        if let other = incoming[key]?.state, incoming[key]?.kind == kind,
          other.values[name] == value,
          other.clock(of: name) > state.clock(of: name)
        {
          // Another folder has brought the same change already. Its author keeps it.
          state.set(name, to: value, at: other.clock(of: name))
        } else {
          state.set(name, to: value, at: clock)
        }
      }
      if !state.isAlive { state.revive(at: clock) }
      table.set(state, of: key, kind)
      published.insert(key)
    }
  }

  private func publishNew(_ local: Local, _ localID: Int64, _ kind: SyncKind) throws {
    let key = try freeKey(local.key, kind)
    let state = RecordState(local.fields, at: clock(at: local.date))
    if let place = table[key]?.localID, place != 0 {
      // Quizzes refer to the number that the question would have had.
      for entry in table.entries(of: .attempt) { touched.insert(entry.key) }
    }
    if kind == .question { newQuestions.insert(Identifier(rawValue: localID)) }
    noteArrival(of: key, kind)
    table.place(key, kind, at: localID)
    if var known = try table.state(of: key) {
      known.merge(state)
      // The new record brings a deleted note or quiz back.
      let seen = merged(known, with: incoming[key]?.state)
      if !seen.isAlive, let clock = clock(after: seen) { known.revive(at: clock) }
      table.set(known, of: key, kind)
    } else {
      table.set(state, of: key, kind)
    }
    published.insert(key)
  }

  /// The key itself, or the first one with a number after it that is not taken.
  ///
  /// The same record of another device does not take a key: it becomes one with the new record. Nor does
  /// a deleted note or quiz, whose key stands for all that is in it: the new record is the same one.
  private func freeKey(_ key: String, _ kind: SyncKind) throws -> String {
    for number in 1... {
      let candidate = number == 1 ? key : "\(key)-\(number)"
      let entry = table[candidate]
      let other = incoming[candidate]
      guard other.map({ $0.kind == kind }) ?? true else { continue }
      let state =
        try table.state(of: candidate).map { merged($0, with: other?.state) } ?? other?.state
      guard let state else {
        if entry.map({ $0.kind == kind && !$0.isInBank }) ?? true { return candidate }
        continue
      }
      if entry?.isInBank != true, entry.map({ $0.kind == kind }) ?? true,
        state.isAlive || canComeBack(state, kind), ownKey(of: state, kind) == key
      {
        return candidate
      }
    }
    return key
  }

  private func canComeBack(_ state: RecordState, _ kind: SyncKind) -> Bool {
    kind.hasKeyOfAll && clock(after: state) != nil
  }

  private func merged(_ state: RecordState, with other: RecordState?) -> RecordState {
    var state = state
    if let other { state.merge(other) }
    return state
  }

  /// The key that a record would get if it were new.
  private func ownKey(of state: RecordState, _ kind: SyncKind) -> String? {
    do throws(JSONFault) {
      switch kind {
      case .deck: return RecordKeyMaker.key(of: try coder.deck(state.values, .unassigned))
      case .question:
        let deck = coder.text(state.values["deckID"]) ?? ""
        let question = try coder.question(state.values, .unassigned, in: .unassigned)
        return RecordKeyMaker.key(of: question, deck: deck)
      case .exam: return RecordKeyMaker.key(of: try coder.exam(state.values, .unassigned))
      case .note, .attempt: return RecordKeyMaker.key(of: kind, state.values)
      }
    } catch {
      return nil
    }
  }

  private func publishDeletions<R: StoredRecord>(
    of kind: SyncKind, leaving ids: [Identifier<R>]
  ) throws {
    let there = Set(ids.map(\.rawValue))
    let gone = table.entries(of: kind) { $0.isInBank && !there.contains($0.localID) }
    for entry in gone {
      table.note(entry.key, isInBank: false, version: nil)
      guard var state = try table.state(of: entry.key), state.isAlive else { continue }
      guard let clock = clock(after: state) else {
        touched.insert(entry.key)
        continue
      }
      state.delete(at: clock)
      table.set(state, of: entry.key, kind)
      published.insert(entry.key)
    }
  }
}

/// Keys and records.
extension SyncRun {
  /// The key of a deck of the bank.
  func deckKey(_ id: Identifier<Deck>) -> String? { table.key(of: .deck, id.rawValue) }

  /// The key of a question of the bank.
  func questionKey(_ id: Identifier<Question>) -> String? { table.key(of: .question, id.rawValue) }

  /// The fields of a note of the bank.
  func fields(of note: StudyNote) throws -> FieldCoder.Fields {
    try coder.fields(of: note) { table.key(of: $0, $1) }
  }

  /// The question that has these fields.
  func question(_ fields: FieldCoder.Fields, _ id: Identifier<Question>) throws -> Question {
    try coder.question(fields, id, in: deckID(fields))
  }

  /// The note that has these fields.
  func note(_ fields: FieldCoder.Fields, _ id: Identifier<StudyNote>) throws -> StudyNote {
    try coder.note(fields, id) { kind, key in
      if kind == .question { return questionID(key).rawValue }
      guard let entry = table[key], entry.kind == kind else { return 0 }
      return entry.localID
    }
  }

  /// The deck in the bank to which a question or note belongs.
  private func deckID(_ fields: FieldCoder.Fields) -> Identifier<Deck> {
    guard let key = coder.text(fields["deckID"]), let entry = table[key], entry.kind == .deck
    else { return .unassigned }
    return Identifier(rawValue: entry.localID)
  }
}
