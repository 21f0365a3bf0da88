import Foundation
import Signals

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import Terminal
@testable import TestKit
@testable import qa_repl

/// A computer with a bank on its disk, on which the program is started again and again.
final class SimulatedDevice {
  static let folder = "/shared folder"
  /// The line with which the device synchronizes.
  static let synchronization = "sync \"\(folder)\""
  static let start: TimeInterval = 1_800_000_000

  /// The properties of a device that do not change in a history.
  struct Nature {
    /// Where the bank is: a journal, or an archive for `json`.
    var isArchive: Bool
    /// The error of the clock, in seconds.
    var skew: TimeInterval
    var manner: SimulatedProgram.Manner
    /// The run from which on the program knows a kind of record that exists only in tests; `nil`
    /// for never.
    var bookmarksFrom: UInt64?
  }

  let number: Int
  private(set) var nature: Nature
  private(set) var disk = SimulatedDisk()
  private(set) var program: SimulatedProgram?
  /// The files that the user names in commands.
  let files = TestFiles()
  /// The time since the start of the history for which the program has been closed or open.
  private(set) var elapsed: Duration = .zero
  /// Tells a program that runs of each change of the files.
  let fileChanges = PublishSubject<Void>()
  private var saves: Disposable?
  /// The banks after each save since the last call of ``trace(_:)``, starting with the first one.
  private var states: [BankSnapshot]?
  private var current: BankSnapshot?
  private var runs: UInt64 = 0
  /// Whether the device has been used.
  var isInUse: Bool { runs > 0 }
  /// How often the bank was saved since the program began.
  private(set) var saveCount = 0
  /// Whether the screen may show less than the form has, because it could not be redrawn.
  var isScreenOld = false
  /// Whether the bank was saved since this was set to false.
  var hasSaved = false

  /// Whether the program knows bookmarks.
  var knowsBookmarks: Bool { nature.bookmarksFrom.map { $0 <= runs } ?? false }

  private var path: String { nature.isArchive ? "/bank.json" : "/bank" }

  init(_ number: Int, _ nature: Nature) {
    (self.number, self.nature) = (number, nature)
    disk.kinds[Self.folder] = .directory
  }

  /// The date at which the history begins. Rules know a quiz by its start, so that no two devices
  /// have one in the same millisecond.
  private var origin: Date {
    Date(timeIntervalSince1970: Self.start + nature.skew + Double(number) / 8192)
  }

  /// The wall date of the device.
  var now: Date {
    let open = program?.scheduler.now ?? .zero
    let time = Double((elapsed + open).components.seconds)
    return origin + time
  }

  /// The current bank, as its store reports it.
  func snapshot() throws -> BankSnapshot {
    if let current { return current }
    guard let program else { return try read(disk) }
    let snapshot = try BankSnapshot(of: program.store)
    current = snapshot
    return snapshot
  }

  // MARK: Starting and ending

  /// Starts the program, if it does not run.
  func begin() throws {
    guard program == nil else { return }
    runs += 1
    let store = try open(disk, .writing)
    current = nil
    saves = store.saves.observe { [unowned self] _ in
      current = nil
      hasSaved = true
      saveCount += 1
      if states != nil, let snapshot = try? snapshot() { states?.append(snapshot) }
    }
    nonisolated(unsafe) let disk = disk
    let random = RandomSource(seed: UInt64(number) << 32 + runs)
    program = SimulatedProgram(nature.manner, store: store) { scheduler in
      let begun = origin + elapsed.seconds
      let now = { begun + scheduler.now.seconds }
      let sharing = SyncSurroundings(
        now: now, randomNumber: { random.next() }, deviceName: "device \(number + 1)",
        makeFileSystem: { disk })
      var world = World(
        scheduler: scheduler, now: now, random: random, store: store, files: files,
        sharing: sharing)
      world.fileChanges = { [fileChanges] _ in fileChanges.signal }
      if nature.manner.isLive { world.draftFile = ProgramFile(besideBankAt: path, on: disk) }
      return world
    }
  }

  /// Ends the program as a person does.
  func end() {
    guard let program else { return }
    program.end()
    drop()
  }

  /// Kills the program.
  func kill() {
    let after = disk.afterCrash { _ in 1 }
    drop()
    disk = after
    disk.kinds[Self.folder] = .directory
  }

  /// Drops the program, as when it is killed.
  private func drop() {
    guard let program else { return }
    elapsed += program.scheduler.now
    self.program = nil
    saves = nil
    current = nil
  }

