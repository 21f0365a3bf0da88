import Foundation
import QuizStore
import QuizSupport

/// Merges the changes of the other devices into the bank.
final class SyncMerge {
  private let run: SyncRun
  /// The numbers of the records that other devices have deleted.
  private var deleted: [RecordKind: [Int64]] = [:]
  /// The number of records of the bank that were changed.
  private var received = 0
  private var problems = SyncProblems()
  /// Finds the fields of other devices that this program does not know.
  private let unread = UnreadFields()
  private var followed: FollowedQuestions?

  init(in run: SyncRun) { self.run = run }

  /// Merges the arrivals into the states of the records, then writes the records that changed to
  /// the unit of work.
  ///
  /// - Parameter world: provides the date for the trash, which keeps the records that are deleted
  ///   here.
  /// - Returns: The number of records of the bank that were changed, and what has to be reported.
  /// - Throws: ``SyncRefusal/olderBank(_:)``; what the store throws.
  func perform(in world: World) throws -> (received: Int, problems: [SyncProblem]) {
    let told = unread.names(run.table, run.kinds)
    followed = try FollowedQuestions(in: run.work, device: world.sharing.deviceName)
    try touchKnown()
    for (key, kind, kept) in run.incoming where run.table[key].map({ $0.kind == kind }) ?? true {
      try merge(kept, of: key, kind)
      if run.kinds[kind] == nil { try noteUnread(key) { [:] } }
    }
    try run.requireOwnQuestions()
    try reviveFollowed()
    try reviveOwners()
    let absorbed = try mergeDecks()
    for kind in run.kinds.exchanged where run.folder.exchanges(kind) && kind != Deck.self {
      if kind == Attempt.self { try mergeQuizzes() } else { try write(kind) }
    }
    var deletion = TrashingDeletion(run.work, world: world)
    try deletion.delete {
      for kind in run.kinds.exchanged.reversed() { try delete(kind) }
    }
    // The questions of these decks are now in the deck with the same name.
    try run.work.delete(absorbed)
    for name in unread.names(run.table, run.kinds).subtracting(told).sorted() {
      report(.unread(name))
    }
    return (received, problems.all)
  }

  private func merge(_ other: KeptState, of key: String, _ kind: RecordKind) throws {
    guard let before = try run.table.state(of: key) else {
      run.noteArrival(of: key, kind)
      run.learn(other, of: key, kind)
      return
    }
    var state = before
    let changed = state.merge(try other.state())
    guard state != before else { return }
    let identities = run.folder.identities
    let isFollowed = kind == .question && run.table[key].map(isFollowed) ?? false
    for name in changed
    where !(isFollowed && Question.isText(name))
      && identities.contains(before.clock(of: name).device)
    {
      guard !identities.contains(state.clock(of: name).device) else { continue }
      run.noteOverwritten(before.values[name], as: name, of: key, kind, replacedBy: state)
    }
    run.learn(.fields(state), of: key, kind)
  }

  /// Marks the records of a kind to be looked at again that waited for a deck, question or exam.
  private func touchWaiting(_ kind: RecordKind) throws {
    for entry in run.table.entries(of: kind, where: { !$0.isInBank }) {
      if try run.table.state(of: entry.key)?.isAlive == true { run.touched.insert(entry.key) }
    }
  }

  /// Marks the records of the bank to be looked at again whose new deck has arrived only now.
  private func touchMoved(_ kind: RecordKind) throws {
    guard !run.awaited.isEmpty else { return }
    for entry in run.table.entries(of: kind, where: \.isInBank) {
      guard let state = try run.table.state(of: entry.key),
        owners(state, of: kind).contains(where: { run.awaited.contains($0.key) })
      else { continue }
      run.touched.insert(entry.key)
    }
  }

  // MARK: Other records

