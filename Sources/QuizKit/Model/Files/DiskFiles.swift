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

/// The file or folder at a path on this computer, for a command that writes there.
struct DiskTarget {
  let path: String
  /// The status of what is there, following links; `nil` where nothing is.
  private let status: stat?

  /// - Parameter path: the path as the user named it.
  init(_ path: String) {
    self.path = path
    status = path == DiskFiles.standardOutput ? Self.status(ofDescriptor: 1) : Self.status(of: path)
  }

  /// Its kind, which decides whether the command writes there.
  ///
  /// - Parameter own: the paths of the bank's own files and folders.
  func kind(own: [String]) -> WritingTarget {
    if own.contains(where: isSame) { return .own }
    if isOutput { return .output }
    guard let status else { return .free }
    switch FileKind(status.st_mode) {
    case .pipe, .characterDevice: return .stream
    case .regular: return StoreFile.isBank(path) ? .bank : .file
    case .directory, .blockDevice, .socket: return .file
    }
  }

  /// Whether it is standard output, under whatever name.
  var isOutput: Bool {
    if path == DiskFiles.standardOutput { return true }
    guard let status, let output = Self.status(ofDescriptor: 1) else { return false }
    return FileIdentity(status) == FileIdentity(output)
  }

  /// Whether it is `other`, by device and inode, so that links and other spellings make no
  /// difference, or in the folder `other`. Files that do not exist are compared by their folders and
  /// names.
  private func isSame(as other: String) -> Bool {
    if let mine = status, let theirs = Self.status(of: other),
      FileIdentity(mine) == FileIdentity(theirs)
    {
      return true
    }
    if path == DiskFiles.standardOutput { return false }
    guard let mine = Self.place(of: path) else { return false }
    if let folder = Self.status(of: other), FileIdentity(folder) == mine.folder { return true }
    guard let theirs = Self.place(of: other) else { return false }
    return mine.folder == theirs.folder && mine.name == theirs.name
  }

  /// The folder in which a file is or would be, with links resolved, and its name there.
  private static func place(of path: String) -> (folder: FileIdentity, name: String)? {
    do throws(FileSystemError) {
      let resolved = URL(filePath: try PosixFileSystem().resolve(path))
      let folder = resolved.deletingLastPathComponent().path(percentEncoded: false)
      guard let status = status(of: folder) else { return nil }
      return (FileIdentity(status), resolved.lastPathComponent)
    } catch {
      // A path that leads nowhere leads to none of the bank's files; writing there says why not.
      return nil
    }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func status(ofDescriptor descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }
}

extension FileIdentity {
  fileprivate init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

/// Writes to a pipe, a device or standard output, where nothing can be replaced.
struct StreamWriting {
  let path: String
  /// Where to write; `nil` to open the path.
  let descriptor: Int32?

  func write(_ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
    let target = descriptor ?? open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    if target < 0 { throw UserFileError(path: path, code: errno, isAboutWriting: true) }
    defer { if descriptor == nil { close(target) } }
    try content { bytes in
      if let code = FileDescriptor(target).writeAll(bytes) {
        if code == EPIPE, descriptor != nil {
          throw UserFileError(path: path, .outputClosed, isAboutWriting: true)
        }
        throw UserFileError(path: path, code: code, isAboutWriting: true)
      }
    }
  }
}

/// The files that an import reads when the user names a file or a folder.
public struct FoundFiles: Equatable, Sendable {
  /// The files to read, in their order.
  public private(set) var paths: [String] = []
  /// How many files and folders of each other kind there are. They are not read.
  package private(set) var others: [OtherFile: Int] = [:]
  /// The folders and files of a folder that cannot be looked at.
  package private(set) var unreadable: [UserFileError] = []
  /// Whether the user named a folder, and none of the files.
  package private(set) var isFolder: Bool

  /// A file that the user named. It is read whatever kind its name says.
  public init(file path: String) {
    (paths, isFolder) = ([path], false)
  }

  /// A folder, at first without files.
  package init() { isFolder = true }

  /// The files of a folder, or of an archive that contains one.
  ///
  /// - Parameters:
  ///   - folder: the folder. Only what follows it decides what a file is.
  ///   - files: all files in it and in the folders in it.
  public init(inFolder folder: String, files: [String]) {
    self.init()
    for file in files {
      let names = file.dropFirst(folder.count).split(separator: "/")
      if let other = names.dropLast().lazy.compactMap({ OtherFile(folder: String($0)) }).first {
        add(other)
      } else {
        add(file: file)
      }
    }
  }

  /// Adds a file of the folder, or counts it if it is of another kind.
  package mutating func add(file path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if let other = OtherFile(file: name) { add(other) } else { paths.append(path) }
  }

  /// Notes a file or a folder that cannot be looked at.
  package mutating func add(_ error: UserFileError) { unreadable.append(error) }

  /// Counts a file or a folder that is not read.
  package mutating func add(_ other: OtherFile) { others[other, default: 0] += 1 }
}
