import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The files that users name in commands, for import and export.
public protocol UserFiles: Sendable {
  /// The files at `path`. This is the file itself, or the files in a folder and in all folders in
  /// it, sorted by name, without those that cannot have questions.
  ///
  /// - Throws: ``UserFileError`` when nothing exists at `path`.
  func files(at path: String) throws(UserFileError) -> FoundFiles

  /// All bytes of a file.
  ///
  /// - Throws: ``UserFileError`` when it cannot be read.
  func bytes(of path: String) throws(UserFileError) -> [UInt8]

  /// The bytes of a file, which may be a pipe.
  ///
  /// - Parameters:
  ///   - path: The file, as the user named it.
  ///   - longestLine: Reading stops after a line with more bytes, which is then the last line of
  ///     the result. Ignored for JSON and XML, where line breaks have no meaning.
  ///   - goesOn: Called at intervals while waiting for a pipe. Return `false` to give up and keep
  ///     what has been read so far.
  /// - Throws: ``UserFileError`` when it cannot be read.
  func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8]

  /// Whether reading `path` again gives the same bytes. This is not the case for a pipe or standard
  /// input.
  func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool

  /// Whether anything exists at `path`.
  func exists(_ path: String) -> Bool

  /// The kind of file at `path`, for a command that writes there.
  ///
  /// - Parameters:
  ///   - path: the path as the user wrote it.
  ///   - own: the paths of the bank's own files and folders, which need not exist.
  func target(at path: String, own: [String]) -> WritingTarget

  /// Creates or replaces a file atomically: a half-written file is never visible. What is written
  /// to a pipe, a device or standard output goes straight there.
  ///
  /// - Parameters:
  ///   - path: The file, as the user named it.
  ///   - isPrivate: Whether only the owner may read the file.
  ///   - content: Called once; passes the bytes to `write` in any number of pieces.
  /// - Throws: ``UserFileError`` when it cannot be written, and what `content` throws. An existing
  ///   file is then unchanged, unless only making the replacement durable failed.
  func write(
    to path: String, isPrivate: Bool,
    _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws
}

/// The kind of file that a command would write over.
public enum WritingTarget: Equatable, Sendable {
  /// Nothing.
  case free
  /// A file that may be replaced.
  case file
  /// A question bank, which may be replaced too.
  case bank
  /// A file of the bank that is open, or in one of its folders.
  case own
  /// A pipe or a device.
  case stream
  /// Standard output, whatever it leads to.
  case output
  /// Standard output, to which the program writes something else.
  case takenOutput
}

extension UserFiles {
  /// Files in memory are files, and their path is all that tells them apart.
  public func target(at path: String, own: [String]) -> WritingTarget {
    own.contains(path) ? .own : exists(path) ? .file : .free
  }

  /// Files in memory can always be read again.
  public func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool { true }

  /// Reads the whole file: for implementations that have its bytes in memory.
  public func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8] {
    try bytes(of: path)
  }

  /// Creates or replaces a file with these bytes.
  public func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws {
    try write(to: path, isPrivate: isPrivate) { write in try write(bytes) }
  }
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

/// The error when a user's file cannot be read or written.
public struct UserFileError: ReportableError, Equatable {
  /// The reason.
  package enum Reason: Equatable, Sendable {
    /// The system's error message.
    case system(QuizSupport.Reason)
    /// The error of the file system.
    case fileSystem(FileSystemError)
    /// The file has several names (hard links). After replacing it, the other names would still
    /// have the old content.
    case severalNames(Int)
    /// The path leads to something other than a file, such as a folder or a device.
    case kind(FileKind)
    /// Standard input already provides the commands.
    case inputOfCommands
    /// The program that reads standard output, such as `head`, has ended.
    case outputClosed
    /// There is not enough free memory; `needed` is in bytes.
    case memoryShort(needed: Int)
  }

  /// The path as the user wrote it.
  package let path: String
  /// The reason.
  package let reason: Reason
  /// Whether writing failed; `false` when reading failed.
  package let isAboutWriting: Bool

  /// Creates an error.
  package init(path: String, _ reason: Reason, isAboutWriting: Bool = false) {
    self.path = path
    self.reason = reason
    self.isAboutWriting = isAboutWriting
  }

  /// Creates an error with a message from the system.
  package init(path: String, reason: QuizSupport.Reason, isAboutWriting: Bool = false) {
    self.init(path: path, .system(reason), isAboutWriting: isAboutWriting)
  }

  public var file: String? { path }
  public var isDataUnusable: Bool { true }
  /// Whether only the reader of standard output has gone, which is nothing to complain about.
  package var isOutputClosed: Bool { reason == .outputClosed }

