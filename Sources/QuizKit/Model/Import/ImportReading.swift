import Dispatch
import QuizExchange
import QuizStore
import QuizSupport
import Synchronization

/// Part of a file, on its way from the thread that reads to the bank's thread.
final class ImportPart: Sendable {
  enum Content: Sendable {
    /// The records of a backup other than questions. They come before the questions.
    case sections([BackupDocument.Section])
    /// Questions, and the format from which they were read.
    case questions([ParsedQuestion], QuestionFormat?)
    /// Pictures to which the questions of the next part refer.
    case pictures([PictureIntake.NewPicture])
  }

  /// The index of the file in the import.
  let file: Int
  let content: Content
  private let room: DispatchSemaphore
  private let isTaken = Mutex(false)

  init(file: Int, _ content: Content, room: DispatchSemaphore) {
    self.file = file
    self.content = content
    self.room = room
  }

  /// Allows the reader to send another part. Call once for each part.
  func taken() {
    isTaken.withLock { $0 = true }
    room.signal()
  }

  // If the receiver has stopped listening, the reader must not wait for this part.
  deinit {
    if !isTaken.withLock({ $0 }) { room.signal() }
  }
}

/// Collects the questions of one file into parts, and sends each part as soon as the receiver has
/// room for it.
final class ImportParts {
  /// The number of bytes of text at which a part is sent, even if it has only a few questions.
  private static let textSize = 500_000
  /// The number of bytes of pictures at which a part is sent.
  private static let pictureSize = 8_000_000
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
    self.file = file
    self.size = size
    self.hand = hand
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
    let isLarge = (collector?.pictures?.waitingSize ?? 0) >= Self.pictureSize
    if questions.count == size || textCount >= Self.textSize || isLarge { finish() }
  }

  /// Sends the remaining questions, and the pictures of these and of notes.
  func finish() {
    // The receiver keeps them before the records that refer to them.
    if let pictures = collector?.pictures?.takeNew(), !pictures.isEmpty {
      hand(.pictures(pictures))
    }
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

extension PictureIntake {
  /// Brings in the pictures of a file of the user.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - folder: The folder that the user named; `nil` if the user named the file.
  ///   - limit: The largest size of all pictures in bytes.
  ///   - known: The pictures that were handed over before.
  convenience init(
    beside path: String, within folder: String?, of files: any UserFiles, limit: Int,
    known: Set<ContentDigest> = []
  ) {
    self.init(limit: limit, known: known) { reference in
      do throws(UserFileError) {
        let bytes = try files.bytes(
          of: reference, beside: path, within: folder, limit: Attachment.mostBytes)
        return bytes.map { .bytes($0) } ?? .missing
      } catch {
        switch error.reason {
        case .outside: return .outside
        case .tooLarge: return .tooLarge
        default: return .unreadable(error.message.sentences)
        }
      }
    }
  }
}

/// The results of importing the questions of a file.
package struct ImportCounts: Equatable, Sendable {
  /// The number of questions that were added to the bank, or that would have been added without dry
  /// run.
  package var imported = 0
  /// The number of questions in the bank that were changed, because the files have newer versions
  /// of them.
  package var updated = 0
  /// The number of questions that were left out because the deck already has them.
  package var duplicates = 0
  /// The number of questions of which something was changed both in the file and in the bank, so
  /// that it stays as it is in the bank. If something else was taken over, they are among
  /// ``updated`` too.
  package var differsHere = 0

  /// Creates the counts.
  package init(imported: Int = 0, updated: Int = 0, duplicates: Int = 0, differsHere: Int = 0) {
    (self.imported, self.updated, self.duplicates) = (imported, updated, duplicates)
    self.differsHere = differsHere
  }

  /// Adds the counts of two files.
  package static func + (left: Self, right: Self) -> Self {
    ImportCounts(
      imported: left.imported + right.imported, updated: left.updated + right.updated,
      duplicates: left.duplicates + right.duplicates,
      differsHere: left.differsHere + right.differsHere)
  }
}

/// Faults of folders, and of files that were changed in two places.
extension Fault {
  /// No file of a folder has questions.
  package static func nothingInFolder(read: Int) -> Fault {
    Fault(
      "no-questions",
      read == 0
        ? "no file in this folder can have questions"
        : "no questions found in \(read.counted("file"))",
      read == 0 ? "質問を含むファイルがフォルダーにありません" : "\(read) ファイルに質問が見つかりません", scope: .file)
  }

  /// Both the file and a person have changed these fields of a question of the bank.
  package static func differsHere(_ fields: [Reason]) -> Fault {
    let english = fields.map { $0.text(in: .english) }.joined(separator: ", ")
    let japanese = fields.map { $0.text(in: .japanese) }.joined(separator: "、")
    return Fault(
      "differs-here",
      "\(english) changed here and in the file; what the bank has stays",
      "\(japanese)が問題集とファイルの両方で変わっています。問題集の内容を残します", level: .warning)
  }
}

extension ImportOptions {
  /// The command with which a script imports the same in the same way; `nil` where a line cannot say
  /// it.
  package var line: String? {
    let isSayable = reading.columns.values.allSatisfy { column in
      guard case .named(let name) = column else { return true }
      return !name.isEmpty && !name.hasPrefix("#") && !name.contains(",")
    }
    guard isSayable else { return nil }
    var words = ["import"] + files
    func add(_ option: String, _ value: String?) {
      if let value { words += ["--\(option)", value] }
    }
    add("format", format)
    add("deck", deck)
    add("encoding", reading.encoding?.rawValue)
    add("list", reading.list)
    add("delimiter", reading.delimiter.map { $0 == "\t" ? "tab" : String($0) })
    add("heading", reading.hasHeading.map { $0 ? "yes" : "no" })
    add("map", reading.columns.isEmpty ? nil : map)
    add("split", reading.choiceSeparator.map { $0 == "\n" ? "newline" : String($0) })
    add("answers", reading.answers?.rawValue)
    add("encode", reading.triviaEncoding?.rawValue)
    add(
      "longest",
      reading.maximumBytes == ReadingOptions.usualMaximumBytes ? nil : "\(reading.maximumBytes)")
    for (isSet, option) in [
      (strict, "strict"), (reading.makesChoices, "make-choices"), (takesTheirs, "theirs"),
      (keepsExisting, "keep-existing"),
      (allowDuplicates, "allow-duplicates"), (questionsOnly, "questions-only"),
    ] where isSet { words.append("--\(option)") }
    return words.allSatisfy(Self.canSay) ? words.map(Self.quoted).joined(separator: " ") : nil
  }

  /// The columns as `--map` has them.
  private var map: String {
    let choices = reading.columns.filter { $0.key.role == .choice }
      .sorted { $0.key.number < $1.key.number }
    let numbers = choices.compactMap {
      if case .number(let number) = $0.value { number } else { nil }
    }
    var pairs = reading.columns.filter { $0.key.role != .choice }.map {
      "\(Self.word($0.key))=\(Self.text($0.value))"
    }.sorted()
    if choices.count > 1, numbers.count == choices.count,
      numbers == Array(numbers[0]..<numbers[0] + numbers.count)
    {
      pairs.append("choices=\(ImportField.text(ofColumns: numbers) ?? "")")
    } else {
      pairs += choices.map { "choice\($0.key.number)=\(Self.text($0.value))" }
    }
    return pairs.joined(separator: ",")
  }

  private static func word(_ column: NamedColumn) -> String {
    let field = ImportField.allCases.first { $0.roles[0] == column.role }
    return (field?.rawValue ?? column.role.rawValue) + (column.number > 0 ? "\(column.number)" : "")
  }

  private static func text(_ column: ReadingOptions.Column) -> String {
    switch column {
    case .named(let name): name
    case .number(let number): "#\(number)"
    case .none: ""
    }
  }

  /// A word as a shell and the program itself read it.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      word.first != "#"
      && word.unicodeScalars.allSatisfy {
        $0.value > 0x7F && !$0.properties.isWhitespace || $0.properties.isAlphabetic
          || "0123456789_./=#,:+-".unicodeScalars.contains($0)
      }
    if isPlain, !word.isEmpty { return word }
    return word.contains("'") ? "\"\(word)\"" : "'\(word)'"
  }

  /// Whether a line can say the word: none that a shell would change within quotes, or that
  /// `--map` divides.
  private static func canSay(_ word: String) -> Bool {
    let isPlain = !word.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isPlain && (!word.contains("'") || !word.contains { "\"$`!\\".contains($0) })
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
  ///
  /// - Returns: What became of its questions.
  @discardableResult
  func take(_ part: ImportPart) throws -> [BankIntake.Admission] {
    switch part.content {
    case .sections(let sections):
      guard !options.questionsOnly, !sections.isEmpty else { return [] }
      tallies[part.file].merge = try BackupMerge(
        BackupRecords(sections, of: intake.store.kinds, file: paths[part.file]), into: intake,
        file: paths[part.file],
        deck: options.deck)
      return []
    case .pictures(let pictures):
      if !options.dryRun { try intake.store.store.attachments.keep(pictures) }
      return []
    case .questions(let questions, let format):
      return try take(questions, of: format, in: part.file)
    }
  }

  /// Adds questions of a file.
  func take(
    _ questions: [ParsedQuestion], of format: QuestionFormat?, in file: Int
  ) throws -> [BankIntake.Admission] {
    let ownDeck = deckName(of: paths[file])
    let decks = questions.map { ($0, options.deck ?? $0.category ?? ownDeck) }
    let admissions = try intake.add(decks, format: format)
    for (_, name) in decks where knownDecks.insert(name).inserted { self.decks.append(name) }
    for (question, admission) in zip(questions, admissions) {
      take(admission, of: question, in: paths[file], &tallies[file])
    }
    return admissions
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
  /// Whether the user looks at how tables are taken apart.
  var wantsLayout = false
  /// The folders that the user named, by the indices of the files that were found in them.
  var folders: [Int: String] = [:]
  /// How a person chose to read the file, for a file that still has the same columns.
  var kept: KeptReading?
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
    // Many files may have the same pictures.
    var pictures: Set<ContentDigest> = []
    do {
      for (index, path) in paths.enumerated() {
        read.append(try known[index] ?? self.read(path, index, &pictures, report))
      }
      return .files(read)
    } catch {
      return .cancelled
    }
  }

  private func read(
    _ path: String, _ index: Int, _ pictures: inout Set<ContentDigest>,
    _ report: @escaping @Sendable (News) -> Bool
  ) throws(ReadingCancelled) -> QuestionFile {
    do {
      return try questions(of: path, index, &pictures, report)
    } catch let error as UserFileError {
      return QuestionFile(named: path, unreadable: error)
    } catch {
      // Reading cannot fail except by cancellation.
      throw ReadingCancelled()
    }
  }

  private func questions(
    of path: String, _ index: Int, _ pictures: inout Set<ContentDigest>,
    _ report: @escaping @Sendable (News) -> Bool
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
    collector.wantsLayout = wantsLayout
    let intake = PictureIntake(
      beside: path, within: folders[index], of: files, limit: options.maximumBytes, known: pictures)
    collector.pictures = intake
    defer { pictures = intake.digests }
    var isWanted = true
    let bytes = try files.bytes(of: path, longestLine: options.maximumBytes) {
      isWanted = tell(0, 1)
      return isWanted
    }
    if !isWanted { throw ReadingCancelled() }
    do {
      var (format, options) = (format, options)
      if let kept, try kept.fits(bytes, named: path) {
        (format, options) = (kept.questionFormat, kept.reading)
        collector.note(.asChosen)
      }
      format = try QuestionFile.read(bytes, format: format, options: options, into: collector)
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
