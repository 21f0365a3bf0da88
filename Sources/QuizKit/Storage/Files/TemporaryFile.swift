import Foundation
import QuizSupport

/// A new file next to another file, which it replaces when it is complete.
///
/// Its name is random and never an existing one. If the process is killed, the file remains. A
/// later ``removeRemains(for:on:)`` recognizes it by its name, which depends on the target, and by
/// its first bytes.
package struct TemporaryFile {
  /// The open file. Errors mention the target's path.
  package let file: any OpenFile

  private let fileSystem: any FileSystem
  private let path: String
  private let target: String

  /// A random name is already taken with a probability of 1 in 2^64, so a few tries are enough.
  private static let mostTries = 8
  private static let suffix = ".tmp"
  private static let beginning = ".qa-repl-"

  /// Creates an empty file.
  ///
  /// - Parameters:
  ///   - target: the absolute path of the file that it will replace.
  ///   - old: that file, if the new one should take over its permissions.
  package init(
    for target: String, like old: (any OpenFile)? = nil, on fileSystem: any FileSystem
  ) throws(FileSystemError) {
    self.fileSystem = fileSystem
    self.target = target
    var triesLeft = Self.mostTries
    while true {
      let path = Self.randomPath(for: target)
      do throws(FileSystemError) {
        file = try fileSystem.open(path, for: .creating(as: target, like: old))
        self.path = path
        return
      } catch {
        triesLeft -= 1
        if error.code != EEXIST || triesLeft == 0 { throw error }
      }
    }
  }

  /// Renames the file to the target, and makes sure that the renaming is on the disk.
  ///
  /// - Precondition: the content is synced. After a crash there is then either the old or the new
  ///   file.
  package func takePlaceOfTarget() throws(FileSystemError) { try take(target) }

  /// Renames the file to another name in the folder of the target, in the same way.
  func take(_ name: String) throws(FileSystemError) {
    try fileSystem.rename(path, to: name)
    try fileSystem.syncDirectory(directory(of: target))
  }

  /// Removes the file's name. The open file can still be used.
  func unlink() throws(FileSystemError) { try fileSystem.remove(path) }

  /// Removes the file after an error. If that fails, the next opening for writing removes it.
  package func discard() {
    do throws(FileSystemError) {
      try unlink()
    } catch {
      return
    }
  }

  /// Removes files that killed processes left behind.
  ///
  /// - Parameter targets: the files of one store, all in one folder.
  /// - Precondition: the caller holds the store's lock, so no other process is writing such files.
  static func removeRemains(for targets: String..., on fileSystem: any FileSystem) {
    let folder = directory(of: targets[0])
    let prefixes = targets.map { prefix(for: $0) }
    do throws(FileSystemError) {
      for name in try fileSystem.names(in: folder)
      where prefixes.contains(where: { isName(name, with: $0) }) {
        let path = folder + "/" + name
        if try StoreFile.isOurs(path, on: fileSystem) { try fileSystem.remove(path) }
      }
    } catch {
      // They take space but do no harm.
      return
    }
  }

  private static func randomPath(for target: String) -> String {
    // This does not use the program's random numbers, because a seed makes those predictable.
    directory(of: target) + "/" + prefix(for: target) + digits(.random(in: .min ... .max)) + suffix
  }

  /// Uses a hash of the target's name, because the name itself may have the maximum length.
  private static func prefix(for target: String) -> String {
    let name = target.split(separator: "/").last ?? ""
    return beginning + digits(Checksum.of(Array(name.utf8), seed: 0)) + "-"
  }

  /// Whether a file's name is one that only such files have.
  static func isName(_ name: String) -> Bool {
    let first = beginning.utf8.count + 16
    return isName(name, with: String(name.prefix(first)) + "-") && name.hasPrefix(beginning)
  }

  private static func isName(_ name: String, with prefix: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let number = name.dropFirst(prefix.count).dropLast(suffix.count)
    return number.count == 16 && number.allSatisfy(\.isHexDigit)
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

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
