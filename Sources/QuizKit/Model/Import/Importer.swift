import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Imports questions from files into the bank. Reads all files first, then saves everything at once
/// or nothing.
package final class Importer {
  /// Emits the result of each import, including those that imported nothing.
  package var outcomes: Signal<ImportOutcome> { finished.signal }

  /// Emits the error of an import that failed after it had started.
  package var failures: Signal<any ReportableError> { failed.signal }

  /// Emits the options of an import that a person can look at, because the file leaves open how it
  /// is to be read, and why it was not imported.
  package var doubts: Signal<(ImportOptions, any ReportableError)> { doubted.signal }

  /// Whether a person is there who can be shown such a file. Otherwise the import fails.
  package var asksInDoubt = false

  /// The progress of the running import; `nil` when there is none.
  @Observed package private(set) var status: ImportStatus?

  /// The deck of the first new question of the last import, until it is taken.
  private var newDeck: Identifier<Deck>?
  /// The last import of questions, until it is taken.
  private var imported: ImportOptions?

  private let bank: QuestionBank
  private let world: World
  private let finished = PublishSubject<ImportOutcome>()
  private let failed = PublishSubject<any ReportableError>()
  private let doubted = PublishSubject<(ImportOptions, any ReportableError)>()
  private var work: BackgroundWork<ImportReading.News, ImportReading.Result>?
  private var observation: Disposable?

  /// Creates an importer into a bank.
  package init(bank: QuestionBank, world: World) {
    self.bank = bank
    self.world = world
  }

  /// Starts to read the files, in the background if the world has one, and then imports their
  /// questions.
  ///
  /// - Throws: ``ImportError`` when the format is unknown or an import is running;
  ///   ``UserFileError`` when no file exists; errors of the store. Later errors go to ``failures``.
  ///   In each case nothing is imported.
  package func run(_ options: ImportOptions) throws {
    guard work == nil else { throw ImportError.busy }
    let format = try QuestionFormat.called(options.format)
    let named = try NamedFiles(options.files, strict: options.strict, in: world.files)
    try begin(
      ImportReading(
        paths: named.paths, files: world.files, format: format, options: options.reading,
        sections: Set(bank.store.kinds.all.compactMap { $0.section }), folders: named.folders,
        kept: try keptReading(options), known: named.missing),
      named.others, options)
  }

  /// How a person chose to read the only file, unless the options say how.
  private func keptReading(_ options: ImportOptions) throws -> KeptReading? {
    guard options.files.count == 1, options.format == nil, options.reading == ReadingOptions(),
      !options.isLooked, try world.files.canBeReadAgain(options.files[0])
    else { return nil }
    return try bank.keptReading(of: options.files[0], deck: options.deck)
  }

  private func begin(
    _ reading: ImportReading, _ others: PassedOver, _ options: ImportOptions
  ) throws {
    let paths = reading.paths
    let collector = try ImportCollector(bank, paths: paths, options: options)
    var failure: (any Error)?
    var fileBegan = (number: 1, time: world.scheduler.now)
    let work = world.background.work(reading.run)
    self.work = work
    let observation = work.news.observe { [unowned self] news in
      switch news {
      case .progress(.progress(let progress)):
        // Without a background the import ends before `observe` returns, so there is no progress to
        // show.
        guard status != nil else { return }
        let now = world.scheduler.now
        if progress.number != fileBegan.number { fileBegan = (progress.number, now) }
        status = ImportStatus(progress, paths: paths, elapsed: now - fileBegan.time)
      case .progress(.part(let part)):
        defer { part.taken() }
        guard failure == nil else { return }
        do {
          try collector.take(part)
        } catch {
          failure = error
          work.stop()
        }
      case .result(let result):
        self.work = nil
        failed.attempt { try finish(result, of: reading, collector, failure, others, options) }
        if self.work == nil { status = nil }
      }
    }
    guard self.work != nil else { return }
    self.observation = observation
    status = ImportStatus(
      .init(number: 1, completedBytes: 0, totalBytes: 1), paths: paths, elapsed: .zero)
  }

  /// The deck of the first new question of the last import; `nil` without one, and when it was
  /// taken before.
  func takeNewDeck() -> Identifier<Deck>? {
    defer { newDeck = nil }
    return newDeck.map(bank.store.resolve)
  }

  /// The last import that brought in questions and nothing else; `nil` when it was taken before.
  func takeImported() -> ImportOptions? {
    defer { imported = nil }
    return imported
  }

  /// Stops the running import, if any. Nothing is imported then.
  package func cancel() {
    work?.stop()
  }

  private func finish(
    _ result: ImportReading.Result, of reading: ImportReading, _ collector: ImportCollector,
    _ failure: (any Error)?, _ others: PassedOver, _ options: ImportOptions
  ) throws {
    if let failure { throw failure }
    switch result {
    case .files(let files): try bringIn(files, of: reading, collector, others, options)
    case .cancelled: throw ImportError.cancelled
    }
  }

  private func bringIn(
    _ read: [QuestionFile], of reading: ImportReading, _ collector: ImportCollector,
    _ others: PassedOver, _ options: ImportOptions
  ) throws {
    var others = others
    others.addFiles(withoutQuestionsAmong: read)
    if others.indices.count == read.count, let folder = options.files.first {
      throw ImportError.unusableFile(Problem(.nothingInFolder(read: read.count), file: folder))
    }
    let unusable = read.indices.filter { read[$0].isUnusable && !others.indices.contains($0) }
    let spoiled = unusable.filter { collector.hasPart(of: $0) }
    let goesOn =
      try !options.strict && unusable.count < read.count - others.indices.count
      && (spoiled.isEmpty || canBeRead(read.indices, without: unusable, again: reading))
    if goesOn, !spoiled.isEmpty {
      // Parts of a file were added before its fault was found. They cannot be separated from the
      // rest, so the good files are read once more.
      collector.discard()
      var reading = reading
      for index in unusable { reading.known[index] = read[index] }
      return try begin(reading, others, options)
    }
    var files = try collector.finish(read)
    for index in unusable { files[index] = files[index].withoutResult }
    files = files.indices.filter { !others.indices.contains($0) }.map { files[$0] }
    if let refusal = goesOn ? nil : refusal(of: files, unusable.map { read[$0] }, options) {
      if asksInDoubt, !options.strict, !options.dryRun, !options.isLooked,
        options.files.count == 1, options.files == reading.paths,
        try world.files.canBeReadAgain(options.files[0]),
        (refusal as? ImportError)?.isDoubt == true
      {
        return doubted.emit((options, refusal))
      }
      // Nothing was imported, so report no results.
      if read.first?.problems.first?.fault.scope == .unread, read.count == 1 { throw refusal }
      let refusal = withRemedy(refusal, options)
      emit(files.map(\.withoutResult), [], others, options, refusal: refusal)
      throw refusal
    }
    if options.dryRun {
      collector.discard()
    } else {
      try save(collector, files.contains { $0.restored != nil } ? nil : options)
      if let looked = options.looked, let deck = collector.decks.first {
        try bank.keep(
          options.reading, format: options.format, columns: looked.columns, of: options.files[0],
          deck: deck)
      }
    }
    emit(files, collector.decks, others, options)
  }

  /// - Parameter options: The import, if it brings in questions and nothing else.
  private func save(_ collector: ImportCollector, _ options: ImportOptions?) throws {
    let before = (newDeck, imported)
    // Set before the save, because the first screen reads both when the bank has changed.
    (newDeck, imported) = (collector.newDeck ?? newDeck, options)
    do {
      try collector.save()
    } catch {
      (newDeck, imported) = before
      throw error
    }
  }

  private func emit(
    _ files: [ImportOutcome.File], _ decks: [String], _ others: PassedOver,
    _ options: ImportOptions, refusal: (any ReportableError)? = nil
  ) {
    finished.emit(
      ImportOutcome(
        files: files, decks: decks, passedOver: others, isDryRun: options.dryRun,
        listsAllProblems: options.allProblems, line: options.isLooked ? options.line : nil,
        refusal: (refusal as? ImportError)?.problem))
  }

  private func canBeRead(
    _ all: Range<Int>, without unusable: [Int], again reading: ImportReading
  ) throws -> Bool {
    try all.allSatisfy { index in
      try unusable.contains(index) || world.files.canBeReadAgain(reading.paths[index])
    }
  }

  /// The refusal of a file, with the command that reads it as its cells suggest, if one does, or else
  /// with the one to look at it.
  private func withRemedy(
    _ refusal: any ReportableError, _ options: ImportOptions
  ) -> any ReportableError {
    guard case .unusableFile(let problem, _)? = refusal as? ImportError,
      (refusal as? ImportError)?.isDoubt == true, options.files.count == 1, !options.isLooked
    else { return refusal }
    do {
      let draft = try ImportDraft(
        options, importer: self, bank: bank, world: world, readsAll: false)
      return ImportError.unusableFile(problem, remedy: try draft.remedy())
    } catch {
      // A pipe cannot be read again.
      return refusal
    }
  }

  /// The reason why nothing is imported; `nil` if there is none.
  private func refusal(
    of files: [ImportOutcome.File], _ unusable: [QuestionFile], _ options: ImportOptions
  ) -> (any ReportableError)? {
    for file in unusable {
      let errors = file.problems.filter { $0.level == .error }
      guard let problem = errors.first(where: { $0.fault.namesOtherFormat }) ?? errors.first else {
        continue
      }
      return ImportError.unusableFile(problem)
    }
    return options.strict ? refusal(of: files) : nil
  }

  /// The error for `--strict` when some questions cannot be imported.
  private func refusal(of files: [ImportOutcome.File]) -> ImportError? {
    let lost = files.flatMap(\.problems).filter { $0.level != .warning }
    return lost.first.map { .notAllUsable(file: $0.file, line: $0.line, count: lost.count) }
  }
}

