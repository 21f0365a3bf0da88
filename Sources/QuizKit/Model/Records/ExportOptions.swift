import QuizExchange
import QuizStore
import QuizSupport

/// The options of an export.
package struct ExportOptions: Equatable, Sendable {
  /// The file, as the user named it.
  package var file: String
  /// The format's name; `nil` to choose it by the file's extension.
  package var format: String?
  /// The deck to export; `nil` for the whole bank.
  package var deck: String?
  /// Whether an existing file may be replaced.
  package var replaces: Bool
  /// Whether to include notes, quizzes and answers.
  package var isBackup: Bool
  /// Whether to write a table of answers instead of the questions.
  package var isOfAnswers: Bool
  /// The exam to write instead of questions; `nil` for none.
  package var exam: ExamExport?
  /// Options for how the file is written.
  package var writing: WritingOptions

  /// Creates options.
  package init(
    file: String, format: String? = nil, deck: String? = nil, replaces: Bool = false,
    isBackup: Bool = false, isOfAnswers: Bool = false,
    exam: ExamExport? = nil, writing: WritingOptions = WritingOptions()
  ) {
    self.file = file
    self.format = format
    self.deck = deck
    self.replaces = replaces
    self.isBackup = isBackup
    self.isOfAnswers = isOfAnswers
    self.exam = exam
    self.writing = writing
  }

  /// Whether the file is a backup with all pictures: a zip package.
  var isPackagedBackup: Bool {
    isBackup && format == nil && fileExtension.lowercased() == "zip"
  }

  /// The text after the last dot of the file's name; empty when there is none.
  var fileExtension: String {
    let name = file.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[parts.count - 1]) : ""
  }
}

/// The exam to write, and the paper to draw from it.
package struct ExamExport: Equatable, Sendable {
  /// The exam's name.
  package var name: String
  /// The seed of the paper to print; `nil` for any.
  package var seed: Int?
  /// The language of the texts around the questions.
  package var language: Language

  /// Creates the description of the exam to write.
  package init(_ name: String, seed: Int? = nil, language: Language) {
    self.name = name
    self.seed = seed
    self.language = language
  }
}

extension ExportOptions {
  /// Makes sure that the file may be written.
  ///
  /// - Returns: Whether it is standard output.
  /// - Throws: ``ExportError``; what the store throws.
  func requireTarget(_ files: any UserFiles, beside store: StoreContext) throws -> Bool {
    switch files.target(at: file, own: try Self.ownFiles(of: store)) {
    case .own: throw ExportError.ownFile(file)
    case .takenOutput: throw ExportError.outputInUse
    case .bank where !replaces: throw ExportError.bankExists(file)
    case .file where !replaces: throw ExportError.fileExists(file)
    case .free, .bank, .file, .stream: return false
    case .output: return true
    }
  }

  /// The files of the bank itself, which no export may replace, and its folders in the folders that
  /// it shares with other devices.
  private static func ownFiles(of store: StoreContext) throws -> [String] {
    guard let file = (store.store as? any FileStore)?.path else { return [] }
    let shared = try store.fetch(FetchDescriptor<SyncFolder>()).map {
      "\($0.path)/\($0.device.text)"
    }
    let draft = ProgramFile(besideBankAt: file, on: PosixFileSystem())
    let own = ["", ".lock", ".index"].map { file + $0 } + [AttachmentFolder.path(beside: file)]
    return own + [draft.path, draft.asidePath] + shared
  }
}

