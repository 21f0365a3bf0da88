import QuizExchange
import QuizKit
import QuizSupport

/// The result of an import for scripts: the fields of the `report` line in the JSON output.
///
/// `read` = `imported` + `updated` + `duplicates` + `skipped`. Questions with errors do not count
/// as read.
struct ImportReport: Encodable, Equatable, Sendable {
  /// The number of valid questions in the files.
  var read: Int
  /// The number of questions added to the bank, or that would be added without `--dry-run`.
  var imported: Int
  /// The number of questions in the bank that were changed, or would be without `--dry-run`,
  /// because the files have newer versions of them.
  var updated: Int
  /// The number of questions with several answers or of another kind that a quiz cannot ask.
  var skipped: Int
  /// The number of questions that were already in the bank.
  var duplicates: Int
  /// The number of questions of which something was changed both here and in the files, and stays
  /// as it is here. Those of which something else was taken over are among `updated` too.
  var differsHere: Int
  /// The names of the decks to which the questions of the files belong.
  var deckNames: [String]
  /// The number of errors that made a question or file unreadable.
  var errors: Int
  /// The problems and where they are.
  var problems: [Entry]

  /// The records besides questions that were restored from backups; `null` if no file was a backup.
  @Nullable var restored: RestoredRecords?
  /// How many files of folders were passed over, by kind.
  var passedOver: [String: Int]

  /// How the questions of lists without a format of their own are laid out.
  var layouts: [Layout]

  /// The layout of the questions in a file.
  struct Layout: Encodable, Equatable, Sendable {
    /// The file name as the user gave it.
    var file: String
    /// The beginning of the questions: `numbered`, `headings` or `plain`.
    var questionStyle: String
    /// The look of the choices: `letters`, `numbers`, `boxes` or `list`.
    var choiceStyle: String
    /// Where the answers stand: `words`, `sheet`, `titles`, `marks` or `sentences`.
    var keyStyle: String
    /// The word behind which the answers stand; `null` if there is none.
    @Nullable var word: String?
    /// Whether some questions of the file are laid out otherwise.
    var mixed: Bool

    /// Creates the layout that was noted of a file; `nil` if none was.
    init?(_ file: QuestionFile) {
      let found = file.notes.compactMap { note -> DumpLayout? in
        if case .layout(let layout) = note { layout } else { nil }
      }
      guard let layout = found.first else { return nil }
      self.file = file.name
      questionStyle = layout.questions.rawValue
      choiceStyle = layout.choices.rawValue
      keyStyle = layout.keys.rawValue
      (word, mixed) = (layout.word.unlessEmpty, layout.isMixed)
    }
  }

  /// A ``Problem`` with its message in one language. Compare ``code``, not the message.
  struct Entry: Encodable, Equatable, Sendable {
    /// `error`, `warning` or `skipped`.
    var level: Problem.Level
    /// The stable name of the fault.
    var code: String
    /// The file name as the user gave it, or the folder where no file is to blame.
    var file: String
    /// The line, counted from 1; `null` if the problem does not concern a line.
    @Nullable var line: Int?
    /// The message about the fault.
    var detail: String
    /// How to fix it; `null` where nothing is to be said.
    @Nullable var hint: String?
    /// The number of further problems of the same kind, which are not listed.
    var further = 0

    /// Creates the entry of a problem.
    init(_ problem: Problem, in language: Language) {
      level = problem.level
      code = problem.code
      file = problem.file
      line = problem.line
      detail = [problem.element, problem.message(in: language)].compactMap { $0 }
        .joined(separator: ": ")
      hint = Advice.hint(of: problem, in: language).unlessEmpty
    }

    /// Creates the entry of a problem in a shared `folder`.
    init(_ problem: any ReportableError, of folder: String, in language: Language) {
      let problemOfFile = problem as? SyncProblem
      level = problemOfFile?.isOfSystem == false ? .warning : .error
      (code, file, line) = (problem.code, problem.file ?? folder, problem.line)
      detail = Strings(language: language)(problem)
      further = problemOfFile?.more ?? 0
    }
  }

  /// Creates the report of an import.
  init(_ outcome: ImportOutcome, in language: Language) {
    let counts = outcome.counts
    (read, skipped, errors) = (outcome.read, outcome.skipped, outcome.errors)
    (imported, updated, duplicates) = (counts.imported, counts.updated, counts.duplicates)
    (differsHere, deckNames) = (counts.differsHere, outcome.decks)
    problems = outcome.problems.map { Entry($0, in: language) }
    restored = outcome.restored
    passedOver = Dictionary(
      uniqueKeysWithValues: outcome.passedOver.counts.map { ($0.rawValue, $1) })
    layouts = outcome.files.compactMap { Layout($0.file) }
  }
}
