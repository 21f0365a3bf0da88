import QuizExchange
import QuizKit
import QuizSupport
import Terminal

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

extension FileExamination: Report {
  var kind: String { "doctor" }
  var isRead: Bool { true }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let questions: Int
    @Nullable var showing: Finding.Kind?
    let kinds: [FindingCount]
    let total: Int
    let items: [Item]
    let errors: Int
    let problems: [ImportReport.Entry]
  }

  struct Item: Encodable {
    let number: Int
    let kind: Finding.Kind
    let reason: String
    let others: [Int]
    let count: Int
    @Nullable var deck: String?
    let text: String
    let file: String
    let line: Int
  }

  func body(in language: Language) -> Body {
    Body(
      questions: contents.count, showing: shownKind, kinds: findings.counts, total: listed.count,
      items: rows.map { row in
        let (finding, place) = (row.finding, places[row.finding.number - 1])
        return Item(
          number: finding.number, kind: finding.kind, reason: finding.reason.text(in: language),
          others: finding.others, count: row.count, deck: finding.deck,
          text: contents[finding.number - 1].text, file: place.file, line: place.line)
      }, errors: errors,
      problems: files.flatMap(\.problems).map { ImportReport.Entry($0, in: language) })
  }

  func problemLines(in language: Language) -> [String] {
    files.flatMap { ReportText.lines(of: $0.problems, in: language) }
  }

  var errors: Int { files.reduce(isStrict ? doubtfulKeys : 0) { $0 + $1.errors } }
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

extension ChosenSetting: Report {
  var kind: String { "setting" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let name: Setting
    let value: String
  }

  func body(in language: Language) -> Body { Body(name: setting, value: value) }
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
      let found = file.notes.compactMap { note -> ListLayout? in
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
      code = problem.code
      file = problem.file ?? folder
      line = problem.line
      detail = Strings(language: language)(problem)
      further = problemOfFile?.more ?? 0
    }
  }

  /// Creates the report of an import.
  init(_ outcome: ImportOutcome, in language: Language) {
    let counts = outcome.counts
    read = outcome.read
    skipped = outcome.skipped
    errors = outcome.errors
    imported = counts.imported
    updated = counts.updated
    duplicates = counts.duplicates
    (differsHere, deckNames) = (counts.differsHere, outcome.decks)
    problems = outcome.problems.map { Entry($0, in: language) }
    restored = outcome.restored
    passedOver = Dictionary(
      uniqueKeysWithValues: outcome.passedOver.counts.map { ($0.rawValue, $1) })
    layouts = outcome.files.compactMap { Layout($0.file) }
  }
}

extension ExpiredExam: Report {
  var kind: String { "exam-over" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let title: String
    let points: Double
    let possible: Double
    let passed: Bool
  }

  func body(in language: Language) -> Body {
    Body(
      title: title, points: score.points, possible: score.possible, passed: score.passed)
  }
}

extension ChanceReport: Report {
  var kind: String { "chance" }
  var isRead: Bool { true }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let exam: String
    let day: Day
    let questions: Int
    @Share var passMark: Percent
    let chance: Double
    let low: Double
    let high: Double
    let expected: Double
    let answers: Int
    let sections: [SectionBody]
    @Nullable var plan: PlanBody?
  }

  struct SectionBody: Encodable {
    @Nullable var name: String?
    let questions: Int
    let expected: Double
    let share: Double
    let asked: Int
    let total: Int
  }

  struct PlanBody: Encodable {
    let perDay: Int
    let days: Int
    let answers: Int
    let chance: Double
    let low: Double
    let high: Double
    let expected: Double
  }

  func body(in language: Language) -> Body {
    let chance = chance.rounded
    return Body(
      exam: exam, day: day, questions: questions, passMark: passMark, chance: chance.chance,
      low: chance.low, high: chance.high, expected: chance.expected, answers: answers,
      sections: chance.sections.map { section in
        SectionBody(
          name: section.name.unlessEmpty, questions: section.questions,
          expected: (section.right / Double(max(section.questions, 1))).shortened,
          share: section.share.shortened, asked: section.asked, total: section.total)
      },
      plan: plan.map { plan in
        let chance = plan.chance.rounded
        return PlanBody(
          perDay: plan.perDay, days: plan.days, answers: plan.answers, chance: chance.chance,
          low: chance.low, high: chance.high, expected: chance.expected)
      })
  }
}

