import Dispatch
import QuizExchange
import QuizStore
import QuizSupport

/// Reads the files of an import. Works on values only, so it can run on any thread.
///
/// Sends the questions in parts and waits until each part is handled, so that the questions of a
/// large file are never all in memory at once.
struct ImportReading: Sendable {
  let paths: [String]
  let files: any UserFiles
  let format: QuestionFormat?
  let options: ReadingOptions
  /// The sections that backups of this bank can have (``BankRecord/section``).
  let sections: Set<String>
  /// The number of questions in a part.
  var partSize = 500
  /// The results of files that need not be read again, by their index.
  var known: [Int: QuestionFile] = [:]

  /// How much has been read.
  struct Progress: Equatable, Sendable {
    /// The index of the file, from 1.
    var number: Int
    var completedBytes: Int
    var totalBytes: Int
  }

  /// Messages that are sent while reading.
  enum News: Sendable {
    case progress(Progress)
    /// The receiver must call ``ImportPart/taken()``.
    case part(ImportPart)
  }

  /// The result of reading all files.
  enum Result: Sendable {
    /// The files without their questions, which were already sent. If a file cannot be read, this
    /// is its only problem.
    case files([QuestionFile])
    case cancelled
  }

  /// Reads all files.
  ///
  /// - Parameter report: receives parts and progress; returns `false` to stop reading.
  func run(_ report: @escaping @Sendable (News) -> Bool) -> Result {
    var read: [QuestionFile] = []
    do {
      for (index, path) in paths.enumerated() {
        read.append(try known[index] ?? self.read(path, index, report))
      }
      return .files(read)
    } catch {
      return .cancelled
    }
  }

  private func read(
    _ path: String, _ index: Int, _ report: @escaping @Sendable (News) -> Bool
  ) throws(ReadingCancelled) -> QuestionFile {
    do {
      return try questions(of: path, index, report)
    } catch let error as UserFileError {
      return QuestionFile(named: path, unreadable: error)
    } catch {
      // Reading cannot fail except by cancellation.
      throw ReadingCancelled()
    }
  }

  private func questions(
    of path: String, _ index: Int, _ report: @escaping @Sendable (News) -> Bool
  ) throws -> QuestionFile {
    let tell = { (completed: Int, total: Int) in
      report(
        .progress(Progress(number: index + 1, completedBytes: completed, totalBytes: total)))
    }
    let parts = ImportParts(of: index, size: partSize) { _ = report(.part($0)) }
    let collector = QuestionCollector(
      file: path,
      progress: { progress in
        parts.shortage == nil && tell(progress.completedBytes, progress.totalBytes)
      }, handler: { parts.add($0) }, sectionNames: sections,
      sectionHandler: { parts.hand(.sections($0)) })
    parts.follow(collector)
    var isWanted = true
    let bytes = try files.bytes(of: path, longestLine: options.longest) {
      isWanted = tell(0, 1)
      return isWanted
    }
    if !isWanted { throw ReadingCancelled() }
    do {
      let format = try QuestionFile.read(bytes, format: format, options: options, into: collector)
      if let needed = parts.shortage {
        throw UserFileError(path: path, .memoryShort(needed: needed))
      }
      parts.finish()
      return QuestionFile(collector, format: format)
    } catch let error as ReadingCancelled {
      guard let needed = parts.shortage else { throw error }
      throw UserFileError(path: path, .memoryShort(needed: needed))
    }
  }
}

/// Part of a file, on its way from the thread that reads to the bank's thread.
final class ImportPart: Sendable {
  enum Content: Sendable {
    /// The records of a backup other than questions. They come before the questions.
    case sections([BackupDocument.Section])
    /// Questions, and the format from which they were read.
    case questions([ParsedQuestion], QuestionFormat?)
  }

  /// The index of the file in the import.
  let file: Int
  let content: Content
  private let room: DispatchSemaphore

  init(file: Int, _ content: Content, room: DispatchSemaphore) {
    self.file = file
    self.content = content
    self.room = room
  }

  /// Allows the reader to send another part. Call once for each part.
  func taken() {
    room.signal()
  }
}

/// Collects the questions of one file into parts, and sends each part as soon as the receiver has
/// room for it.
final class ImportParts {
  /// The number of bytes of text at which a part is sent, even if it has only a few questions.
  private static let textSize = 500_000
  /// An estimate of the memory that each byte of a large question takes until it is saved.
  private static let costOfByte = 14

