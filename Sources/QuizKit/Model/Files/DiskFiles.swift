import Foundation
import QuizStore
import QuizSupport

/// The files on this computer.
public struct DiskFiles: UserFiles {
  /// The path that means standard input.
  static let standardInput = "-"

  /// The path that means standard output, where something is written.
  static let standardOutput = "-"

  /// Whether commands are read from standard input. It then cannot be read as a file too.
  private let commandsComeFromInput: Bool
  /// Whether the program's own lines are on standard output, where nothing may come between them.
  private let outputIsTaken: Bool
  /// What `~` at the beginning of a path stands for.
  private let home: String?

  /// Creates access to the files of this computer.
  ///
  /// - Parameters:
  ///   - commandsComeFromInput: Whether commands are read from standard input.
  ///   - outputIsTaken: Whether standard output is for the program's own lines alone.
  ///   - home: The directory for which `~` stands; `nil` to leave it as it is.
  public init(
    commandsComeFromInput: Bool = false, outputIsTaken: Bool = false, home: String? = nil
  ) {
    (self.commandsComeFromInput, self.home) = (commandsComeFromInput, home)
    self.outputIsTaken = outputIsTaken
  }

  public func files(at path: String) throws(UserFileError) -> FoundFiles {
    let path = path.expandingHome(home)
    if path == Self.standardInput { return FoundFiles(file: path) }
    guard try UserFileReading.kind(of: path) == .directory else { return FoundFiles(file: path) }
    var visited: Set = [try UserFileReading.identity(of: path)]
    var found = FoundFiles()
    take(folder: path, &visited, into: &found)
    if let error = found.unreadable.first(where: { $0.path == path }) { throw error }
    return found
  }

  /// Takes the files in a folder and in the folders in it. What cannot be looked at is noted, and
  /// the rest is taken.
  ///
  /// - Parameter visited: The folders and files that are already taken, each once whatever leads to
  ///   it.
  private func take(
    folder path: String, _ visited: inout Set<FileIdentity>, into found: inout FoundFiles
  ) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
      let reason = code.map(Reason.system) ?? Reason(verbatim: error.localizedDescription)
      return found.add(UserFileError(path: path, reason: reason))
    }
    for name in names.sorted() {
      let file = path.hasSuffix("/") ? path + name : path + "/" + name
      let kind: FileKind?
      let isNew: Bool
      do throws(UserFileError) {
        kind = try UserFileReading.kindIfThere(of: file)
        // A link can lead back to what was already visited.
        if kind == nil {
          isNew = false
        } else {
          isNew = visited.insert(try UserFileReading.identity(of: file)).inserted
        }
      } catch {
        found.add(error)
        continue
      }
      switch kind {
      case .regular:
        if isNew { found.add(file: file) }
      case .directory:
        if let other = OtherFile(folder: name) {
          found.add(other)
        } else if isNew {
          take(folder: file, &visited, into: &found)
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
      : try UserFileReading(path.expandingHome(home), inputIsTaken: commandsComeFromInput)
    return try reading.all(longestLine: longestLine, while: goesOn)
  }

  public func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool {
    if path == Self.standardInput { return false }
    return try UserFileReading.kind(of: path.expandingHome(home)) == .regular
  }

  public func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path.expandingHome(home))
  }

  public func target(at path: String, own: [String]) -> WritingTarget {
    let target = DiskTarget(path.expandingHome(home)).kind(own: own)
    return target == .output && outputIsTaken ? .takenOutput : target
  }

  public func write(
    to path: String, isPrivate: Bool,
    _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let path = path.expandingHome(home)
    let target = DiskTarget(path)
    switch target.kind(own: []) {
    case .output: try StreamWriting(path: path, descriptor: 1).write(content)
    case .stream: try StreamWriting(path: path, descriptor: nil).write(content)
    case .free, .file, .bank, .own, .takenOutput:
      try FileReplacement(path, isPrivate: isPrivate).write(content)
    }
  }
}
