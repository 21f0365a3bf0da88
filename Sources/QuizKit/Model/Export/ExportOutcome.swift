import QuizExchange

/// What an export wrote.
package struct ExportOutcome: Sendable {
  /// The file, as the user named it.
  package let file: String
  /// The format.
  package let format: QuestionFormat
  /// How many questions the file has, and what could not be written.
  package let export: ExportResult
  /// How many answers a table of answers has; `nil` for any other file.
  package var answers: Int?
  /// What a backup contains beside the questions; `nil` for any other file.
  package let backup: RestoredRecords?
  /// What only a backup would have contained; `nil` when there is nothing, or when nobody would expect it in this file.
  package let leftOut: LeftOutRecords?
}

/// What an export of questions does not have of a bank.
package struct LeftOutRecords: Equatable, Sendable {
  /// The number of notes.
  package let notes: Int
  /// The number of quizzes.
  package let quizzes: Int
}
