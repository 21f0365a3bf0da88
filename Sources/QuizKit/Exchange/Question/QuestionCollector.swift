/// Collects what a reader finds in one file: questions, problems, counts and progress.
///
/// It is a class because a reader and its helpers add to the same collector. It is not thread-safe.
public final class QuestionCollector {
  /// The file name that reports show.
  package let file: String

  /// The file in a package that is being read; `nil` outside packages.
  var part: Part?

  /// A file in a package.
  struct Part {
    var name: String
    /// The deck of the questions that do not say theirs.
    var deck: String?
    /// How many bytes of the package were unpacked before, and how many there are.
    var start: Int
    var total: Int
    /// The place in the part of each line of a text that was made of it; empty if the lines are those
    /// of the part.
    var places: [Int] = []

    /// The place to report for a line.
    func place(of line: Int) -> Int {
      places.indices.contains(line - 1) ? places[line - 1] : line
    }
  }

  /// The questions so far. Stays empty if a handler receives them one by one.
  package private(set) var questions: [ParsedQuestion] = []

  /// The problems so far in file order, at most ``problemLimit``.
  package private(set) var problems: [Problem] = []

  /// The reader's guesses, such as the format.
  package private(set) var notes: [ReadingGuess] = []

  /// How the first table was taken apart; `nil` where there is none, and unless it is wanted.
  package internal(set) var layout: TableLayout?

  /// Whether the user looks at how a table is taken apart.
  package var wantsLayout = false

  /// The other contents of a backup, such as decks and notes. Complete before the first question is
  /// accepted.
  package private(set) var sections: [BackupDocument.Section] = []

  /// Brings in pictures; `nil` where they are only named.
  package var pictures: PictureIntake?

  /// The format of the text that is being read; `nil` while that is not known.
  package internal(set) var format: QuestionFormat?

  /// The number of accepted questions. Together with `skipped` these are all valid questions.
  public private(set) var accepted = 0

  /// The number of valid questions that a quiz cannot ask.
  package private(set) var skipped = 0

  /// The number of unreadable questions, plus errors that concern the whole file.
  package private(set) var errors = 0

  /// How many questions were skipped for each reason, for the summary line of a report.
  package private(set) var skippedKinds: [Fault: Int] = [:]

  /// Further problems are counted but not stored, which limits the memory a broken file can take.
  package static let problemLimit = 10_000

  /// The user's settings for the file.
  var options = ReadingOptions()

  /// The maximum size of a question in bytes.
  var maximumBytes: Int { options.maximumBytes }

  /// The offset of the question or line that exceeded ``maximumBytes`` and ended the reading.
  private(set) var overlong: Int?

  /// The most questions that are read. One more ends the reading.
  var mostQuestions = Int.max

  /// How many bytes more may be in memory for a package: what is unpacked, and what becomes of it.
  private(set) var budget = Int.max

  /// Whether more than ``mostQuestions`` or ``budget`` ended the reading.
  private(set) var isFull = false

  private let handler: ((ParsedQuestion) -> Void)?
  private let sectionHandler: (([BackupDocument.Section]) -> Void)?
  /// The sections of a backup that are wanted; `nil` for all.
  let sectionNames: Set<String>?
  private let progress: ((ReadingProgress) -> Bool)?
  private var nextProgress = 0
  /// The codes of the faults that are reported once.
  private var told: Set<String> = []
  private var nextLook = 0
  private var hasSections = false
  /// Where the current question began, and how many questions had been found by then.
  private var record = (start: 0, found: 0)

  /// Creates an collector.
  ///
  /// - Parameters:
  ///   - file: The file name that reports show.
  ///   - progress: Called from time to time with the progress; returning `false` stops the reading.
  ///   - handler: Receives each question instead of `questions`, for files that do not fit in
  ///     memory.
  ///   - sectionNames: The sections of a backup that the caller knows. Others are reported. `nil`
  ///     when the caller takes all sections.
  ///   - sectionHandler: Receives the other contents of a backup before the first question.
  public init(
    file: String, progress: ((ReadingProgress) -> Bool)? = nil,
    handler: ((ParsedQuestion) -> Void)? = nil, sectionNames: Set<String>? = nil,
    sectionHandler: (([BackupDocument.Section]) -> Void)? = nil
  ) {
    self.sectionNames = sectionNames
    self.file = file
    self.progress = progress
    self.handler = handler
    self.sectionHandler = sectionHandler
  }

  func accept(_ question: ParsedQuestion) {
    var question = question
    if accepted == mostQuestions { return stopFull(.tooManyQuestions(mostQuestions)) }
    if mostQuestions < .max { charge(question.content.memory) }
    if isFull { return }
    if let deck = part?.deck, question.category == nil { question.category = deck }
    accepted += 1
    nextLook = 0
    if question.content.hasLostCharacter {
      reportOnce(.replacementCharacter, line: question.line)
    }
    if let part { question.line = part.place(of: question.line) }
    if let handler { return handler(question) }
    // Doubling could leave half of a long array unused, so it grows by a quarter instead.
    if questions.count == questions.capacity, questions.count > 4_096 {
      questions.reserveCapacity(questions.count / 4 * 5)
    }
    questions.append(question)
  }

