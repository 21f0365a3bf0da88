import QuizStore

/// What was read from a shared folder. Reading needs no bank, so any thread can do it.
struct FolderReading: Sendable {
  /// The folder as the bank knows it.
  private(set) var folder: SyncFolder
  /// What the files say.
  private(set) var arrivals = SyncArrivals()
  /// How far the other devices' files were read.
  private(set) var peers: [(device: DeviceIdentity, found: DeviceFile.Reading)] = []
  /// The file of this device.
  private(set) var own = DeviceFile.Reading()
  /// What was passed over, and what waits.
  private(set) var problems: [SyncProblem] = []

  /// The names of the kinds that the folder does not exchange.
  private let unwanted: Set<String>

  /// Reads what was not read before.
  ///
  /// - Throws: ``SyncRefusal``.
  init(
    _ folder: SyncFolder, _ kinds: BankKinds, on fileSystem: any FileSystem
  ) throws(SyncRefusal) {
    self.folder = folder
    let exchanged = Set(kinds.exchanged.filter { folder.exchanges($0) }.map { $0.entityName })
    unwanted = Set(kinds.all.map { $0.entityName }).subtracting(exchanged)
    let shared = SharedFolder(folder.path, on: fileSystem)
    var told = SyncProblems()
    let devices = try shared.devices(&told)
    problems = told.all
    // An empty folder is what is left of a drive that is not connected.
    if devices.isEmpty, folder.isKnown { throw .emptied(folder.path) }
    try shared.checkOwnFolder(of: folder.device)
    for device in devices where device != folder.device {
      let place = folder.peers[device.text]?.place
      let found = read(shared.file(of: device), after: place)
      problems += found.problems
      peers.append((device, found))
    }
    // What is wrong with the file concerns nobody, because it is written anew.
    own = read(shared.file(of: folder.device), after: folder.own)
    problems += own.problems.filter(\.isOfSystem)
  }

  /// Whether the file of this device has lines that this bank did not write: the bank was copied, and
  /// the copy writes, too, or it was restored from an older copy. So are those of a newer program.
  var isOwnFileOfAnother: Bool {
    if own.problems.contains(where: \.isOfNewerProgram) { return true }
    guard let header = own.header else { return false }
    guard let known = folder.own, header.generation == known.generation else {
      return header.generation > folder.own?.generation ?? 0
    }
    return own.place != known || own.problems.contains { $0.cause != .older }
  }

  /// Gives this device a new identity, because no two may write one file.
  mutating func renewIdentity(_ device: DeviceIdentity) {
    problems += own.problems.filter(\.isOfNewerProgram)
    problems.append(SyncProblem(.copied, file: "\(folder.path)/\(folder.device.text)"))
    // A file that changed before the place is read from its beginning the next time.
    if !own.problems.contains(where: { $0.cause == .changed }) {
      peers.append((device: folder.device, found: own))
    }
    folder.renewIdentity(device)
    own = DeviceFile.Reading()
  }

  /// How many lines the other devices have written since.
  func lines(of device: DeviceIdentity) -> Int {
    let known = folder.peers[device.text]?.place
    guard let found = peers.first(where: { $0.device == device })?.found.place else { return 0 }
    guard let known, known.generation == found.generation else { return found.lines - 1 }
    return found.lines - known.lines
  }

  private mutating func read(_ file: DeviceFile, after place: ReadPlace?) -> DeviceFile.Reading {
    var reading = DeviceFile.Reading(place: place)
    var arrivals = arrivals
    // One copy only, because there may be many.
    self.arrivals = SyncArrivals()
    defer { self.arrivals = arrivals }
    do throws(FileSystemError) {
      reading = try file.read(after: place) { arrivals.take($0, unless: unwanted) }
    } catch {
      // Lines that were read before the error are good; they are read again the next time.
      reading.told.append(SyncProblem(.system(error.reason), file: error.path))
    }
    return reading
  }
}
