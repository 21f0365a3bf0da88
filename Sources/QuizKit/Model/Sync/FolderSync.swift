import Foundation
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
      try OverwrittenTextReturn(in: run).put(lost, into: entry)
      try store.delete(id)
    }
  }

  /// Exchanges changes with the other devices of a folder. The changes of the other devices are one
  /// change of the bank, which undo takes back.
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
    guard isNew(reading, own, mark) else {
      if updated != known { try save(updated) }
      return outcome
    }
    let run = try run(reading)
    try Publication(in: run).perform()
    try SyncMerge(in: run).perform(in: world)
    let writing = try own.writing(run)
    updated.own = writing?.end ?? folder.own
    updated.agreement = run.work.hasChanges ? nil : mark
    updated.hasUnread = run.table.hasUnread ? true : nil
    try save(run, updated == known ? nil : updated)
    (outcome.received, outcome.replaced) = (run.received, run.lost.count)
    outcome.problems += run.allProblems
    do throws(FileSystemError) {
      if writing != nil { try SharedFolder(folder.path, on: fileSystem).addAttributes() }
      try writing?.perform()
      outcome.published = writing?.count ?? 0
    } catch {
      // The next synchronization notices that the file differs from what it should be, and rewrites
      // it.
      outcome.problems.append(SyncProblem(.system(error.reason), file: error.path))
    }
    return outcome
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
