import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Synchronizes the bank with the folders that it knows, at the user's command or automatically.
package final class Synchronizer {
  /// Emits the result for each folder.
  package var outcomes: Signal<SyncOutcome> { finished.signal }
  /// Emits the status when a command asks for it.
  package var statuses: Signal<SyncStatus> { told.signal }
  /// Emits the lists of replaced texts that commands ask for.
  package var logs: Signal<SyncLog> { listed.signal }
  /// Emits each text that was put back.
  package var restorations: Signal<SyncRestoration> { restored.signal }
  /// Emits each folder that was forgotten.
  package var farewells: Signal<SyncFarewell> { forgotten.signal }
  /// Emits the error when a folder was not synchronized at the user's command.
  package var failures: Signal<any ReportableError> { failed.signal }
  /// Emits the error when a folder was not synchronized automatically.
  package var warnings: Signal<any ReportableError> { warned.signal }
  /// Emits the result of reading folders automatically, for ``take(_:)``.
  package var arrivals: Signal<SyncReadings> { arrived.signal }

  private let bank: QuestionBank
  private let world: World
  private let sync: FolderSync
  private let finished = PublishSubject<SyncOutcome>()
  private let told = PublishSubject<SyncStatus>()
  private let listed = PublishSubject<SyncLog>()
  private let restored = PublishSubject<SyncRestoration>()
  private let forgotten = PublishSubject<SyncFarewell>()
  private let failed = PublishSubject<any ReportableError>()
  private let warned = PublishSubject<any ReportableError>()
  private let arrived = PublishSubject<SyncReadings>()
  /// Whether folders are being read.
  private var isReading = false
  private var observation: Disposable?

  /// Creates the synchronizer of a bank.
  package init(bank: QuestionBank, world: World) {
    (self.bank, self.world) = (bank, world)
    sync = FolderSync(bank: bank, world: world)
  }

  /// Executes a command. Reads files in the background, if the world has one.
  ///
  /// - Throws: ``SyncRefusal``, ``SaveFailure``, ``ListRefusal``; what the store throws. Nothing is
  ///   then changed. Later errors go to ``failures``.
  package func perform(_ command: SyncCommand) throws {
    switch command {
    case .run(let options) where options.forgets: try forget(options)
    case .run(let options):
      guard !isReading else { throw SyncRefusal.busy }
      read(try folders(options)) { [unowned self] in conclude($0, failed) }
    case .status: told.emit(try status())
    case .log(let limit): listed.emit(try log().first(limit))
    case .restore(let number):
      let item = try log().items.line(number)
      try sync.restore(item.id)
      restored.emit(SyncRestoration(item: item))
    }
  }

  // MARK: Automatic synchronization

  /// Begins to read the folders that are synchronized automatically, for ``arrivals``. Does nothing
  /// when there are none.
  package func beginAutomatically() {
    warned.attempt {
      let folders = try sync.folders().filter(\.isAutomatic)
      guard !isReading, !folders.isEmpty else { return }
      read(folders) { [unowned self] in arrived.emit($0) }
    }
  }

  /// Merges the result of ``beginAutomatically()``.
  package func take(_ readings: SyncReadings) {
    conclude(readings, warned)
  }

  /// Synchronizes the automatic folders before the program ends.
  package func endAutomatically() {
    warned.attempt {
      let folders = try sync.folders().filter(\.isAutomatic)
      conclude(SyncReadings(folders, bank.store.kinds, on: world.sharing.makeFileSystem()), warned)
    }
  }

  private func read(
    _ folders: [SyncFolder], then continuation: @escaping (SyncReadings) -> Void
  ) {
    let (makeFileSystem, kinds) = (world.sharing.makeFileSystem, bank.store.kinds)
    let work = world.background.work { (_: @escaping @Sendable (Never) -> Bool) in
      SyncReadings(folders, kinds, on: makeFileSystem())
    }
    isReading = true
    let observation = work.news.observe { [unowned self] news in
      guard case .result(let readings) = news else { return }
      isReading = false
      continuation(readings)
    }
    if isReading { self.observation = observation }
  }

  private func conclude(
    _ readings: SyncReadings, _ failures: PublishSubject<any ReportableError>
  ) {
    for reading in readings.folders {
      failures.attempt { finished.emit(try sync.take(reading.get())) }
    }
  }

  // MARK: Folders

  /// The folders that the options mean, with the settings changed as the options say.
  private func folders(_ options: SyncOptions) throws -> [SyncFolder] {
    let known = try sync.folders()
    let chosen: [SyncFolder]
    if let folder = options.folder {
      let path = try resolved(folder)
      chosen = try [known.first { $0.path == path } ?? newFolder(at: path)]
    } else {
      let isForOne = options.isQuestionsOnly || options.isReadOnly
      guard !known.isEmpty, known.count == 1 || !isForOne else { throw SyncRefusal.nowhere }
      chosen = known
    }
    return try chosen.map { try changed($0, options) }
  }

  private func changed(_ folder: SyncFolder, _ options: SyncOptions) throws -> SyncFolder {
    var changed = folder
    if let name = options.name.map({ FieldText.make($0) }), !name.isEmpty {
      changed.name = String(name.prefix(SyncFolder.mostCharacters))
    }
    if options.isQuestionsOnly {
      if folder.own != nil, !folder.isQuestionsOnly {
        throw SyncRefusal.alreadyShared(folder.path)
      }
      changed.isQuestionsOnly = true
    }
    if options.isReadOnly { changed.isReadOnly = true }
    if let isAutomatic = options.isAutomatic { changed.isAutomatic = isAutomatic }
    if changed != folder || !folder.id.isPermanent { changed.id = try sync.save(changed) }
    return changed
  }

  private func newFolder(at path: String) throws -> SyncFolder {
    let sharing = world.sharing
    try SharedFolder(path, on: sharing.makeFileSystem()).check()
    return SyncFolder(
      path: path, device: DeviceIdentity(sharing.randomNumber()), name: sharing.deviceName)
  }

  /// The unique path under which the bank knows a folder, however the user wrote it.
  ///
  /// - Throws: ``SyncRefusal/nowhere`` for an empty path, which would mean the working directory,
  ///   and ``SyncRefusal/noWorkingDirectory(_:)`` for a relative one in a directory that was
  ///   removed.
  private func resolved(_ path: String) throws(SyncRefusal) -> String {
    var path = path.expandingHome(world.sharing.home)
    if path.isEmpty { throw .nowhere }
    do throws(FileSystemError) {
      path = try WorkingDirectory.absolute(path)
    } catch {
      throw .noWorkingDirectory(error)
    }
    let url = URL(filePath: path, directoryHint: .notDirectory).resolvingSymlinksInPath()
    return url.path(percentEncoded: false)
  }

  private func forget(_ options: SyncOptions) throws {
    guard !isReading else { throw SyncRefusal.busy }
    guard let path = try options.folder.map(resolved) else { throw SyncRefusal.nowhere }
    guard let folder = try sync.folders().first(where: { $0.path == path }) else {
      throw SyncRefusal.unknownFolder(path)
    }
    try sync.forget(folder.id)
    forgotten.emit(SyncFarewell(folder: path))
  }

  // MARK: Status and log

  private func status() throws -> SyncStatus {
    let fileSystem = world.sharing.makeFileSystem()
    return SyncStatus(
      folders: try sync.folders().map { folder in
        do {
          let reading = try FolderReading(folder, bank.store.kinds, on: fileSystem)
          return SyncStatus.Folder(
            folder, reading, in: world.timeZone, publishing: try sync.countOfUnpublished(reading))
        } catch let refusal as SyncRefusal {
          return SyncStatus.Folder(folder, refusal, in: world.timeZone)
        }
      })
  }

  private func log() throws -> SyncLog {
    let folders = try sync.folders()
    var tables: [Identifier<SyncFolder>: SyncTable] = [:]
    var items: [SyncLog.Item] = []
    for lost in try sync.lostTexts() {
      guard let folder = folders.first(where: { $0.id == lost.folderID }) else { continue }
      let table = try tables[folder.id] ?? SyncTable(of: folder.id, in: bank.store)
      tables[folder.id] = table
      items.append(
        SyncLog.Item(
          lost, number: items.count + 1, of: try bank.name(of: table[lost.key]),
          device: folder.peers[lost.device.text]?.name ?? lost.device.text,
          in: world.timeZone))
    }
    return SyncLog(total: items.count, items: items)
  }
}

/// The results of reading several folders, for ``Synchronizer/take(_:)``.
package struct SyncReadings: Sendable {
  let folders: [Result<FolderReading, SyncRefusal>]

  init(_ folders: [SyncFolder], _ kinds: BankKinds, on fileSystem: any FileSystem) {
    self.folders = folders.map { folder in
      Result { () throws(SyncRefusal) in try FolderReading(folder, kinds, on: fileSystem) }
    }
  }
}
