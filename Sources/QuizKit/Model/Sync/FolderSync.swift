import Foundation

/// Synchronizes a bank with other devices through shared folders.
///
/// See <doc:Synchronization> for the files, the rules, and what a crash at each step leaves.
public final class FolderSync {
  private let bank: QuestionBank
  private let world: World
  private let fileSystem: any FileSystem
  private var store: StoreContext { bank.store }

  /// Creates the synchronization of a bank.
  public init(bank: QuestionBank, world: World, fileSystem: any FileSystem) {
    (self.bank, self.world, self.fileSystem) = (bank, world, fileSystem)
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
    let work = StoreContext(store.store)
    var id = folder.id
    try work.saving {
      if id.isPermanent { try work.update(folder) } else { id = work.insert(folder) }
    }
    return work.resolve(id)
  }

  /// The values of this device that others have replaced, the last one first.
  func lostTexts() throws -> [LostText] {
    try store.fetch(FetchDescriptor<LostText>()).reversed()
  }

  /// Puts a value that was replaced back into its record. The next synchronization publishes that
  /// like any other edit. It is one change of the bank, which undo takes back.
  ///
  /// - Throws: ``SaveFailure``; ``SyncRefusal/recordGone`` when the record was deleted.
  func restore(_ id: Identifier<LostText>) throws {
    guard let lost = try store.record(for: id),
      let folder = try store.record(for: lost.folderID)
    else { throw SaveFailure.notFound }
    let run = try SyncRun(folder, work: store, now: world.now())
    guard let entry = run.table[lost.key], entry.isInBank else { throw SyncRefusal.recordGone }
    try store.saving {
      try run.put(lost, into: entry)
      try store.delete(id)
    }
  }

  /// Exchanges changes with the other devices of a folder. What the others changed is one change of
  /// the bank, which undo takes back.
  ///
  /// - Throws: ``SyncRefusal``; ``SaveFailure``; what the store throws. Nothing is then changed.
  @discardableResult
  func synchronize(_ id: Identifier<SyncFolder>) throws -> SyncOutcome {
    guard let folder = try store.record(for: id) else { throw SaveFailure.notFound }
    let shared = SharedFolder(folder.path, on: fileSystem)
    let work = StoreContext(beside: store)
    let run = try SyncRun(folder, work: work, now: world.now())
    var updated = folder
    let devices = try shared.devices(&run.problems)
    var outcome = SyncOutcome()
    for device in devices where device != folder.device {
      if let peer = read(shared.file(of: device), folder.peers[device.text], run) {
        outcome.devices += 1
        updated.peers[device.text] = peer
      }
    }
    let own = OwnFile(shared.file(of: folder.device), of: folder, run)
    try run.publishChanges()
    try run.merge(in: world)
    let writing = try own.writing(run)
    updated.own = writing?.end ?? folder.own
    try save(run, updated == folder ? nil : updated)
    outcome.received = run.received
    outcome.replaced = run.lost.count
    do throws(FileSystemError) {
      try writing?.perform()
      outcome.published = writing?.count ?? 0
    } catch {
      // The next synchronization finds that its file is not what it should be, and writes it anew.
      run.problems.append(SyncProblem(.system(error.reason), file: error.path))
    }
    outcome.problems = run.problems
    return outcome
  }

  /// Reads the file of another device.
  ///
  /// - Returns: how far it is read; `nil` when there is nothing of the device that can be used.
  private func read(
    _ file: DeviceFile, _ peer: SyncFolder.Peer?, _ run: SyncRun
  ) -> SyncFolder.Peer? {
    do throws(FileSystemError) {
      let reading = try file.read(after: peer?.place, run.take)
      run.problems += reading.problems
      guard let place = reading.place else { return peer }
      let isNew = place != peer?.place
      return SyncFolder.Peer(
        name: reading.header?.name ?? peer?.name ?? "", place: place,
        seenAt: isNew ? world.now() : peer?.seenAt ?? world.now())
    } catch {
      // Lines that were read before the error are good; they are read again the next time.
      run.problems.append(SyncProblem(.system(error.reason), file: error.path))
      return peer
    }
  }

  /// Saves everything in one save.
  private func save(_ run: SyncRun, _ folder: SyncFolder?) throws {
    let work = run.work
    let changesBank = work.hasChanges
    try run.table.write(to: work)
    if let folder { try work.update(folder) }
    work.insert(contentsOf: run.lost)
    guard changesBank else {
      // Nothing that undo could take back.
      work.undoLimit = 0
      return try work.saving {}
    }
    store.takeOver(work)
    do {
      try store.save()
    } catch {
      store.rollback()
      throw SaveFailure(error)
    }
  }
}
