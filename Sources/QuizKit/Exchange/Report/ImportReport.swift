/// What an import did, for scripts: the fields of the `report` line of the JSON output.
///
/// `read` = `imported` + `duplicates` + `skipped`; questions with errors were never read.
public struct ImportReport: Codable, Hashable, Sendable {
  /// Sound questions that the files hold.
  public var read: Int
  /// Questions that are in the bank now, or would be but for a dry run.
  public var imported: Int
  /// Questions of several answers and other kinds that a quiz cannot ask.
  public var skipped: Int
  /// Questions that the bank had already.
  public var duplicates: Int
  /// Faults that cost a question or a file.
  public var errors: Int
  /// Each problem with its place.
  public var problems: [Entry]

  /// A ``Problem`` with its sentences in English; ``code`` is what to compare.
  public struct Entry: Codable, Hashable, Sendable {
    /// `error`, `warning` or `skipped`.
    public var level: Problem.Level
    /// The stable name.
    public var code: String
    /// The file as it was named.
    public var file: String
    /// The physical line, counted from 1; `null` if there is none.
    public var line: Int?
    /// What is wrong.
    public var detail: String
    /// What to do about it; may be empty.
    public var hint: String

    /// The entry of a problem.
    public init(_ problem: Problem) {
      level = problem.level
      code = problem.code
      file = problem.file
      line = problem.line
      detail = [problem.element, problem.message(in: .english)].compactMap { $0 }
        .joined(separator: ": ")
      hint = problem.hint(in: .english)
    }

    /// Writes every field, `line` as `null` where there is none, so that scripts need no presence test.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(level, forKey: .level)
      try container.encode(code, forKey: .code)
      try container.encode(file, forKey: .file)
      try container.encode(line, forKey: .line)
      try container.encode(detail, forKey: .detail)
      try container.encode(hint, forKey: .hint)
    }
  }

  /// The report of files that were read; who puts the questions into a bank fills in what became of them.
  public init(_ files: [QuestionFile], imported: Int = 0, duplicates: Int = 0) {
    read = files.reduce(0) { $0 + $1.read }
    skipped = files.reduce(0) { $0 + $1.skipped }
    errors = files.reduce(0) { $0 + $1.errors }
    problems = files.flatMap { $0.problems.map(Entry.init) }
    self.imported = imported
    self.duplicates = duplicates
  }
}