/// The reason why nothing was exported.
package enum ExportError: ReportableError, Equatable {
  /// There is no format with this name or file extension; empty when neither was given.
  case unknownFormat(String)
  /// The format with this name can be read, but not written.
  case readOnlyFormat(String)
  /// A file of that name exists, and the options do not allow replacing it.
  case fileExists(String)
  /// A question bank of that name exists, and the options do not allow replacing it.
  case bankExists(String)
  /// The file belongs to the bank that is open.
  case ownFile(String)
  /// The program's own lines go to standard output.
  case outputInUse
  /// The format with this name cannot hold a backup.
  case backupNeedsJSON(String)
  /// The backup was requested for one deck, but a backup always covers the whole bank.
  case backupIsWhole
  /// The backup has more pictures than a zip package of this program can hold.
  case backupTooLarge
  /// A setting that has no meaning for this format.
  case settingNotFor(Setting, format: String)
  /// A setting that has no meaning together with another one.
  case settingNotWith(Setting, Setting)
  /// The format or the extension of the file is for exams, but the options do not name an exam.
  case examNotNamed
  /// The format with this name cannot hold an exam; empty when no format was given.
  case notForExams(String)
  /// `count` questions have characters that the encoding cannot represent.
  case unencodable(file: String, count: Int, encoding: TextEncoding)

  /// A setting of an export.
  package enum Setting: String, Sendable {
    case deck, backup, answers, encoding, seed
    case rawCells = "raw-cells"
    case bom
  }

  package var file: String? {
    switch self {
    case .fileExists(let file), .bankExists(let file), .ownFile(let file),
      .unencodable(let file, _, _):
      file
    default: nil
    }
  }

  /// Whether a person may answer it with yes.
  package var isQuestion: Bool {
    switch self {
    case .fileExists, .bankExists: true
    default: false
    }
  }

  package var message: Message {
    switch self {
    case .unknownFormat(""):
      Message(
        "unknown-format",
        "The file's name does not tell the format; there are: \(Self.formats(.english)).",
        "ファイル名から形式がわかりません。使える形式: \(Self.formats(.japanese))",
        topic: "unknown-format.unnamed",
        facts: [Self.formats(.english), Self.formats(.japanese)])
    case .unknownFormat(let name):
      Message(
        "unknown-format", "There is no format “\(name)”; there are: \(Self.formats(.english)).",
        "「\(name)」という形式はありません。使える形式: \(Self.formats(.japanese))")
    case .readOnlyFormat(let name):
      Message(
        "read-only-format", "“\(name)” is only read; there are: \(Self.formats(.english)).",
        "「\(name)」には書き出せません。使える形式: \(Self.formats(.japanese))")
    case .fileExists(let file):
      Message("file-exists", "Replace the file “\(file)”?", "ファイル「\(file)」を上書きしますか?")
    case .bankExists(let file):
      Message(
        "bank-exists", "“\(file)” is a question bank. Replace it, with all that is in it?",
        "「\(file)」は問題データです。中身ごと上書きしますか?")
    case .outputInUse:
      Message(
        "output-in-use",
        "The JSON Lines of this script go to standard output; name a file, or let the export be the "
          + "only command.",
        "標準出力はこのスクリプトの JSON Lines に使っています。ファイルを指定するか、書き出しだけを実行してください。")
    case .ownFile:
      Message(
        "own-file",
        "This file belongs to the question bank that is open. Name another file.",
        "開いている問題データのファイルです。別のファイルを指定してください。")
    case .backupNeedsJSON(let name):
      Message(
        "backup-needs-json",
        "“\(name)” cannot hold a backup.", "「\(name)」にはバックアップを書き出せません。")
    case .backupIsWhole:
      Message(
        "backup-is-whole", "A backup is of the whole bank.", "バックアップには問題データ全体が入ります。")
    case .backupTooLarge:
      Message(
        "backup-too-large",
        "The backup has more than 4 GB or 65,000 pictures; copy the bank with its folder of pictures.",
        "バックアップが 4 GB または画像 65,000 枚を超えます。問題データと画像のフォルダーをコピーしてください。")
    case .settingNotFor(let setting, let format):
      Message(
        "option-not-for-format", "The setting “\(setting.rawValue)” means nothing for \(format).",
        "\(format) に設定「\(setting.rawValue)」は使えません。", facts: [setting.rawValue, format])
    case .settingNotWith(let setting, let other):
      Message(
        "option-not-for-format",
        "The setting “\(setting.rawValue)” means nothing for “\(other.rawValue)”.",
        "「\(other.rawValue)」に設定「\(setting.rawValue)」は使えません。",
        topic: "option-not-for-format.setting", facts: [setting.rawValue, other.rawValue])
    case .examNotNamed:
      Message(
        "exam-not-named", "The file is of an exam, and none is named.", "どの模擬試験か指定されていません。")
    case .notForExams:
      Message(
        "unknown-format", "An exam is written to a file named .exam, or to .html to be printed.",
        "模擬試験は .exam のファイル、または印刷用の .html のファイルに書き出せます。")
    case .unencodable(_, let count, let encoding):
      Message(
        "unencodable",
        "\(count.counted("question")) \(count == 1 ? "has" : "have") characters that \(encoding.rawValue) does not have; "
          + "nothing was written.",
        "\(encoding.rawValue) にない文字を含む質問が \(count) 問あります。何も書き出していません。")
    }
  }

  private static func formats(_ language: Language) -> String {
    QuestionFormat.all.filter { $0.writer != nil }.map(\.name)
      .joined(separator: language.text(", ", "、"))
  }
}