  /// Writes the touched records of a kind that exist, and collects those that were deleted.
  private func write<R: BankRecord>(_ kind: R.Type) throws {
    try giveFreeNames(kind)
    if !run.appeared.isDisjoint(with: kind.owners) { try touchWaiting(R.kind) }
    if kind.owners.contains(.deck) { try touchMoved(R.kind) }
    for key in run.touched where run.table[key]?.kind == R.kind {
      try writeTouched(key, kind) { state, id in
        guard hasOwners(state, of: R.kind) else {
          awaitDecks(of: state, key)
          return nil
        }
        if run.table[key]?.isInBank != true { run.appeared.insert(R.kind) }
        guard var record = try valid(key, { try run.record(kind, state.values, id) })
        else {
          return nil
        }
        if let old = try run.work.record(for: id) { record.keepDeviceMembers(of: old) }
        if R.kind == .question, try !follow(&record, key, state) { return nil }
        try noteUnread(key) { try run.fields(of: record) }
        return try putVersion(of: record)
      }
    }
  }

  /// Makes names unique for kinds where the names of records must differ. If different devices gave
  /// several records the same name, all but the first get a number after the name.
  private func giveFreeNames<R: BankRecord>(_ kind: R.Type) throws {
    guard let field = kind.uniqueName?.field,
      run.touched.contains(where: { run.table[$0]?.kind == R.kind })
    else { return }
    var names: [(key: String, name: String)] = []
    for entry in run.table.entries(of: R.kind) {
      guard let state = try run.table.state(of: entry.key), state.isAlive,
        let name = run.coder.text(state.values[field])
      else { continue }
      names.append((entry.key, name))
    }
    var free = NumberedNames(taken: Set(names.map(\.name)))
    var first: Set<String> = []
    for (key, name) in names where !first.insert(name).inserted {
      guard var state = try run.table.state(of: key), let clock = run.clock(after: state) else {
        continue
      }
      state.set(field, to: JSONText.quoted(free.next(name)), at: clock)
      run.decide(state, of: key, R.kind)
    }
  }

  /// Whether the bank has all records that a record requires.
  private func hasOwners(_ state: RecordState, of kind: RecordKind) -> Bool {
    owners(state, of: kind).allSatisfy { owner in
      run.table[owner.key]?.kind == owner.kind && run.table[owner.key]?.isInBank == true
    }
  }

  /// Remembers the deck that a record of the bank belongs in, if that deck has not arrived yet.
  private func awaitDecks(of state: RecordState, _ key: String) {
    guard let entry = run.table[key], entry.isInBank else { return }
    for owner in owners(state, of: entry.kind) where owner.kind == .deck {
      run.table.expect(owner.key, .deck)
    }
  }

  // MARK: Writing to the unit of work

  /// Writes a touched record if it exists, or notes that it was deleted.
  ///
  /// - Parameter write: writes a record unless it has to wait. Returns its version if it has
  ///   changed.
  private func writeTouched<R: BankRecord>(
    _ key: String, _ type: R.Type, _ write: (RecordState, Identifier<R>) throws -> UInt64?
  ) throws {
    guard let entry = run.table[key], let state = try run.table.state(of: key) else { return }
    guard state.isAlive else {
      if entry.isInBank {
        deleted[R.kind, default: []].append(entry.localID)
        run.table.note(key, isInBank: false, version: nil)
        received += 1
      }
      return
    }
    let id = run.localID(of: key, R.self, entry.kind)
    let version = try write(state, id)
    let isInBank = try version != nil || run.work.isVisible(id)
    run.table.note(key, isInBank: isInBank, version: version ?? run.table[key]?.version)
  }

  /// Inserts or updates a record of the bank, and returns whether it has changed.
  private func put<R: StoredRecord>(_ record: R) throws -> Bool {
    if let old = try run.work.record(for: record.id) {
      guard record != old else { return false }
      try run.work.update(record)
    } else {
      run.work.insert(record)
    }
    received += 1
    return true
  }

  /// Inserts or updates a record of the bank, and returns its version if it has changed.
  private func putVersion<R: StoredRecord>(of record: R) throws -> UInt64? {
    try put(record) ? run.work.store.version(of: record) : nil
  }

  /// The record that `make` creates from its fields. If they do not make a valid record, reports a
  /// problem and returns `nil`. The record then waits for a change that corrects it.
  private func valid<T>(_ key: String, _ make: () throws -> T) throws -> T? {
    do {
      return try make()
    } catch let fault as JSONFault {
      report(.contradiction(fault.reason), of: key)
      return nil
    }
  }

