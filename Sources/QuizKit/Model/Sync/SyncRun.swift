import Foundation
import QuizStore
import QuizSupport

/// One synchronization of the bank with a shared folder, until it is saved.
///
/// First ``Publication`` finds the changes in the bank since the last time, then ``SyncMerge``
/// merges the changes of the other devices. Both note here what they change, and both are saved
/// together.
final class SyncRun {
  /// The unit of work with the changes of the other devices.
  let work: StoreContext
  let folder: SyncFolder
  let table: SyncTable
  let coder = FieldCoder()
  /// The kinds of records of the bank.
  let kinds: BankKinds
  /// The new contents of the other devices' files.
  let incoming: SyncArrivals
  let now: Date
  /// The records that this device has to write to its file.
  private(set) var published = OrderedKeys()
  /// The records that may have to be changed in the bank.
  private(set) var touched = OrderedKeys()
  /// The kinds with new records in the bank in this run. Other records may have waited for these.
  private(set) var appeared: Set<RecordKind> = []
  /// The decks that arrived in this run and that records of the bank were waiting for.
  private(set) var awaited: Set<String> = []
  /// The values of this device that were replaced.
  private(set) var lost: [OverwrittenText] = []
  /// The number of records of the bank that were changed.
  private(set) var received = 0
  private var problems = SyncProblems()
  /// Finds the fields of other devices that this program does not know.
  private let unread = UnreadFields()

  /// - Parameter work: a unit of work without changes.
  /// - Parameter incoming: the new contents of the other devices' files.
  init(
    _ folder: SyncFolder, _ incoming: SyncArrivals = SyncArrivals(), work: StoreContext, now: Date
  ) throws {
    (self.folder, self.incoming, self.work, self.now) = (folder, incoming, work, now)
    kinds = work.kinds
    table = try SyncTable(of: folder.id, in: work)
  }

  // MARK: Clocks

  /// The clock for a new record.
  func clock(at date: Date) -> HybridClock {
    HybridClock(min(date, now).millisecondsSince1970, device: folder.device)
  }

  /// The clock for a change that comes after everything known about a record. `nil` if nothing can
  /// come after it, which only happens with a line that was written by hand.
  func clock(after state: RecordState, at date: Date? = nil) -> HybridClock? {
    state.latest.next(at: min(date ?? now, now).millisecondsSince1970, on: folder.device)
  }

  /// The clock for a deletion of a record; `nil` if nothing could bring it back after that.
  func deletionClock(after state: RecordState) -> HybridClock? {
    state.latest.nextDeletion(at: now.millisecondsSince1970, on: folder.device)
  }

  // MARK: States

  /// Notes that a record may have to be changed in the bank.
  func touch(_ key: String) { touched.insert(key) }

  /// Sets the state that other devices have given to a record.
  func learn(_ kept: KeptState, of key: String, _ kind: RecordKind) {
    table.set(kept, of: key, kind)
    if kinds[kind] != nil { touched.insert(key) }
  }

  /// Sets the state of a record that the bank already agrees with, and that this device writes to
  /// its file.
  func publish(_ state: RecordState, of key: String, _ kind: RecordKind) {
    table.set(.fields(state), of: key, kind)
    published.insert(key)
  }

  /// Sets the state that this device gives to a record of the folder. It changes the bank, and is
  /// written to the file of this device.
  func decide(_ state: RecordState, of key: String, _ kind: RecordKind) {
    learn(.fields(state), of: key, kind)
    published.insert(key)
  }

  /// The state of a record together with what has arrived of it.
  func seen(_ state: RecordState, of key: String) throws(JSONFault) -> RecordState {
    var state = state
    if let other = incoming[key]?.kept { state.merge(try other.state()) }
    return state
  }

  /// Notes that the state of a record has become known. Other records may have waited for it if it
  /// is a deck.
  func noteArrival(of key: String, _ kind: RecordKind) {
    if kind == .deck, table[key]?.localID == 0 { awaited.insert(key) }
  }

  /// Notes that the bank has a new record of a kind.
  func noteAppearance(of kind: RecordKind) { appeared.insert(kind) }

  /// Notes that records of the bank were changed.
  func noteReceived(_ count: Int = 1) { received += count }

  /// The records that a record requires, by the fields that refer to them.
  func owners(_ state: RecordState, of kind: RecordKind) -> [(kind: RecordKind, key: String)] {
    guard let kind = kinds[kind] else { return [] }
    return coder.owners(of: kind, state.values)
  }

  // MARK: Records

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

  /// Creates a record from its fields. If they do not make a valid record, reports a problem and
  /// returns `nil`. The record then waits for a change that corrects it.
  func record<T>(of key: String, _ make: () throws -> T) throws -> T? {
    do {
      return try make()
    } catch let fault as JSONFault {
      report(.contradiction(fault.reason), of: key)
      return nil
    }
  }

  /// The question of the bank that has a key. If it has not arrived yet, its number is reserved
  /// now.
  func questionID(_ key: String) -> Identifier<Question> {
    localID(of: key, Question.self, .question)
  }

