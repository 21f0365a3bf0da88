/// What an export wrote.
public struct ExportOutcome: Sendable {
  /// The file, as the user named it.
  public let file: String
  /// The format.
  public let format: QuestionFormat
  /// What is in the file, and what is not.
  public let export: ExportResult
  /// What is in a backup beside the questions; `nil` for any other file.
  public let backup: RestoredRecords?
  /// What only a backup would have taken along; `nil` when there is nothing, or nobody expects it in the file.
  public let leftOut: RestoredRecords?
}
