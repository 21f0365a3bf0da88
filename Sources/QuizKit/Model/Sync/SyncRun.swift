import Foundation
import QuizStore
import QuizSupport

/// One synchronization of the bank with a shared folder, until it is saved.
///
/// First ``Publication`` finds the changes in the bank since the last time, then ``SyncMerge``
/// merges the changes of the other devices. Here is what both need and what both change, which is
/// saved together.
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
  var touched = OrderedKeys()
  /// The kinds with new records in the bank in this run. Other records may have waited for these.
  var appeared: Set<RecordKind> = []
  /// The decks that arrived in this run and that records of the bank were waiting for.
  private(set) var awaited: Set<String> = []
  /// The values of this device that were replaced.
  private(set) var lost: [OverwrittenText] = []

  /// - Parameter work: a unit of work without changes.
  /// - Parameter incoming: the new contents of the other devices' files.
  init(
    _ folder: SyncFolder, _ incoming: SyncArrivals = SyncArrivals(), work: StoreContext, now: Date
  ) throws {
    self.folder = folder
    self.incoming = incoming
    self.work = work
    self.now = now
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

  /// The state of a record together with what has arrived of it; `nil` where nothing is known.
  func seen(_ key: String) throws -> RecordState? {
    try table.state(of: key).map { try seen($0, of: key) } ?? incoming[key]?.kept.state()
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
