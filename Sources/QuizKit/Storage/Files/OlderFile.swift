/// The file of an older program version, kept under another name next to the file that replaces it.
enum OlderFile {
  /// Copies the file at `path`, and returns the path of the copy: `bank.version-2.journal` for
  /// `bank.journal`. The name ends with a number, as in `bank.version-2-2.journal`, when that name
  /// is taken.
  ///
  /// - Parameter version: the version of the records in the file.
  static func keep(
    _ path: String, version: Int, on fileSystem: any FileSystem
  ) throws(FileSystemError) -> String {
    let copy = name(path, version, try taken(path, version, on: fileSystem).count + 1)
    let old = try fileSystem.open(path, for: .reading)
    try fileSystem.write(beside: path, as: copy) { file throws(FileSystemError) in
      try copyContent(of: old, to: file)
    }
    try old.close()
    return copy
  }

  private static func copyContent(
    of old: any OpenFile, to new: any OpenFile
  ) throws(FileSystemError) {
    var offset = 0
    while case let piece = try old.read(at: offset, count: pieceSize), !piece.isEmpty {
      try new.write(piece, at: offset)
      offset += piece.count
    }
  }

  /// The existing files that may be copies of a file that was at `path`.
  static func copies(
    of path: String, version: Int, on fileSystem: any FileSystem
  ) throws(FileSystemError) -> [String] {
    var copies: [String] = []
    for name in try taken(path, version, on: fileSystem)
    where try StoreFile.isOurs(name, on: fileSystem) {
      copies.append(name)
    }
    return copies
  }

  /// The names for copies that existing files have, in order up to the first free name.
  private static func taken(
    _ path: String, _ version: Int, on fileSystem: any FileSystem
  ) throws(FileSystemError) -> [String] {
    var taken: [String] = []
    while case let next = name(path, version, taken.count + 1),
      try fileSystem.status(of: next) != nil
    {
      taken.append(next)
    }
    return taken
  }

  /// Removes a copy. If removing it fails, the copy stays.
  static func remove(_ copy: String, on fileSystem: any FileSystem) {
    do throws(FileSystemError) {
      try fileSystem.remove(copy)
    } catch {
      // The copy takes space but does no harm.
      return
    }
  }

  private static let pieceSize = 1 << 20

  /// - Parameter number: counts the copies of one version from 1. The first copy's name has no
  ///   number.
  private static func name(_ path: String, _ version: Int, _ number: Int) -> String {
    let mark = ".version-\(version)" + (number == 1 ? "" : "-\(number)")
    let file = path.split(separator: "/").last ?? ""
    guard let point = file.lastIndex(of: "."), point > file.startIndex else { return path + mark }
    return path.dropLast(file[point...].count) + mark + file[point...]
  }
}
