import Foundation
import QuizStore
import QuizSupport

/// One synchronization of the bank with a shared folder, until it is saved.
///
/// First it finds what was changed in the bank since the last time, then it takes over what the
/// other devices have written. Both end in one save.
final class SyncRun {
  /// The bank with the changes of the other devices.
  let work: StoreContext
  let folder: SyncFolder
  let table: SyncTable
  let coder = FieldCoder()
  /// The kinds of records of the bank.
  let kinds: BankKinds
  /// What the files say.
  let incoming: SyncArrivals
  /// The records that this device has to write about.
  var published = OrderedKeys()
  /// The records of which the bank may have to change something.
  var touched = OrderedKeys()
  /// The kinds of records of which the bank has more than at the last time, so that others may have waited for them.
  var appeared: Set<RecordKind> = []
  /// The decks that have arrived in this run and that records of the bank were waiting for.
  var awaited: Set<String> = []
  /// The questions of the bank that the folder did not know before.
  var newQuestions: Set<Identifier<Question>> = []
  /// The numbers of the records that other devices have deleted.
  var deleted: [RecordKind: [Int64]] = [:]
  /// What this program does not know of the fields of other devices.
  let unread = UnreadFields()
  /// The values of this device that were replaced.
  var lost: [LostText] = []
  var problems = SyncProblems()
  /// How many records of the bank were changed.
  var received = 0
  /// The keys of deleted questions whose answers another question had, and has no longer.
  var separated: Set<String> = []
  /// The keys that had the number of another question.
  var doubleKeys: Set<String> = []
  /// The texts of the questions that may have the answers of deleted ones.
  private var unclear: Set<String> = []
  /// The questions that are in the bank under other numbers from now on.
  var replacedQuestions: [Identifier<Question>] = []

  let now: Date

  /// - Parameter work: a unit of work without changes.
  /// - Parameter incoming: what the files say.
  init(
    _ folder: SyncFolder, _ incoming: SyncArrivals = SyncArrivals(), work: StoreContext, now: Date
  ) throws {
    (self.folder, self.incoming, self.work, self.now) = (folder, incoming, work, now)
    kinds = work.kinds
    table = try SyncTable(of: folder.id, in: work)
  }

  /// This device.
  var device: DeviceIdentity { folder.device }

  /// The clock of a new record.
  func clock(at date: Date) -> HybridClock {
    HybridClock(min(date, now).millisecondsSince1970, device: device)
  }

  /// The clock of a change that follows everything that is known of a record; `nil` when nothing can
  /// follow it, which only a line reaches that was written by hand.
  func clock(after state: RecordState, at date: Date? = nil) -> HybridClock? {
    state.latest.next(at: min(date ?? now, now).millisecondsSince1970, on: device)
  }

  /// The records that a record cannot be without, by the fields that refer to them.
  func owners(_ state: RecordState, of kind: RecordKind) -> [(kind: RecordKind, key: String)] {
    guard let kind = kinds[kind] else { return [] }
    return coder.owners(of: kind, state.values)
  }

  /// Whether the bank has all records that a record cannot be without.
  func hasOwners(_ state: RecordState, of kind: RecordKind) -> Bool {
    owners(state, of: kind).allSatisfy { owner in
      table[owner.key]?.kind == owner.kind && table[owner.key]?.isInBank == true
    }
  }

  /// Remembers the deck that a record of the bank is to be in and that is still to come.
  func awaitDecks(of state: RecordState, _ key: String) {
    guard let entry = table[key], entry.isInBank else { return }
    for owner in owners(state, of: entry.kind) where owner.kind == .deck {
      table.expect(owner.key, .deck)
    }
  }

  /// Notes that something will be known of a record. A deck may have been awaited.
  func noteArrival(of key: String, _ kind: RecordKind) {
    if kind == .deck, table[key]?.localID == 0 { awaited.insert(key) }
  }

  /// The question of the bank that has a key. When it is still to come, it gets the number that it
  /// will have.
  func questionID(_ key: String) -> Identifier<Question> {
    localID(of: key, Question.self, .question)
  }

