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

  public func bytes(
    of reference: String, beside file: String, within folder: String?, limit: Int
  ) throws(UserFileError) -> [UInt8]? {
    if file == Self.standardInput || file.hasPrefix("/dev/") || file.hasPrefix("/proc/") {
      return nil
    }
    let file = file.expandingHome(home)
    let folder = folder?.expandingHome(home)
    let related = try RelatedPath(reference, beside: file, within: folder)
    // Resolved paths are compared, so that no link leads out of the folder.
    guard let root = try Self.real(related.root.isEmpty ? "." : related.root, for: reference),
      let path = try Self.real(related.path, for: reference)
    else { return nil }
    guard path.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
      throw UserFileError(path: reference, .outside)
    }
    do throws(FileSystemError) {
      let system = PosixFileSystem(for: .everybody)
      guard let status = try system.status(of: path), status.kind == .regular else { return nil }
      if status.size > limit { throw FileSystemError(.open, reference, code: EFBIG) }
      let opened = try system.open(path, for: .reading)
      let bytes = try opened.read(at: 0, count: min(opened.size(), limit))
      try opened.close()
      return bytes
    } catch {
      if error.code == EFBIG { throw UserFileError(path: reference, .tooLarge(limit)) }
      throw UserFileError(path: reference, .fileSystem(error))
    }
  }

  /// The path with all links followed, those of its folders too; `nil` when nothing is there.
  private static func real(
    _ path: String, for reference: String
  ) throws(UserFileError) -> String? {
    guard let real = realpath(path, nil) else {
      if [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno) { return nil }
      throw UserFileError(path: reference, code: errno)
    }
    defer { free(real) }
    return String(cString: real)
  }

  public func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool {
    if path == Self.standardInput { return false }
    return try UserFileReading.kind(of: path.expandingHome(home)) == .regular
  }

  public func absolute(_ path: String) -> String {
    let path = path.expandingHome(home)
    // Joined first: `standardized` takes the `..` of a relative path away without the folder before it.
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    // Behind a link `..` is not the folder that stands before it in the path.
    if whole.split(separator: "/").contains(".."), let real = realpath(whole, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    return URL(filePath: whole).standardized.path
  }

  public func status(of path: String) throws(UserFileError) -> FileStatus? {
    let path = path.expandingHome(home)
    let status: FileStatus?
    do throws(FileSystemError) {
      status = try PosixFileSystem(for: .everybody).status(of: path)
    } catch {
      throw UserFileError(path: path, .fileSystem(error))
    }
    guard let status else { throw UserFileError(path: path, code: ENOENT) }
    return status
  }

  public func makeFolder(at path: String) throws(UserFileError) {
    let path = path.expandingHome(home)
    do throws(FileSystemError) {
      let system = PosixFileSystem(for: .everybody)
      let folder = try system.resolve(path)
      if try system.status(of: folder) == nil { try system.createDirectory(folder) }
    } catch {
      throw UserFileError(path: path, .fileSystem(error), isAboutWriting: true)
    }
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
    if let folder = Self.status(of: other), mine.folders.contains(FileIdentity(folder)) {
      return true
    }
    guard let theirs = Self.place(of: other) else { return false }
    return mine.folders.first == theirs.folders.first && mine.name == theirs.name
  }

  /// The folder in which a file is or would be, with links resolved, and those that this one is in;
  /// and the name of the file.
  private static func place(of path: String) -> (folders: [FileIdentity], name: String)? {
    do throws(FileSystemError) {
      let resolved = URL(filePath: try PosixFileSystem().resolve(path))
      // A path with links or `..` names other folders than those that the folder is in.
      let written = resolved.deletingLastPathComponent().path(percentEncoded: false)
      guard let real = realpath(written, nil) else { return nil }
      defer { free(real) }
      var folder = URL(filePath: String(cString: real), directoryHint: .isDirectory)
      guard let status = status(of: folder.path(percentEncoded: false)) else { return nil }
      var folders = [FileIdentity(status)]
      while folder.pathComponents.count > 1 {
        folder = folder.deletingLastPathComponent()
        if let status = Self.status(of: folder.path(percentEncoded: false)) {
          folders.append(FileIdentity(status))
        }
      }
      return (folders, resolved.lastPathComponent)
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

/// Reads one file, pipe or standard input from beginning to end.
final class UserFileReading {
  private let path: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  /// The file's size, used to allocate memory once; 0 when unknown.
  private var expected = 0
  /// The bytes read so far, in pieces that never grow. A growing array would be copied again and
  /// again, and a pipe would need more memory than a file.
  private var pieces: [[UInt8]] = []
  /// The number of bytes that were read.
  private var count = 0

  /// How many bytes a piece of something has whose size is not known.
  private static let pieceSize = 4 << 20

  /// Opens a file or a pipe. Rejects devices and the like, which may never end.
  init(_ path: String, inputIsTaken: Bool) throws(UserFileError) {
    // Check the kind before opening, because opening a device can have side effects.
    try Self.require(Self.kind(of: path), path)
    // Do not block on a pipe that has no writer yet; `wait` handles that.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw UserFileError(path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    ownsDescriptor = true
    let status = try Self.status(of: descriptor, path)
    try Self.require(FileKind(status.st_mode), path)
    if inputIsTaken, try Self.isInput(status) { throw UserFileError(path: path, .inputOfCommands) }
    if FileKind(status.st_mode) == .regular { expected = Int(status.st_size) }
  }

  private init(input descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    ownsDescriptor = false
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Reads standard input of any kind: a person may type or paste questions and end them with
  /// Ctrl-D.
  static func standardInput(isTaken: Bool) throws(UserFileError) -> UserFileReading {
    let path = DiskFiles.standardInput
    if isTaken { throw UserFileError(path: path, .inputOfCommands) }
    return UserFileReading(input: STDIN_FILENO, path: path)
  }

  /// Reads to the end, or stops after the first line of text longer than `longestLine`.
  func all(
    longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8] {
    // A bank may take up most of the memory, so a file of known size is one piece.
    try addPiece(of: expected + 1)
    var lineStart = 0
    while try wait(while: goesOn), try readPart(&lineStart) {
      if count - lineStart > longestLine, isText { return withoutHalfCharacter(joined()) }
    }
    return joined()
  }

  /// All that was read. Each piece is given back as soon as it was copied.
  private func joined() -> [UInt8] {
    if pieces.count == 1 { return pieces.removeLast() }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in pieces.indices {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        filled += pieces[index].count
        _ = rest.initialize(from: pieces[index])
        pieces[index] = []
      }
    }
  }

  /// Waits until data is available. Returns `false` when `goesOn` returns `false`.
  private func wait(while goesOn: () -> Bool) throws(UserFileError) -> Bool {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, 100)
      if count < 0, errno != EINTR { throw UserFileError(path: path, code: errno) }
      if count > 0 { return true }
      if !goesOn() { return false }
    }
  }

  /// Reads the available bytes, up to a fixed limit; returns `false` at the end.
  ///
  /// - Parameter lineStart: where the last line begins.
  private func readPart(_ lineStart: inout Int) throws(UserFileError) -> Bool {
    var last = pieces.count - 1
    if pieces[last].capacity == pieces[last].count {
      try addPiece(of: Self.pieceSize)
      last += 1
    }
    let room = min(1 << 20, pieces[last].capacity - pieces[last].count)
    let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { part in
      let count = read(descriptor, part.baseAddress, room)
      if count > 0 {
        let part = part[..<count]
        pieces[last].append(contentsOf: part)
        if let end = part.lastIndex(of: UInt8(ascii: "\n")) { lineStart = self.count + end + 1 }
        self.count += count
      }
      return count
    }
    if count >= 0 { return count > 0 }
    if errno == EINTR || errno == EAGAIN { return true }
    throw UserFileError(path: path, code: errno)
  }

  private func addPiece(of size: Int) throws(UserFileError) {
    // Converting the bytes to questions needs the same amount of memory again.
    let needed = size + count + size
    if count + size > 1 << 20, !FreeMemory.hasRoom(for: needed) {
      throw UserFileError(path: path, .memoryShort(needed: needed))
    }
    var piece: [UInt8] = []
    piece.reserveCapacity(size)
    pieces.append(piece)
  }

  /// Whether the bytes are neither JSON nor XML, where a whole document may be on one line, nor a
  /// zip package.
  private var isText: Bool {
    let bytes = pieces.joined()
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) { return false }
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]
    let first = bytes.first { $0 > 0x20 && !marks.contains($0) }
    return first.map { !"[{<".utf8.contains($0) } ?? true
  }

  /// The bytes without an incomplete character at the end, so that the encoding is detected
  /// correctly.
  private func withoutHalfCharacter(_ bytes: consuming [UInt8]) -> [UInt8] {
    while let last = bytes.last, last > 0x7F { bytes.removeLast() }
    return bytes
  }

  // MARK: Kinds of files

  /// The kind of file at `path`, following links.
  ///
  /// - Throws: ``UserFileError`` when it does not exist.
  static func kind(of path: String) throws(UserFileError) -> FileKind {
    guard let kind = try kindIfThere(of: path) else {
      throw UserFileError(path: path, code: ENOENT)
    }
    return kind
  }

  static func kindIfThere(of path: String) throws(UserFileError) -> FileKind? {
    var status = stat()
    if stat(path, &status) == 0 { return FileKind(status.st_mode) }
    if errno == ENOENT { return nil }
    throw UserFileError(path: path, code: errno)
  }

  /// What tells a file or a folder from all others, whatever path and links lead to it.
  ///
  /// - Throws: ``UserFileError`` when it does not exist.
  static func identity(of path: String) throws(UserFileError) -> FileIdentity {
    var status = stat()
    guard stat(path, &status) == 0 else { throw UserFileError(path: path, code: errno) }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  private static func status(of descriptor: Int32, _ path: String) throws(UserFileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UserFileError(path: path, code: errno) }
    return status
  }

  private static func require(_ kind: FileKind, _ path: String) throws(UserFileError) {
    if kind != .regular, kind != .pipe { throw UserFileError(path: path, .kind(kind)) }
  }

  /// Whether `file` is the pipe that provides the commands, opened under another name such as
  /// /dev/stdin.
  private static func isInput(_ file: stat) throws(UserFileError) -> Bool {
    let input = try status(of: STDIN_FILENO, DiskFiles.standardInput)
    return FileKind(file.st_mode) == .pipe && input.st_dev == file.st_dev
      && input.st_ino == file.st_ino
  }
}

