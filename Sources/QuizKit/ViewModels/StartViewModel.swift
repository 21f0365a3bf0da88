import QuizSupport
import Signals

extension ScreenName {
  /// The first screen, from which the user chooses what to do.
  package static let start = ScreenName(rawValue: "start")
}

/// The state of the start screen.
package struct StartState: ScreenState {
  package static let screen = ScreenName.start

  /// The decks in the order of creation.
  package var decks: [DeckSummary]
  /// The number of questions in the bank.
  package var questions: Int
  /// The deck for quizzes that name none; `nil` for the whole bank.
  @Nullable package var selectedDeck: String?
  /// Whether there is an unfinished quiz to resume.
  package var canResume: Bool
  /// The unfinished quizzes, the one that was started last first.
  package var waiting: [WaitingQuiz]
  /// What to do next; `nil` when there is nothing to play.
  @Nullable package var next: Next?
  /// The progress of the running import; `nil` if there is none.
  @Nullable package var importing: ImportStatus?

  /// What one probably wants to do next.
  package struct Next: Encodable, Equatable, Sendable {
    /// What to do.
    package enum Action: String, Encodable, Sendable {
      /// Go on with the first of the unfinished quizzes.
      case resume
      /// Play a quiz.
      case quiz
    }

    /// What to do.
    package var action: Action
    /// The quiz's name; empty for the whole bank.
    package var title: String
    /// The number of questions in the quiz.
    package var questions: Int
  }

  /// How much of a running fit is done, in percent; `nil` if there is none.
  @Nullable package var fitting: Int?
  /// What reviews say; `nil` until ``StartCommand/recall`` asks for it, while nothing was asked,
  /// and where there are too many answers.
  @Nullable package var recall: RecallOverview?
  /// Whether somebody still has to ask for ``recall``. Not encoded, because scripts have `due`.
  package var awaitsRecall: Bool
  /// Whether a review is what to do next. Not so while ``recall`` has come only after the screen
  /// was there, because what a key does must not change while the user looks at it. Not encoded for
  /// the same reason.
  package var beginsWithReview: Bool

  private enum CodingKeys: CodingKey {
    case decks, questions, selectedDeck, canResume, waiting, next, importing, fitting, recall
  }

  package var timeless: Self {
    var copy = self
    copy.importing = nil
    copy.fitting = nil
    return copy
  }
}

/// The commands of the start screen.
package enum StartCommand: Equatable, Sendable {
  /// Add the sample decks and select the one in this language.
  case addSamples(Language)
  /// Find out how much is due and known, and say it whenever the screen is opened from now on.
  case recall
}

/// The route to the start screen.
package typealias StartRoute = ScreenRoute<StartState, Void>

/// The start screen: an overview of the bank.
package final class StartViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<StartCommand, StartState>

  private let bank: QuestionBank
  private let reviews: Reviews
  private let quizzes: QuizLibrary
  private let importer: Importer
  private let fitter: Fitter
  /// What reviews say, as long as the bank has not changed; `nil` when it is to be found out.
  private var recall: RecallOverview??
  private let beginsWithReview: Bool
  private let bag = DisposeBag()

  /// Creates the start screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(_ models: Models) throws {
    bank = models.bank
    reviews = models.reviews
    quizzes = models.quizzes
    importer = models.importer
    fitter = models.fitter
    let recall = try reviews.overview()
    self.recall = recall
    beginsWithReview = recall != nil
    core = ScreenCore(
      try StartState(
        bank, reviews, quizzes, importer, fitter, recall, beginsWithReview: beginsWithReview))
    core.start(self)
    bank.changes.observe { [unowned self] in self.recall = nil }.disposed(by: bag)
    core.follow(bank.changes, atOnce: true)
    core.follow(importer.$status.skip(first: 1), atOnce: true)
    core.follow(fitter.$percent.skip(first: 1), atOnce: true)
  }

  func shown() throws -> StartState {
    let recall = try recall ?? reviews.overview()
    self.recall = recall
    return try StartState(
      bank, reviews, quizzes, importer, fitter, recall, beginsWithReview: beginsWithReview)
  }

  func perform(_ command: StartCommand) throws {
    switch command {
    case .addSamples(let language): try bank.addSamples(language: language)
    case .recall:
      reviews.keepOverview()
      recall = nil
      core.changed()
    }
  }
}

extension StartState {
  init(
    _ bank: QuestionBank, _ reviews: Reviews, _ quizzes: QuizLibrary, _ importer: Importer,
    _ fitter: Fitter, _ recall: RecallOverview?, beginsWithReview: Bool
  ) throws {
    decks = try bank.summaries()
    questions = decks.reduce(0) { $0 + $1.questions }
    let selected = try bank.selectedDeck
    selectedDeck = selected
    waiting = try quizzes.waiting()
    canResume = !waiting.isEmpty
    importing = importer.status
    fitting = fitter.percent
    self.recall = recall
    awaitsRecall = !reviews.keepsOverview
    self.beginsWithReview = beginsWithReview && (recall?.all.due ?? 0) > 0
    next = nil
    next = nextStep(selected: selected)
  }

  /// Go on with the quiz that was started last, or else play the selected deck.
  private func nextStep(selected: String?) -> Next? {
    if let first = waiting.first {
      return Next(action: .resume, title: first.title, questions: first.count)
    }
    let name = selected ?? (decks.count == 1 ? decks[0].name : nil)
    let count = name.map { name in decks.first { $0.name == name }?.questions ?? 0 } ?? questions
    guard count > 0 else { return nil }
    return Next(action: .quiz, title: name ?? "", questions: min(count, QuizOptions.usualCount))
  }
}
