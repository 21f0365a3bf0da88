import QuizKit
import Signals

/// Carries commands to the screen in front and what it says to the output: the one place where both meet.
///
/// Where commands come from — a script, a line at a prompt, single keys — and when time passes is not its affair.
final class Shell {
  /// Whether `quit` was given.
  private(set) var isQuitting = false
  /// How many commands have failed.
  private(set) var failures = 0
  /// The exit code of the first failure, or success.
  private(set) var exit = ExitCode.success
  /// Called when the screen in front, or what it shows, has changed by more than the time.
  var onChange: () -> Void = {}
  /// What is done with commands that take something away for good.
  var caution = Caution.refuse
  /// The command that waits for a yes. While there is one, the next line is the answer.
  var held: HeldCommand?
  /// Whether a line that fails closes the form that is open, because the lines after it come all the same (`--keep-going`).
  var abandonsForms = false
  /// The form that was closed so.
  var abandoned: AbandonedForm?
  /// Whether each command takes in first what another program has saved: a script that only reads, where time may stand still.
  var readsAnew = false

  let output: any Output
  let models: Models
  private let navigator: Navigator
  private let bag = DisposeBag()
  private(set) var front: Front?
  private var frontBag = DisposeBag()
  /// What the screen in front shows.
  private(set) var state: (any Viewable)?
  /// What went wrong while something was taken back; `nil` at all other times.
  private var aftermath: [any ReportableError]?
  /// Where the command under way stands.
  var place: Place?

  init(models: Models, output: any Output) {
    self.models = models
    self.output = output
    navigator = Navigator(quizzes: models.quizzes)
    models.importer.outcomes.observe { [unowned self] in report($0) }.disposed(by: bag)
    models.importer.failures.observe { [unowned self] in fail($0) }.disposed(by: bag)
    models.exporter.outcomes.observe { [unowned self] in report($0) }.disposed(by: bag)
    models.bank.reversals.observe { [unowned self] in report($0) }.disposed(by: bag)
    models.quizzes.failures.observe { [unowned self] in fail($0) }.disposed(by: bag)
  }

  /// The screen in front.
  var screen: ScreenName { navigator.route.screen }

  /// Time since the start.
  var time: Duration { models.world.scheduler.now }

  /// Shows the first screen.
  func start(greeting: Greeting) {
    output.hello(greeting)
    for notice in models.world.store.store.notices { output.notice(notice) }
    navigator.routes.observe { [unowned self] in bringToFront($0) }.disposed(by: bag)
  }

  /// Runs one command line, or takes it as the answer to the question that was asked.
  func run(line: String, at place: Place? = nil) {
    if let held { return take(answer: line, to: held, at: place) }
    run(at: place) { parser throws(CommandError) in try parser.command(line: line) }
  }

  /// Runs a command whose words are parted already, as the program's arguments are.
  func run(words: [String], at place: Place? = nil) {
    let words = words.indices.map {
      Word(text: words[$0], lineFromHere: words[$0...].joined(separator: " "))
    }
    run(at: place) { parser throws(CommandError) in try parser.command(words: words) }
  }

  /// Reports a failure that is not a command's.
  func fail(_ error: any ReportableError, at place: Place? = nil) {
    if aftermath != nil {
      aftermath?.append(error)
      return
    }
    if failures == 0 { exit = ExitCode(error) }
    failures += 1
    output.failure(error, place: place ?? self.place, at: time)
  }

  /// Says the last thing, and how the program ends.
  func end() -> ExitCode {
    if !isQuitting, state?.isUnsaved == true { fail(UnsavedTextDiscarded(screen: screen)) }
    navigator.leave()
    do throws(StoreError) {
      try models.world.store.store.close()
    } catch {
      fail(error)
    }
    output.end(errors: failures, exit: exit, at: time)
    return exit
  }

