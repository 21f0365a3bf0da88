import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// Synchronizes a bank with other devices through shared folders.
///
/// See <doc:Synchronization> for the files, the rules, and what a crash at each step leaves.
final class FolderSync {
  private let bank: QuestionBank
  private let world: World
  private let fileSystem: any FileSystem
  private let now: () -> Date
  private var store: StoreContext { bank.store }

  /// Creates the synchronization of a bank.
  init(bank: QuestionBank, world: World) {
    (self.bank, self.world) = (bank, world)
    fileSystem = world.sharing.makeFileSystem()
    now = world.sharing.now
  }

  /// The shared folders of the bank.
  func folders() throws -> [SyncFolder] { try store.fetch(FetchDescriptor<SyncFolder>()) }

  /// Adds a shared folder, or changes how it is used.
  ///
  /// - Parameter folder: the folder; unassigned when it is new.
  /// - Returns: its identifier.
  /// - Throws: ``SaveFailure``.
  @discardableResult
  func save(_ folder: SyncFolder) throws -> Identifier<SyncFolder> {
    let work = world.unitOfWork()
    var id = folder.id
    try work.saving(nil) {
      if id.isPermanent { try work.update(folder) } else { id = work.insert(folder) }
    }
    return work.resolve(id)
  }

  /// Forgets a shared folder. Its files stay as they are.
  ///
  /// - Throws: ``SaveFailure``.
  func forget(_ id: Identifier<SyncFolder>) throws {
    let work = world.unitOfWork()
    try work.saving(nil) { try work.delete(id) }
  }

  /// The values of this device that other devices have replaced, last replaced first.
  func lostTexts() throws -> [OverwrittenText] {
    try store.fetch(FetchDescriptor<OverwrittenText>()).reversed()
  }

  /// Puts a replaced value back into its record. The next synchronization publishes this like any
  /// other edit. It is one change of the bank, which undo takes back.
  ///
  /// - Throws: ``SaveFailure``; ``SyncRefusal/recordGone`` when the record was deleted.
  func restore(_ id: Identifier<OverwrittenText>) throws {
    guard let lost = try store.record(for: id),
      let folder = try store.record(for: lost.folderID)
    else { throw SaveFailure.notFound(nil) }
    let run = try SyncRun(folder, work: store, now: now())
    guard let entry = run.table[lost.key], entry.isInBank else { throw SyncRefusal.recordGone }
    try store.saving(.edit) {
      if let kind = store.kinds[lost.kind], kind.hasTexts { try put(lost, into: entry, kind, run) }
      try store.delete(id)
    }
  }

  private func put<R: BankRecord>(
    _ lost: OverwrittenText, into entry: SyncedRecord.Entry, _ kind: R.Type, _ run: SyncRun
  ) throws {
    guard let record = try store.record(for: Identifier<R>(rawValue: entry.localID)) else {
      throw SyncRefusal.recordGone
    }
    var fields = try run.fields(of: record)
    fields[lost.field] = lost.value
    var restored = try run.record(kind, fields, record.id)
    restored.noteChange(at: run.now)
    restored.keepDeviceMembers(of: record)
    try store.update(restored)
  }

  /// Exchanges changes with the other devices of a folder. The changes of the other devices are one
  /// change of the bank, which undo passes over.
  ///
  /// - Throws: ``SyncRefusal``; ``SaveFailure``; what the store throws. Nothing is then changed.
  @discardableResult
  func synchronize(_ id: Identifier<SyncFolder>) throws -> SyncOutcome {
    guard let folder = try store.record(for: id) else {
      throw SaveFailure.notFound(RecordName("folder", "folders", "フォルダー"))
    }
    return try take(FolderReading(folder, store.kinds, on: fileSystem))
  }

