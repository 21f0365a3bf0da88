import Signals

/// What a person can ask for on the review screen.
public enum ReviewCommand: Equatable, Sendable {
  /// Play what is due.
  case play(QuizOptions)
  /// The next page of the list.
  case nextPage
  /// The page before.
  case previousPage
}

/// The review: what is due today, following every save.
public final class ReviewViewModel: ViewModel {
  public let commands = PublishSubject<ReviewCommand>()
  public var states: Signal<ReviewState> { $state }
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the screen shows.
  @Observed public private(set) var state: ReviewState

  private let bank: QuestionBank
  private let history: AttemptHistory
  private let quizzes: QuizLibrary
  /// By identifier, because an undo may give the deck another name.
  private let deckID: Identifier<Deck>?
  private var pageNumber = 1
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the review of a deck, or of all.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(
    bank: QuestionBank, history: AttemptHistory, quizzes: QuizLibrary,
    deck deckID: Identifier<Deck>?
  ) throws {
    (self.bank, self.history, self.quizzes, self.deckID) = (bank, history, quizzes, deckID)
    _state = Observed(
      wrappedValue: try ReviewState(
        bank.reviewPlan(deck: deckID), bank, deck: deckID, pageNumber: 1))
    for changes in [bank.changes, history.changes] {
      changes.observe { [unowned self] in refused.attempt { try show() } }.disposed(by: bag)
    }
    commands.signal.observe { [unowned self] command in
      refused.attempt { try perform(command) }
    }.disposed(by: bag)
  }

  private func perform(_ command: ReviewCommand) throws {
    switch command {
    case .play(var options):
      options.due = true
      options.deck = options.deck ?? state.deck
      if deckID != nil, options.deck == nil { throw BankError.nothingDue(next: nil) }
      try quizzes.start(options)
    case .nextPage:
      guard state.page.number < state.page.count else { throw ListRefusal.lastPage }
      pageNumber = state.page.number + 1
      try show()
    case .previousPage:
      guard state.page.number > 1 else { throw ListRefusal.firstPage }
      pageNumber = state.page.number - 1
      try show()
    }
  }

  private func show() throws {
    state = try ReviewState(
      bank.reviewPlan(deck: deckID), bank, deck: deckID, pageNumber: pageNumber)
  }
}