  public var message: Message {
    switch reason {
    case .system(let reason):
      isAboutWriting
        ? Message("unwritable-file", .init("cannot be written: ", "書き込めません: ") + reason)
        : Message("unreadable-file", .init("cannot be read: ", "読み込めません: ") + reason)
    case .fileSystem(let error):
      isAboutWriting
        ? Message("unwritable-file", error.sentences) : Message("unreadable-file", error.sentences)
    case .severalNames(let count):
      Message(
        "unwritable-file",
        "The file has \(count) names (hard links), and the others would keep what is there now. "
          + "Remove this name first, or name another file.",
        "このファイルには名前が \(count) 個あり(ハードリンク)、置き換えるとほかの名前に今の内容が残ります。この名前を先に削除するか、別のファイルを指定してください。")
    case .kind(let kind) where isAboutWriting:
      Message(
        "not-a-file", "This is \(kind.english); name a file.", "\(kind.japanese)です。ファイルを指定してください。")
    case .kind(let kind):
      Message(
        "not-a-file",
        "This is \(kind.english); questions are read from files, pipes and standard input (-).",
        "\(kind.japanese)です。読み込めるのはファイル、パイプ、標準入力(-)だけです。")
    case .inputOfCommands:
      Message(
        "input-in-use", "The commands come from standard input.", "標準入力はコマンドの入力に使われています。")
    case .outputClosed:
      Message(
        "output-closed", "Nobody reads standard output any more.", "標準出力の読み手がいなくなりました。")
    case .memoryShort(let needed):
      Message(
        "memory-short",
        "There is not enough memory: \(ByteCount.text(needed)) more are needed; split the file.",
        "メモリが足りません(あと \(ByteCount.text(needed)) 必要)。ファイルを分割してください。")
    }
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

/// The kinds of files and folders that an import of a folder passes over.
package enum OtherFile: String, CaseIterable, Sendable {
  /// A file or a folder that the system hides, such as `.git`.
  case hidden
  /// A folder in which tools put the packages that they fetch or what they build.
  case tools
  case image, sound, video, font, archive, document, program, settings
  /// A text in which no questions were found.
  case withoutQuestions

  /// The kind of a folder that is not entered; `nil` for all others.
  package init?(folder name: String) {
    if name.hasPrefix(".") {
      self = .hidden
    } else if Self.toolFolders.contains(name) {
      self = .tools
    } else {
      return nil
    }
  }

  /// The kind of a file that is not read; `nil` for a file that may have questions.
  package init?(file name: String) {
    guard !name.hasPrefix(".") else {
      self = .hidden
      return
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    if QuestionFormat.all.contains(where: { $0.extensions.contains(ending) }) { return nil }
    guard let kind = Self.endings.first(where: { $0.value.contains(ending) })?.key else {
      return nil
    }
    self = kind
  }

  private static let toolFolders: Set<String> = [
    "node_modules", "bower_components", "__pycache__", "venv", "site-packages", "__MACOSX",
  ]

  private static let endings: [OtherFile: Set<String>] = [
    .image: [
      "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "ico", "tif", "tiff", "heic", "avif",
      "psd", "drawio",
    ],
    .sound: ["mp3", "wav", "ogg", "oga", "m4a", "flac", "mid", "midi", "aac"],
    .video: ["mp4", "mov", "avi", "mkv", "webm", "m4v"],
    .font: ["ttf", "otf", "woff", "woff2", "eot"],
    .archive: [
      "zip", "gz", "tgz", "bz2", "xz", "zst", "tar", "7z", "rar", "jar", "apkg", "colpkg", "mbz",
      "imscc", "h5p", "deb", "rpm", "dmg", "iso",
    ],
    .document: [
      "pdf", "doc", "docx", "odt", "rtf", "tex", "ppt", "pptx", "odp", "xls", "xlsx", "ods",
      "epub", "html", "htm", "db", "sqlite", "sqlite3",
    ],
    .program: [
      "py", "js", "mjs", "cjs", "jsx", "ts", "tsx", "java", "kt", "swift", "c", "cc", "cpp", "h",
      "hpp", "cs", "go", "rs", "rb", "php", "pl", "lua", "r", "sh", "bash", "zsh", "bat", "ps1",
      "sql", "css", "scss", "sass", "less", "vue", "svelte", "dart", "scala", "ipynb", "exe",
      "dll", "so", "dylib", "class", "o", "pyc", "wasm", "map",
    ],
    .settings: [
      "toml", "ini", "cfg", "conf", "lock", "properties", "plist", "env", "gradle",
      "cmake", "mk", "rules",
    ],
  ]
}