  func report(
    _ fault: Fault, line: Int?, element: String? = nil, question: String = "", excerpt: String = ""
  ) {
    report(
      Problem(
        fault, file: part.map { "\(file): \($0.name)" } ?? file,
        line: line.map { part?.place(of: $0) ?? $0 }, element: element,
        question: question, excerpt: excerpt))
  }

  func report(_ problem: Problem) {
    if problem.level != .warning { nextLook = 0 }
    if problem.fault == .replacementCharacter || problem.fault == .mixedEncoding {
      told.insert(Fault.replacementCharacter.code)
    }
    switch problem.level {
    case .error: errors += 1
    case .skipped:
      skipped += 1
      skippedKinds[problem.fault, default: 0] += 1
    case .warning: break
    }
    // The limit does not apply to a problem that makes the whole file unusable.
    if problems.count < Self.problemLimit || problem.fault.meansUnusable {
      problems.append(problem)
    }
  }

  /// Reports a warning that concerns many questions of the file, the first time only.
  func reportOnce(_ fault: Fault, line: Int?) {
    if told.insert(fault.code).inserted { report(fault, line: line) }
  }

  func take(sections: [BackupDocument.Section]) {
    hasSections = !sections.isEmpty
    if let sectionHandler { return sectionHandler(sections) }
    self.sections = sections
  }

  package func note(_ note: ReadingGuess) {
    // The files of a package may all give the same reason.
    if !notes.contains(note) { notes.append(note) }
  }

  /// Whether the file contains any question, valid or not, or a backup's other contents. Moodle's
  /// descriptions are not questions.
  var foundSomething: Bool {
    foundQuestions || errors > 0
  }

  /// Whether the file contains any valid question, or a backup's other contents.
  var foundQuestions: Bool {
    hasSections || accepted > 0
      || skipped > skippedKinds[.notMultipleChoice(.description), default: 0]
  }

  /// Reports progress. Cheap enough to call for each question.
  @inline(__always)
  func advance(to completed: Int, of total: Int) throws(ReadingCancelled) {
    let completed = completed + (part?.start ?? 0)
    if completed >= nextProgress { try tell(completed, total) }
  }

  /// Reports progress from readers that build a question from several lines. Stops the reading when
  /// the current question exceeds ``maximumBytes``.
  ///
  /// - Throws: ``ReadingCancelled`` when the progress closure or the size limit stops the reading.
  @inline(__always)
  func advance(throughLinesTo completed: Int, of total: Int) throws(ReadingCancelled) {
    let completed = completed + (part?.start ?? 0)
    if completed >= nextLook { try look(completed) }
    if completed >= nextProgress { try tell(completed, total) }
  }

  private func look(_ completed: Int) throws(ReadingCancelled) {
    nextLook = completed + 65_536
    let found = accepted + skipped + errors
    if found != record.found {
      record = (completed, found)
    } else {
      try require(max(record.start, part?.start ?? 0)..<completed)
    }
  }

  /// Stops the reading if a question or line is larger than ``maximumBytes``.
  @inline(__always)
  func require(_ range: Range<Int>) throws(ReadingCancelled) {
    if range.count > maximumBytes { throw stop(at: range.lowerBound) }
  }

  /// Prepares for reading a package.
  ///
  /// - Parameters:
  ///   - size: The size of the package.
  ///   - mostQuestions: The most questions to read.
  func beginPackage(size: Int, mostQuestions: Int) {
    self.mostQuestions = mostQuestions
    // A package that is larger than half of what may be in memory counts, too.
    budget = max(0, maximumBytes - max(0, size - maximumBytes / 2))
  }

  /// Counts bytes of a package that stay in memory. If these are too many, the next progress stops
  /// the reading.
  func charge(_ count: Int) {
    budget -= min(count, budget)
    if budget == 0 {
      stopFull(.package(.tooLarge(entry: nil, limit: maximumBytes)))
    }
  }

  private func stopFull(_ fault: Fault) {
    if !isFull { report(fault, line: nil) }
    isFull = true
    nextProgress = 0
  }

  /// Records where the size limit was exceeded and returns the error that stops the reading.
  func stop(at offset: Int) -> ReadingCancelled {
    overlong = offset
    return ReadingCancelled()
  }

  private func tell(_ completed: Int, _ total: Int) throws(ReadingCancelled) {
    if isFull { throw ReadingCancelled() }
    nextProgress = completed + 65_536
    guard let progress else { return }
    let total = max(part?.total ?? total, completed)
    if !progress(ReadingProgress(completedBytes: completed, totalBytes: total)) {
      throw ReadingCancelled()
    }
  }
}

extension QuestionContent {
  /// Whether a character could not be decoded: half of a surrogate pair in JSON, or `&#0;` in HTML.
  fileprivate var hasLostCharacter: Bool {
    var hasLost = title.map(Self.hasLostCharacter) ?? false
    forEachText { hasLost = hasLost || Self.hasLostCharacter($0) }
    return hasLost
  }

  private static func hasLostCharacter(_ text: String) -> Bool {
    // Few texts have the first byte of this character at all.
    let mayHave = text.utf8.withContiguousStorageIfAvailable { bytes in
      UnsafeRawBufferPointer(bytes).first(0xEF, in: bytes.indices) != nil
    }
    return mayHave != false && text.unicodeScalars.contains("\u{FFFD}")
  }
}