  /// The number that a record has, or will have, in the bank; unassigned when the key belongs to
  /// another kind of record.
  func localID<R: StoredRecord>(of key: String, _ type: R.Type, _ kind: RecordKind) -> Identifier<R>
  {
    if let entry = table[key] {
      guard entry.kind == kind else { return .unassigned }
      if entry.localID != 0 { return Identifier(rawValue: entry.localID) }
    }
    let number = work.store.reserveIdentifiers(1, for: type)
    table.place(key, kind, at: number)
    return Identifier(rawValue: number)
  }

  /// The version of a quiz with its answers.
  func version(
    of id: Identifier<Attempt>, _ answers: [Identifier<Answer>]
  ) throws(StoreError) -> UInt64 {
    let versions = try work.versions(of: [id]) + work.versions(of: answers)
    return versions.map { $0 ?? 0 }.withUnsafeBytes { Checksum.of($0, seed: 0) }
  }

  // MARK: Records in the places of others

  /// Makes sure that no two records have one number in the bank. An older program could forget
  /// which numbers it had reserved. Then nothing tells whose answers those under the number are.
  ///
  /// - Throws: ``SyncRefusal/olderBank(_:)``.
  func requireOwnNumbers() throws(SyncRefusal) {
    if table.hasSharedNumbers { throw .olderBank(folder.path) }
  }

  /// Makes sure that none of the questions that this run publishes or receives has taken the key
  /// of a deleted one, together with its answers. An edit keeps the date of creation, and so does a
  /// question that is brought back.
  ///
  /// - Throws: ``SyncRefusal/olderBank(_:)``; what the store throws.
  func requireOwnQuestions() throws {
    for key in Array(published) + incoming.map(\.key) where table[key]?.kind == .question {
      guard try table.state(of: key)?.isRevived(by: "createdAt") == true else { continue }
      throw SyncRefusal.olderBank(folder.path)
    }
  }

  // MARK: What has to be said

  /// The problems to report.
  var allProblems: [SyncProblem] { problems.all }

  /// Reports a problem with the folder, or with a record.
  func report(_ cause: SyncProblem.Cause, of key: String? = nil) {
    problems.count(SyncProblem(cause, file: folder.path + (key.map { " (\($0))" } ?? "")))
  }

  /// The names of the kinds and fields of other devices that this program does not know.
  var unreadNames: Set<String> { unread.names(table, kinds) }

  /// Notes which fields of a record this program does not know.
  ///
  /// - Parameter fields: returns the fields of the record as this program writes it.
  func noteUnread(_ key: String, _ fields: () throws -> FieldCoder.Fields) throws {
    guard let kind = table[key]?.kind, let state = try table.state(of: key) else { return }
    table.noteUnread(key, try unread.names(in: state.values, of: kind, fields))
  }

  /// Keeps a value of this device that a later change has replaced, if the user wrote it.
  func noteOverwritten(
    _ value: String?, as name: String, of key: String, _ kind: RecordKind,
    replacedBy state: RecordState
  ) {
    guard let value, kinds[kind]?.hasTexts == true,
      !["createdAt", "changedAt", "keyChangedAt"].contains(name)
    else { return }
    lost.append(
      OverwrittenText(
        folderID: folder.id, kind: kind, key: key, field: name, value: value,
        device: state.clock(of: name).device, replacedAt: now))
  }
}

extension Date {
  /// The whole milliseconds since 1970, limited to the values that a clock can have.
  fileprivate var millisecondsSince1970: Int64 {
    let limits = HybridClock.times
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
    guard milliseconds < Double(limits.upperBound) else { return limits.upperBound - 1 }
    return max(limits.lowerBound, Int64(milliseconds))
  }
}

/// The rules for converting the members of a kind of record to fields and back.
struct ExchangeRules {
  /// The members that refer to other records, in the order of the keys.
  let references: [(name: String, kind: RecordKind)]
  /// The member that is exchanged as one field for each of its parts.
  let split: SplitMember?

  init<R: BankRecord>(of kind: R.Type) {
    references = R.keys.compactMap { key in
      guard let name = key.name, let target = key.target else { return nil }
      return (name, RecordKind(rawValue: target))
    }
    split = R.split
  }

  /// The kind of record that a member refers to; `nil` when it is not a reference.
  func reference(_ name: String) -> RecordKind? {
    references.first { $0.name == name }?.kind
  }
}

/// The new contents of the files of a shared folder. They keep the order in which they were read,
/// so that new questions stay in order.
struct SyncArrivals: Sendable {
  private var records: [String: (kind: RecordKind, kept: KeptState)] = [:]
  private var keys: [String] = []

  var isEmpty: Bool { keys.isEmpty }

  subscript(key: String) -> (kind: RecordKind, kept: KeptState)? { records[key] }

