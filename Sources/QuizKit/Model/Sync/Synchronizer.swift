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

/// A command about synchronization.
package enum SyncCommand: Equatable, Sendable {
  /// Exchanges changes.
  case run(SyncOptions)
  /// Reports how far the devices have come.
  case status
  /// Lists at most `limit` texts that other devices have replaced, last replaced first.
  case log(limit: Int)
  /// Puts the text with this number in the list back, from 1.
  case restore(Int)
}

/// The options of a synchronization.
package struct SyncOptions: Equatable, Sendable {
  /// The shared folder; `nil` for all folders that the bank knows.
  package var folder: String?
  /// This device's name from now on; `nil` to keep it.
  package var name: String?
  /// Whether notes and answers stay on this device from now on.
  package var isQuestionsOnly: Bool
  /// Whether this device only receives changes from now on.
  package var isReadOnly: Bool
  /// Whether the program synchronizes when it starts and ends, from now on; `nil` to keep the
  /// setting.
  package var isAutomatic: Bool?
  /// Whether to forget the folder instead of synchronizing.
  package var forgets: Bool

  /// Creates options.
  package init(
    folder: String? = nil, name: String? = nil, isQuestionsOnly: Bool = false,
    isReadOnly: Bool = false, isAutomatic: Bool? = nil, forgets: Bool = false
  ) {
    self.folder = folder
    self.name = name
    self.isQuestionsOnly = isQuestionsOnly
    self.isReadOnly = isReadOnly
    self.isAutomatic = isAutomatic
    self.forgets = forgets
  }
}

/// The status of synchronization: how far each device has come.
package struct SyncStatus: Equatable, Sendable {
  /// The shared folders, in the order in which they were added.
  package var folders: [Folder]

  /// A shared folder.
  package struct Folder: Equatable, Sendable {
    /// The path of the folder.
    package var path: String
    /// This device's identity and name.
    package var device, name: String
    /// Whether notes and answers stay on this device.
    package var isQuestionsOnly: Bool
    /// Whether this device only receives changes.
    package var isReadOnly: Bool
    /// Whether the program synchronizes when it starts and ends.
    package var isAutomatic: Bool
    /// The number of records that wait to be published; `nil` when the folder or the bank cannot be
    /// read.
    package var publishing: Int?
    /// The other devices.
    package var devices: [Device]
    /// The parts that were skipped, and those that wait to be read.
    package var problems: [SyncProblem] = []
    /// The reason why the folder cannot be read; `nil` when it can.
    package var refusal: SyncRefusal?
  }

  /// Another device.
  package struct Device: Encodable, Equatable, Sendable {
    /// Its identity.
    package var deviceID: String
    /// The name that its user gave it; `nil` when it is not known yet.
    @Nullable package var name: String?
    /// When anything of it was last read; `nil` if never.
    @Nullable package var seenAt: Stamp?
    /// The number of its lines that wait to be read.
    package var unread: Int
  }
}

extension SyncStatus.Folder {
  init(
    _ folder: SyncFolder, _ reading: FolderReading, in timeZone: TimeZone, publishing: Int?
  ) {
    self.init(
      folder, publishing: publishing,
      devices: reading.peers.map { device, found in
        let known = folder.peers[device.text]
        return SyncStatus.Device(
          deviceID: device.text, name: found.header?.name ?? known?.name,
          seenAt: known.map { Stamp($0.seenAt, in: timeZone) },
          unread: reading.lines(of: device))
      })
    problems = reading.problems
  }

  init(_ folder: SyncFolder, _ refusal: SyncRefusal, in timeZone: TimeZone) {
    self.init(
      folder, publishing: nil,
      devices: folder.peers.sorted { $0.key < $1.key }.map { device, peer in
        SyncStatus.Device(
          deviceID: device, name: peer.name.unlessEmpty, seenAt: Stamp(peer.seenAt, in: timeZone),
          unread: 0)
      })
    self.refusal = refusal
  }