  /// The number that a record has in the bank, or will have; unassigned when the key is that of
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
}

/// Values that were replaced.
extension SyncRun {
  /// Lists that answers were taken from a question, because they belong to a deleted one.
  func logAnswers(takenFrom key: String, to deleted: String) {
    let text = LostText(
      folderID: folder.id, kind: .question, key: key, field: LostText.answers,
      value: JSONText.quoted(deleted), device: device, replacedAt: now)
    if !lost.contains(text) { lost.append(text) }
  }

  /// Says that a question may have the answers of a deleted one.
  func noteUnclear(_ question: String) {
    guard unclear.insert(question).inserted else { return }
    problems.count(SyncProblem(.unclear(question), file: folder.path))
  }

  /// Gives a question the answers back that were taken from it.
  private func putAnswers(_ lost: LostText, to entry: SyncedRecord.Entry) throws {
    guard let deleted = coder.text(lost.value).flatMap({ table[$0] }) else {
      throw SyncRefusal.recordGone
    }
    for attempt in try work.fetch(FetchDescriptor<Attempt>())
    where attempt.startedAt < lost.replacedAt {
      try work.relink(attempt) { _, id in
        id.rawValue == deleted.localID ? Identifier(rawValue: entry.localID) : id
      }
    }
  }

  /// Gives a record of the bank the value that it had.
  func put(_ lost: LostText, into entry: SyncedRecord.Entry) throws {
    if lost.field == LostText.answers { return try putAnswers(lost, to: entry) }
    guard let kind = kinds[lost.kind], kind.hasTexts else { return }
    try put(lost, into: entry, kind)
  }

  private func put<R: BankRecord>(
    _ lost: LostText, into entry: SyncedRecord.Entry, _ kind: R.Type
  ) throws {
    let record: R = try record(of: entry)
    var fields = try fields(of: record)
    fields[lost.field] = lost.value
    var restored = try self.record(kind, fields, record.id)
    restored.noteChange(at: now)
    try work.update(restored)
  }

  private func record<R: StoredRecord>(of entry: SyncedRecord.Entry) throws -> R {
    guard let record = try work.record(for: Identifier<R>(rawValue: entry.localID)) else {
      throw SyncRefusal.recordGone
    }
    return record
  }
}

/// Lines for the file of this device.
extension SyncRun {
  /// The records of which this device has made a change that is in force.
  func authoredKeys() throws -> [String] {
    let identities = folder.identities
    return try table.entries.keys.filter {
      try table.state(of: $0)?.isAuthored(by: identities) ?? false
    }
  }

  /// The kinds of some records.
  func kinds(of keys: some Sequence<String>) -> Set<RecordKind> {
    Set(keys.compactMap { table[$0]?.kind })
  }

  /// A line for each record. Records come after those that they refer to, and are deleted before
  /// them, so that the beginning of a file makes sense too.
  func text(of keys: [String]) throws -> [UInt8] {
    var lines: [(order: (Int, Int64, String), line: SyncLine)] = []
    let ranks = Dictionary(uniqueKeysWithValues: zip(kinds.exchanged.map { $0.kind }, 0...))
    for key in keys {
      guard let entry = table[key], let state = try table.state(of: key) else { continue }
      // Kinds that only a newer program knows come last.
      let rank = ranks[entry.kind] ?? ranks.count
      let order = (state.isAlive ? rank + 1 : -rank, entry.localID, key)
      lines.append((order, SyncLine(kind: entry.kind.rawValue, key: key, state: state)))
    }
    return lines.sorted { $0.order < $1.order }.flatMap(\.line.bytes)
  }
}

extension Date {
  /// The whole milliseconds since 1970, limited to those that a clock can have.
  fileprivate var millisecondsSince1970: Int64 {
    let limits = HybridClock.times
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
    guard milliseconds < Double(limits.upperBound) else { return limits.upperBound - 1 }
    return max(limits.lowerBound, Int64(milliseconds))
  }
}
