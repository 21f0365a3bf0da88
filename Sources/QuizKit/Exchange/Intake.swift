/// Takes what a reader finds in one file: questions, problems, counts, and how far it has come.
///
/// A class, because a reader and its helpers write into the same one; it stays on one thread.
public final class Intake {
  /// The file as the reports name it.
  public let file: String

  /// The questions so far; empty if a handler takes them one by one.
  public private(set) var questions: [ParsedQuestion] = []

  /// The problems so far, in the order of the file; at most ``problemLimit`` of them.
  public private(set) var problems: [Problem] = []

  /// What the reader found out by itself.
  public private(set) var notes: [Note] = []

  /// What the file holds beside its questions, if it is a backup; complete before the first question is handed on.
  public private(set) var sections: [BackupDocument.Section] = []

  /// Questions that were handed on, and with ``skipped`` all that were sound.
  public private(set) var accepted = 0

  /// Sound questions that a quiz of one right answer cannot ask.
  public private(set) var skipped = 0

  /// Questions that could not be read, and faults of the file as a whole.
  public private(set) var errors = 0

  /// Skipped questions by what they were, for the last line of a report.
  public private(set) var skippedKinds: [Fault: Int] = [:]

  /// Problems beyond this number are counted but not kept, so that a file of nothing but faults
  /// cannot take more memory than a bank.
  public static let problemLimit = 10_000

  /// The most bytes that a question may take (``ReadingOptions/longest``).
  var longest = ReadingOptions.usualLongest

  /// Where something stands that is longer; the reading ended there.
  private(set) var overlong: Int?

  private let handler: ((ParsedQuestion) -> Void)?
  private let sectionHandler: (([BackupDocument.Section]) -> Void)?
  private let progress: ((ReadingProgress) -> Bool)?
  private var nextProgress = 0
  private var nextLook = 0
  private var hasSections = false
  /// Where what is being put together began, and how much had been found by then.
  private var record = (start: 0, found: 0)

  /// Creates an intake.
  ///
  /// - Parameters:
  ///   - file: The file as the reports name it.
  ///   - progress: Told from time to time how far the reading has come; `false` stops it.
  ///   - handler: Takes each question instead of ``questions``, for files larger than memory allows.
  ///   - sectionHandler: Takes what a backup holds beside its questions, before the first of them.
  public init(
    file: String, progress: ((ReadingProgress) -> Bool)? = nil,
    handler: ((ParsedQuestion) -> Void)? = nil,
    sectionHandler: (([BackupDocument.Section]) -> Void)? = nil
  ) {
    self.file = file
    self.progress = progress
    self.handler = handler
    self.sectionHandler = sectionHandler
  }

  func accept(_ question: ParsedQuestion) {
    accepted += 1
    nextLook = 0
    if let handler { return handler(question) }
    // A list that doubles is half empty at worst; this one grows by a quarter once it is long.
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
        fault, file: file, line: line, element: element, question: question, excerpt: excerpt))
  }

  func report(_ problem: Problem) {
    if problem.level != .warning { nextLook = 0 }
    switch problem.level {
    case .error: errors += 1
    case .skipped:
      skipped += 1
      skippedKinds[problem.fault.kind, default: 0] += 1
    case .warning: break
    }
    // What makes the whole file unusable is said however much else there is to say.
    if problems.count < Self.problemLimit || overlong != nil { problems.append(problem) }
  }

  func take(sections: [BackupDocument.Section]) {
    hasSections = !sections.isEmpty
    if let sectionHandler { return sectionHandler(sections) }
    self.sections = sections
  }

  func note(_ note: Note) {
    notes.append(note)
  }

  /// Whether anything was found that is or tries to be a question, or a backup of a bank without one; mere descriptions do not
  /// count.
  var foundSomething: Bool {
    hasSections || accepted + errors > 0
      || skipped > skippedKinds[.notMultipleChoice(.description), default: 0]
  }

  /// Says how far the reading has come; cheap enough to be called for each question.
  @inline(__always)
  func advance(to completed: Int, of total: Int) throws(ReadingCancelled) {
    if completed >= nextProgress { try tell(completed, total) }
  }

  /// The same for readers that go line by line and put a question together of several: what has been open for too long ends the
  /// reading.
  @inline(__always)
  func advance(throughLinesTo completed: Int, of total: Int) throws(ReadingCancelled) {
    if completed >= nextLook { try look(completed) }
    if completed >= nextProgress { try tell(completed, total) }
  }

  private func look(_ completed: Int) throws(ReadingCancelled) {
    nextLook = completed + 65_536
    let found = accepted + skipped + errors
    if found != record.found {
      record = (completed, found)
    } else {
      try require(record.start..<completed)
    }
  }

  /// Ends the reading where a question or line takes more bytes than it may.
  @inline(__always)
  func require(_ range: Range<Int>) throws(ReadingCancelled) {
    if range.count > longest { throw stop(at: range.lowerBound) }
  }

  /// Ends the reading at something that is too long.
  func stop(at offset: Int) -> ReadingCancelled {
    overlong = offset
    return ReadingCancelled()
  }

  private func tell(_ completed: Int, _ total: Int) throws(ReadingCancelled) {
    nextProgress = completed + 65_536
    guard let progress else { return }
    if !progress(ReadingProgress(completedBytes: completed, totalBytes: total)) {
      throw ReadingCancelled()
    }
  }
}

extension Fault {
  /// The fault without its numbers, so that equal kinds can be counted.
  fileprivate var kind: Fault {
    switch self {
    case .severalAnswers, .bareEquals: .severalAnswers(0)
    default: self
    }
  }
}
