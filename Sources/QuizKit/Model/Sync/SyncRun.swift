import Foundation
import QuizStore
import QuizSupport

/// One synchronization of the bank with a shared folder, until it is saved.
///
/// First it finds the changes in the bank since the last time, then it merges the changes of the
/// other devices. Both are saved together.
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
  /// The records that this device has to write to its file.
  var published = OrderedKeys()
  /// The records that may have to be changed in the bank.
  var touched = OrderedKeys()
  /// The kinds with new records in the bank in this run. Other records may have waited for these.
  var appeared: Set<RecordKind> = []
  /// The decks that arrived in this run and that records of the bank were waiting for.
  var awaited: Set<String> = []
  /// The questions of the bank that the folder did not know before.
  var newQuestions: Set<Identifier<Question>> = []
  /// The numbers of the records that other devices have deleted.
  var deleted: [RecordKind: [Int64]] = [:]
  /// Finds the fields of other devices that this program does not know.
  let unread = UnreadFields()
  /// The values of this device that were replaced.
  var lost: [LostText] = []
  var problems = SyncProblems()
  /// The number of records of the bank that were changed.
  var received = 0
  /// The keys of deleted questions whose answers were wrongly assigned to another question, and
  /// were separated from it in this run.
  var separated: Set<String> = []
  /// The keys that shared a number with another question.
  var doubleKeys: Set<String> = []
  /// The texts of the questions that may have answers to deleted questions.
  private var unclear: Set<String> = []
  /// The questions that have other numbers in the bank from now on.
  var replacedQuestions: [Identifier<Question>] = []

  let now: Date

  /// - Parameter work: a unit of work without changes.
  /// - Parameter incoming: the new contents of the other devices' files.
  init(
    _ folder: SyncFolder, _ incoming: SyncArrivals = SyncArrivals(), work: StoreContext, now: Date
  ) throws {
    (self.folder, self.incoming, self.work, self.now) = (folder, incoming, work, now)
    kinds = work.kinds
    table = try SyncTable(of: folder.id, in: work)
  }

  /// This device.
  var device: DeviceIdentity { folder.device }

  /// The clock for a new record.
  func clock(at date: Date) -> HybridClock {
    HybridClock(min(date, now).millisecondsSince1970, device: device)
  }

  /// The clock for a change that comes after everything known about a record. `nil` if nothing can
  /// come after it, which only happens with a line that was written by hand.
  func clock(after state: RecordState, at date: Date? = nil) -> HybridClock? {
    state.latest.next(at: min(date ?? now, now).millisecondsSince1970, on: device)
  }

  /// The records that a record requires, by the fields that refer to them.
  func owners(_ state: RecordState, of kind: RecordKind) -> [(kind: RecordKind, key: String)] {
    guard let kind = kinds[kind] else { return [] }
    return coder.owners(of: kind, state.values)
  }

  /// Whether the bank has all records that a record requires.
  func hasOwners(_ state: RecordState, of kind: RecordKind) -> Bool {
    owners(state, of: kind).allSatisfy { owner in
      table[owner.key]?.kind == owner.kind && table[owner.key]?.isInBank == true
    }
  }

  /// Remembers the deck that a record of the bank belongs in, if that deck has not arrived yet.
  func awaitDecks(of state: RecordState, _ key: String) {
    guard let entry = table[key], entry.isInBank else { return }
    for owner in owners(state, of: entry.kind) where owner.kind == .deck {
      table.expect(owner.key, .deck)
    }
  }

  /// Notes that the state of a record has become known. Other records may have waited for it if it
  /// is a deck.
  func noteArrival(of key: String, _ kind: RecordKind) {
    if kind == .deck, table[key]?.localID == 0 { awaited.insert(key) }
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
}

/// Values that were replaced by other devices.
extension SyncRun {
  /// Logs that answers were taken from a question because they belong to a deleted one.
  func logAnswers(takenFrom key: String, to deleted: String) {
    let text = LostText(
      folderID: folder.id, kind: .question, key: key, field: LostText.answers,
      value: JSONText.quoted(deleted), device: device, replacedAt: now)
    if !lost.contains(text) { lost.append(text) }
  }

  /// Reports that a question may have answers to a deleted one.
  func noteUnclear(_ question: String) {
    guard unclear.insert(question).inserted else { return }
    problems.count(SyncProblem(.unclear(question), file: folder.path))
  }

  /// Gives answers back to a question that they were taken from.
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

  /// Puts a replaced value back into a record of the bank.
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

/// The lines for the file of this device.
extension SyncRun {
  /// The keys of the records with a change by this device that is still in force.
  func authoredKeys() throws -> [String] {
    let identities = folder.identities
    return try table.entries.keys.filter {
      try table.state(of: $0)?.isAuthored(by: identities) ?? false
    }
  }

  /// The kinds of the records with these keys.
  func kinds(of keys: some Sequence<String>) -> Set<RecordKind> {
    Set(keys.compactMap { table[$0]?.kind })
  }

  /// The text of the file with a line for each record. A record comes after those that it refers
  /// to, and its deletion comes before theirs, so that the beginning of a file makes sense on its
  /// own.
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
  /// The whole milliseconds since 1970, limited to the values that a clock can have.
  fileprivate var millisecondsSince1970: Int64 {
    let limits = HybridClock.times
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
    guard milliseconds < Double(limits.upperBound) else { return limits.upperBound - 1 }
    return max(limits.lowerBound, Int64(milliseconds))
  }
}