  private func run(
    at place: Place?, _ parse: (CommandParser) throws(CommandError) -> Command?
  ) {
    self.place = place
    defer { self.place = nil }
    guard isUpToDate() else { return }
    var before = failures
    var command: Command?
    do throws(CommandError) {
      command = try parse(CommandParser(screen: screen, language: output.strings.language))
      guard let command, admits(command) else { return }
      before = failures
      if let question = question(before: command) {
        try confirm(command, question)
      } else {
        try perform(command)
      }
    } catch {
      fail(error)
    }
    if failures > before {
      abandonForm(after: command)
    } else if let command {
      keepForm(after: command)
    }
  }

  /// Takes in what another program has saved, where that is wanted before each command.
  private func isUpToDate() -> Bool {
    guard readsAnew else { return true }
    do throws(StoreError) {
      try models.world.store.store.refresh()
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Carries a command out.
  func perform(_ command: Command) throws(CommandError) {
    switch command {
    case .help(let word):
      output.help(try HelpTopic(word, screen: screen), at: time)
    case .quit:
      isQuitting = true
    case .home:
      navigator.goHome()
    case .back:
      // Something open on the screen is closed before the screen is left.
      if front?.perform(.back) == true { return }
      if !navigator.goBack() { fail(NoWayBack()) }
    case .undo:
      reverse { try models.bank.undo() }
    case .redo:
      reverse { try models.bank.redo() }
    case .open(let destination):
      attempt { navigator.open(try models.route(to: destination, from: navigator.route)) }
    case .state:
      if let state { output.show(state, isTick: false, at: time) }
    case .language(let language):
      output.strings.language = language
      if let state { output.show(state, isTick: false, at: time) }
    case .advance(let duration):
      guard let clock = models.world.scheduler as? VirtualScheduler else {
        throw .notOnARealClock
      }
      clock.advance(by: duration)
    default:
      // A command may bring another screen to the front; its own must live until it is done.
      guard let front else { return }
      withExtendedLifetime(front) { _ = front.perform(command) }
    }
  }

  private func report(_ report: any Report) {
    output.report(report, at: time)
  }

  private func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      fail(UnexpectedError.reportable(error))
    }
  }

  /// Takes something back, or does it again. What is done has not failed because a screen cannot follow it.
  private func reverse(_ work: () throws -> Void) {
    aftermath = []
    var refusal: (any ReportableError)?
    do {
      try work()
    } catch {
      refusal = UnexpectedError.reportable(error)
    }
    let others = aftermath ?? []
    aftermath = nil
    if let refusal {
      fail(refusal)
      for error in others { fail(error) }
    } else {
      for error in others { output.warning(error, place: place, at: time) }
    }
  }

  private func bringToFront(_ route: Route) {
    // What was asked about is not in front any more.
    held = nil
    do {
      let front = try Front(route, models)
      frontBag.dispose()
      self.front = front
      front.viewModel.refusals.observe { [unowned self] in take(refusal: $0) }.disposed(
        by: frontBag)
      front.states.observe { [unowned self] in show($0) }.disposed(by: frontBag)
    } catch {
      fail(UnexpectedError.reportable(error))
      // A screen that cannot be shown must not be the one that commands go to.
      if route.screen != .start { navigator.goHome() }
    }
  }

  private func show(_ newState: any Viewable) {
    let isTick = state.map { newState.differsOnlyInTime(from: $0) } ?? false
    state = newState
    output.show(newState, isTick: isTick, at: time)
    if !isTick { onChange() }
  }
}

extension Viewable {
  /// Whether nothing but the time has changed since `earlier`.
  fileprivate func differsOnlyInTime(from earlier: any Viewable) -> Bool {
    guard let earlier = earlier as? Self else { return false }
    return earlier.timeless == timeless
  }
}

/// `back` on the start screen.
struct NoWayBack: ReportableError {
  var code: String { "no-way-back" }

  func text(in language: Language) -> String {
    language.text("This is the first screen; “quit” leaves.", "最初の画面です。quit で終了します。")
  }
}
