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

  /// All bytes of a file to which another file refers, such as a picture.
  ///
  /// Neither `..` nor a link leads out of the folder, whatever the other file says.
  ///
  /// - Parameters:
  ///   - reference: The path from the folder of the other file on, as that one says it.
  ///   - file: The other file, as the user named it.
  ///   - folder: The folder that the user named; `nil` for that of the other file.
  ///   - limit: The largest size in bytes.
  /// - Returns: `nil` when there is no such file.
  /// - Throws: ``UserFileError`` when it cannot be read, is too large, or is outside of the folder.
  func bytes(
    of reference: String, beside file: String, within folder: String?, limit: Int
  ) throws(UserFileError) -> [UInt8]?

  /// Whether reading `path` again gives the same bytes. This is not the case for a pipe or standard
  /// input.
  func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool

  /// The path from the root that a path means.
  func absolute(_ path: String) -> String

  /// The size, the identity and the time of the last change of a file, which is not read for them.
  ///
  /// - Returns: `nil` where it does not tell.
  /// - Throws: ``UserFileError`` when there is no file.
  func status(of path: String) throws(UserFileError) -> FileStatus?

  /// Makes a folder and those that it is in, where they are missing.
  ///
  /// - Throws: ``UserFileError`` when it cannot be made.
  func makeFolder(at path: String) throws(UserFileError)

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

  /// Looks a file in memory up by its path, which has no links.
  public func bytes(
    of reference: String, beside file: String, within folder: String?, limit: Int
  ) throws(UserFileError) -> [UInt8]? {
    let path = try RelatedPath(reference, beside: file, within: folder).path
    guard exists(path) else { return nil }
    let bytes = try bytes(of: path)
    if bytes.count > limit { throw UserFileError(path: reference, .tooLarge(limit)) }
    return bytes
  }

  /// Files in memory need no folders.
  public func makeFolder(at path: String) throws(UserFileError) {}

  /// Files in memory have no folder in which the program is.
  public func absolute(_ path: String) -> String { path }

  /// Of files in memory nothing is known beside their content.
  public func status(of path: String) throws(UserFileError) -> FileStatus? { nil }

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

/// Where a file is to which another one refers.
struct RelatedPath {
  /// The folder that it must not leave.
  let root: String
  /// The path of the file.
  let path: String

  /// - Throws: ``UserFileError`` when the path, as it is written, leads out of the folder.
  init(
    _ reference: String, beside file: String, within folder: String?
  ) throws(UserFileError) {
    let own = FileName.folder(of: file)
    let root = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? own
    let isInside = own.hasPrefix(root)
    guard let name = FileName.normalized(reference, in: isInside ? own.dropFirst(root.count) : "")
    else { throw UserFileError(path: reference, .outside) }
    self.root = isInside ? root : own
    path = self.root + name
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
    /// A file refers to one outside of its folder.
    case outside
    /// The file is larger than what is read of its kind, which is in bytes.
    case tooLarge(Int)
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
        "このファイルには名前が \(count) 個あり（ハードリンク）、置き換えるとほかの名前に今の内容が残ります。この名前を先に削除するか、別のファイルを指定してください。")
    case .kind(let kind) where isAboutWriting:
      Message(
        "not-a-file", "This is \(kind.english); name a file.", "\(kind.japanese)です。ファイルを指定してください。")
    case .kind(let kind):
      Message(
        "not-a-file",
        "This is \(kind.english); questions are read from files, pipes and standard input (-).",
        "\(kind.japanese)です。読み込めるのはファイル、パイプ、標準入力（-）だけです。")
    case .inputOfCommands:
      Message(
        "input-in-use", "The commands come from standard input.", "標準入力はコマンドの入力に使われています。")
    case .outputClosed:
      Message(
        "output-closed", "Nobody reads standard output any more.", "標準出力の読み手がいなくなりました。")
    case .outside:
      Message(
        "outside-folder", "The path leads out of the folder.", "パスがフォルダーの外を指しています。")
    case .tooLarge(let limit):
      Message(
        "file-too-large", "The file has more than \(ByteCount.text(limit)).",
        "ファイルが \(ByteCount.text(limit)) を超えています。")
    case .memoryShort(let needed):
      Message(
        "memory-short",
        "There is not enough memory: \(ByteCount.text(needed)) more are needed; split the file.",
        "メモリが足りません（あと \(ByteCount.text(needed)) 必要）。ファイルを分割してください。")
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
