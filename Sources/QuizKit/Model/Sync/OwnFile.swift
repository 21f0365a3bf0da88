import QuizStore

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
        end: end, count: run.published.count, file: file, bytes: bytes, place: place)
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
      count: isWhole ? run.published.count : keys.count, file: file, bytes: bytes, place: nil)
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
