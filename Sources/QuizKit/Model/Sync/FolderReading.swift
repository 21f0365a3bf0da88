import QuizStore
import QuizSupport

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