extension QuestionFormat {
  /// The format with a name; `nil` to find it out.
  ///
  /// - Throws: ``ImportError/unknownFormat(_:)``
  static func called(_ name: String?) throws(ImportError) -> QuestionFormat? {
    guard let name else { return nil }
    guard let format = named(name) else { throw .unknownFormat(name) }
    return format
  }
}

/// The files that are meant by the names of files and folders.
struct NamedFiles {
  /// The files, in the order in which they are read.
  private(set) var paths: [String] = []
  /// The results of those that cannot be read, by their index.
  private(set) var missing: [Int: QuestionFile] = [:]
  /// The files of folders that are passed over.
  private(set) var others = PassedOver()
  /// The folders that the user named, by the indices of the files that were found in them.
  private(set) var folders: [Int: String] = [:]

  /// Looks for the files.
  ///
  /// - Parameter strict: Whether nothing is read unless all of them exist.
  /// - Throws: ``UserFileError`` when the only file does not exist; ``ImportError`` for folders
  ///   without files.
  init(_ names: [String], strict: Bool, in files: any UserFiles) throws {
    for name in names {
      do {
        let found = try files.files(at: name)
        if found.isFolder {
          others.add(found, from: paths.count)
          for index in found.paths.indices { folders[paths.count + index] = name }
        }
        paths += found.paths
        for error in found.unreadable {
          missing[paths.count] = QuestionFile(named: error.path, unreadable: error)
          paths.append(error.path)
        }
      } catch {
        if names.count == 1 || strict { throw error }
        missing[paths.count] = QuestionFile(named: name, unreadable: error)
        paths.append(name)
      }
    }
    if let folder = names.first, paths.isEmpty {
      throw ImportError.unusableFile(Problem(.nothingInFolder(read: 0), file: folder))
    }
  }
}

