/// The file of an older version of the program, kept under another name beside the file that takes its place.
enum OlderFile {
  /// Copies the file at `path`, and returns the path of the copy: `bank.version-2.journal` for `bank.journal`, or with
  /// a number behind it when there is such a file.
  ///
  /// - Parameter version: the version of the records in it.
  static func keep(
    _ path: String, version: Int, on fileSystem: any FileSystem
  ) throws(FileSystemError) -> String {
    var copy = name(path, version)
    var number = 2
    while try fileSystem.status(of: copy) != nil {
      copy = name(path, version, number)
      number += 1
    }
    let old = try fileSystem.open(path, for: .reading)
    let temporary = try TemporaryFile(for: path, on: fileSystem)
    do throws(FileSystemError) {
      try copyContent(of: old, to: temporary.file)
      try temporary.file.sync()
      try temporary.file.close()
      try temporary.take(copy)
    } catch {
      temporary.discard()
      throw error
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

  /// The files that may be copies of one that was at `path`.
  static func copies(
    of path: String, version: Int, on fileSystem: any FileSystem
  ) throws(FileSystemError) -> [String] {
    var copies: [String] = []
    var copy = name(path, version)
    var number = 2
    while try fileSystem.status(of: copy) != nil {
      if try StoreFile.isOurs(copy, on: fileSystem) { copies.append(copy) }
      copy = name(path, version, number)
      number += 1
    }
    return copies
  }

  /// Removes a copy. If that fails, it stays.
  static func remove(_ copy: String, on fileSystem: any FileSystem) {
    do throws(FileSystemError) {
      try fileSystem.remove(copy)
    } catch {
      // It takes space but does no harm.
      return
    }
  }

  private static let pieceSize = 1 << 20

  private static func name(_ path: String, _ version: Int, _ number: Int? = nil) -> String {
    let mark = ".version-\(version)" + (number.map { "-\($0)" } ?? "")
    let file = path.split(separator: "/").last ?? ""
    guard let point = file.lastIndex(of: "."), point > file.startIndex else { return path + mark }
    return path.dropLast(file[point...].count) + mark + file[point...]
  }
}
