import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Examines the questions of a deck or of the whole bank, and lists what their author may want to
/// change. After a save that changes the bank, it examines them again when the findings are needed.
package final class BankDoctor {
  /// Emits when the findings may have changed.
  package var changes: Signal<Void> { changed.signal }
  /// Emits a browser when the user opens a question.
  package var chosen: Signal<QuestionBrowser> { opened.signal }
  /// The name of the examined deck; `nil` for the whole bank.
  package let deck: String?

  /// The findings, the most serious kinds first.
  private(set) var findings: [Finding] = []
  /// The examined questions, in the order in which they were added.
  private(set) var questions: [Question] = []

  let bank: QuestionBank
  private let answers: AnswerLog
  private let deckID: Identifier<Deck>?
  private var isExamined = false
  private let changed = PublishSubject<Void>()
  private let opened = PublishSubject<QuestionBrowser>()
  private let bag = DisposeBag()

  /// Examines the deck with this name, or the whole bank.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  package init(bank: QuestionBank, history: AttemptHistory, deck: String?) throws {
    self.bank = bank
    answers = history.answers
    self.deck = deck
    deckID = try deck.map { try bank.deck(meantBy: $0).id }
    try examine()
    bank.changes.observe { [unowned self] in
      isExamined = false
      changed.emit(())
    }.disposed(by: bag)
  }

  /// The examined question with this number, from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  func question(_ number: Int) throws(ListRefusal) -> Question { try questions.line(number) }

  /// Opens the question with this number.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``; what the store throws.
  func choose(_ number: Int) throws {
    let browser = try QuestionBrowser(bank: bank, deck: deck)
    try browser.go(to: number - 1)
    opened.emit(browser)
  }

  /// Examines the questions, unless the bank is as it was the last time. Otherwise each save on
  /// another screen would take as long as this does.
  ///
  /// - Throws: The store's error when it cannot be read.
  func examine() throws {
    if isExamined { return }
    questions = try bank.questions(try bank.questionIdentifiers(in: deckID))
    let names = Dictionary(
      try bank.decks().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    findings = try Examination(
      questions.map(\.content), decks: questions.map { names[$0.deckID] ?? "" },
      given: try GivenAnswers(to: questions, answers, in: bank.store),
      missing: { content in try content.pictures.all.filter { try !bank.pictures.has($0) } },
      names: { numbers in
        let list = numbers.map(String.init).joined(separator: ", ")
        return Reason("question \(list)", "質問 \(list)")
      }
    ).findings
    isExamined = true
  }
}

/// The options of an examination of files.
package struct FileExaminationOptions: Equatable, Sendable {
  /// The files and folders.
  package var files: [String]
  /// The name of the files' format; `nil` to detect it.
  package var format: String?
  /// The only kind of findings to list; `nil` for all.
  package var kind: Finding.Kind?
  /// Whether a doubtful key is an error.
  package var strict: Bool
  /// Properties of the files that cannot be detected from their content.
  package var reading: ReadingOptions

  /// Creates options.
  package init(
    files: [String], format: String? = nil, kind: Finding.Kind? = nil, strict: Bool = false,
    reading: ReadingOptions = ReadingOptions()
  ) {
    (self.files, self.format, self.kind, self.strict) = (files, format, kind, strict)
    self.reading = reading
  }
}

/// The findings in the questions of files.
package struct FileExamination: Sendable {
  /// The place of a question.
  package struct Place: Equatable, Sendable {
    /// The name of the file, as the user gave it.
    package var file: String
    /// The line on which the question begins.
    package var line: Int
  }

  /// The only kind of findings that is listed; `nil` for all.
  package let shownKind: Finding.Kind?
  /// Whether a doubtful key is an error.
  package let isStrict: Bool
  /// The files that were read, with their problems.
  package let files: [QuestionFile]
  /// The files of folders that have no questions.
  package let passedOver: PassedOver
  /// The questions, in the order of the files.
  package let contents: [QuestionContent]
  /// Where each question is.
  package let places: [Place]
  /// All that was found, the most serious kinds first.
  package let findings: [Finding]

  /// The rows that are listed.
  package var rows: [FindingRow] { findings.rows(of: shownKind) }

  /// The findings that are listed, each by itself.
  package var listed: [Finding] {
    findings.filter { shownKind == nil || $0.kind == shownKind }
  }

  /// The number of doubtful keys among them.
  package var doubtfulKeys: Int { listed.count { $0.kind.doubtsKey } }
}

