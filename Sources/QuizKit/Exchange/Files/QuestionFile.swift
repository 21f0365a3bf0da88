import QuizSupport

/// The questions of one file, with the problems found while reading it.
public struct QuestionFile: Sendable {
  /// The file name that reports show.
  package let name: String

  /// The format that the file was read as; `nil` if it could not be determined.
  package let format: QuestionFormat?

  /// The questions to import in file order. Empty if the collector passed them to a handler.
  package let questions: [ParsedQuestion]

  /// The other contents of a backup, such as decks and notes.
  package let sections: [BackupDocument.Section]

  /// The problems in file order, at most ``QuestionCollector/problemLimit``.
  package let problems: [Problem]

  /// The reader's guesses: the format, the encoding, and how the right answers are written.
  package let notes: [ReadingGuess]

  /// How the first table was taken apart; `nil` where there is none, and unless it was wanted.
  package let layout: TableLayout?

  /// The number of valid questions, including the skipped ones.
  package let read: Int

  /// The number of valid questions that a quiz cannot ask.
  package let skipped: Int

  /// The number of errors that made a question or the whole file unreadable.
  package let errors: Int

  /// How many questions were skipped for each reason, most frequent first, then by name.
  package let skippedKinds: [(fault: Fault, count: Int)]

  /// Whether nothing is imported from the file: it is in another format, has only errors, or
  /// contains something too long.
  package var isUnusable: Bool {
    isTooLong
      || read == skipped
        && (problems.contains { $0.fault.meansUnusable } || (read == 0 && errors > 0))
  }

  /// Whether the reading stopped at something too long, so that the rest of the file is unknown.
  private var isTooLong: Bool {
    problems.last?.fault.scope == .rest
  }

  /// Reads a file.
  ///
  /// Reading continues after an error. Nothing is stored: the caller decides what to do with the
  /// questions.
  ///
  /// - Parameters:
  ///   - data: The contents of the file. Passing the only copy saves memory.
  ///   - name: The file name that reports show; its extension helps to guess the format.
  ///   - format: The format that the user named; `nil` to guess.
  ///   - options: The other settings of the user.
  ///   - pictures: Brings in pictures; `nil` to name them only.
  ///   - progress: Called from time to time with the progress; returning `false` stops the reading.
  /// - Throws: ``ReadingCancelled`` after `progress` returned `false`.
  package static func read(
    _ data: consuming [UInt8], name: String, format: QuestionFormat? = nil,
    options: ReadingOptions = ReadingOptions(), pictures: PictureIntake? = nil,
    progress: ((ReadingProgress) -> Bool)? = nil
  ) throws(ReadingCancelled) -> QuestionFile {
    let collector = QuestionCollector(file: name, progress: progress)
    collector.pictures = pictures
    let found = try read(data, format: format, options: options, into: collector)
    return QuestionFile(collector, format: found)
  }

  /// Reads the bytes of a file into the caller's collector, whether it is a text or a package.
  ///
  /// - Returns: The format that the file was read as.
  /// - Throws: ``ReadingCancelled`` after the collector's progress closure returned `false`.
  package static func read(
    _ data: consuming [UInt8], format named: QuestionFormat? = nil,
    options: ReadingOptions = ReadingOptions(), into collector: QuestionCollector
  ) throws(ReadingCancelled) -> QuestionFormat? {
    if let foreign = ForeignFile.found(in: data) {
      collector.report(.foreign(foreign), line: nil)
      return named
    }
    collector.options = options
    guard ZipArchive.isFound(in: data) else {
      let source = SourceText(data, name: collector.file, encoding: options.encoding)
      return try read(source, format: named, options: options, into: collector)
    }
    collector.beginPackage(size: data.count, mostQuestions: PackageFile.mostQuestions)
    do throws(ReadingCancelled) {
      return try PackageFile(collector: collector).read(data, as: named)
    } catch {
      // A limit that ended the reading was reported there.
      if collector.overlong != nil || collector.isFull { return named }
      throw error
    }
  }

