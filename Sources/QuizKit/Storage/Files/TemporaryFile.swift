import Foundation

/// A new file in the folder of another one, which it replaces once it is whole.
///
/// Its name cannot be guessed, and it is never one that exists already. What a killed process left
/// behind is recognised by its name, which only files for the same target have, and by how it begins.
struct TemporaryFile {
  /// The open file. Its errors name the target.
  let file: any OpenFile

  private let fileSystem: any FileSystem
  private let path: String
  private let target: String

  /// A name is taken with a chance of one in 2^64.
  private static let mostTries = 8
  private static let suffix = ".tmp"

  /// Creates an empty file.
  ///
  /// - Parameter target: the absolute path of the file that it will replace.
  init(for target: String, on fileSystem: any FileSystem) throws(FileSystemError) {
    self.fileSystem = fileSystem
    self.target = target
    var triesLeft = Self.mostTries
    while true {
      let path = Self.randomPath(for: target)
      do throws(FileSystemError) {
        file = try fileSystem.open(path, for: .creating(as: target))
        self.path = path
        return
      } catch {
        triesLeft -= 1
        if error.code != EEXIST || triesLeft == 0 { throw error }
      }
    }
  }

  /// Gives the file the target's name, and has that on the disk.
  ///
  /// - Precondition: the content is synced, so that after a crash there is one of the two files.
  func takePlaceOfTarget() throws(FileSystemError) {
    try fileSystem.rename(path, to: target)
    try fileSystem.syncDirectory(directory(of: target))
  }

  /// Takes the name away. The open file can still be used.
  func unlink() throws(FileSystemError) { try fileSystem.remove(path) }

  /// Gives the file up after an error. If even that fails, the next opening for writing clears it up.
  func discard() {
    do throws(FileSystemError) {
      try unlink()
    } catch {
      return
    }
  }

  /// Removes what killed processes left behind.
  ///
  /// - Parameter targets: the files of one store, all in one folder.
  /// - Precondition: the caller has the lock of the store, so that nobody else is at work on it.
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
      // They take room and do no harm.
      return
    }
  }

  private static func randomPath(for target: String) -> String {
    // Not the world's random numbers: with a seed, those can be guessed.
    directory(of: target) + "/" + prefix(for: target) + digits(.random(in: .min ... .max)) + suffix
  }

  /// The target's name does not stand in it, because that may be as long as a name can be.
  private static func prefix(for target: String) -> String {
    let name = target.split(separator: "/").last ?? ""
    return ".qa-repl-" + digits(Checksum.of(Array(name.utf8), seed: 0)) + "-"
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
