import Foundation
import QuizStore
import QuizSupport

/// Finds the changes in the bank since the last synchronization, by comparing the bank with the
/// known state of each record.
extension SyncRun {
  /// Compares all records.
  func publishChanges() throws {
    let recalled = folder.isOfOtherRules ? try recallWeights() : [:]
    var numbers: DoubleNumbers?
    for kind in kinds.exchanged where folder.exchanges(kind) {
      if kind == Attempt.self {
        try publishAttempts()
      } else {
        try publish(kind, versions: kind == Question.self ? recalled : [:])
      }
      if kind == Deck.self { numbers = try DoubleNumbers(in: self) }
    }
    numbers?.log()
  }

  /// - Parameter versions: the versions of records that were already updated in this run.
  private func publish<R: BankRecord>(_ kind: R.Type, versions: [Int64: UInt64]) throws {
    try publish(kind) {
      versions[$0.rawValue]
    } local: { run, record in
      let fields = try run.fields(of: record)
      let owners = record.references.map { run.table.key(of: $0.kind, $0.number) ?? "" }
      return Local(
        fields, RecordKeyMaker.key(of: record, owners: owners, fields), at: record.lastChange)
    } known: { run, state in
      try run.fields(of: run.record(kind, state.values, .unassigned))
    }
  }

  private func publishAttempts() throws {
    let answers = try work.savedIdentifiers(by: \Answer.attemptID)
    let again = try attemptsOfNewQuestions()
    try publish(Attempt.self, again: again) { (id: Identifier<Attempt>) in
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

  /// The quizzes with questions that got a key only now, because they were restored from the trash.
  /// Such a quiz itself has not changed, but other devices know it without these questions.
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

  /// A record of the bank in the form in which the folder knows it.
  private struct Local {
    var fields: FieldCoder.Fields
    /// The key that it gets if it is new.
    var key: String
    /// When it was last changed, according to the record itself.
    var date: Date

    init(_ fields: FieldCoder.Fields, _ key: String, at date: Date) {
      (self.fields, self.key, self.date) = (fields, key, date)
    }
  }

  private func publish<R: BankRecord>(
    _ type: R.Type, again: Set<Identifier<R>> = [],
    version: (Identifier<R>) throws -> UInt64?,
    local: (SyncRun, R) throws -> Local,
    known: (SyncRun, RecordState) throws -> FieldCoder.Fields
  ) throws {
    let kind = R.kind
    let ids = try work.identifiers(FetchDescriptor<R>())
    for id in ids {
      let version = try version(id) ?? work.store.version(of: id)
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

  /// The fields of the record as the bank has them without a change by the user; empty if they do
  /// not make a valid record.
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
    _ local: Local, of keys: [String], _ kind: RecordKind, known: FieldCoder.Fields
  ) throws {
    let names = Set(local.fields.keys).union(known.keys)
      .filter { local.fields[$0] != known[$0] }
    for key in keys {
      guard var state = try table.state(of: key) else { continue }
      // Fields that this program could not read before are missing here, but the user has not
      // removed them.
      let unread = Set(table[key]?.unread ?? [])
      let names = names.filter { local.fields[$0] != nil || !unread.contains($0) }
      guard !names.isEmpty || !state.isAlive else { continue }
      // A date before the latest known change comes from a clock that does not run, as in scripts.
      let isDated = names.contains("changedAt") && local.date > state.latest.date
      let date = isDated ? local.date : now
      guard let clock = clock(after: state, at: date) else {
        // The bank returns to the known state, so that all devices agree.
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
          // Another folder has already brought the same change. Keep the clock of its author.
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

  private func publishNew(_ local: Local, _ localID: Int64, _ kind: RecordKind) throws {
    let key = try freeKey(local.key, kind)
    let state = RecordState(local.fields, at: clock(at: local.date))
    if let place = table[key]?.localID, place != 0 {
      // Quizzes refer to the number that was reserved for the question.
      for entry in table.entries(of: .attempt) { touched.insert(entry.key) }
    }
    if kind == .question { newQuestions.insert(Identifier(rawValue: localID)) }
    noteArrival(of: key, kind)
    table.place(key, kind, at: localID)
    if var known = try table.state(of: key) {
      known.merge(state)
      // The new record brings a deleted note or quiz back to life.
      let seen = merged(known, with: incoming[key]?.state)
      if !seen.isAlive, let clock = clock(after: seen) { known.revive(at: clock) }
      table.set(known, of: key, kind)
    } else {
      table.set(state, of: key, kind)
    }
    published.insert(key)
  }

  /// Returns the key itself, or the first key with a number after it that is not taken.
  ///
  /// A record of another device with the same content does not count as taking the key, because it
  /// and the new record become one. Neither does a deleted note or quiz whose key was made from its
  /// whole content, because the new record is the same one.
  private func freeKey(_ key: String, _ kind: RecordKind) throws -> String {
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

  private func canComeBack(_ state: RecordState, _ kind: RecordKind) -> Bool {
    kinds[kind]?.hasKeyOfAll == true && clock(after: state) != nil
  }

  private func merged(_ state: RecordState, with other: RecordState?) -> RecordState {
    var state = state
    if let other { state.merge(other) }
    return state
  }

  /// The key that a record would get if it were new.
  private func ownKey(of state: RecordState, _ kind: RecordKind) -> String? {
    if kind == .attempt { return RecordKeyMaker.key(of: kind, state.values) }
    guard let kind = kinds[kind] else { return nil }
    do throws(JSONFault) {
      return try ownKey(of: state, kind)
    } catch {
      return nil
    }
  }

  private func ownKey<R: BankRecord>(
    of state: RecordState, _ kind: R.Type
  ) throws(JSONFault) -> String {
    let record = try coder.record(kind, state.values, .unassigned) { _, _ in 0 }
    let owners = coder.owners(of: kind, state.values).map(\.key)
    return RecordKeyMaker.key(of: record, owners: owners, state.values)
  }

  private func publishDeletions<R: StoredRecord>(
    of kind: RecordKind, leaving ids: [Identifier<R>]
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

/// The keys and fields of records.
extension SyncRun {
  /// The key of a deck in the bank.
  func deckKey(_ id: Identifier<Deck>) -> String? { table.key(of: .deck, id.rawValue) }

  /// The key of a question in the bank.
  func questionKey(_ id: Identifier<Question>) -> String? { table.key(of: .question, id.rawValue) }

  /// The fields of a record in the bank.
  func fields<R: BankRecord>(of record: R) throws -> FieldCoder.Fields {
    try coder.fields(of: record) { table.key(of: $0, $1) }
  }

  /// The record with these fields.
  func record<R: BankRecord>(
    _ kind: R.Type, _ fields: FieldCoder.Fields, _ id: Identifier<R>
  ) throws(JSONFault) -> R {
    try coder.record(kind, fields, id) { kind, key in
      // A question gets its number before it arrives, because quizzes refer to it.
      if kind == .question { return questionID(key).rawValue }
      guard let entry = table[key], entry.kind == kind else { return 0 }
      return entry.localID
    }
  }
}

extension BankRecord {
  /// Whether the key of a new record is made from its whole content.
  static var hasKeyOfAll: Bool { identity == nil }
}