  /// Lets time pass while the program is closed.
  func sleep(_ duration: Duration) { elapsed += duration }

  func resize(to size: ScreenSize) {
    nature.manner.size = size
    program?.resize(to: size)
  }

  // MARK: What is shared

  /// The path of the file that other devices read; `nil` while nothing is shared.
  var ownFile: String? {
    guard let program, let folder = try? Self.folder(of: program.store) else { return nil }
    return "\(Self.folder)/\(folder.device.text)/\(DeviceFile.name)"
  }

  /// Whether the device sends and receives everything that can be shared.
  var sharesEverything: Bool {
    get throws {
      guard let program, let folder = try Self.folder(of: program.store) else { return false }
      return !folder.isReadOnly && !folder.isQuestionsOnly
    }
  }

  private static func folder(of store: any DataStore) throws -> SyncFolder? {
    try StoreContext(store).fetch(FetchDescriptor<SyncFolder>()).first { $0.path == folder }
  }

  /// The content of a backup of the bank.
  func export() throws -> ExportedBank { try ExportedBank(backup()) }

  /// The text of a backup.
  func backup() throws -> String {
    let name = "whole.json"
    try program?.shell.models.exporter.run(
      ExportOptions(file: name, replaces: true, isBackup: true))
    let text = files.contents[name] ?? "{}"
    files.contents[name] = nil
    return text
  }

  // MARK: What goes wrong

  /// Runs the line until the power fails at a call of the file system.
  ///
  /// - Returns: The possible banks afterwards.
  func crash(
    during line: String, call: Int, powerFails: Bool, chance: UInt64
  ) throws -> [BankSnapshot] {
    guard let program else { return [] }
    var random = SplitMix64(seed: chance)
    var crashed: SimulatedDisk?
    var acknowledged = 0
    states = [try snapshot()]
    disk.alarm = (
      disk.calls + call,
      { [unowned self] in
        acknowledged = (states?.count ?? 1) - 1
        crashed = disk.afterCrash { powerFails ? Int.random(in: 0..<$0, using: &random) : 1 }
      }
    )
    program.run(line)
    disk.alarm = nil
    let possible = states ?? []
    states = nil
    let isLate = crashed == nil
    let after = crashed ?? disk.afterCrash { _ in 1 }
    drop()
    disk = after
    disk.kinds[Self.folder] = .directory
    return isLate ? Array(possible.suffix(1)) : Array(possible.dropFirst(acknowledged))
  }

  /// Runs the line while calls of the file system fail.
  func fail(_ failure: DiskFailure, during line: String) {
    switch failure {
    case .full: disk.freeBytes = 200
    case .unreadable: disk.faults = [.init(operation: .read, code: EIO, successes: 1)]
    case .unwritable: disk.faults = [.init(operation: .write, code: EIO, successes: 1)]
    case .unsynced: disk.faults = [.init(operation: .sync, code: EIO)]
    }
    program?.run(line)
    (disk.freeBytes, disk.faults) = (nil, [])
    isScreenOld = true
  }

  // MARK: The bank from its file alone

  /// The bank as another program reads it, possibly while this one runs.
  func readByAnother() throws -> BankSnapshot {
    try BankSnapshot(of: open(disk, .reading))
  }

  /// Whether another program that wants to write is refused.
  func refusesAnotherWriter() throws -> Bool {
    do throws(StoreError) {
      let store = try open(disk, .writing)
      try store.close()
      return false
    } catch {
      if case .inUse = error { return true }
      throw error
    }
  }

  /// The bank as it would be if the program were killed now.
  func snapshotFromFile() throws -> BankSnapshot {
    try read(disk.afterCrash { _ in 1 })
  }

  private func read(_ disk: SimulatedDisk) throws -> BankSnapshot {
    try BankSnapshot(of: open(disk, .reading))
  }

  func open(
    _ disk: SimulatedDisk, _ access: StoreAccess
  ) throws(StoreError) -> any DataStore {
    var environment = StoreEnvironment(
      fileSystem: disk, now: { Date(timeIntervalSince1970: Self.start) }, randomNumber: { 7 })
    environment.roomAhead = 1 << 12
    environment.processors = 1
    let schema = knowsBookmarks ? BankSchema.with([Bookmark.self]) : BankSchema.usual
    if nature.isArchive {
      return try JSONStore(
        path: "/bank.json", schema: schema, access: access, environment: environment)
    }
    return try JournalStore(
      path: "/bank", schema: schema, access: access, environment: environment)
  }
}

extension Duration {
  var seconds: TimeInterval {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
