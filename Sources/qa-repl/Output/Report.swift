import QuizExchange
import QuizKit
import QuizSupport

/// The result of a command that no screen shows, such as an import.
protocol Report {
  /// The word by which scripts know what is reported.
  var kind: String { get }

  /// The JSON output.
  associatedtype Body: Encodable
  func body(in language: Language) -> Body

  /// The text output.
  func view(_ theme: Theme) -> [String]

  /// Whether the text is the answer that the user asked for, to be read from its beginning, such as
  /// help.
  var isRead: Bool { get }

  /// Problems with files, for the diagnostics.
  func problemLines(in language: Language) -> [String]

  /// Whether standard output has something else on it, so that the text belongs on standard error.
  var isBesideOutput: Bool { get }

  /// The number of errors. They make the exit code 1, but do not stop a script.
  var errors: Int { get }
}

extension Report {
  var isRead: Bool { false }
  func problemLines(in language: Language) -> [String] { [] }
  var isBesideOutput: Bool { false }
  var errors: Int { 0 }
}

extension ImportOutcome: Report {
  var kind: String { "import" }

  func body(in language: Language) -> ImportReport { ImportReport(self, in: language) }

  /// The problems without the one that the error says after this report.
  func problemLines(in language: Language) -> [String] {
    files.flatMap { file in
      let problems = file.problems.filter { $0 != refusal }
      return listsAllProblems
        ? problems.flatMap { ReportText.lines(of: $0, in: language) }
        : ReportText.lines(of: problems, in: language)
    }
  }
}

extension Reversal: Report {
  var kind: String { "undo" }

  func body(in language: Language) -> Reversal { self }
}

extension WaitingQuizzes: Report {
  var kind: String { "waiting" }

  func body(in language: Language) -> WaitingQuizzes { self }
}

extension NothingDue: Report {
  var kind: String { "nothing-due" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    @Nullable var next: Day?
    let text: String
  }

  func body(in language: Language) -> Body {
    Body(next: next, text: text)
  }
}

extension FitOutcome: Report {
  var kind: String { "fit" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let code: String
    @Nullable var answers: Int?
    @Nullable var judged: Int?
    @Nullable var standardLoss: Double?
    @Nullable var fittedLoss: Double?
    let text: String
  }

  func body(in language: Language) -> Body {
    let text = sentence(Strings(language: language))
    guard case .fitted(let fit, let answers) = self else { return Body(code: code, text: text) }
    return Body(
      code: code, answers: answers, judged: fit.judged, standardLoss: fit.standardLoss,
      fittedLoss: fit.fittedLoss, text: text)
  }
}

extension SelectedDeck: Report {
  var kind: String { "selection" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    @Nullable var deck: String?
  }

  func body(in language: Language) -> Body { Body(deck: name) }
}

extension ExportOutcome: Report {
  var kind: String { "export" }
  var isBesideOutput: Bool { isOutput }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let file: String
    let format: String
    let written: Int
    let errors: Int
    let problems: [ImportReport.Entry]
    @Nullable var answers: Int?
    /// The records beside the questions; `null` without `--backup`.
    @Nullable var counts: RecordCounts?
  }

  func body(in language: Language) -> Body {
    Body(
      file: file, format: format.name, written: export.written,
      errors: errors,
      problems: export.problems.map { ImportReport.Entry($0, in: language) }, answers: answers,
      counts: backup?.counts)
  }

  func problemLines(in language: Language) -> [String] {
    export.problems.flatMap { ReportText.lines(of: $0, in: language) }
  }

  var errors: Int { export.problems.count { $0.level == .error } }
}
