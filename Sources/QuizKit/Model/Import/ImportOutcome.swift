import QuizExchange
import QuizSupport

/// The result of an import, file by file.
package struct ImportOutcome: Sendable {
  /// The result for one file.
  package struct File: Sendable {
    /// The content that was read.
    package let file: QuestionFile
    /// The result for its questions.
    package internal(set) var counts: ImportCounts
    /// How many other records of a backup were imported; `nil` when the file is not a backup, or
    /// when only questions were requested.
    package internal(set) var restored: RestoredRecords?
    /// Problems in the file, and records that could not be imported.
    package internal(set) var problems: [Problem]

    /// The same file with the result of importing nothing.
    var withoutResult: File {
      File(file: file, counts: ImportCounts(), restored: nil, problems: problems)
    }
  }

  /// The files, in the order in which they were read.
  package let files: [File]
  /// The names of the decks to which the questions belong, in the order in which they came.
  package let decks: [String]
  /// The files of folders that were not imported because they have no questions.
  package let passedOver: PassedOver
  /// Whether this was a dry run, which changes nothing.
  package let isDryRun: Bool
  /// Whether the report lists every problem, instead of only counting them when there are many of
  /// one kind.
  package let listsAllProblems: Bool
  /// The problem of the file that made the import fail as a whole; `nil` when the import did not
  /// fail, or failed for another reason. The error of the import has it too.
  package let refusal: Problem?

  /// The number of errors that made a question, a record or a file unreadable.
  package var errors: Int { files.reduce(0) { $0 + $1.file.errors + $1.recordErrors } }

  /// The number of valid questions in the files.
  package var read: Int { files.reduce(0) { $0 + $1.file.read } }

  /// The number of questions of kinds that a quiz cannot ask.
  package var skipped: Int { files.reduce(0) { $0 + $1.file.skipped } }

  /// The results for all questions.
  package var counts: ImportCounts { files.reduce(ImportCounts()) { $0 + $1.counts } }

  /// The problems of all files.
  package var problems: [Problem] { files.flatMap(\.problems) }

  /// The counts of the records that backups restored besides questions; `nil` if no file was a
  /// backup.
  package var restored: RestoredRecords? {
    files.compactMap(\.restored).reduce(nil) { sum, new in sum.map { $0 + new } ?? new }
  }
}

extension ImportOutcome.File {
  /// How many records of a backup could not be imported.
  fileprivate var recordErrors: Int {
    problems.dropFirst(file.problems.count).count { $0.level == .error }
  }
}

/// Why an import failed.
package enum ImportError: ReportableError {
  /// There is no format with this name.
  case unknownFormat(String)
  /// A file is not in the format it claims, or has no questions.
  case unusableFile(Problem)
  /// Some questions cannot be imported, and `--strict` was given.
  case notAllUsable(file: String, line: Int?, count: Int)
  /// The user stopped the import.
  case cancelled
  /// Another import is in progress.
  case busy

  package var file: String? {
    switch self {
    case .unusableFile(let problem): problem.file
    case .notAllUsable(let file, _, _): file
    case .unknownFormat, .cancelled, .busy: nil
    }
  }

  package var line: Int? {
    switch self {
    case .unusableFile(let problem): problem.line
    case .notAllUsable(_, let line, _): line
    case .unknownFormat, .cancelled, .busy: nil
    }
  }

  /// The problem of the file that makes the import fail as a whole.
  var problem: Problem? {
    if case .unusableFile(let problem) = self { problem } else { nil }
  }

  package var isDataUnusable: Bool {
    if case .unusableFile = self { true } else { false }
  }

  package var message: Message {
    switch self {
    case .unknownFormat(let name):
      Message(
        "unknown-format", "There is no format “\(name)”; there are: \(Self.formats(", ")).",
        "「\(name)」という形式はありません。使える形式: \(Self.formats("、"))")
    case .unusableFile(let problem):
      Message(
        problem.code, Reason(problem.messageAndHint), topic: problem.fault.topic,
        facts: problem.fault.facts)
    case .notAllUsable(_, _, let count):
      Message(
        "strict", "\(count.counted("question")) cannot be brought in.", "\(count) 問を取り込めません。")
    case .cancelled:
      Message("cancelled", "Stopped; nothing was brought in.", "中止しました。何も取り込んでいません。")
    case .busy:
      Message(
        "import-running", "Another import is under way.", "すでに取り込み中です。")
    }
  }

  private static func formats(_ separator: String) -> String {
    QuestionFormat.all.map(\.name).joined(separator: separator)
  }
}

extension Problem {
  /// The message and how to fix it, in one line.
  fileprivate func messageAndHint(in language: Language) -> String {
    let hint = fault.hint?.text(in: language) ?? ""
    return message(in: language) + (hint.isEmpty ? "" : language.text("; ", "。") + hint)
  }
}