  /// Merges what was read from a folder into the bank, and writes the changes that the other
  /// devices do not have yet.
  ///
  /// - Throws: ``SyncRefusal/olderBank(_:)``; ``SaveFailure``; what the store throws. Nothing is
  ///   then changed.
  func take(_ reading: FolderReading) throws -> SyncOutcome {
    let known = reading.folder
    var reading = reading
    if reading.isOwnFileOfAnother {
      reading.renewIdentity(DeviceIdentity(world.sharing.randomNumber()))
    }
    let folder = reading.folder
    let own = OwnFile(reading, on: fileSystem)
    var updated = folder
    for (device, found) in reading.peers {
      updated.peers[device.text] = peer(folder.peers[device.text], found)
    }
    var outcome = SyncOutcome(
      folder: folder.path,
      devices: reading.peers.count { updated.peers[$0.device.text] != nil },
      problems: reading.problems)
    let mark = try folder.checksum(of: store.store)
    let pictures = SharedPictures(reading, on: fileSystem)
    guard isNew(reading, own, mark) else {
      if updated != known { try save(updated) }
      try fetchAbsent(pictures, &outcome)
      return outcome
    }
    // A picture is in the bank before a record is saved that shows it.
    var named: Set<ContentDigest> = []
    for arrival in reading.arrivals where SharedPictures.fields[arrival.kind] != nil {
      named.formUnion(SharedPictures.attachments(of: try arrival.kept.state(), arrival.kind))
    }
    if !named.isEmpty {
      outcome.problems += try pictures.fetch(named, into: store.store.attachments).problems
    }
    let run = try run(reading)
    try Publication(in: run).perform()
    let merged = try SyncMerge(in: run).perform(in: world)
    let writing = try own.writing(run)
    updated.own = writing?.end ?? folder.own
    updated.agreement = run.work.hasChanges ? nil : mark
    updated.hasUnread = run.table.hasUnread ? true : nil
    try save(run, updated == known ? nil : updated)
    (outcome.received, outcome.replaced) = (merged.received, run.lost.count)
    outcome.problems += merged.problems
    do throws(FileSystemError) {
      if writing != nil { try SharedFolder(folder.path, on: fileSystem).addAttributes() }
      if try publish(writing?.pictures ?? [], pictures, &outcome) {
        try writing?.perform()
        outcome.published = writing?.count ?? 0
      }
    } catch {
      // The next synchronization notices that the file differs from what it should be, and rewrites
      // it.
      outcome.problems.append(SyncProblem(.system(error.reason), file: error.path))
    }
    try fetchAbsent(pictures, &outcome)
    return outcome
  }

  /// Writes the pictures that lines name.
  ///
  /// - Returns: Whether the lines may be written.
  private func publish(
    _ digests: Set<ContentDigest>, _ pictures: SharedPictures, _ outcome: inout SyncOutcome
  ) throws(FileSystemError) -> Bool {
    do throws(StoreError) {
      try pictures.publish(digests, from: store.store.attachments)
      return true
    } catch {
      if case .fileSystem(let error) = error { throw error }
      let path = error.file ?? folderOfPictures
      outcome.problems.append(SyncProblem(.refused(error.message.sentences), file: path))
      return false
    }
  }

  private var folderOfPictures: String { (store.store as? any FileStore)?.path ?? "" }

  /// Looks for the pictures that the bank's questions and notes show and the bank has not got.
  private func fetchAbsent(_ pictures: SharedPictures, _ outcome: inout SyncOutcome) throws {
    let absent = try bank.pictures.absent()
    if absent.isEmpty { return }
    let found = try pictures.fetch(absent, into: store.store.attachments)
    if found.count > 0 { bank.pictures.lookAgain() }
    outcome.problems += found.problems.filter { !outcome.problems.contains($0) }
    if !found.absent.isEmpty {
      outcome.problems.append(
        SyncProblem(.picturesMissing(found.absent.count), file: outcome.folder))
    }
  }

  /// How many records a synchronization would publish.
  ///
  /// - Throws: ``SyncRefusal/olderBank(_:)``; what the store throws.
  func countOfUnpublished(_ reading: FolderReading) throws -> Int {
    let own = OwnFile(reading, on: fileSystem)
    guard try isNew(reading, own, reading.folder.checksum(of: store.store)) else { return 0 }
    let run = try run(reading)
    try Publication(in: run).perform()
    try run.requireOwnQuestions()
    return try own.writing(run)?.count ?? 0
  }

