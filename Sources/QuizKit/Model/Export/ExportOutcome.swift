import QuizExchange

/// The result of an export.
package struct ExportOutcome: Sendable {
  /// The file, as the user named it.
  package let file: String
  /// The format.
  package let format: QuestionFormat
  /// The number of questions in the file, and everything that could not be written.
  package let export: ExportResult
  /// The number of answers in a table of answers; `nil` for any other file.
  package var answers: Int?
  /// The contents of a backup besides the questions; `nil` for any other file.
  package let backup: RestoredRecords?
  /// The records that only a backup would have contained. `nil` when there are none, or when the
  /// user would not expect them in this file.
  package let leftOut: LeftOutRecords?
  /// Whether the file is standard output, so that nothing else may be written there.
  package let isOutput: Bool
}

/// The records of a bank that an export of questions does not contain.
package struct LeftOutRecords: Equatable, Sendable {
  /// The number of notes.
  package let notes: Int
  /// The number of quizzes.
  package let quizzes: Int
}
