/// One file of questions, read from its bytes to its report.
public struct QuestionFile: Sendable {
  /// The file as the reports name it.
  public let name: String

  /// The format that it was read as; `nil` if that could not be told.
  public let format: QuestionFormat?

  /// What can be imported, in the order of the file; empty if the intake handed the questions on.
  public let questions: [ParsedQuestion]

  /// What the file holds beside its questions, if it is a backup.
  public let sections: [BackupDocument.Section]

  /// What there is to say, in the order of the file, but at most ``Intake/problemLimit``.
  public let problems: [Problem]

  /// What was found out that nobody said: format, encoding, how keys are written.
  public let notes: [Note]

  /// Sound questions: those in ``questions`` and those that were skipped.
  public let read: Int

  /// Sound questions that a quiz of one right answer cannot ask.
  public let skipped: Int

  /// Faults that cost a question, or the file.
  public let errors: Int

  /// How many questions of each kind were skipped, most frequent first.
  public let skippedKinds: [(fault: Fault, count: Int)]

  /// Whether there is nothing to import because the file is not what it claims, or has nothing but faults.
  public var isUnusable: Bool {
    isTooLong
      || read == skipped
        && (problems.contains { $0.fault.meansUnusable } || (read == 0 && errors > 0))
  }

  /// Whether the reading ended at something that is too long, and nobody knows what else is in the file.
  private var isTooLong: Bool {
    if case .tooLong = problems.last?.fault { true } else { false }
  }

  /// Reads a file.
  ///
  /// It goes on behind every fault and writes nothing anywhere: what to do with the questions is the
  /// caller's.
  ///
  /// - Parameters:
  ///   - data: The bytes of the file. Handing over the only copy saves memory.
  ///   - name: The file as the reports shall name it; its extension helps to guess the format.
  ///   - format: The format that a person named; `nil` to guess.
  ///   - options: What else a person said.
  ///   - progress: Told from time to time how far the reading has come; `false` stops it.
  /// - Throws: ``ReadingCancelled`` after `progress` answered `false`.
  public static func read(
    _ data: consuming [UInt8], name: String, format: QuestionFormat? = nil,
    options: ReadingOptions = ReadingOptions(),
    progress: ((ReadingProgress) -> Bool)? = nil
  ) throws(ReadingCancelled) -> QuestionFile {
    let source = SourceText(data, name: name, encoding: options.encoding)
    let intake = Intake(file: name, progress: progress)
    let found = try read(source, format: format, options: options, into: intake)
    return QuestionFile(intake, format: found)
  }

  /// Reads a text into an intake of the caller's, which may take the questions one by one.
  ///
  /// - Returns: The format that it was read as.
  /// - Throws: ``ReadingCancelled`` after the intake's progress closure answered `false`.
  @discardableResult
  public static func read(
    _ source: SourceText, format named: QuestionFormat? = nil,
    options: ReadingOptions = ReadingOptions(), into intake: Intake
  ) throws(ReadingCancelled) -> QuestionFormat? {
    source.problems.forEach(intake.report)
    if source.problems.contains(where: { $0.fault == .binaryFile }) { return named }
    if options.encoding == nil, source.encoding != .utf8 { intake.note(.encoding(source.encoding)) }
    intake.longest = options.longest
    do throws(ReadingCancelled) {
      return try readText(source, format: named, options: options, into: intake)
    } catch {
      guard let offset = intake.overlong else { throw error }
      intake.report(.tooLong(limit: options.longest), line: source.line(of: offset))
      return named
    }
  }

  private static func readText(
    _ source: SourceText, format named: QuestionFormat?, options: ReadingOptions,
    into intake: Intake
  ) throws(ReadingCancelled) -> QuestionFormat? {
    if !FormatGuess.isDocument(source, named: named) { try source.requireLines(in: intake) }
    guard let format = named ?? FormatGuess.format(of: source) else {
      intake.report(.unknownFormat, line: nil)
      return nil
    }
    if named == nil { intake.note(.format(format.title)) }
    try format.reader.read(source, options: options, into: intake)
    if !intake.foundSomething {
      let other = FormatGuess.contents(of: source)?.name
      intake.report(
        .noQuestions(format: format.title, looksLike: other == format.name ? nil : other), line: 1)
    }
    return format
  }

  init(_ intake: Intake, format: QuestionFormat?) {
    name = intake.file
    self.format = format
    questions = intake.questions
    sections = intake.sections
    problems = intake.problems
    notes = intake.notes
    read = intake.accepted + intake.skipped
    skipped = intake.skipped
    errors = intake.errors
    skippedKinds = intake.skippedKinds.map { (fault: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.fault.code) < ($0.count, $1.fault.code) }
  }
}