  private init(_ folder: SyncFolder, publishing: Int?, devices: [SyncStatus.Device]) {
    self.init(
      path: folder.path, device: folder.device.text, name: folder.name,
      isQuestionsOnly: folder.isQuestionsOnly, isReadOnly: folder.isReadOnly,
      isAutomatic: folder.isAutomatic, publishing: publishing, devices: devices)
  }
}

/// The texts of this device that other devices have replaced, last replaced first.
package struct SyncLog: Encodable, Equatable, Sendable {
  /// A text that was replaced.
  package struct Item: Encodable, Equatable, Sendable {
    let id: Identifier<OverwrittenText>
    /// Its number, from 1.
    package var number: Int
    /// The kind of record that the text belongs to.
    package var kind: RecordKind
    /// The name of the field in files.
    package var field: String
    /// The question, the note, or the name of the record; `nil` when the record was deleted.
    @Nullable package var record: String?
    /// The text that was replaced.
    package var text: String
    /// The device that replaced it.
    package var device: String
    /// When it was replaced on this device.
    package var replacedAt: Stamp

    private enum CodingKeys: CodingKey {
      case number, kind, field, record, text, device, replacedAt
    }
  }

  /// The total number of texts.
  package var total: Int
  /// The first texts of the list.
  package var items: [Item]

  /// The list, shortened to a maximum number of items.
  func first(_ count: Int) -> SyncLog { SyncLog(total: total, items: Array(items.prefix(count))) }
}

extension SyncLog.Item {
  init(
    _ lost: OverwrittenText, number: Int, of record: String?, device: String, in timeZone: TimeZone
  ) {
    self.init(
      id: lost.id, number: number, kind: lost.kind, field: lost.field, record: record,
      text: Self.text(lost.value), device: device, replacedAt: Stamp(lost.replacedAt, in: timeZone))
  }

  /// The field that has the solution of a question without choices, too.
  private struct Solved: Decodable {
    var solution: Solution
  }

  /// A value as a user would write it. A text is shown as it is, several texts or the names of
  /// pictures are shown one after another, a solution without choices by its right answers, and all other values look as in
  /// files.
  private static func text(_ json: String) -> String {
    let bytes = Array(json.utf8)
    do throws(JSONFault) {
      let value = try bytes.withBytes { bytes throws(JSONFault) in try JSONValue(reading: bytes) }
      if let texts = texts(of: value) { return texts.joined(separator: ", ") }
      guard value["solution"] != nil else { return json }
      let solution = try bytes.withBytes { bytes throws(JSONFault) in
        try JSONTextDecoder().decode(Solved.self, from: bytes).solution
      }
      return QuestionContent(text: "", solution: solution).rightAnswer
    } catch {
      return json
    }
  }

  private static func texts(of value: JSONValue) -> [String]? {
    if let text = value.scalarText { return [text] }
    let elements = value.array ?? value["choices"]?.array
    guard let elements, !elements.isEmpty else { return nil }
    let texts = elements.compactMap { element in
      element.string ?? element["text"]?.string ?? element["attachment"]?["name"]?.string
        ?? element["address"]?.string
    }
    return texts.count == elements.count ? texts : nil
  }
}

/// A text that was put back.
package struct SyncRestoration: Equatable, Sendable {
  /// The text, with the number that it had in the list.
  package var item: SyncLog.Item

  /// The text as a log of one item.
  package var log: SyncLog { SyncLog(total: 1, items: [item]) }
}

/// A folder that the bank has forgotten.
package struct SyncFarewell: Equatable, Sendable {
  /// The path of the folder.
  package var folder: String
}

extension QuestionBank {
  /// The title of a record in lists; `nil` when the bank does not have the record.
  func name(of entry: SyncedRecord.Entry?) throws -> String? {
    guard let entry, entry.isInBank, let kind = store.kinds[entry.kind], kind.hasTexts else {
      return nil
    }
    return try title(kind, entry.localID)
  }

  private func title<R: BankRecord>(_ kind: R.Type, _ number: Int64) throws -> String? {
    try store.record(for: Identifier<R>(rawValue: number))?.title(in: timeZone)
  }
}
