import QuizExchange
import QuizStore
import QuizSupport
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
  /// The deck for quizzes that do not name one; `nil` for the whole bank.
  @Nullable public var selectedDeck: String?
  /// Whether there is an unfinished quiz to resume.
  public var canResume: Bool
  /// The unfinished quizzes. The one that was started last comes first.
  public var waiting: [WaitingQuiz]
  /// The suggestion for the next step; `nil` when there is nothing to play.
  @Nullable public var suggestion: Next?
  /// The progress of the running import; `nil` if there is none.
  @Nullable public var importing: ImportStatus?

  /// The step that the user probably wants to take next.
  public struct Next: Encodable, Equatable, Sendable {
    /// The kind of step.
    public enum Action: String, Encodable, Sendable {
      /// Go on with the first of the unfinished quizzes.
      case resume
      /// Play a quiz.
      case quiz
    }

    /// The kind of the step.
    public var action: Action
    /// The quiz's name; `nil` for the whole bank.
    @Nullable public var title: String?
    /// The number of questions in the quiz.
    public var questions: Int
  }

  /// The progress of a running fit, in percent; `nil` if there is none.
  @Share public var fitting: Int?
  /// The overview of the reviews; `nil` where it was not requested, while no question has been
  /// asked, and until ``StartCommand/recall`` requests it where there are many answers.
  @Nullable public var overview: RecallOverview?
  /// Whether there are answers for an ``overview`` that still has to be requested. Not encoded,
  /// because scripts have `due`.
  public var awaitsRecall: Bool
  /// Whether the screen has a place for the review although nothing may be due, because ``overview``
  /// was not there from the beginning. Not encoded for the same reason.
  public var reservesReview: Bool
  /// Whether the next step is a review. It is not if ``overview`` came only after the screen was
  /// shown, because the effect of a key must not change while the user looks at it. Not encoded for
  /// the same reason.
  public var beginsWithReview: Bool
  /// The way in which Enter plays each deck, in the order of the decks. Not encoded, because
  /// scripts name what they want.
  package var ways: [ChosenWay]
  /// The way to play where none was chosen. Not encoded, like ``ways``.
  package var usual: ChosenWay
  /// The way in which Enter plays all decks together.
  package var wayOfAll: ChosenWay
  /// The deck with new questions after an import; `nil` without one. Not encoded, because it only
  /// tells where the cursor is.
  public var importedDeck: String?
  /// What lets the decks follow the file of an import; `nil` without one. Not encoded, because only a
  /// person is offered that.
  package var offer: FollowCommand?
  /// The beginning of a deck or of all decks; `nil` until ``StartCommand/preview(_:)`` asks for it.
  /// Not encoded, because it is only shown beside the list.
  package var preview: DeckPreview?
  /// Whether the questions of a deck are asked by need. Not encoded, because it is so where a
  /// person answers.
  package var asksByNeed = false
  /// Whether the quiz that was left last was played today, and not on another day. Not encoded,
  /// because it only decides on the order of rows, like ``exams`` and ``lastExam``.
  package var goesOnToday = false
  /// The number of exams.
  package var exams = 0
  /// The name and the marks of the exam that was finished last; `nil` without one.
  package var lastExam: FinishedExam?

  /// An exam that was finished.
  package struct FinishedExam: Equatable, Sendable {
    /// The name that it had.
    package var name: String
    /// The share of its marks, in percent.
    package var percent: Int
    /// The day on which it was started.
    package var day: Day
  }

  private enum CodingKeys: CodingKey {
    case decks, questions, selectedDeck, canResume, waiting, suggestion, importing, fitting,
      overview
  }

  public var timeless: Self {
    var copy = self
    copy.importing = nil
    copy.fitting = nil
    return copy
  }
}

extension StartState.FinishedExam {
  fileprivate init?(_ attempt: AttemptSummary, _ world: World) {
    guard let mark = HistoryState.Mark(attempt, world) else { return nil }
    self.init(
      name: attempt.title, percent: mark.percent, day: Day(attempt.startedAt, in: world.timeZone))
  }
}

/// The commands of the start screen.
public enum StartCommand: Equatable, Sendable {
  /// Add the sample decks and select the one in this language.
  case addSamples(Language)
  /// Find out how much is due and known, and show it whenever the screen is opened from now on.
  case recall
  /// Read the first questions of the deck with this name, or of all decks.
  case preview(String?)
  /// Delete the deck with this name and its questions.
  case deleteDeck(String)
  /// Delete the quiz with this number among those that wait.
  case throwAway(Int)
}

/// The route to the start screen.
public typealias StartRoute = ScreenRoute<StartState, Void>

/// The start screen: an overview of the bank.
public final class StartViewModel: ScreenModel<StartCommand, StartState> {
  private let models: Models
  /// The overview of the reviews.
  private let recall: Kept<RecallOverview?>
  private let reservesReview, beginsWithReview: Bool
  private var importedDeck: Identifier<Deck>?
  private var imported: ImportOptions?
  /// The beginning of a deck, as long as the bank has not changed.
  private let preview: Kept<DeckPreview>

