import QuizStore
import QuizSupport

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
