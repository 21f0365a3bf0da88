/// What was read from a shared folder. Reading needs no bank, so any thread can do it.
struct FolderReading: Sendable {
  /// The folder as the bank knows it.
  let folder: SyncFolder
  /// What the files say.
  private(set) var arrivals = SyncArrivals()
  /// How far the other devices' files were read.
  private(set) var peers: [(device: DeviceIdentity, found: DeviceFile.Reading)] = []
  /// The file of this device.
  private(set) var own = DeviceFile.Reading()
  /// What was passed over, and what waits.
  private(set) var problems: [SyncProblem] = []

  /// Reads what was not read before.
  ///
  /// - Throws: ``SyncRefusal``.
  init(_ folder: SyncFolder, on fileSystem: any FileSystem) throws(SyncRefusal) {
    self.folder = folder
    let shared = SharedFolder(folder.path, on: fileSystem)
    for device in try shared.devices(&problems) where device != folder.device {
      let place = folder.peers[device.text]?.place
      let found = read(shared.file(of: device), after: place)
      problems += found.problems
      peers.append((device, found))
    }
    // Lines that the bank does not know, as after the bank was restored from an older copy. What is
    // wrong with the file concerns nobody, because it is written anew.
    own = read(shared.file(of: folder.device), after: folder.own)
    problems += own.problems.filter(\.isOfSystem)
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
      reading = try file.read(after: place) { arrivals.take($0, of: folder) }
    } catch {
      // Lines that were read before the error are good; they are read again the next time.
      reading.problems.append(SyncProblem(.system(error.reason), file: error.path))
    }
    return reading
  }
}
