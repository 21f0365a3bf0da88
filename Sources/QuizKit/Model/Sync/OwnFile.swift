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
    let isHeld = found.header?.holds(run.kinds(of: run.published).map(\.rawValue)) ?? false
    if let place = end, isHeld, place.lines <= 2 * run.table.entries.count + Self.spareLines {
      let bytes = try run.text(of: Array(run.published))
      let end = place.advanced(by: bytes, lines: run.published.count, after: found.tail)
      return Writing(
        end: end, count: run.published.count, file: file, bytes: bytes, place: place)
    }
    let keys = try run.authoredKeys()
    let header = DeviceHeader(
      device: folder.device, name: folder.name, generation: nextGeneration,
      kinds: run.kinds(of: keys).map(\.rawValue))
    let bytes = try header.bytes + run.text(of: keys)
    // Records that the other devices have from the old file are not new to them.
    let isWhole = found.problems.isEmpty && found.header != nil
    return Writing(
      end: ReadPlace(generation: header.generation, endOf: bytes),
      count: isWhole ? run.published.count : keys.count, file: file, bytes: bytes, place: nil)
  }

  /// Whether the file is as this device left it. Always true if this device does not publish
  /// anything.
  var isComplete: Bool { folder.isReadOnly || end != nil && end == folder.own }

  /// The end of the file; `nil` when the file has to be rewritten.
  private var end: ReadPlace? {
    guard found.problems.isEmpty, let header = found.header, header.name == folder.name,
      !folder.isOfOtherRules
    else {
      return nil
    }
    return found.place
  }

  private var nextGeneration: Int {
    max(folder.own?.generation ?? 0, found.header?.generation ?? 0) + 1
  }
}
