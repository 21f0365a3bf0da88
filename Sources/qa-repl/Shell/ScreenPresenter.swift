import QuizKit
import QuizSupport
import Signals

/// Brings each screen that the navigator opens to the front, and writes its states to the output.
final class ScreenPresenter {
  /// The screen in front; `nil` before the first one, and while it cannot be shown.
  private(set) var front: FrontScreen?
  /// The state of the screen in front.
  private(set) var state: (any Viewable)?
  /// Emits when another screen comes to the front or the state changes in more than the time.
  var changes: Signal<Void> { changed.signal }
  /// Emits before another screen comes to the front.
  var departures: Signal<Void> { departed.signal }
  /// Emits the errors with which screens refuse commands.
  var refusals: Signal<any ReportableError> { refused.signal }

  private let navigator: Navigator
  private let models: Models
  private let screens: [ScreenName: Screen]
  private let output: any Output
  private let reporter: Reporter
  private let changed = PublishSubject<Void>()
  private let departed = PublishSubject<Void>()
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()
  private var frontBag = DisposeBag()
  /// The command that the next screen carries out before it is shown.
  private var first: Command?
  /// The command under way that changes states at once; `nil` for one that lets time pass.
  private var current: Command?

  /// - Parameter screens: The screens that can come to the front.
  init(
    _ navigator: Navigator, _ models: Models, screens: [Screen], output: any Output,
    reporter: Reporter
  ) {
    (self.navigator, self.models) = (navigator, models)
    (self.output, self.reporter) = (output, reporter)
    self.screens = Dictionary(uniqueKeysWithValues: screens.map { ($0.name, $0) })
  }

  /// The name of the screen in front.
  var screen: ScreenName { navigator.route.screen }

  /// Shows the screen in front, and from now on each one that follows it.
  func start() {
    navigator.routes.observe { [unowned self] in bringToFront($0) }.disposed(by: bag)
  }

  /// Shows the screen in front if it could not be shown before.
  func showIfMissing() {
    if front == nil { bringToFront(navigator.route) }
  }

  /// Opens a screen, which carries out the destination's first command before it is shown.
  func open(_ destination: Destination) {
    first = destination.first.map { .screen($0) }
    defer { first = nil }
    navigator.commands.emit(.open { [models] in try destination.route(models, $0) })
  }

  /// Runs `work`. States that it changes at once are shown as the effect of `command`.
  func effects(of command: Command, _ work: () -> Void) {
    current = command.isTimeless ? command : nil
    defer { current = nil }
    work()
  }

  /// Writes the current state once more, as the effect of `command`.
  func showAgain(for command: Command) {
    if let state { output.show(state, .command(command), at: models.world.scheduler.now) }
  }

  private func bringToFront(_ route: any Route) {
    departed.emit(())
    do {
      let front = try front(for: route)
      frontBag.dispose()
      self.front = front
      models.undoHistory.beginVisit()
      front.refusals.observe { [unowned self] in refused.emit($0) }.disposed(by: frontBag)
      front.notices.observe { [reporter] in reporter.warn($0) }.disposed(by: frontBag)
      if let first { _ = front.perform(first) }
      front.states.observe { [unowned self] in show($0) }.disposed(by: frontBag)
    } catch {
      reporter.fail(UnexpectedError.reportable(error))
      // A screen that cannot be shown must not receive commands, and neither must the one before
      // it.
      if route.screen != .start { navigator.commands.emit(.home) } else { leaveFront() }
    }
  }

  private func leaveFront() {
    frontBag.dispose()
    (front, state) = (nil, nil)
  }

  private func front(for route: any Route) throws -> FrontScreen {
    guard let screen = screens[route.screen] else {
      preconditionFailure("no screen in the list is called \(route.screen)")
    }
    return try screen.front(route, models)
  }

  private func show(_ shown: FrontScreen.Shown) {
    state = shown.state
    let occasion = shown.isTick ? .tick : current.map { Occasion.command($0) } ?? .change
    output.show(shown.state, occasion, at: models.world.scheduler.now)
    if !shown.isTick { changed.emit(()) }
  }
}
