import QuizExchange

/// What an export wrote.
public struct ExportOutcome: Sendable {
  /// The file, as the user named it.
  public let file: String
  /// The format.
  public let format: QuestionFormat
  /// How many questions the file has, and what could not be written.
  public let export: ExportResult
  /// How many answers a table of answers has; `nil` for any other file.
  public var answers: Int?
  /// What a backup contains beside the questions; `nil` for any other file.
  public let backup: RestoredRecords?
  /// What only a backup would have contained; `nil` when there is nothing, or when nobody would expect it in this file.
  public let leftOut: RestoredRecords?
}