  /// Whether there may be anything to exchange.
  private func isNew(_ reading: FolderReading, _ own: OwnFile, _ mark: UInt64) -> Bool {
    reading.folder.hasUnread == true || mark != reading.folder.agreement
      || !reading.arrivals.isEmpty || !own.isComplete
  }

  private func run(_ reading: FolderReading) throws -> SyncRun {
    let work = StoreContext(beside: store)
    let run = try SyncRun(reading.folder, reading.arrivals, work: work, now: now())
    try run.requireOwnNumbers()
    return run
  }

  /// How far another device's file was read; `nil` if nothing in it can be used.
  private func peer(
    _ known: SyncFolder.Peer?, _ found: DeviceFile.Reading
  ) -> SyncFolder.Peer? {
    guard let place = found.place, found.header != nil || known != nil else { return known }
    let isNew = place != known?.place
    return SyncFolder.Peer(
      name: found.header?.name ?? known?.name ?? "", place: place,
      seenAt: isNew ? now() : known?.seenAt ?? now())
  }

  /// Saves everything in one save.
  private func save(_ run: SyncRun, _ folder: SyncFolder?) throws {
    let work = run.work
    let changesBank = work.hasChanges
    try run.table.write(to: work)
    if let folder { try work.update(folder) }
    work.insert(contentsOf: run.lost)
    guard changesBank else {
      // There is nothing here that undo could take back.
      work.undoLimit = 0
      return try work.saving(nil) {}
    }
    try store.save(takingOver: work, as: .synchronization)
  }
}

/// The result of one synchronization.
package struct SyncOutcome: Equatable, Sendable {
  /// The shared folder.
  package var folder: String
  /// The number of records that this device wrote to its file.
  package var published = 0
  /// The number of records of the bank that other devices changed.
  package var received = 0
  /// The number of values from this device that were replaced.
  package var replaced = 0
  /// The number of other devices.
  package var devices = 0
  /// The parts that were skipped, and those that wait to be read.
  package var problems: [SyncProblem] = []
}

/// The result of reading a shared folder. Reading does not need the bank, so it can run on any
/// thread.
struct FolderReading: Sendable {
  /// The folder as the bank knows it.
  private(set) var folder: SyncFolder
  /// The new contents of the other devices' files.
  private(set) var arrivals = SyncArrivals()
  /// How far the files of the other devices were read.
  private(set) var peers: [(device: DeviceIdentity, found: DeviceFile.Reading)] = []
  /// The file of this device.
  private(set) var own = DeviceFile.Reading()
  /// The parts that were skipped, and those that wait to be read.
  private(set) var problems: [SyncProblem] = []

  /// The names of the kinds that the folder does not exchange.
  private let unwanted: Set<String>
  /// The names of the kinds that this program knows.
  private let known: Set<String>

  /// Reads everything that was not read before.
  ///
  /// - Throws: ``SyncRefusal``.
  init(
    _ folder: SyncFolder, _ kinds: BankKinds, on fileSystem: any FileSystem
  ) throws(SyncRefusal) {
    self.folder = folder
    let exchanged = Set(kinds.exchanged.filter { folder.exchanges($0) }.map { $0.entityName })
    known = Set(kinds.all.map { $0.entityName })
    unwanted = known.subtracting(exchanged)
    let shared = SharedFolder(folder.path, on: fileSystem)
    var told = SyncProblems()
    let devices = try shared.devices(&told)
    problems = told.all
    // An empty folder may be the mount point of a drive that is not connected.
    if devices.isEmpty, folder.isKnown { throw .emptied(folder.path) }
    try shared.checkOwnFolder(of: folder.device)
    for device in devices where device != folder.device {
      let place = folder.peers[device.text]?.place
      let found = read(shared.file(of: device), after: place)
      problems += found.problems
      peers.append((device, found))
    }
    // Problems in this file do not matter to the user, because the program rewrites the file.
    own = read(shared.file(of: folder.device), after: folder.own)
    problems += own.problems.filter(\.isOfSystem)
  }