  /// Adds the line of a file. Also adds lines of kinds that this program does not know, so that
  /// nothing is missing after an update.
  ///
  /// - Parameters:
  ///   - unwanted: the names of the kinds that the folder does not exchange.
  ///   - known: the names of the kinds that this program knows.
  mutating func take(
    _ line: SyncLine, unless unwanted: Set<String>, knowing known: Set<String>
  ) throws(JSONFault) {
    guard !unwanted.contains(line.kind) else { return }
    let kind = RecordKind(rawValue: line.kind)
    guard let earlier = records[line.key] else {
      let isKnown = known.contains(line.kind)
      records[line.key] = (kind, isKnown ? .fields(line.state) : .line(line.bytes))
      keys.append(line.key)
      return
    }
    guard earlier.kind == kind else { return }
    var state = try earlier.kept.state()
    state.merge(line.state)
    records[line.key] = (kind, .fields(state))
  }
}

extension SyncArrivals: Sequence {
  func makeIterator() -> AnyIterator<(key: String, kind: RecordKind, kept: KeptState)> {
    var keys = keys.makeIterator()
    return AnyIterator {
      guard let key = keys.next(), let record = records[key] else { return nil }
      return (key, record.kind, record.kept)
    }
  }
}

/// Records with data of other devices that this program did not know when it first read them.
struct UnreadRecords {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Marks the records to be looked at again that this program can read better than when it first
  /// read them.
  func touchKnown() throws {
    let waiting = run.table.entries.values.filter { $0.unread != nil && run.kinds[$0.kind] != nil }
    let groups = Dictionary(grouping: waiting) { [$0.kind.rawValue] + ($0.unread ?? []) }
    for entries in groups.values.sorted(by: { $0[0].key < $1[0].key }) {
      let entries = entries.sorted { $0.key < $1.key }
      // The entries of a group have the same unread fields, so it is enough to examine one of them.
      // There may be very many.
      guard let known = try entries.lazy.compactMap(knownNames).first(where: { _ in true }),
        !known.isDisjoint(with: entries[0].unread ?? [])
      else { continue }
      for entry in entries { run.touch(entry.key) }
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

/// Finds keys for the records of the bank that are new to a folder.
struct NewKeys {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Returns the key itself, or the first key with a number after it that is not taken.
  ///
  /// A record of another device with the same content does not count as taking the key, because it
  /// and the new record become one. Neither does a deleted note or quiz whose key was made from its
  /// whole content, because the new record is the same one.
  func free(_ key: String, _ kind: RecordKind) throws -> String {
    for number in 1... {
      let candidate = number == 1 ? key : "\(key)-\(number)"
      let entry = run.table[candidate]
      let other = run.incoming[candidate]
      guard other.map({ $0.kind == kind }) ?? true else { continue }
      let state =
        try run.table.state(of: candidate).map { try run.seen($0, of: candidate) }
        ?? other?.kept.state()
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

/// Keys of records in the order in which they were first added.
struct OrderedKeys: Sequence {
  private var keys: [String] = []
  private var known: Set<String> = []

  var isEmpty: Bool { keys.isEmpty }
  var count: Int { keys.count }

  func contains(_ key: String) -> Bool { known.contains(key) }

  mutating func insert(_ key: String) {
    if known.insert(key).inserted { keys.append(key) }
  }

  func makeIterator() -> IndexingIterator<[String]> { keys.makeIterator() }
}

/// The records that belong to others, such as questions to decks, in a synchronization that deletes
/// these others.
struct Belongings {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Brings back decks and questions that were deleted on one device while another device added
  /// records to them.
  func reviveOwners() throws {
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
      for owner in run.owners(state, of: kind) where run.table[owner.key]?.kind == owner.kind {
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
  func move(of dead: SyncedRecord.Entry) throws {
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

  /// The keys of the records in the bank that refer to another one.
  private func keys(of entry: SyncedRecord.Entry) throws -> [String] {
    guard let kind = run.kinds[entry.kind] else { return [] }
    return try keys(of: kind, entry.localID)
  }

  /// The keys of the records in the bank that refer to the record of a kind with this number.
  func keys<T: BankRecord>(of owner: T.Type, _ number: Int64) throws -> [String] {
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

/// Puts values that other devices have replaced back into the records of the bank.
struct OverwrittenTextReturn {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Puts a replaced value back into a record of the bank.
  func put(_ lost: OverwrittenText, into entry: SyncedRecord.Entry) throws {
    guard let kind = run.kinds[lost.kind], kind.hasTexts else { return }
    try put(lost, into: entry, kind)
  }

  private func put<R: BankRecord>(
    _ lost: OverwrittenText, into entry: SyncedRecord.Entry, _ kind: R.Type
  ) throws {
    let record: R = try record(of: entry)
    var fields = try run.fields(of: record)
    fields[lost.field] = lost.value
    var restored = try run.record(kind, fields, record.id)
    restored.noteChange(at: run.now)
    restored.keepDeviceMembers(of: record)
    try run.work.update(restored)
  }

  private func record<R: StoredRecord>(of entry: SyncedRecord.Entry) throws -> R {
    guard let record = try run.work.record(for: Identifier<R>(rawValue: entry.localID)) else {
      throw SyncRefusal.recordGone
    }
    return record
  }
}
