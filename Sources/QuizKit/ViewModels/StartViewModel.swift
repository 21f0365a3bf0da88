import Signals

extension ScreenName {
  /// The first screen, from which the user chooses what to do.
  public static let start = ScreenName(rawValue: "start")
}

/// The state of the start screen.
public struct StartState: ScreenState {
  public static let screen = ScreenName.start

  /// The decks in the order of creation.
  public var decks: [DeckSummary]
  /// The number of questions in the bank.
  public var questions: Int
  /// The deck for quizzes that name none; `nil` for the whole bank.
  @Nullable public var selectedDeck: String?
  /// Whether there is an unfinished quiz to resume.
  public var canResume: Bool
  /// The progress of the running import; `nil` if there is none.
  @Nullable public var importing: ImportStatus?

  public var timeless: Self {
    var copy = self
    copy.importing = nil
    return copy
  }
}

/// The commands of the start screen.
public enum StartCommand: Equatable, Sendable {
  /// Play a quiz.
  case quiz(QuizOptions)
  /// Continue the unfinished quiz.
  case resume
  /// Import questions from files.
  case importFiles(ImportOptions)
  /// Stop the running import.
  case cancelImport
  /// Export questions to a file.
  case exportFile(ExportOptions)
  /// Add the sample decks and select the one in this language.
  case addSamples(Language)
}

/// The route to the start screen.
public typealias StartRoute = ScreenRoute<StartState, Void>

/// The start screen: an overview of the bank.
public final class StartViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<StartCommand, StartState>

  private let bank: QuestionBank
  private let quizzes: QuizLibrary
  private let importer: Importer
  private let exporter: Exporter

  /// Creates the start screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  public init(bank: QuestionBank, quizzes: QuizLibrary, importer: Importer, exporter: Exporter)
    throws
  {
    self.bank = bank
    self.quizzes = quizzes
    self.importer = importer
    self.exporter = exporter
    core = ScreenCore(try StartState(bank, quizzes, importer))
    core.start(self)
    core.follow(bank.changes, atOnce: true)
    core.follow(importer.$status.skip(first: 1), atOnce: true)
  }

  func shown() throws -> StartState {
    try StartState(bank, quizzes, importer)
  }

  func perform(_ command: StartCommand) throws {
    switch command {
    case .quiz(let options): try quizzes.start(options)
    case .resume: try quizzes.resume()
    case .importFiles(let options): try importer.run(options)
    case .cancelImport: importer.cancel()
    case .exportFile(let options): try exporter.run(options)
    case .addSamples(let language): try bank.addSamples(language: language)
    }
  }
}

extension StartState {
  init(_ bank: QuestionBank, _ quizzes: QuizLibrary, _ importer: Importer) throws {
    decks = try bank.summaries()
    questions = decks.reduce(0) { $0 + $1.questions }
    let selected = try bank.selectedDeck
    selectedDeck = selected
    canResume = try quizzes.canResume
    importing = importer.status
  }
}