  /// Reports a problem with the folder, or with a record.
  private func report(_ cause: SyncProblem.Cause, of key: String? = nil) {
    problems.count(SyncProblem(cause, file: run.folder.path + (key.map { " (\($0))" } ?? "")))
  }

  private func delete<R: BankRecord>(_ kind: R.Type) throws {
    try run.work.delete((deleted[R.kind] ?? []).map { Identifier<R>(rawValue: $0) })
  }
}

// MARK: Decks

extension SyncMerge {
  /// Writes the decks that have changed, and merges decks with the same name, which are one deck of
  /// the bank.
  ///
  /// - Returns: The decks of the bank that were merged into another one.
  private func mergeDecks() throws -> [Identifier<Deck>] {
    guard run.touched.contains(where: { run.table[$0]?.kind == .deck }) else { return [] }
    var groups: [String: [String]] = [:]
    var dead: [SyncedRecord.Entry] = []
    for entry in run.table.entries(of: .deck) {
      guard let state = try run.table.state(of: entry.key), state.isAlive else {
        dead.append(entry)
        continue
      }
      guard
        let deck = try valid(
          entry.key, { try run.record(Deck.self, state.values, .unassigned) })
      else { continue }
      groups[deck.name, default: []].append(entry.key)
    }
    var used: Set<Int64> = []
    var left: Set<Int64> = []
    for keys in ordered(groups.values) {
      let places = keys.compactMap { run.table[$0]?.localID }.filter {
        $0 != 0 && !used.contains($0)
      }
      let place = try places.first { try run.work.isVisible(Identifier<Deck>(rawValue: $0)) }
      let id = Identifier<Deck>(
        rawValue: place ?? places.first ?? run.work.store.reserveIdentifiers(1, for: Deck.self))
      used.insert(id.rawValue)
      for key in keys {
        if let old = run.table[key]?.localID, old != 0, old != id.rawValue { left.insert(old) }
        run.table.place(key, .deck, at: id.rawValue)
      }
      guard let state = try run.table.state(of: keys[0]) else { continue }
      let deck = try run.record(Deck.self, state.values, id)
      let version = try putVersion(of: deck)
      for key in keys {
        try noteUnread(key) { try run.fields(of: deck) }
        run.table.note(key, isInBank: true, version: version ?? run.table[key]?.version)
      }
    }
    var gone: Set<Int64> = []
    for entry in dead where entry.localID != 0 {
      if used.contains(entry.localID) {
        run.table.place(entry.key, .deck, at: 0)
        try moveRecords(of: entry)
      } else if entry.isInBank {
        gone.insert(entry.localID)
      }
      run.table.note(entry.key, isInBank: false, version: nil)
    }
    for id in left.sorted() {
      for key in try keys(of: Deck.self, id) { run.touched.insert(key) }
    }
    if !groups.isEmpty { run.appeared.insert(.deck) }
    deleted[.deck] = gone.sorted()
    received += gone.count
    return try left.subtracting(used).subtracting(gone).sorted()
      .map { Identifier<Deck>(rawValue: $0) }.filter { try run.work.isVisible($0) }
  }

  /// Sorts decks by the order in which their lines were read, so that new decks keep their order.
  private func ordered(_ groups: some Sequence<[String]>) -> [[String]] {
    let places = Dictionary(uniqueKeysWithValues: zip(run.touched, 0...))
    return groups.map { keys in (place: keys.compactMap { places[$0] }.min() ?? -1, keys: keys) }
      .sorted { ($0.place, $0.keys[0]) < ($1.place, $1.keys[0]) }.map(\.keys)
  }
}

// MARK: Quizzes

extension SyncMerge {
  /// Writes the touched quizzes that exist with their answers, and collects those that were
  /// deleted.
  private func mergeQuizzes() throws {
    let keys = run.touched.filter { run.table[$0]?.kind == .attempt }
    let states = try keys.map { try run.table.state(of: $0) }
    var left = keys.makeIterator()
    try QuizDecoding.decode(states.map { $0?.isAlive == true ? $0?.values : nil }) { made in
      guard let key = left.next() else { return }
      try writeTouched(key, Attempt.self) { _, id in
        guard let quiz = try valid(key, { try made?.get() }) ?? nil else { return nil }
        let (attempt, _) = quiz.records(at: id, run.questionID)
        try noteUnread(key) { try run.coder.fields(of: attempt, []) { _ in nil } }
        return try putVersion(of: quiz, at: id)
      }
    }
  }

