/// What became of an import, file by file.
public struct ImportOutcome: Sendable {
  /// One file, with what became of its questions.
  public struct File: Sendable {
    /// What was read.
    public let file: QuestionFile
    /// How many of its questions are in the bank now, or would be but for a dry run.
    public internal(set) var imported: Int
    /// How many of its questions the bank had already.
    public internal(set) var duplicates: Int
    /// What came into the bank beside the questions; `nil` when the file is no backup, or only its questions were wanted.
    public internal(set) var restored: RestoredRecords?
    /// What there is to say about the file, and about what was not brought in of it.
    public internal(set) var problems: [Problem]

    /// The same of a file of which nothing was brought in.
    var withoutResult: File {
      File(file: file, imported: 0, duplicates: 0, restored: nil, problems: problems)
    }
  }

  /// The files in the order in which they were read.
  public let files: [File]
  /// Whether nothing was to be changed.
  public let isDryRun: Bool

  /// All files together, for scripts; the problems as sentences in `language`.
  public func report(in language: Language) -> ImportReport {
    var report = ImportReport(
      read: files.reduce(0) { $0 + $1.file.read },
      imported: files.reduce(0) { $0 + $1.imported },
      skipped: files.reduce(0) { $0 + $1.file.skipped },
      duplicates: files.reduce(0) { $0 + $1.duplicates },
      errors: files.reduce(0) { $0 + $1.file.errors + $1.recordErrors },
      problems: files.flatMap { $0.problems.map { ImportReport.Entry($0, in: language) } })
    report.restored = files.compactMap(\.restored).reduce(nil) { ($0 ?? RestoredRecords()) + $1 }
    return report
  }
}

extension ImportOutcome.File {
  /// Records of a backup that could not be brought in.
  fileprivate var recordErrors: Int {
    problems.dropFirst(file.problems.count).count { $0.level == .error }
  }
}

/// Why an import brought in nothing.
public enum ImportError: ReportableError {
  /// There is no format of this name.
  case unknownFormat(String)
  /// A file is not what it claims to be, or holds no question.
  case unusableFile(Problem)
  /// Some questions cannot be brought in, and `--strict` was asked for.
  case notAllUsable(file: String, line: Int?, count: Int)
  /// Someone asked to stop.
  case cancelled
  /// Another import is under way.
  case busy

  public var code: String {
    switch self {
    case .unknownFormat: "unknown-format"
    case .unusableFile(let problem): problem.code
    case .notAllUsable: "strict"
    case .cancelled: "cancelled"
    case .busy: "import-running"
    }
  }

  public var file: String? {
    switch self {
    case .unusableFile(let problem): problem.file
    case .notAllUsable(let file, _, _): file
    case .unknownFormat, .cancelled, .busy: nil
    }
  }

  public var line: Int? {
    switch self {
    case .unusableFile(let problem): problem.line
    case .notAllUsable(_, let line, _): line
    case .unknownFormat, .cancelled, .busy: nil
    }
  }

  public var isDataUnusable: Bool {
    if case .unusableFile = self { true } else { false }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .unknownFormat(let name):
      let names = QuestionFormat.all.map(\.name).joined(separator: ", ")
      return language.text(
        "There is no format “\(name)”; there are: \(names).", "「\(name)」という形式はありません。使える形式: \(names)"
      )
    case .unusableFile(let problem):
      let hint = problem.hint(in: language)
      return problem.message(in: language)
        + (hint.isEmpty ? "" : language.text("; \(hint)", "。\(hint)"))
    case .notAllUsable(_, _, let count):
      return language.text(
        "\(count) questions cannot be brought in; without --strict the others are.",
        "\(count) 問が取り込めません。--strict を外すと残りを取り込みます。")
    case .cancelled:
      return language.text("Stopped; nothing was brought in.", "中止しました。何も取り込んでいません。")
    case .busy:
      return language.text(
        "Another import is under way; “cancel” stops it.", "取り込み中です。cancel で中止できます。")
    }
  }
}
