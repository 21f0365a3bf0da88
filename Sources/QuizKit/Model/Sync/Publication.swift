import Foundation
import QuizStore
import QuizSupport

/// Finds the changes in the bank since the last synchronization, by comparing the bank with the
/// known state of each record.
final class Publication {
  private let run: SyncRun
  /// The questions of the bank that the folder did not know before.
  private var newQuestions: Set<Identifier<Question>> = []
  /// The keys of the questions that the folder has and the bank has not, by the keys that they would
  /// get with their present texts; `nil` before one is looked for.
  private var absent: [String: String]?

  init(in run: SyncRun) { self.run = run }

  /// Compares all records.
  func perform() throws {
    for kind in run.kinds.exchanged where run.folder.exchanges(kind) {
      if kind == Attempt.self { try publishAttempts() } else { try publish(kind) }
    }
  }

  private func publish<R: BankRecord>(_ kind: R.Type) throws {
    try publish(kind) { id in
      try run.work.store.version(of: id)
    } local: { record in
      let fields = try run.fields(of: record)
      let owners = record.references.map { run.table.key(of: $0.kind, $0.number) ?? "" }
      return Local(
        fields, RecordKeyMaker.key(of: record, owners: owners, fields), at: record.lastChange)
    } known: { state in
      try run.fields(of: run.record(kind, state.values, .unassigned))
    }
  }

  private func publishAttempts() throws {
    let answers = try run.work.savedIdentifiers(by: \Answer.attemptID)
    let again = try attemptsOfNewQuestions()
    try publish(Attempt.self, again: again) { (id: Identifier<Attempt>) in
      try run.version(of: id, answers[id] ?? [])
    } local: { attempt in
      let answers = try run.work.records(for: answers[attempt.id] ?? [])
      let fields = try run.coder.fields(of: attempt, answers, run.questionKey)
      return Local(
        fields, RecordKeyMaker.key(of: .attempt, fields), at: attempt.startedAt)
    } known: { state in
      let known = try run.coder.attempt(state.values)
      let (attempt, answers) = known.records(at: .unassigned, run.questionID)
      return try run.coder.fields(of: attempt, answers, run.questionKey)
    }
  }

  /// The quizzes with questions that got a key only now, because they were restored from the trash.
  /// Such a quiz itself has not changed, but other devices know it without these questions.
  private func attemptsOfNewQuestions() throws -> Set<Identifier<Attempt>> {
    guard !newQuestions.isEmpty, !run.table.entries(of: .attempt).isEmpty else { return [] }
    var answers: [Identifier<Answer>] = []
    for (question, ids) in try run.work.savedIdentifiers(by: \Answer.questionID)
    where newQuestions.contains(question) {
      answers += ids
    }
    let unfinished = try run.work.fetch(FetchDescriptor<AttemptProgress>()).map(\.attemptID)
    return Set(try run.work.records(for: answers).map(\.attemptID) + unfinished)
  }

  /// A record of the bank in the form in which the folder knows it.
  private struct Local {
    var fields: FieldCoder.Fields
    /// The key that it gets if it is new.
    var key: String
    /// When it was last changed, according to the record itself.
    var date: Date

    init(_ fields: FieldCoder.Fields, _ key: String, at date: Date) {
      self.fields = fields
      self.key = key
      self.date = date
    }
  }

  private func publish<R: BankRecord>(
    _ type: R.Type, again: Set<Identifier<R>> = [],
    version: (Identifier<R>) throws -> UInt64?,
    local: (R) throws -> Local,
    known: (RecordState) throws -> FieldCoder.Fields
  ) throws {
    let kind = R.kind
    let ids = try run.work.identifiers(FetchDescriptor<R>())
    for id in ids {
      let version = try version(id)
      let keys = run.table.keys(of: kind, id.rawValue)
      if let entry = keys.first.flatMap({ run.table[$0] }), entry.isInBank,
        entry.version == version,
        !again.contains(id)
      {
        continue
      }
      guard let record = try run.work.record(for: id) else { continue }
      let local = try local(record)
      if let first = keys.first {
        try publish(local, of: keys, kind, known: knownFields(of: first, known))
      } else {
        try publishNew(local, id.rawValue, kind, known)
      }
      for key in run.table.keys(of: kind, id.rawValue) {
        if run.table[key]?.isInBank != true { run.appeared.insert(kind) }
        run.table.note(key, isInBank: true, version: version)
      }
    }
    try publishDeletions(of: kind, leaving: ids)
  }