  /// The number of bytes of memory that were missing. Once this is set, further questions are
  /// ignored.
  private(set) var shortage: Int?
  /// The reader's end, which knows the format once there is a question.
  private weak var collector: QuestionCollector?
  private let file: Int
  private let size: Int
  private let hand: (ImportPart) -> Void
  private var questions: [ParsedQuestion] = []
  private var textCount = 0
  private let room = DispatchSemaphore(value: 0)

  /// - Parameter hand: receives a part, and must call ``ImportPart/taken()`` when it has handled
  ///   it.
  init(of file: Int, size: Int, _ hand: @escaping (ImportPart) -> Void) {
    (self.file, self.size, self.hand) = (file, size, hand)
    // Allow two parts: one is handled while the next one is read. Signal twice instead of starting
    // at two, because a semaphore must not be destroyed below its initial value, and a program that
    // exits may leave parts unhandled.
    room.signal()
    room.signal()
  }

  /// Takes the format of the questions from their collector.
  func follow(_ collector: QuestionCollector) {
    self.collector = collector
  }

  func add(_ question: ParsedQuestion) {
    guard shortage == nil else { return }
    let count = question.content.textCount
    if count > Self.textSize, !FreeMemory.hasRoom(for: count * Self.costOfByte) {
      shortage = count * Self.costOfByte
      return
    }
    questions.append(question)
    textCount += count
    if questions.count == size || textCount >= Self.textSize { finish() }
  }

  /// Sends the remaining questions.
  func finish() {
    guard !questions.isEmpty else { return }
    hand(.questions(questions, collector?.format))
    questions.removeAll(keepingCapacity: false)
    questions.reserveCapacity(size)
    textCount = 0
  }

  func hand(_ content: ImportPart.Content) {
    room.wait()
    hand(ImportPart(file: file, content, room: room))
  }
}

extension QuestionContent {
  /// The size of the question's long texts in bytes, without title and tags.
  fileprivate var textCount: Int {
    choices.reduce(text.utf8.count + commentary.utf8.count) {
      $0 + $1.text.utf8.count + $1.feedback.utf8.count
    }
  }
}

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

/// The files of folders that an import passes over, because nobody named them and they have no
/// questions.
package struct PassedOver: Equatable, Sendable {
  /// How many there are of each kind.
  package private(set) var counts: [OtherFile: Int] = [:]
  /// The names of those that were read and have no questions.
  package private(set) var names: [String] = []
  /// Their indices among the files that were read.
  private(set) var indices: Set<Int> = []
  /// The indices of the files that are from folders.
  private var fromFolders: Set<Int> = []

  init() {}

  /// Adds a folder.
  ///
  /// - Parameter start: the index of its first file among all files of the import.
  mutating func add(_ folder: FoundFiles, from start: Int) {
    counts.merge(folder.others, uniquingKeysWith: +)
    fromFolders.formUnion(start..<start + folder.paths.count)
  }

  /// Adds the files of folders in which no questions were found.
  mutating func addFiles(withoutQuestionsAmong files: [QuestionFile]) {
    for index in files.indices where fromFolders.contains(index) && !indices.contains(index) {
      guard files[index].seemsToBeNoQuestionFile else { continue }
      indices.insert(index)
      if files[index].isProgram {
        counts[.program, default: 0] += 1
        continue
      }
      counts[.withoutQuestions, default: 0] += 1
      names.append(files[index].name)
    }
  }

  /// Whether nothing was passed over.
  package var isEmpty: Bool { counts.isEmpty }
}

extension QuestionFile {
  fileprivate var isProgram: Bool { problems.contains { $0.fault == .program } }

  /// Whether nothing in the file suggests that it was written for questions.
  fileprivate var seemsToBeNoQuestionFile: Bool {
    if isProgram { return true }
    guard read == 0, let problem = problems.last else { return false }
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isNamedForQuestions = ["gift", "aiken", QuestionFormat.exam.name].contains(ending)
    let isOther =
      Self.codesOfOthers.contains(problem.code) || problem.fault.topic == Fault.otherSyntax
    return !isNamedForQuestions && errors == 1 && isOther
  }

  private static let codesOfOthers: Set<String> = [
    "unknown-format", "no-questions", "not-this-format", "binary-file",
  ]
}