/// A file that a person has looked at.
struct LookedFile: Equatable, Sendable {
  /// The names of its columns; `nil` where it has none.
  let columns: [String]?
}

/// The options of an import.
package struct ImportOptions: Equatable, Sendable {
  /// The files and folders to import.
  package var files: [String]
  /// The name of the files' format; `nil` to detect it.
  package var format: String?
  /// The deck for all questions. `nil` to use decks named after the questions' categories, or after
  /// the files for questions without a category.
  package var deck: String?
  /// Whether to only report what would happen, and change nothing.
  package var dryRun: Bool
  /// Whether to import nothing unless every question can be imported.
  package var strict: Bool
  /// Whether to import questions that the deck already has.
  package var allowDuplicates: Bool
  /// Whether a question of the bank stays unchanged when a file has another version of it.
  package var keepsExisting: Bool
  /// Whether the file's version is taken of what both the file and a person have changed.
  package var takesTheirs: Bool
  /// Whether the report lists every problem, instead of only counting them when there are many of
  /// one kind.
  package var allProblems: Bool
  /// Whether to import only the questions of a backup.
  package var questionsOnly: Bool
  /// Properties of the files that cannot be detected from their content.
  package var reading: ReadingOptions
  /// How the file was taken apart when a person looked at it, who is told how a script says the
  /// same; `nil` where nobody did.
  var looked: LookedFile?

  var isLooked: Bool { looked != nil }

  /// Creates options.
  package init(
    files: [String], format: String? = nil, deck: String? = nil, dryRun: Bool = false,
    strict: Bool = false, allowDuplicates: Bool = false, keepsExisting: Bool = false,
    takesTheirs: Bool = false,
    allProblems: Bool = false, questionsOnly: Bool = false,
    reading: ReadingOptions = ReadingOptions()
  ) {
    self.files = files
    self.format = format
    self.deck = deck
    self.dryRun = dryRun
    self.strict = strict
    self.allowDuplicates = allowDuplicates
    self.keepsExisting = keepsExisting
    self.takesTheirs = takesTheirs
    self.allProblems = allProblems
    self.questionsOnly = questionsOnly
    self.reading = reading
  }
}

/// The progress of a running import.
public struct ImportStatus: Encodable, Equatable, Sendable {
  /// The file being read, as the user named it.
  public var file: String
  /// The number of that file, from 1.
  public var number: Int
  /// How many files there are.
  public var files: Int
  /// How much of the file has been read, in percent of its bytes.
  @Share public var progress: Int
  /// The reading speed in thousands of bytes per second; `nil` while unknown.
  @Nullable public var kilobytesPerSecond: Int?
  /// The time left for this file in whole seconds, rounded up; `nil` while unknown.
  @Nullable public var remaining: Int?
}