  /// The fields of the record as the bank has them without a change by the user; empty if they do
  /// not make a valid record.
  private func knownFields(
    of key: String, _ known: (RecordState) throws -> FieldCoder.Fields
  ) throws -> FieldCoder.Fields {
    guard let state = try run.table.state(of: key) else { return [:] }
    do {
      return try known(state)
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
      guard var state = try run.table.state(of: key) else { continue }
      // Fields that this program could not read before are missing here, but the user has not
      // removed them.
      let unread = Set(run.table[key]?.unread ?? [])
      let held = run.table[key]?.held ?? [:]
      var names = names.filter {
        (local.fields[$0] != nil || !unread.contains($0))
          && held[$0] != SyncedRecord.digest(of: local.fields[$0])
      }
      // While a question was in the trash, other devices may have agreed on how old it is. One with
      // another text as well is another question with its number, in an older copy of the bank.
      if kind == .question, !state.isAlive, !names.contains("content.text"),
        names.remove("createdAt") != nil
      {
        run.touched.insert(key)
      }
      guard !names.isEmpty || !state.isAlive else { continue }
      // A date before the latest known change comes from a clock that does not run, as in scripts.
      let isDated = names.contains("changedAt") && local.date > state.latest.date
      let date = isDated ? local.date : run.now
      guard let clock = run.clock(after: state, at: date) else {
        // The bank returns to the known state, so that all devices agree.
        run.touched.insert(key)
        for name in names {
          run.noteOverwritten(local.fields[name], as: name, of: key, kind, replacedBy: state)
        }
        continue
      }
      for name in names.sorted() {
        let value = local.fields[name]
        if let (otherKind, kept) = run.incoming[key], otherKind == kind,
          case let other = try kept.state(),
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
      if !held.isEmpty { run.table.hold(key, held.filter { !names.contains($0.key) }) }
      run.publish(state, of: key, kind)
    }
  }

  private func publishNew(
    _ local: Local, _ localID: Int64, _ kind: RecordKind,
    _ known: (RecordState) throws -> FieldCoder.Fields
  ) throws {
    let key = try free(local.key, kind)
    if let (key, state) = try absent(insteadOf: key, local, kind) {
      noteNew(key, at: localID, kind)
      run.table.set(.fields(state), of: key, kind)
      // It is the same question, and so it is as old.
      var local = local
      local.fields["createdAt"] = state.values["createdAt"]
      try publish(local, of: [key], kind, known: knownFields(of: key, known))
      return run.touched.insert(key)
    }
    let state = RecordState(local.fields, at: run.clock(at: local.date))
    noteNew(key, at: localID, kind)
    guard var known = try run.table.state(of: key) else { return run.publish(state, of: key, kind) }
    known.merge(state)
    // The new record brings a deleted note or quiz back to life.
    let seen = try run.seen(known, of: key)
    if !seen.isAlive, let clock = run.clock(after: seen) { known.revive(at: clock) }
    run.publish(known, of: key, kind)
  }

  private func noteNew(_ key: String, at localID: Int64, _ kind: RecordKind) {
    if let place = run.table[key]?.localID, place != 0 {
      // Quizzes refer to the number that was reserved for the question.
      for entry in run.table.entries(of: .attempt) { run.touched.insert(entry.key) }
    }
    if kind == .question { newQuestions.insert(Identifier(rawValue: localID)) }
    run.noteArrival(of: key, kind)
    run.table.place(key, kind, at: localID)
  }

  private func publishDeletions<R: StoredRecord>(
    of kind: RecordKind, leaving ids: [Identifier<R>]
  ) throws {
    let there = Set(ids.map(\.rawValue))
    let gone = run.table.entries(of: kind) { $0.isInBank && !there.contains($0.localID) }
    for entry in gone {
      run.table.note(entry.key, isInBank: false, version: nil)
      guard var state = try run.table.state(of: entry.key), state.isAlive else { continue }
      guard let clock = run.deletionClock(after: state) else {
        run.touched.insert(entry.key)
        continue
      }
      state.delete(at: clock)
      run.publish(state, of: entry.key, kind)
    }
  }

  // MARK: Keys of new records

  /// Returns the key itself, or the first key with a number after it that is not taken.
  ///
  /// A record of another device with the same content does not count as taking the key, because it
  /// and the new record become one. Neither does a deleted note or quiz whose key was made from its
  /// whole content, because the new record is the same one.
  private func free(_ key: String, _ kind: RecordKind) throws -> String {
    for number in 1... {
      let candidate = number == 1 ? key : "\(key)-\(number)"
      let entry = run.table[candidate]
      let other = run.incoming[candidate]
      guard other.map({ $0.kind == kind }) ?? true else { continue }
      guard let state = try run.seen(candidate) else {
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

  /// A question in the folder that is the new one, though it began with other texts: its author has
  /// reworded it since, or it was deleted and this bank never had it.
  ///
  /// - Parameter free: The key that the new question gets otherwise.
  private func absent(
    insteadOf free: String, _ local: Local, _ kind: RecordKind
  ) throws -> (key: String, state: RecordState)? {
    guard kind == .question, run.table[free] == nil, run.incoming[free] == nil else { return nil }
    if absent == nil { absent = try keysOfAbsent() }
    guard let key = absent?.removeValue(forKey: local.key), let state = try run.seen(key) else {
      return nil
    }
    return (key, state)
  }

  private func keysOfAbsent() throws -> [String: String] {
    let known = run.table.entries(of: .question) { !$0.isInBank }.map(\.key)
    let new = run.incoming.filter { $0.kind == .question && run.table[$0.key] == nil }.map(\.key)
    var found: [String: String] = [:]
    for wantsLiving in [true, false] {
      for key in known + new {
        guard let state = try run.seen(key), state.isAlive == wantsLiving,
          wantsLiving || run.table[key]?.localID ?? 0 == 0,
          let own = ownKey(of: state, .question), found[own] == nil
        else { continue }
        found[own] = key
      }
    }
    return found
  }

  private func canComeBack(_ state: RecordState, _ kind: RecordKind) -> Bool {
    run.kinds[kind]?.hasKeyOfAll == true && run.clock(after: state) != nil
  }

  /// The key that a record would get if it were new.
  private func ownKey(of state: RecordState, _ kind: RecordKind) -> String? {
    if kind == .attempt { return RecordKeyMaker.key(of: kind, state.values) }
    guard let kind = run.kinds[kind] else { return nil }
    do throws(JSONFault) {
      return try ownKey(of: state, kind)
    } catch {
      return nil
    }
  }

  private func ownKey<R: BankRecord>(
    of state: RecordState, _ kind: R.Type
  ) throws(JSONFault) -> String {
    let record = try run.coder.record(kind, state.values, .unassigned) { _, _ in 0 }
    let owners = run.coder.owners(of: kind, state.values).map(\.key)
    return RecordKeyMaker.key(of: record, owners: owners, state.values)
  }
}

extension BankRecord {
  /// Whether the key of a new record is made from its whole content.
  fileprivate static var hasKeyOfAll: Bool { identity == nil }
}

/// Makes the keys of new records from their content. If two devices have equal records, such as
/// questions that were imported on both, they give them the same key.
struct RecordKeyMaker {
  /// The key of a record.
  ///
  /// - Parameter owners: the keys of the records that it refers to, in the order of its own keys.
  /// - Parameter fields: all of its fields.
  static func key<R: BankRecord>(
    of record: R, owners: [String], _ fields: FieldCoder.Fields
  ) -> String {
    guard let identity = R.identity?(record, owners) else { return key(of: R.kind, fields) }
    return key([R.entityName] + identity)
  }

  /// The key of a record, made from all of its fields.
  static func key(of kind: RecordKind, _ fields: FieldCoder.Fields) -> String {
    key([kind.rawValue] + fields.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
  }

  /// A key of 128 bits in hexadecimal digits. Each part is preceded by its length, so that the
  /// boundaries between parts make a difference.
  private static func key(_ parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      JSONText.append(part.utf8.count, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: part.utf8)
    }
    return [UInt64(0), 1].map { seed in
      let digits = String(Checksum.of(bytes, seed: seed), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