  /// Writes a quiz, and returns its version if it has changed.
  private func putVersion(
    of quiz: ExchangedAttempt, at id: Identifier<Attempt>
  ) throws -> UInt64? {
    let (attempt, answers) = quiz.records(at: id, run.questionID)
    let isChanged = try stage(attempt)
    let written = try put(answers, of: id)
    if attempt.outcome != nil {
      let progress = try run.work.identifiers(
        where: .index(\AttemptProgress.attemptID), isOneOf: [id])
      try run.work.delete(progress)
    }
    return isChanged || written.isChanged ? try run.version(of: id, written.answers) : nil
  }

  private func stage(_ attempt: Attempt) throws -> Bool {
    guard try run.work.store.version(of: attempt.id) == nil else { return try put(attempt) }
    // Stage the quiz, because there may be very many.
    try run.work.stage(attempt)
    received += 1
    return true
  }

  /// Writes the answers of a quiz, and deletes the answers that it no longer has.
  ///
  /// - Returns: The answers, and whether they have changed.
  private func put(
    _ answers: [Answer], of id: Identifier<Attempt>
  ) throws -> (answers: [Identifier<Answer>], isChanged: Bool) {
    var there: [Int: Answer] = [:]
    var rest: [Identifier<Answer>] = []
    if try run.work.store.version(of: id) != nil {
      for answer in try run.work.records(whose: \Answer.attemptID, is: id) {
        if let other = there.updateValue(answer, forKey: answer.position) { rest.append(other.id) }
      }
    }
    var (new, kept, isChanged) = ([Answer](), [Identifier<Answer>](), false)
    for var answer in answers {
      if let old = there.removeValue(forKey: answer.position) {
        answer.id = old.id
        kept.append(old.id)
        guard answer != old else { continue }
        try run.work.update(answer)
        isChanged = true
      } else {
        new.append(answer)
      }
    }
    rest += there.values.map(\.id).sorted()
    try run.work.delete(rest)
    // Stage the answers, because there may be very many.
    kept += try run.work.stage(new)
    return (kept.sorted(), isChanged || !new.isEmpty || !rest.isEmpty)
  }
}

// MARK: Questions of followed files

extension SyncMerge {
  /// Whether a followed file of this device has the question.
  private func isFollowed(_ question: SyncedRecord.Entry) -> Bool {
    followed?.there.contains(Identifier(rawValue: question.localID)) ?? false
  }

  /// Brings back the questions that were deleted on another device, but are in a followed file of
  /// this one.
  private func reviveFollowed() throws {
    for key in Array(run.touched) {
      guard let entry = run.table[key], entry.kind == .question, entry.isInBank, isFollowed(entry),
        var state = try run.table.state(of: key), !state.isAlive,
        let clock = run.clock(after: state)
      else { continue }
      state.revive(at: clock)
      run.decide(state, of: key, .question)
    }
  }

  /// Keeps the texts of a question that a followed file of this device has, and holds back the
  /// difference: each device has what its own file says, and none sends it to and fro.
  ///
  /// - Returns: Whether the record is to be written. A question that is gone from the file stays away.
  private func follow<R: BankRecord>(
    _ record: inout R, _ key: String, _ state: RecordState
  ) throws -> Bool {
    guard let followed, let question = record as? Question else { return true }
    if followed.gone.contains(question.id) { return false }
    var held: [String: String] = [:]
    if followed.there.contains(question.id) {
      // A person has deleted it here.
      guard let old = try run.work.record(for: question.id) else { return false }
      var kept = question
      kept.keepTexts(of: old)
      let own = try run.fields(of: kept)
      let names = Set(own.keys).union(state.values.keys)
        .filter { Question.isText($0) && own[$0] != state.values[$0] }
      // Where the texts are the same, the dates are those of all devices.
      if names.contains(where: Question.isContent), let kept = kept as? R {
        record = kept
        for name in names { held[name] = SyncedRecord.digest(of: own[name]) }
      }
    }
    run.table.hold(key, held)
    return true
  }
}