  /// Whether this device's file has lines that this bank did not write. This happens when the bank
  /// was copied and the copy writes too, or when the bank was restored from an older copy. It is
  /// also true for a file of a newer program.
  var isOwnFileOfAnother: Bool {
    if own.problems.contains(where: \.isOfNewerProgram) { return true }
    guard let header = own.header else { return false }
    guard let known = folder.own, header.generation == known.generation else {
      return header.generation > folder.own?.generation ?? 0
    }
    return own.place != known || own.problems.contains { $0.cause != .older }
  }

  /// Gives this device a new identity, because two banks must not write to the same file.
  mutating func renewIdentity(_ device: DeviceIdentity) {
    problems += own.problems.filter(\.isOfNewerProgram)
    problems.append(SyncProblem(.copied, file: "\(folder.path)/\(folder.device.text)"))
    // If the file changed before the place that was read, it is read from its beginning the next
    // time.
    if !own.problems.contains(where: { $0.cause == .changed }) {
      peers.append((device: folder.device, found: own))
    }
    folder.renewIdentity(device)
    own = DeviceFile.Reading()
  }

  /// The number of lines that another device has written since.
  func lines(of device: DeviceIdentity) -> Int {
    let known = folder.peers[device.text]?.place
    guard let found = peers.first(where: { $0.device == device })?.found.place else { return 0 }
    guard let known, known.generation == found.generation else { return found.lines - 1 }
    return found.lines - known.lines
  }

  private mutating func read(_ file: DeviceFile, after place: ReadPlace?) -> DeviceFile.Reading {
    var reading = DeviceFile.Reading(place: place)
    var arrivals = arrivals
    // Keep only one copy, because there may be many arrivals.
    self.arrivals = SyncArrivals()
    defer { self.arrivals = arrivals }
    do throws(FileSystemError) {
      reading = try file.read(after: place) { line throws(JSONFault) in
        try arrivals.take(line, unless: unwanted, knowing: known)
      }
    } catch {
      // Lines that were read before the error are valid. They are read again the next time.
      reading.told.append(SyncProblem(.system(error.reason), file: error.path))
    }
    return reading
  }
}

/// The file of this device in a shared folder.
struct OwnFile {
  /// The number of spare lines. The file is rewritten when it has more lines than these plus twice
  /// the number of records.
  private static let spareLines = 1000

  private let file: DeviceFile
  private let folder: SyncFolder
  private let found: DeviceFile.Reading

  init(_ reading: FolderReading, on fileSystem: any FileSystem) {
    folder = reading.folder
    found = reading.own
    file = SharedFolder(folder.path, on: fileSystem).file(of: folder.device)
  }

  /// The bytes to write, and the state of the file afterwards.
  struct Writing {
    /// The end of the file after writing.
    let end: ReadPlace
    /// The number of records that are published.
    let count: Int
    /// The pictures that the lines name.
    let pictures: Set<ContentDigest>
    fileprivate let file: DeviceFile
    fileprivate let bytes: [UInt8]
    /// Where to append the bytes; `nil` to rewrite the file.
    fileprivate let place: ReadPlace?

    /// Writes the bytes.
    func perform() throws(FileSystemError) {
      guard let place else { return try file.replace(with: bytes) }
      if !bytes.isEmpty { try file.append(bytes, at: place) }
    }
  }

  /// The lines that the other devices need; `nil` when this device does not publish anything.
  func writing(_ run: SyncRun) throws -> Writing? {
    if folder.isReadOnly { return nil }
    let new = try lines(of: Array(run.published), run)
    let isHeld = found.header.map { $0.version >= FormatNeed.version(of: new) } ?? false
    if let place = end, isHeld, place.lines <= 2 * run.table.entries.count + Self.spareLines {
      let bytes = new.flatMap(\.bytes)
      let end = place.advanced(by: bytes, lines: run.published.count, after: found.tail)
      return Writing(
        end: end, count: run.published.count, pictures: Self.pictures(of: new), file: file,
        bytes: bytes, place: place)
    }
    let keys = try authoredKeys(run)
    let lines = try lines(of: keys, run)
    let header = DeviceHeader(
      device: folder.device, name: folder.name, generation: nextGeneration,
      version: FormatNeed.version(of: lines))
    let bytes = header.bytes + lines.flatMap(\.bytes)
    // Records that the other devices have from the old file are not new to them.
    let isWhole = found.problems.isEmpty && found.header != nil
    return Writing(
      end: ReadPlace(generation: header.generation, endOf: bytes),
      count: isWhole ? run.published.count : keys.count, pictures: Self.pictures(of: lines),
      file: file, bytes: bytes, place: nil)
  }

