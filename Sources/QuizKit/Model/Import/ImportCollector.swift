import QuizExchange
import QuizStore

/// Collects the parts of an import as they are read, and adds them to the bank when all files have
/// been read.
final class ImportCollector {
  /// The result for the questions of one file.
  private struct Tally {
    var counts = ImportCounts()
    var merge: BackupMerge?
    var problems: [Problem] = []
  }

  private let paths: [String]
  private let deckNames: DeckNames
  private let options: ImportOptions
  private let intake: BankIntake
  private var tallies: [Tally]
  /// The decks to which the questions belong, in the order in which they came.
  private(set) var decks: [String] = []
  private var knownDecks: Set<String> = []

  init(_ bank: QuestionBank, paths: [String], options: ImportOptions) throws {
    self.paths = paths
    deckNames = DeckNames(of: paths)
    var options = options
    let finder = DeckFinder(try bank.decks().map(\.name))
    options.deck = options.deck.map(finder.name)
    self.options = options
    intake = try BankIntake(
      bank, allowDuplicates: options.allowDuplicates, keepsExisting: options.keepsExisting,
      takesTheirs: options.takesTheirs, isDryRun: options.dryRun)
    tallies = Array(repeating: Tally(), count: paths.count)
  }

  /// The deck of the first question that is new; `nil` without one.
  var newDeck: Identifier<Deck>? { intake.newDeck }

  /// Whether any part of a file has already been added.
  func hasPart(of file: Int) -> Bool {
    tallies[file].counts != ImportCounts() || tallies[file].merge != nil
  }

  /// Adds one part of a file.
  func take(_ part: ImportPart) throws {
    switch part.content {
    case .sections(let sections):
      guard !options.questionsOnly, !sections.isEmpty else { return }
      tallies[part.file].merge = try BackupMerge(
        BackupRecords(sections, of: intake.store.kinds, file: paths[part.file]), into: intake,
        file: paths[part.file],
        deck: options.deck)
    case .questions(let questions, let format):
      let ownDeck = deckName(of: paths[part.file])
      let decks = questions.map { ($0, options.deck ?? $0.category ?? ownDeck) }
      let admissions = try intake.add(decks, format: format)
      for (_, name) in decks where knownDecks.insert(name).inserted { self.decks.append(name) }
      for (question, admission) in zip(questions, admissions) {
        take(admission, of: question, in: paths[part.file], &tallies[part.file])
      }
    }
  }

  private func take(
    _ admission: BankIntake.Admission, of question: ParsedQuestion, in file: String,
    _ tally: inout Tally
  ) {
    switch admission.fate {
    case .added: tally.counts.imported += 1
    case .updated: tally.counts.updated += 1
    case .known where admission.differing.isEmpty: tally.counts.duplicates += 1
    case .known: break
    }
    if !admission.differing.isEmpty {
      tally.counts.differsHere += 1
      if tally.problems.count < QuestionCollector.problemLimit {
        tally.problems.append(
          Problem(
            .differsHere(admission.differing.map(\.name)), file: file,
            line: question.line > 0 ? question.line : nil, question: question.content.text))
      }
    }
    if let record = question.origin?.record { tally.merge?.question(record, is: admission.id) }
  }

  /// Adds the notes and quizzes of backups, after their questions.
  ///
  /// - Returns: the result for each file. The bank itself changes in ``save()``.
  func finish(_ files: [QuestionFile]) throws -> [ImportOutcome.File] {
    try zip(files, tallies).map { file, tally in
      try tally.merge?.finish()
      return ImportOutcome.File(
        file: file, counts: tally.counts,
        restored: tally.merge?.restored,
        problems: file.problems + tally.problems + (tally.merge?.problems ?? []))
    }
  }

  /// Saves everything that was added, or throws and saves nothing.
  func save() throws { try intake.save() }

  /// Discards everything that was added.
  func discard() { intake.discard() }

  /// The name of the deck for a file. Pipes of a shell, such as `/dev/fd/63`, do not have a usable
  /// name.
  private func deckName(of path: String) -> String {
    let isPipe = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    return path == DiskFiles.standardInput || isPipe ? "stdin" : deckNames[path]
  }
}
