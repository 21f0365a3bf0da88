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
  private let screens: [Screen]
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
    (self.navigator, self.models, self.screens) = (navigator, models, screens)
    (self.output, self.reporter) = (output, reporter)
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
      front.undoHistory.beginVisit()
      front.viewModel.refusals.observe { [unowned self] in refused.emit($0) }.disposed(
        by: frontBag)
      front.viewModel.notices.observe { [reporter] in reporter.warn($0) }.disposed(by: frontBag)
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
    for screen in screens {
      if let front = try screen.front(route, models) { return front }
    }
    preconditionFailure("no screen in the list belongs to \(route)")
  }

  private func show(_ shown: FrontScreen.Shown) {
    state = shown.state
    let occasion = shown.isTick ? .tick : current.map { Occasion.command($0) } ?? .change
    output.show(shown.state, occasion, at: models.world.scheduler.now)
    if !shown.isTick { changed.emit(()) }
  }
}

/// Decides what happens to an open form when a script continues after a failed line
/// (`--keep-going`). In interactive use the form just stays open.
final class FailedForms {
  private let presenter: ScreenPresenter
  private let reporter: Reporter
  private var isWatching = false
  /// The form in which a line failed.
  private var form: FailedForm?

  init(_ presenter: ScreenPresenter, _ reporter: Reporter) {
    (self.presenter, self.reporter) = (presenter, reporter)
  }

  /// Runs `script`, and watches the forms in which its lines fail.
  func watching(_ script: () -> Void) {
    isWatching = true
    defer { (isWatching, form) = (false, nil) }
    script()
  }

  /// The outcome of a `command` that must not run, because it belongs to a form that a failed line
  /// closed. `nil` when the command may run.
  func outcome(before command: Command) -> Outcome? {
    guard let form else { return nil }
    guard form.screen == presenter.screen else {
      self.form = nil
      return nil
    }
    if form.refuses(command) {
      reporter.fail(FormNotOpen(failed: form.place))
      // This command would have finished the question, so the next line starts a new one.
      if command.partInForm == .adding { self.form = nil }
      return .failed
    }
    if form.isOpen {
      if leaves(command, form) { leave(form) }
    } else if command.partInForm == .closing {
      // The form is closed already, so cancelling it is done.
      self.form = nil
      return .done
    }
    return nil
  }

  /// Keeps the form in front after saving it failed, or closes it after another line failed.
  ///
  /// - Parameter command: the line's command; `nil` when the line could not be parsed.
  func noteFailure(of command: Command?) {
    guard isWatching, let place = reporter.place, let state = presenter.state,
      type(of: state).hasForm
    else { return }
    let screen = presenter.screen
    // An earlier failure has already closed the form.
    if let form, !form.isOpen, form.screen == screen { return }
    let isSave = [.saving, .adding].contains(command?.partInForm)
    if !isSave { closeForm() }
    form = FailedForm(
      screen: screen, place: place, isOpen: isSave, isForAdding: command?.partInForm == .adding)
  }

  /// Forgets a failed form after `command` succeeded, if the command opened another form, left the
  /// form's screen, or saved or closed the form.
  func noteSuccess(of command: Command) {
    guard let form else { return }
    let isOver =
      switch command.partInForm {
      case .opening: true
      case .saving, .adding, .closing: form.isOpen
      case .writing, nil: false
      }
    if isOver || form.screen != presenter.screen { self.form = nil }
  }

  /// Whether `command` concerns something other than the form that could not be saved.
  private func leaves(_ command: Command, _ form: FailedForm) -> Bool {
    switch command.partInForm {
    case .opening: true
    case nil: !command.leavesFormsAlone
    case .writing: form.isForAdding && isNext(command)
    case .saving, .adding, .closing: false
    }
  }

  private func leave(_ form: FailedForm) {
    closeForm()
    // A form for adding is opened again at once, empty.
    self.form =
      form.isForAdding
      ? nil
      : FailedForm(screen: form.screen, place: form.place, isOpen: false, isForAdding: false)
  }

  private func isNext(_ command: Command) -> Bool {
    guard case .screen(let own) = command else { return false }
    return presenter.front?.isNext(own) ?? false
  }

  /// Closes the form in front and reports unsaved input that is lost with it.
  private func closeForm() {
    guard let state = presenter.state, let closing = state.closing else { return }
    if state.isUnsaved { reporter.fail(UnsavedTextDiscarded(screen: presenter.screen)) }
    _ = presenter.front?.perform(closing)
  }
}

/// The form of a line that failed while a script goes on (`--keep-going`).
struct FailedForm: Equatable {
  /// The screen of the form.
  let screen: ScreenName
  /// The location of the failed line.
  let place: Place
  /// Whether the form is still open with its text, because saving it failed. Later lines may
  /// correct it. A form in which another line failed is closed: the text that the line should have
  /// written is missing, and the lines after it must not be written into another form.
  let isOpen: Bool
  /// Whether saving the form would have emptied it for the next record.
  let isForAdding: Bool

  /// Whether `command` belongs to the closed form and must not be carried out.
  func refuses(_ command: Command) -> Bool {
    !isOpen && [.writing, .saving, .adding].contains(command.partInForm)
  }
}

extension Command {
  /// The effect of this command on the form in front; `nil` when it does not concern forms.
  var partInForm: PartInForm? {
    guard case .screen(let command) = self else { return nil }
    return command.command.partInForm
  }

  /// Whether the command has nothing to do with forms and leaves an open one as it is.
  var leavesFormsAlone: Bool {
    switch self {
    case .help, .state, .language, .advance: true
    default: false
    }
  }
}

/// The error for a line that belongs to a form which is not open, because an earlier line failed.
struct FormNotOpen: ReportableError, Equatable {
  /// The location of the earlier line.
  let failed: Place

  var message: Message {
    Message(
      "form-not-open", "Not done: \(failed.text) failed, so its form is not open.",
      "\(failed.text) が失敗してフォームが開いていないため、この行は実行しませんでした。")
  }
}
