import QuizSupport
import Signals

/// The commands of a ``Navigator``.
public enum NavigatorCommand {
  /// Open a screen. The closure makes its route from the one in front.
  case open((_ front: any Route) throws -> any Route)
  /// Go back to the screen from which the current one was opened.
  case back
  /// Go to the start screen. An unfinished quiz can be resumed later.
  case home
}

/// The router: decides which screen is in front.
///
/// A started quiz comes to the front, and its screen changes with its phase. Other screens are
/// opened by commands, and `back` returns through them in reverse order. Observe ``routes`` to show
/// the screens.
public final class Navigator {
  /// Takes the commands.
  public let commands = PublishSubject<NavigatorCommand>()

  /// The screen in front, now and after each change of screen.
  public var routes: Signal<any Route> { current.signal }

  /// The screen in front.
  public var route: any Route { current.value }

  /// Emits the reason when a command was refused. The screen in front then stays.
  public var refusals: Signal<any ReportableError> { refused.signal }

  private let current = BehaviorSubject<any Route>(StartRoute())
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()
  private var session: QuizSession?
  private var sessionHandle: Disposable?
  private var onwardHandle: Disposable?
  /// The screens to go back to. The last one is next.
  private var trail: [any Route] = []

  /// Creates a navigator at the start screen.
  public init(quizzes: QuizLibrary) {
    quizzes.started.observe { [unowned self] in follow($0) }.disposed(by: bag)
    commands.signal.observe { [unowned self] in perform($0) }.disposed(by: bag)
  }

  /// Stops the quiz in front, so that its time does not run on. Call it when the program ends.
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

  private func open(_ route: any Route) {
    // Never go back to an unfinished quiz: its time has stopped, and `resume` continues it.
    let isUnderWay = self.route.quiz.map { $0.phase != .finished } ?? false
    // The same screen with other content replaces itself.
    if !isUnderWay, self.route.screen != route.screen { trail.append(self.route) }
    leave()
    bring(route)
  }

  private func goBack() throws(NoWayBack) {
    guard let route = trail.popLast() else { throw NoWayBack() }
    leave()
    bring(route)
  }

  private func goHome() {
    (trail, onwardHandle) = ([], nil)
    leave()
    current.emit(StartRoute())
  }

  private func bring(_ route: any Route) {
    onwardHandle = route.onward?.observe { [unowned self] in
      $0.screen == .start ? goHome() : open($0)
    }
    current.emit(route)
  }

  private func follow(_ session: QuizSession) {
    // When one quiz follows another, do not go back to the first one.
    if route.quiz == nil, !route.isPassing { trail.append(route) }
    leave()
    onwardHandle = nil
    self.session = session
    show(session)
    sessionHandle = session.changes.observe { [unowned self] _ in
      if route.screen != Self.route(of: session).screen { show(session) }
    }
  }

  private func show(_ session: QuizSession) {
    current.emit(Self.route(of: session))
  }

  private static func route(of session: QuizSession) -> any Route {
    switch session.phase {
    case .asking: QuizRoute(session)
    case .confirming: ConfirmRoute(session)
    case .finished: ResultRoute(session)
    }
  }
}

/// The refusal of `back` on the start screen.
public struct NoWayBack: ReportableError {
  public var message: Message {
    Message("no-way-back", "This is the first screen.", "最初の画面です。")
  }
}

/// A screen to bring to the front, together with the model that it shows. Each view-model's file
/// declares the route to its screen, which is a ``ScreenRoute`` unless the router has to know more.
public protocol Route {
  /// The state of the screen.
  associatedtype State: ScreenState

  /// The quiz that the screen is a part of; `nil` for all other screens.
  var quiz: QuizSession? { get }

  /// Emits the route to another screen when the model opens one; `nil` for a model that never does.
  var onward: Signal<any Route>? { get }
}

extension Route {
  /// The screen's name.
  public var screen: ScreenName { State.screen }

  /// Whether one does not come back to the screen from a quiz.
  var isPassing: Bool { State.isPassing }

  /// By default the screen is not part of a quiz.
  public var quiz: QuizSession? { nil }

  /// By default the model opens no other screen.
  public var onward: Signal<any Route>? { nil }
}

/// The route to the screen with `State`, which shows a `Model`.
public struct ScreenRoute<State: ScreenState, Model>: Route {
  /// The model that the screen shows.
  public let model: Model

  public var quiz: QuizSession? { model as? QuizSession }

  /// Creates the route to the screen that shows `model`.
  public init(_ model: Model) {
    self.model = model
  }
}

extension ScreenRoute where Model == Void {
  /// Creates the route to a screen that always shows the same model.
  public init() {
    self.init(())
  }
}