// MARK: Records that belong to others, such as questions to decks

extension SyncMerge {
  /// Brings back decks and questions that were deleted on one device while another device added
  /// records to them.
  private func reviveOwners() throws {
    var open: [String] = []
    for key in run.touched {
      open.append(key)
      if let entry = run.table[key], entry.isInBank, try run.table.state(of: key)?.isAlive == false
      {
        open += try keys(of: entry)
      }
    }
    open += run.published
    while let key = open.popLast() {
      guard let kind = run.table[key]?.kind, let state = try run.table.state(of: key), state.isAlive
      else { continue }
      for owner in owners(state, of: kind) where run.table[owner.key]?.kind == owner.kind {
        guard var state = try run.table.state(of: owner.key), !state.isAlive,
          let clock = run.clock(after: state)
        else { continue }
        state.revive(at: clock)
        run.decide(state, of: owner.key, owner.kind)
        open.append(owner.key)
      }
    }
  }

  /// Handles the records of a deleted deck that no clock can bring back. Moves them to the deck
  /// that has taken its place in the bank, where the user already sees them.
  private func moveRecords(of dead: SyncedRecord.Entry) throws {
    guard let deck = run.table.key(of: .deck, dead.localID) else { return }
    for key in try keys(of: dead) {
      guard let kind = run.table[key]?.kind, var state = try run.table.state(of: key),
        state.isAlive,
        run.coder.text(state.values["deckID"]) == dead.key, let clock = run.clock(after: state)
      else { continue }
      state.set("deckID", to: JSONText.quoted(deck), at: clock)
      run.decide(state, of: key, kind)
    }
  }

  /// The records that a record requires, by the fields that refer to them.
  private func owners(
    _ state: RecordState, of kind: RecordKind
  ) -> [(kind: RecordKind, key: String)] {
    guard let kind = run.kinds[kind] else { return [] }
    return run.coder.owners(of: kind, state.values)
  }

  /// The keys of the records in the bank that refer to another one.
  private func keys(of entry: SyncedRecord.Entry) throws -> [String] {
    guard let kind = run.kinds[entry.kind] else { return [] }
    return try keys(of: kind, entry.localID)
  }

  /// The keys of the records in the bank that refer to the record of a kind with this number.
  private func keys<T: BankRecord>(of owner: T.Type, _ number: Int64) throws -> [String] {
    try run.kinds.exchanged.flatMap {
      try keys(of: $0, referringTo: Identifier<T>(rawValue: number))
    }
  }

  private func keys<R: BankRecord, T: BankRecord>(
    of kind: R.Type, referringTo id: Identifier<T>
  ) throws -> [String] {
    try run.work.identifiers(of: kind, referringTo: id).flatMap {
      run.table.keys(of: R.kind, $0.rawValue)
    }
  }
}

// MARK: Data of other devices that this program does not know

extension SyncMerge {
  /// Notes which fields of a record this program does not know.
  ///
  /// - Parameter fields: returns the fields of the record as this program writes it.
  private func noteUnread(_ key: String, _ fields: () throws -> FieldCoder.Fields) throws {
    guard let kind = run.table[key]?.kind, let state = try run.table.state(of: key) else { return }
    run.table.noteUnread(key, try unread.names(in: state.values, of: kind, fields))
  }

  /// Marks the records to be looked at again that this program can read better than when it first
  /// read them.
  private func touchKnown() throws {
    let waiting = run.table.entries.values.filter { $0.unread != nil && run.kinds[$0.kind] != nil }
    let groups = Dictionary(grouping: waiting) { [$0.kind.rawValue] + ($0.unread ?? []) }
    for entries in groups.values.sorted(by: { $0[0].key < $1[0].key }) {
      let entries = entries.sorted { $0.key < $1.key }
      // The entries of a group have the same unread fields, so it is enough to examine one of them.
      // There may be very many.
      guard let known = try entries.lazy.compactMap(knownNames).first(where: { _ in true }),
        !known.isDisjoint(with: entries[0].unread ?? [])
      else { continue }
      for entry in entries { run.touched.insert(entry.key) }
    }
  }