  private static func pictures(of lines: [SyncLine]) -> Set<ContentDigest> {
    Set(lines.flatMap(SharedPictures.attachments))
  }

  // MARK: Lines

  /// The keys of the records with a change by this device that is still in force.
  private func authoredKeys(_ run: SyncRun) throws -> [String] {
    let identities = folder.identities
    return try run.table.entries.keys.filter {
      try run.table.state(of: $0)?.isAuthored(by: identities) ?? false
    }
  }

  /// A line for each record. A record comes after those that it refers to, and its deletion comes
  /// before theirs, so that the beginning of a file makes sense on its own.
  private func lines(of keys: [String], _ run: SyncRun) throws -> [SyncLine] {
    var lines: [(order: (Int, Int64, String), line: SyncLine)] = []
    let ranks = Dictionary(uniqueKeysWithValues: zip(run.kinds.exchanged.map { $0.kind }, 0...))
    for key in keys {
      guard let entry = run.table[key], let state = try run.table.state(of: key) else { continue }
      // Kinds that only a newer program knows come last.
      let rank = ranks[entry.kind] ?? ranks.count
      let order = (state.isAlive ? rank + 1 : -rank, entry.localID, key)
      lines.append((order, SyncLine(kind: entry.kind.rawValue, key: key, state: state)))
    }
    return lines.sorted { $0.order < $1.order }.map(\.line)
  }

  // MARK: The end of the file

  /// Whether the file is as this device left it. Always true if this device does not publish
  /// anything.
  var isComplete: Bool { folder.isReadOnly || end != nil && end == folder.own }

  /// The end of the file; `nil` when the file has to be rewritten.
  private var end: ReadPlace? {
    guard found.problems.isEmpty, let header = found.header, header.name == folder.name else {
      return nil
    }
    return found.place
  }

  private var nextGeneration: Int {
    max(folder.own?.generation ?? 0, found.header?.generation ?? 0) + 1
  }
}

/// The version of the format of shared folders that lines need.
///
/// A program that does not know the version of a file leaves the whole file alone until it is
/// updated. So a file has the lowest version that its lines allow.
enum FormatNeed {
  /// The beginnings of the values that only programs read that know questions of further kinds. The
  /// quotes in them cannot occur in a text, where they are escaped.
  private static let furtherValues =
    QuestionContent.Kind.allCases.filter(\.isNew).map { "\"solution\":{\"\($0.rawValue)\":" }
    + Response.beginningsOfObjects

  /// The lowest version of a file with these lines.
  static func version(of lines: [SyncLine]) -> Int {
    if lines.contains(where: SharedPictures.areIn) { return DeviceHeader.currentVersion }
    if lines.contains(where: hasFurtherValues) { return DeviceHeader.versionOfFurtherValues }
    return DeviceHeader.firstKinds.isSuperset(of: lines.lazy.map(\.kind))
      ? DeviceHeader.firstVersion : DeviceHeader.versionOfFurtherKinds
  }

  private static func hasFurtherValues(_ line: SyncLine) -> Bool {
    switch line.kind {
    case Question.entityName:
      line.state.values["content.choices"].map(hasFurtherValues) ?? false
    case Attempt.entityName:
      line.state.values.contains { FieldCoder.isAnswer($0.key) && hasFurtherValues($0.value) }
    default: false
    }
  }

  private static func hasFurtherValues(_ value: String) -> Bool {
    furtherValues.contains { value.utf8.contains($0.utf8) }
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