extension UserFileError {
  /// Creates an error from an `errno` code.
  init(path: String, code: Int32, isAboutWriting: Bool = false) {
    self.init(path: path, reason: .system(code), isAboutWriting: isAboutWriting)
  }
}

/// Replaces the content of a user's file atomically and keeps its permissions. Does not touch any
/// other file.
struct FileReplacement {
  /// The path as the user wrote it.
  private let path: String
  /// Whether only the owner may read a new file.
  private let isPrivate: Bool

  init(_ path: String, isPrivate: Bool) {
    self.path = path
    self.isPrivate = isPrivate
  }

  /// - Parameter content: passes the bytes to `write`, in any number of pieces.
  func write(_ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
    let target = try resolved()
    do {
      let old = try existing(target)
      let fileSystem = PosixFileSystem(for: isPrivate ? .owner : .everybody)
      let temporary = try TemporaryFile(for: target, like: old, on: fileSystem)
      do {
        var offset = 0
        try content { bytes in
          try temporary.file.write(bytes, at: offset)
          offset += bytes.count
        }
        try temporary.file.sync()
        try temporary.file.close()
      } catch {
        temporary.discard()
        throw error
      }
      try take(temporary, target)
    } catch let error as FileSystemError {
      throw UserFileError(path: path, code: error.code, isAboutWriting: true)
    }
  }

