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
  var decks: [String]
  /// The number of errors that made a question or file unreadable.
  var errors: Int
  /// The problems and where they are.
  var problems: [Entry]

  /// The records besides questions that were restored from backups; `null` if no file was a backup.
  @Nullable var restored: RestoredRecords?
  /// How many files of folders were passed over, by kind; missing if no folder was named, or if
  /// nothing in it was passed over.
  var passedOver: [String: Int]?

  /// How the questions of lists without a format of their own are laid out; left out if there are
  /// none.
  var layouts: [Layout]?

  /// The layout of the questions in a file.
  struct Layout: Encodable, Equatable, Sendable {
    /// The file name as the user gave it.
    var file: String
    /// The beginning of the questions: `numbered`, `headings` or `plain`.
    var questions: String
    /// The look of the choices: `letters`, `numbers`, `boxes` or `list`.
    var choices: String
    /// Where the answers stand: `words`, `sheet`, `titles`, `marks` or `sentences`.
    var keys: String
    /// The word behind which the answers stand; empty if there is none.
    var word: String
    /// Whether some questions of the file are laid out otherwise.
    var mixed: Bool

    /// Creates the layout that was noted of a file; `nil` if none was.
    init?(_ file: QuestionFile) {
      let found = file.notes.compactMap { note -> DumpLayout? in
        if case .layout(let layout) = note { layout } else { nil }
      }
      guard let layout = found.first else { return nil }
      self.file = file.name
      (questions, choices) = (layout.questions.rawValue, layout.choices.rawValue)
      (keys, word, mixed) = (layout.keys.rawValue, layout.word, layout.isMixed)
    }
  }

  /// A ``Problem`` with its message in one language. Compare ``code``, not the message.
  struct Entry: Encodable, Equatable, Sendable {
    /// `error`, `warning` or `skipped`.
    var level: Problem.Level
    /// The stable name of the fault.
    var code: String
    /// The file name as the user gave it.
    var file: String
    /// The line, counted from 1; `null` if the problem does not concern a line.
    @Nullable var line: Int?
    /// The message about the fault.
    var detail: String
    /// How to fix it; may be empty.
    var hint: String

    /// Creates the entry of a problem.
    init(_ problem: Problem, in language: Language) {
      level = problem.level
      code = problem.code
      file = problem.file
      line = problem.line
      detail = [problem.element, problem.message(in: language)].compactMap { $0 }
        .joined(separator: ": ")
      hint = Advice.hint(of: problem, in: language)
    }
  }

  /// Creates the report of an import.
  init(_ outcome: ImportOutcome, in language: Language) {
    let counts = outcome.counts
    (read, skipped, errors) = (outcome.read, outcome.skipped, outcome.errors)
    (imported, updated, duplicates) = (counts.imported, counts.updated, counts.duplicates)
    (differsHere, decks) = (counts.differsHere, outcome.decks)
    problems = outcome.problems.map { Entry($0, in: language) }
    restored = outcome.restored
    let others = outcome.passedOver.counts.map { ($0.rawValue, $1) }
    passedOver = others.isEmpty ? nil : Dictionary(uniqueKeysWithValues: others)
    let layouts = outcome.files.compactMap { Layout($0.file) }
    self.layouts = layouts.isEmpty ? nil : layouts
  }
}
