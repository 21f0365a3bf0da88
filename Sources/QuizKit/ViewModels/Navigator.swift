import Signals

/// Where the program is: which screen is in front, and the model that it shows.
public enum Route {
  /// The start screen.
  case start
  /// A question of a quiz.
  case quiz(QuizSession)
  /// The answers of a quiz.
  case confirm(QuizSession)
  /// The result of a quiz.
  case result(QuizSession)
  /// The questions of the bank.
  case manage(QuestionBrowser)
  /// The form for a new question.
  case register(Registration)
  /// The decks.
  case decks
  /// The questions that hold some words.
  case search(QuestionSearch)
  /// A countdown.
  case timer(CountdownTimer)
  /// The notes that a query asks for.
  case notes(NoteBook.Query)
  /// The attempts.
  case history
  /// The attempts in numbers.
  case stats
  /// What is due for review in a deck, or in all.
  case review(deck: Identifier<Deck>?)

  /// The screen's name.
  public var screen: ScreenName {
    switch self {
    case .start: .start
    case .quiz: .quiz
    case .confirm: .confirm
    case .result: .result
    case .manage: .manage
    case .register: .register
    case .decks: .decks
    case .search: .search
    case .timer: .timer
    case .notes: .notes
    case .history: .history
    case .stats: .stats
    case .review: .review
    }
  }
}

/// What can be asked of a ``Navigator``.
public enum NavigatorCommand {
  /// Bring a screen to the front, made from the one that is there.
  case open((_ front: Route) throws -> Route)
  /// Go to the screen from which the one in front was opened.
  case back
  /// Go to the start screen; a quiz that is under way can be gone on with later.
  case home
}

/// The router: follows commands and models from screen to screen.
///
/// A quiz that was started comes to the front, and its screens change with its phase; other screens are opened, and are
/// gone back from in the order in which they were opened. Whoever shows the screens observes ``routes``.
public final class Navigator {
  /// The one way in.
  public let commands = PublishSubject<NavigatorCommand>()

  /// The screen in front, now and after each change of screen.
  public var routes: Signal<Route> { current.signal }

  /// The screen in front.
  public var route: Route { current.value }

  /// Says why a command was not carried out; the screen in front stays then.
  public var refusals: Signal<any ReportableError> { refused.signal }

  private let current = BehaviorSubject<Route>(.start)
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()
  private var session: QuizSession?
  private var sessionHandle: Disposable?
  private var searchHandle: Disposable?
  /// The screens below the one in front, the start screen first.
  private var trail: [Route] = []

  /// Creates a navigator at the start screen.
  public init(quizzes: QuizLibrary) {
    quizzes.started.observe { [unowned self] in follow($0) }.disposed(by: bag)
    commands.signal.observe { [unowned self] in perform($0) }.disposed(by: bag)
  }

  /// Leaves what is in front, because the program ends.
  public func leave() {
    sessionHandle = nil
    session?.leave()
    session = nil
  }

  private func perform(_ command: NavigatorCommand) {
    switch command {
    case .open(let make): refused.attempt { open(try make(route)) }
    case .back: refused.attempt { try goBack() }
    case .home: goHome()
    }
  }

  private func open(_ route: Route) {
    // A quiz under way is never gone back to: its time has stopped, and “resume” goes on with it.
    switch self.route {
    case .quiz, .confirm: break
    default: trail.append(self.route)
    }
    leave()
    bring(route)
  }

  private func goBack() throws(NoWayBack) {
    guard let route = trail.popLast() else { throw NoWayBack() }
    leave()
    bring(route)
  }

  private func goHome() {
    trail = []
    leave()
    current.emit(.start)
  }

  private func bring(_ route: Route) {
    searchHandle = nil
    if case .search(let search) = route {
      searchHandle = search.chosen.observe { [unowned self] in open(.manage($0)) }
    }
    current.emit(route)
  }

  private func follow(_ session: QuizSession) {
    // From one quiz to the next one does not go back to the first: its phases lead on.
    switch route {
    case .quiz, .confirm, .result: break
    default: trail.append(route)
    }
    leave()
    self.session = session
    show(session)
    sessionHandle = session.changes.observe { [unowned self] _ in
      if route.screen != Self.route(of: session).screen { show(session) }
    }
  }

  private func show(_ session: QuizSession) {
    current.emit(Self.route(of: session))
  }

  private static func route(of session: QuizSession) -> Route {
    switch session.phase {
    case .asking: .quiz(session)
    case .confirming: .confirm(session)
    case .finished: .result(session)
    }
  }
}

/// `back` on the start screen.
public struct NoWayBack: ReportableError {
  public var code: String { "no-way-back" }

  public func text(in language: Language) -> String {
    language.text("This is the first screen; “quit” leaves.", "最初の画面です。quit で終了します。")
  }
}