  /// Reads a text into the caller's collector, which may pass the questions on one by one.
  ///
  /// - Returns: The format that the text was read as.
  /// - Throws: ``ReadingCancelled`` after the collector's progress closure returned `false`.
  @discardableResult
  public static func read(
    _ source: SourceText, format named: QuestionFormat? = nil,
    options: ReadingOptions = ReadingOptions(), into collector: QuestionCollector
  ) throws(ReadingCancelled) -> QuestionFormat? {
    source.problems.forEach(collector.report)
    if source.problems.contains(where: \.fault.meansUnusable) { return named }
    if options.encoding == nil, source.encoding != .utf8 {
      collector.note(.encoding(source.encoding))
    }
    collector.options = options
    do throws(ReadingCancelled) {
      return try readText(source, format: named, into: collector)
    } catch {
      guard let offset = collector.overlong else { throw error }
      collector.report(.tooLong(limit: options.maximumBytes), line: source.line(of: offset))
      return named
    }
  }

  private static func readText(
    _ source: SourceText, format named: QuestionFormat?, into collector: QuestionCollector
  ) throws(ReadingCancelled) -> QuestionFormat? {
    let clues = FormatClues(source)
    if !FormatGuess.isDocument(clues, named: named) { try source.requireLines(in: collector) }
    // What YAML's dashes and colons look like says nothing.
    let isYAML = named == nil && ["yml", "yaml"].contains(source.fileExtension)
    guard !isYAML, let format = named ?? FormatGuess.format(of: clues) else {
      let text = isYAML ? String(decoding: source.bytes, as: UTF8.self) : ""
      collector.report(ForeignFile.isQuiz(yaml: text) ? .foreign(.yaml) : .unknownFormat, line: nil)
      return nil
    }
    if named == nil { collector.note(.format(format.title)) }
    collector.format = format
    try format.reader.read(clues, into: collector)
    if collector.foundQuestions { return format }
    let beginning = beginning(of: clues)
    let contents = FormatGuess.contents(of: beginning)
    let other = otherFormat(of: beginning, contents, than: format, collector.options)
    if !collector.foundSomething {
      let likely = other ?? contents
      let looksLike = likely?.name == format.name ? nil : likely?.name
      collector.report(.noQuestions(format: format.title, looksLike: looksLike), line: 1)
    } else if let other {
      collector.report(.noQuestions(format: format.title, looksLike: other.name), line: 1)
    }
    return format
  }

  /// The part of a file from which the message that no questions were found guesses the format: for
  /// that one word the rest of a large file is not read again. JSON and XML are guessed as a whole,
  /// because half a document is none.
  private static func beginning(of clues: FormatClues) -> FormatClues {
    guard let source = clues.source.beginning(beginningLength),
      !FormatGuess.isDocument(clues, named: nil)
    else { return clues }
    return FormatClues(source)
  }

  private static let beginningLength = 65_536

  /// The format that the file seems to have, if it is not the one that it was read as and questions
  /// are found in it.
  ///
  /// - Parameter contents: The format that its contents seem to have.
  private static func otherFormat(
    of clues: FormatClues, _ contents: QuestionFormat?, than format: QuestionFormat,
    _ options: ReadingOptions
  ) -> QuestionFormat? {
    for guess in [contents, FormatGuess.format(of: clues, contents: contents)] {
      guard let guess, guess.name != format.name else { continue }
      let trial = QuestionCollector(
        file: clues.source.name, handler: { _ in }, sectionHandler: { _ in })
      trial.options = options
      do throws(ReadingCancelled) {
        try guess.reader.read(clues, into: trial)
      } catch {
        // Something in it is too long for a question of this format.
        continue
      }
      if trial.foundQuestions { return guess }
    }
    return nil
  }

  /// A file that could not be read.
  package init(named name: String, unreadable error: any ReportableError) {
    let collector = QuestionCollector(file: name)
    collector.report(.unreadableFile(error), line: nil)
    self.init(collector, format: nil)
  }

  package init(_ collector: QuestionCollector, format: QuestionFormat?) {
    name = collector.file
    self.format = format
    questions = collector.questions
    sections = collector.sections
    problems = collector.problems
    notes = collector.notes
    layout = collector.layout
    read = collector.accepted + collector.skipped
    skipped = collector.skipped
    errors = collector.errors
    skippedKinds = collector.skippedKinds.map { (fault: $0.key, count: $0.value) }
      .sorted {
        ($1.count, $0.fault.skippedName(in: .english))
          < ($0.count, $1.fault.skippedName(in: .english))
      }
  }
}
