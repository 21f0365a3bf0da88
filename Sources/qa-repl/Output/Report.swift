import QuizKit

/// The result of a command that no screen shows, such as an import.
protocol Report {
  /// The JSON output.
  associatedtype Body: Encodable
  func body(in language: Language) -> Body

  /// The text output.
  func view(_ look: Look) -> [String]

  /// Problems with files, for the diagnostics.
  var problems: [Problem] { get }
}

extension Report {
  var problems: [Problem] { [] }
}

extension ImportOutcome: Report {
  func body(in language: Language) -> ImportReport { report(in: language) }
  var problems: [Problem] { files.flatMap(\.problems) }
}

extension Reversal: Report {
  func body(in language: Language) -> Reversal { self }
}

extension ExportOutcome: Report {
  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let file: String
    let format: String
    let written: Int
    let errors: Int
    let problems: [ImportReport.Entry]
    @Nullable var backup: RestoredRecords?
  }

  func body(in language: Language) -> Body {
    Body(
      file: file, format: format.name, written: export.written,
      errors: problems.count { $0.level == .error },
      problems: problems.map { ImportReport.Entry($0, in: language) }, backup: backup)
  }

  var problems: [Problem] { export.problems }
}