  /// The path with links resolved. The file need not exist.
  private func resolved() throws(UserFileError) -> String {
    do throws(FileSystemError) {
      return try PosixFileSystem().resolve(path)
    } catch {
      throw UserFileError(path: path, .fileSystem(error), isAboutWriting: true)
    }
  }

  /// The existing file, opened for writing; `nil` if it does not exist.
  private func existing(_ target: String) throws -> (any OpenFile)? {
    guard let status = try PosixFileSystem().status(of: target) else { return nil }
    if status.kind != .regular {
      throw UserFileError(path: path, .kind(status.kind), isAboutWriting: true)
    }
    // Renaming over a file does not require the permission to write to it. The file is opened for
    // writing nevertheless, because a user who makes a file read-only wants to protect it.
    let file = try PosixFileSystem().open(target, for: .updating)
    let names = try file.nameCount()
    // The other names would keep the old content.
    if names > 1 { throw UserFileError(path: path, .severalNames(names), isAboutWriting: true) }
    return file
  }

  private func take(_ temporary: TemporaryFile, _ target: String) throws(FileSystemError) {
    do throws(FileSystemError) {
      try temporary.takePlaceOfTarget()
    } catch {
      // Some file systems cannot sync a directory. At this point the file already has its new name.
      if error.operation == .rename {
        temporary.discard()
        throw error
      }
      if error.code != EINVAL, error.code != EACCES { throw error }
    }
  }
}
