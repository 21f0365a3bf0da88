import QuizKit

/// What a command did that no screen shows.
protocol Report {
  /// What scripts get.
  associatedtype Body: Encodable
  func body(in language: Language) -> Body

  /// What a person reads.
  func view(_ look: Look) -> [String]

  /// What is to be said beside it about the files that it concerns.
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
  /// The report's keys, beside those that all reports have.
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
