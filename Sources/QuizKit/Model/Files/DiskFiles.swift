import Foundation
import QuizStore
import QuizSupport

/// The files on this computer.
public struct DiskFiles: UserFiles {
  /// The path that means standard input.
  static let standardInput = "-"

  /// Whether commands are read from standard input. It then cannot be read as a file too.
  private let commandsComeFromInput: Bool

  /// Creates access to the files of this computer.
  public init(commandsComeFromInput: Bool = false) {
    self.commandsComeFromInput = commandsComeFromInput
  }

  public func files(at path: String) throws(UserFileError) -> FoundFiles {
    if path == Self.standardInput { return FoundFiles(file: path) }
    guard try UserFileReading.kind(of: path) == .directory else { return FoundFiles(file: path) }
    var visited: Set = [try UserFileReading.identity(of: path)]
    var found = FoundFiles()
    try take(folder: path, &visited, into: &found)
    return found
  }

  /// Takes the files in a folder and in the folders in it.
  ///
  /// - Parameter visited: The folders and files that are already taken, each once whatever leads to it.
  private func take(
    folder path: String, _ visited: inout Set<FileIdentity>, into found: inout FoundFiles
  ) throws(UserFileError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw UserFileError(path: path, reason: error.localizedDescription)
    }
    for name in names.sorted() {
      let file = path.hasSuffix("/") ? path + name : path + "/" + name
      switch try UserFileReading.kindIfThere(of: file) {
      case .regular:
        if visited.insert(try UserFileReading.identity(of: file)).inserted {
          found.add(file: file)
        }
      case .directory:
        if let other = OtherFile(folder: name) {
          found.add(other)
        } else if visited.insert(try UserFileReading.identity(of: file)).inserted {
          // A link can lead back to a folder that was already visited.
          try take(folder: file, &visited, into: &found)
        }
      // Pipes and devices in a folder are not meant to be imported, and reading them may never end.
      default: break
      }
    }
  }

  public func bytes(of path: String) throws(UserFileError) -> [UInt8] {
    try bytes(of: path, longestLine: .max) { true }
  }

  public func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8] {
    let reading =
      path == Self.standardInput
      ? try UserFileReading.standardInput(isTaken: commandsComeFromInput)
      : try UserFileReading(path, inputIsTaken: commandsComeFromInput)
    return try reading.all(longestLine: longestLine, while: goesOn)
  }

  public func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool {
    if path == Self.standardInput { return false }
    return try UserFileReading.kind(of: path) == .regular
  }

  public func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  public func write(
    to path: String, isPrivate: Bool,
    _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try FileReplacement(path, isPrivate: isPrivate).write(content)
  }
}
