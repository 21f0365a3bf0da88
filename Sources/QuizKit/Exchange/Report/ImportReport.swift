import QuizSupport

/// The result of an import for scripts: the fields of the `report` line in the JSON output.
///
/// `read` = `imported` + `updated` + `duplicates` + `skipped`. Questions with errors do not count as read.
package struct ImportReport: Encodable, Equatable, Sendable {
  /// The number of valid questions in the files.
  package var read: Int
  /// The number of questions added to the bank, or that would be added without `--dry-run`.
  package var imported: Int
  /// The number of questions in the bank that were changed, or would be without `--dry-run`,
  /// because the files have a question with the same identifier.
  package var updated: Int
  /// The number of questions with several answers or of another kind that a quiz cannot ask.
  package var skipped: Int
  /// The number of questions that were already in the bank.
  package var duplicates: Int
  /// The number of errors that made a question or file unreadable.
  package var errors: Int
  /// The problems and where they are.
  package var problems: [Entry]

  /// What was restored from backups besides questions; `null` if no file was a backup.
  @Nullable package var restored: RestoredRecords?

  /// A ``Problem`` with its message in one language. Compare ``code``, not the message.
  package struct Entry: Encodable, Equatable, Sendable {
    /// `error`, `warning` or `skipped`.
    package var level: Problem.Level
    /// The stable name of the fault.
    package var code: String
    /// The file name as the user gave it.
    package var file: String
    /// The line, counted from 1; `null` if the problem concerns no line.
    @Nullable package var line: Int?
    /// What is wrong.
    package var detail: String
    /// How to fix it; may be empty.
    package var hint: String

    /// Creates the entry of a problem.
    package init(_ problem: Problem, in language: Language) {
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
  package init(
    read: Int, _ counts: ImportCounts, skipped: Int, errors: Int, problems: [Entry]
  ) {
    (self.read, self.skipped, self.errors, self.problems) = (read, skipped, errors, problems)
    (imported, updated, duplicates) = (counts.imported, counts.updated, counts.duplicates)
    restored = nil
  }
}