extension ImportStatus {
  /// Creates the status at `elapsed` after the file was opened.
  init(_ progress: ImportReading.Progress, paths: [String], elapsed: Duration) {
    file = paths[progress.number - 1]
    number = progress.number
    files = paths.count
    let percent =
      progress.totalBytes == 0 ? 100 : progress.completedBytes * 100 / progress.totalBytes
    self.progress = percent
    let milliseconds = elapsed.wholeMilliseconds
    // The first bytes say little: there may be a heading before the first question.
    guard milliseconds > 0, percent > 0 else {
      (kilobytesPerSecond, remaining) = (nil, nil)
      return
    }
    kilobytesPerSecond = progress.completedBytes / milliseconds
    let left = progress.totalBytes - progress.completedBytes
    remaining = (left * milliseconds / progress.completedBytes + 999) / 1000
  }
}

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
  /// The command with which a script imports the same; `nil` unless a person has chosen how.
  package let line: String?
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
  /// What may be done so that a file is read.
  package enum Remedy: Sendable {
    /// A command that reads nearly all of it, and how the right answers have to be written for it to
    /// be right; `nil` where the file tells that.
    case line(String, ReadingOptions.Answers? = nil)
    /// To look at it in a session. The command is the last fact of the message.
    case look(String?)

    /// The end of the topic of a message about a file that can be looked at.
    package static let looked = ".look"

    /// Whether it is a line that does it, so that nothing else need be tried.
    fileprivate var isLine: Bool {
      if case .line = self { true } else { false }
    }

    /// The command by which it is looked at.
    fileprivate var look: String? {
      if case .look(let line) = self { line } else { nil }
    }

    /// The sentence behind the problem.
    fileprivate func text(in language: Language) -> String? {
      switch self {
      case .line(let line, nil):
        language.text("; this may do: \(line)", "。次の指定で読める可能性があります: \(line)")
      case .line(let line, .first):
        language.text(
          "; if the right answer always comes first, this may do: \(line)",
          "。正解がいつも最初にあるなら、次の指定で読める可能性があります: \(line)")
      case .line(let line, _):
        language.text(
          "; if 1 means the first choice, this may do: \(line)",
          "。1 が最初の選択肢を指すなら、次の指定で読める可能性があります: \(line)")
      case .look: nil
      }
    }
  }

  /// There is no format with this name.
  case unknownFormat(String)
  /// A file is not in the format it claims, or has no questions.
  ///
  /// A file in which a person would find questions has a remedy.
  case unusableFile(Problem, remedy: Remedy? = nil)
  /// Some questions cannot be imported, and `--strict` was given.
  case notAllUsable(file: String, line: Int?, count: Int)
  /// The user stopped the import.
  case cancelled
  /// Another import is in progress.
  case busy

  package var file: String? {
    switch self {
    case .unusableFile(let problem, _): problem.file
    case .notAllUsable(let file, _, _): file
    case .unknownFormat, .cancelled, .busy: nil
    }
  }

  package var line: Int? {
    switch self {
    case .unusableFile(let problem, _): problem.line
    case .notAllUsable(_, let line, _): line
    case .unknownFormat, .cancelled, .busy: nil
    }
  }

  /// Whether the file can perhaps be read in a way that a person chooses.
  var isDoubt: Bool {
    problem.map { Self.doubts.contains($0.code) } ?? false
  }

  private static let doubts: Set<String> = [
    "no-column", "key-base-unsure", "not-this-format", "no-questions", "unknown-format",
    "unknown-encoding", "answer-not-a-choice", "no-correct-choice", "too-few-choices",
    "too-few-columns", "missing-field",
  ]

  /// The problem of the file that makes the import fail as a whole.
  var problem: Problem? {
    if case .unusableFile(let problem, _) = self { problem } else { nil }
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
    case .unusableFile(let problem, let remedy):
      Message(
        problem.code,
        Reason { language in
          let more = remedy?.text(in: language) ?? ""
          return remedy?.isLine == true
            ? problem.message(in: language) + more : problem.messageAndHint(in: language) + more
        },
        topic: remedy?.isLine == true
          ? "remedy" : problem.fault.topic + (remedy?.look == nil ? "" : Remedy.looked),
        facts: problem.fault.facts + [remedy?.look].compactMap(\.self))
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
  func messageAndHint(in language: Language) -> String {
    let hint = fault.hint?.text(in: language) ?? ""
    return message(in: language) + (hint.isEmpty ? "" : language.text("; ", "。") + hint)
  }
}