extension ExamExportOutcome: Report {
  var kind: String { "exam-export" }
  var isBesideOutput: Bool { isOutput }

  func body(in language: Language) -> ExamExportOutcome { self }
}

extension ExamChance {
  /// The same chance with rounded numbers, as they are written.
  fileprivate var rounded: ExamChance {
    var chance = self
    (chance.chance, chance.expected) = (chance.chance.shortened, expected.shortened)
    (chance.low, chance.high) = (low.shortened, high.shortened)
    return chance
  }
}

extension Double {
  /// The number with four decimal places, which is more precise than any chance can be known.
  /// Neither 0 nor 1 unless it is.
  fileprivate var shortened: Double {
    let rounded = (self * 10_000).rounded() / 10_000
    return rounded == 0 || rounded == 1 ? self : rounded
  }
}

extension SyncProblem {
  /// The line for the diagnostics.
  fileprivate func line(in language: Language) -> String {
    let place = (file ?? "") + (line.map { ":\($0)" } ?? "")
    return
      "\(place): \(isOfSystem ? "error" : "warning")[\(code)]: \(Strings(language: language)(self))"
  }
}

extension SyncStatus.Folder {
  /// Why the folder cannot be read, and what was not read.
  fileprivate var faults: [any ReportableError] {
    (refusal.map { [$0] } ?? []) + problems as [any ReportableError]
  }
}

extension FollowOutcome: Report {
  var kind: String { "followed" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let deckNames: [String]
    let changed: Int
    let new: Int
    let gone: Int
    let problems: [ImportReport.Entry]
  }

  func body(in language: Language) -> Body {
    Body(
      deckNames: decks, changed: changed, new: new, gone: gone,
      problems: problems.map { ImportReport.Entry($0, in: language) })
  }

  func problemLines(in language: Language) -> [String] {
    ReportText.lines(of: problems, in: language)
  }

  var errors: Int { problems.count { $0.level == .error } }
}

extension FollowedDecks: Report {
  var kind: String { "follow" }

  func body(in language: Language) -> FollowedDecks { self }
}

extension FollowedPlace: Report {
  var kind: String { "place" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let file: String
    let line: Int
  }

  func body(in language: Language) -> Body { Body(file: path, line: line) }
}

extension Unfollowing: Report {
  var kind: String { "unfollow" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let path: String
    let deckNames: [String]
  }

  func body(in language: Language) -> Body { Body(path: path, deckNames: decks) }
}

extension SyncOutcome: Report {
  var kind: String { "sync" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folder: String
    let published: Int
    let received: Int
    let replaced: Int
    let devices: Int
    let problems: [ImportReport.Entry]
  }

  func body(in language: Language) -> Body {
    Body(
      folder: folder, published: published, received: received, replaced: replaced,
      devices: devices,
      problems: problems.map { ImportReport.Entry($0, of: folder, in: language) })
  }

  func problemLines(in language: Language) -> [String] {
    problems.map { $0.line(in: language) }
  }

  var errors: Int { problems.count(where: \.isOfSystem) }
}

extension SyncStatus: Report {
  var kind: String { "sync-status" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folders: [FolderBody]
  }

  struct FolderBody: Encodable {
    let folder: String
    let deviceID: String
    let name: String
    let questionsOnly: Bool
    let readOnly: Bool
    let auto: Bool
    @Nullable var publishing: Int?
    let peers: [SyncStatus.Device]
    let problems: [ImportReport.Entry]
  }

  func body(in language: Language) -> Body {
    Body(
      folders: folders.map { folder in
        FolderBody(
          folder: folder.path, deviceID: folder.device, name: folder.name,
          questionsOnly: folder.isQuestionsOnly, readOnly: folder.isReadOnly,
          auto: folder.isAutomatic, publishing: folder.publishing,
          peers: folder.devices,
          problems: folder.faults.map {
            ImportReport.Entry($0, of: folder.path, in: language)
          })
      })
  }

  func problemLines(in language: Language) -> [String] {
    folders.flatMap(\.problems).map { $0.line(in: language) }
  }
}

extension SyncLog: Report {
  var kind: String { "sync-log" }

  func body(in language: Language) -> SyncLog { self }
}

extension SyncRestoration: Report {
  var kind: String { "sync-restore" }

  func body(in language: Language) -> SyncLog { log }
}

extension SyncFarewell: Report {
  var kind: String { "sync-off" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folder: String
  }

  func body(in language: Language) -> Body { Body(folder: folder) }
}