  /// The names of the fields of a record that this program knows; `nil` if the fields do not make a
  /// valid record.
  private func knownNames(_ entry: SyncedRecord.Entry) throws -> Set<String>? {
    guard let kind = run.kinds[entry.kind], let state = try run.table.state(of: entry.key),
      state.isAlive
    else { return nil }
    do {
      return try knownNames(kind, state.values)
    } catch is JSONFault {
      return nil
    }
  }

  private func knownNames<R: BankRecord>(
    _ kind: R.Type, _ values: FieldCoder.Fields
  ) throws -> Set<String> {
    let fields: FieldCoder.Fields
    if kind == Attempt.self {
      let (attempt, _) = try run.coder.attempt(values).records(at: .unassigned, run.questionID)
      fields = try run.coder.fields(of: attempt, []) { _ in nil }
    } else {
      let record = try run.coder.record(kind, values, .unassigned) { _, _ in 1 }
      fields = try run.coder.fields(of: record) { _, _ in "" }
    }
    return Set(fields.keys)
  }
}

/// Finds data of other devices that this program does not know: kinds of records, and fields of
/// known kinds.
///
/// This data stays in the table and reaches the bank once the program is updated.
private final class UnreadFields {
  /// The fields that this program writes for the records of a kind, as far as they have been seen.
  private var known: [RecordKind: Set<String>] = [:]
  /// The last result. Very many records may have the same one, which they share.
  private var last: [String] = []

  /// The fields of a record that this program does not know; `nil` if there are none.
  ///
  /// - Parameter fields: returns the fields of the record as this program writes it. Only called if
  ///   the record has a field that no earlier record had.
  func names(
    in values: FieldCoder.Fields, of kind: RecordKind, _ fields: () throws -> FieldCoder.Fields
  ) rethrows -> [String]? {
    func strangers() -> [String] {
      let known = known[kind] ?? []
      return values.keys.filter { !known.contains($0) && !FieldCoder.isAnswer($0) }
    }
    if strangers().isEmpty { return nil }
    known[kind, default: []].formUnion(try fields().keys)
    let unread = strangers().sorted()
    if unread != last { last = unread }
    return unread.isEmpty ? nil : last
  }

  /// The names of the kinds and fields that this program does not know, for users.
  func names(_ table: SyncTable, _ kinds: BankKinds) -> Set<String> {
    var names: Set<String> = []
    for entry in table.entries.values {
      guard let unread = entry.unread else { continue }
      let kind = entry.kind.rawValue
      if kinds[entry.kind] == nil {
        names.insert(kind)
      } else {
        names.formUnion(unread.map { kind + " " + $0 })
      }
    }
    return names
  }
}

/// Decodes quizzes on another processor while the quizzes before them are written.
///
/// This only serves speed. Calling ``FieldCoder/attempt(_:)`` for one quiz after another gives the
/// same result.
enum QuizDecoding {
  /// The number of fields that can be decoded in the time in which another thread starts.
  private static let few = 1000

  /// - Parameter quizzes: the fields of each quiz; `nil` for a quiz that is not wanted.
  /// - Parameter receive: receives the result for each quiz, in order, on the calling thread.
  /// - Throws: The error of `receive`.
  static func decode(
    _ quizzes: [FieldCoder.Fields?],
    receive: (Result<ExchangedAttempt, JSONFault>?) throws -> Void
  ) throws {
    let fields = quizzes.reduce(0) { $0 + ($1?.count ?? 0) }
    var failure: (any Error)?
    // With more than two threads, decoded quizzes would wait in memory to be written.
    try Workers(limit: fields > few ? 2 : 1).perform(units: quizzes.count) {
      let coder = FieldCoder()
      return { unit in
        quizzes[unit].map { fields in
          Result { () throws(JSONFault) in try coder.attempt(fields) }
        }
      }
    } receive: { quiz in
      do {
        try receive(quiz)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
