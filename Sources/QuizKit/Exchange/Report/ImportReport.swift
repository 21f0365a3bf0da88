/// What an import did, for scripts: the fields of the `report` line of the JSON output.
///
/// `read` = `imported` + `duplicates` + `skipped`; questions with errors were never read.
public struct ImportReport: Encodable, Equatable, Sendable {
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

  /// What came into the bank beside the questions; `null` when no file was a backup.
  @Nullable public var restored: RestoredRecords?

  /// A ``Problem`` with its sentences in one language; ``code`` is what to compare.
  public struct Entry: Encodable, Equatable, Sendable {
    /// `error`, `warning` or `skipped`.
    public var level: Problem.Level
    /// The stable name.
    public var code: String
    /// The file as it was named.
    public var file: String
    /// The physical line, counted from 1; `null` if there is none.
    @Nullable public var line: Int?
    /// What is wrong.
    public var detail: String
    /// What to do about it; may be empty.
    public var hint: String

    /// The entry of a problem.
    public init(_ problem: Problem, in language: Language) {
      level = problem.level
      code = problem.code
      file = problem.file
      line = problem.line
      detail = [problem.element, problem.message(in: language)].compactMap { $0 }
        .joined(separator: ": ")
      hint = problem.hint(in: language)
    }
  }

  /// Creates a report.
  public init(
    read: Int, imported: Int, skipped: Int, duplicates: Int, errors: Int, problems: [Entry]
  ) {
    (self.read, self.imported, self.skipped) = (read, imported, skipped)
    (self.duplicates, self.errors, self.problems) = (duplicates, errors, problems)
    restored = nil
  }
}
