/// A file of the user's that cannot be read or written.
public struct UserFileError: ReportableError, Equatable {
  /// Why it cannot.
  public enum Reason: Equatable, Sendable {
    /// What the system says.
    case system(String)
    /// It is something that holds no questions.
    case kind(FileKind)
    /// Standard input is where the commands come from.
    case inputOfCommands
    /// There is not enough memory for so many bytes.
    case memoryShort(needed: Int)
  }

  /// The path as the user wrote it.
  public let path: String
  /// Why it cannot.
  public let reason: Reason
  /// Whether it could not be written, rather than read.
  public let isAboutWriting: Bool

  /// Creates an error.
  public init(path: String, _ reason: Reason, isAboutWriting: Bool = false) {
    self.path = path
    self.reason = reason
    self.isAboutWriting = isAboutWriting
  }

  /// Creates an error of which the system says why.
  public init(path: String, reason: String, isAboutWriting: Bool = false) {
    self.init(path: path, .system(reason), isAboutWriting: isAboutWriting)
  }

  public var code: String {
    switch reason {
    case .system: isAboutWriting ? "unwritable-file" : "unreadable-file"
    case .kind: "not-a-file"
    case .inputOfCommands: "input-in-use"
    case .memoryShort: "memory-short"
    }
  }

  public var file: String? { path }
  public var isDataUnusable: Bool { true }

  public func text(in language: Language) -> String {
    switch reason {
    case .system(let reason):
      isAboutWriting
        ? language.text("cannot be written: \(reason)", "書き込めません: \(reason)")
        : language.text("cannot be read: \(reason)", "読み込めません: \(reason)")
    case .kind(let kind) where isAboutWriting:
      language.text(
        "This is \(kind.english); name a file.", "\(kind.japanese)です。ファイルを指定してください。")
    case .kind(let kind):
      language.text(
        "This is \(kind.english); questions are read from files, pipes and standard input (-).",
        "\(kind.japanese)です。読み込めるのはファイル、パイプ、標準入力(-)だけです。")
    case .inputOfCommands:
      language.text(
        "The commands come from standard input; give them with -c or -f FILE to read questions there.",
        "標準入力はコマンドの入力に使われています。問題を読み込むには、コマンドを -c か -f FILE で渡してください。")
    case .memoryShort(let needed):
      language.text(
        "There is not enough memory: \(ByteCount.text(needed)) more are needed; split the file.",
        "メモリが足りません(あと \(ByteCount.text(needed)) 必要)。ファイルを分割してください。")
    }
  }
}