/// Examines the questions of files, without a bank.
package final class FileDoctor {
  /// Emits what each examination has found.
  package var outcomes: Signal<FileExamination> { finished.signal }
  /// Emits the error of an examination that failed after it had started.
  package var failures: Signal<any ReportableError> { failed.signal }

  private let world: World
  private let finished = PublishSubject<FileExamination>()
  private let failed = PublishSubject<any ReportableError>()
  private var work: BackgroundWork<ImportReading.News, ImportReading.Result>?
  private var observation: Disposable?

  /// Creates a doctor for the files of a world.
  package init(world: World) { self.world = world }

  /// Starts to read the files, in the background if the world has one, and then examines their
  /// questions.
  ///
  /// - Throws: ``ImportError`` when the format is unknown or an examination is running;
  ///   ``UserFileError`` when the only file does not exist. Later errors go to ``failures``.
  package func run(_ options: FileExaminationOptions) throws {
    guard work == nil else { throw ImportError.busy }
    let named = try NamedFiles(options.files, strict: false, in: world.files)
    let reading = ImportReading(
      paths: named.paths, files: world.files, format: try QuestionFormat.called(options.format),
      options: options.reading, sections: Set(world.store.kinds.all.compactMap { $0.section }),
      folders: named.folders, known: named.missing)
    let deckNames = DeckNames(of: named.paths)
    var subjects = Subjects()
    let work = world.background.work(reading.run)
    self.work = work
    let observation = work.news.observe { [unowned self] news in
      switch news {
      case .progress(.progress): break
      case .progress(.part(let part)):
        defer { part.taken() }
        guard case .questions(let questions, _) = part.content else { return }
        let path = named.paths[part.file]
        subjects.add(questions, of: path, deck: deckNames[path])
      case .result(let result):
        (self.work, self.observation) = (nil, nil)
        failed.attempt {
          guard case .files(let files) = result else { throw ImportError.cancelled }
          finished.emit(try examine(subjects, files, named.others, options))
        }
      }
    }
    // Without a background the examination has ended before `observe` returns.
    if self.work != nil { self.observation = observation }
  }

  /// Stops the running examination, if any.
  package func cancel() { work?.stop() }

  private func examine(
    _ subjects: Subjects, _ files: [QuestionFile], _ others: PassedOver,
    _ options: FileExaminationOptions
  ) throws -> FileExamination {
    var others = others
    others.addFiles(withoutQuestionsAmong: files)
    let files = files.indices.filter { !others.indices.contains($0) }.map { files[$0] }
    let unusable = files.compactMap { file in
      file.isUnusable ? file.problems.first { $0.level == .error } : nil
    }
    if let problem = unusable.first, unusable.count == files.count {
      throw ImportError.unusableFile(problem)
    }
    if files.isEmpty, let folder = options.files.first {
      throw ImportError.unusableFile(
        Problem(.nothingInFolder(read: others.names.count), file: folder))
    }
    let places = subjects.places
    let examination = Examination(
      subjects.contents, decks: subjects.decks, given: GivenAnswers([], to: subjects.contents),
      missing: { _ in [] },
      names: { numbers in
        Reason(verbatim: numbers.map { places[$0 - 1].text }.joined(separator: ", "))
      })
    return FileExamination(
      shownKind: options.kind, isStrict: options.strict, files: files, passedOver: others,
      contents: subjects.contents, places: places, findings: examination.findings)
  }

  /// The questions of the files.
  private struct Subjects {
    private(set) var contents: [QuestionContent] = []
    private(set) var decks: [String] = []
    private(set) var places: [FileExamination.Place] = []

    mutating func add(_ questions: [ParsedQuestion], of path: String, deck: String) {
      for question in questions {
        contents.append(question.content)
        decks.append(question.category ?? deck)
        places.append(FileExamination.Place(file: path, line: question.line))
      }
    }
  }
}

extension FileExamination.Place {
  /// The place as compilers write it.
  package var text: String { "\(file):\(line)" }
}