  /// Creates the start screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  public init(_ models: Models) throws {
    self.models = models
    recall = Kept(until: models.bank.changes)
    preview = Kept(until: models.bank.changes)
    let overview = try recall.current { try models.reviews.overview() }
    reservesReview = try models.reviews.awaitsOverview()
    beginsWithReview = overview != nil
    importedDeck = models.importer.takeNewDeck()
    imported = models.importer.takeImported()
    super.init(
      try StartState(
        models, overview, reservesReview: reservesReview, beginsWithReview: beginsWithReview,
        importedDeck, imported))
    follow(models.bank.changes, atOnce: true) { [unowned self] in takeImport() }
    // An import of what is known already does not change the bank.
    follow(models.importer.outcomes, atOnce: true) { [unowned self] in takeImport() }
    follow(models.importer.$status.skip(first: 1), atOnce: true)
    follow(models.fitter.$percent.skip(first: 1), atOnce: true)
  }

  private func takeImport() {
    importedDeck = models.importer.takeNewDeck() ?? importedDeck
    imported = models.importer.takeImported() ?? imported
  }

  override func shown() throws -> StartState {
    let overview = try recall.current { try models.reviews.overview() }
    var state = try StartState(
      models, overview, reservesReview: reservesReview, beginsWithReview: beginsWithReview,
      importedDeck, imported)
    state.preview = preview.value
    return state
  }

  override func perform(_ command: StartCommand) throws {
    switch command {
    case .addSamples(let language): try models.bank.addSamples(language: language)
    case .recall:
      models.reviews.keepOverview()
      recall.value = .some(try models.reviews.readOverview())
      changed()
    case .preview(let name):
      preview.value = try DeckPreview(of: name, in: models.bank)
      changed()
    case .deleteDeck(let name): try models.bank.deleteDecks([name])
    case .throwAway(let number):
      try models.history.delete([try models.quizzes.waiting(numbered: number).id])
      changed()
    }
  }
}

extension StartState {
  /// - Parameters:
  ///   - reservesReview: Whether the overview was missing when the screen was opened.
  ///   - beginsWithReview: Whether the overview was there then.
  ///   - importedDeck: The deck with new questions after an import.
  ///   - imported: That import.
  init(
    _ models: Models, _ recall: RecallOverview?, reservesReview: Bool, beginsWithReview: Bool,
    _ importedDeck: Identifier<Deck>?, _ imported: ImportOptions?
  ) throws {
    let (bank, quizzes) = (models.bank, models.quizzes)
    let all = try bank.decks()
    decks = try bank.summaries(of: all)
    questions = decks.reduce(0) { $0 + $1.questions }
    let selected = try bank.selectedDeck
    selectedDeck = selected
    waiting = try quizzes.waiting()
    canResume = !waiting.isEmpty
    importing = models.importer.status
    fitting = models.fitter.percent
    overview = recall
    awaitsRecall = try models.reviews.awaitsOverview()
    self.reservesReview = reservesReview
    self.beginsWithReview = beginsWithReview && (recall?.all.due ?? 0) > 0
    let last = try quizzes.ways.all().filter { $0.value.way.isAlwaysOpen }
    asksByNeed = quizzes.usualOrder == .need
    let usual = quizzes.ways.usual
    self.usual = usual
    ways = all.map { last[$0.id] ?? usual }
    wayOfAll = last[nil] ?? usual
    // The newest of those that are resumed whenever one likes.
    goesOnToday = try waiting.first { !$0.isTimed }.map { try quizzes.isOfToday($0) } ?? false
    exams = try models.exams.exams().count
    lastExam =
      exams == 0 ? nil : try models.history.lastExam().flatMap { FinishedExam($0, models.world) }
    self.importedDeck = try importedDeck.flatMap { try bank.store.record(for: $0) }?.name
    offer = try imported.flatMap { try models.follower.offer(after: $0) }
    suggestion = nil
    suggestion = nextStep(selected: selected)
  }

  /// Suggests the quiz that was started last, or else a quiz of the selected deck.
  private func nextStep(selected: String?) -> Next? {
    if let first = waiting.first {
      return Next(action: .resume, title: first.title, questions: first.count)
    }
    let name = selected ?? (decks.count == 1 ? decks[0].name : nil)
    let count = name.map { name in decks.first { $0.name == name }?.questions ?? 0 } ?? questions
    guard count > 0 else { return nil }
    return Next(action: .quiz, title: name, questions: usual.size(of: count))
  }
}

/// The first questions of a deck, or of all decks, shown beside a list of decks in a wide window.
/// Not encoded, because scripts list questions with `manage`.
package struct DeckPreview: Equatable, Sendable {
  /// The name of the deck; `nil` for all decks.
  package let deck: String?
  /// The first questions.
  package let questions: [QuestionContent]

  /// The most questions that a window has room for.
  private static let most = 60

  /// The preview of the deck with this name, or of all decks; `nil` when there is no such deck.
  ///
  /// - Throws: The store's error when it cannot be read.
  init?(of name: String?, in bank: QuestionBank) throws {
    let deck = try name.flatMap { name in try bank.decks().first { $0.name == name } }
    if name != nil, deck == nil { return nil }
    let first = try bank.questionIdentifiers(in: deck?.id).prefix(Self.most)
    self.deck = name
    questions = try bank.questions(first).map(\.content)
  }
}
