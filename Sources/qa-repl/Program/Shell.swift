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

  let output: any Output
  let models: Models
  private let navigator: Navigator
  private let bag = DisposeBag()
  private var front: Front?
  private var frontBag = DisposeBag()
  private var shown: (any Viewable)?
  private var place: Place?

  init(models: Models, output: any Output) {
    self.models = models
    self.output = output
    navigator = Navigator(quizzes: models.quizzes)
    models.importer.outcomes.observe { [unowned self] in
      output.report($0, at: time)
    }.disposed(by: bag)
    models.quizzes.failures.observe { [unowned self] in fail($0) }.disposed(by: bag)
  }

  /// The screen in front.
  var screen: ScreenName { navigator.route.screen }

  /// What the screen in front shows.
  var state: (any Viewable)? { shown }

  /// Time since the start.
  var time: Duration { models.world.scheduler.now }

  /// Shows the first screen.
  func start(greeting: Greeting) {
    output.hello(greeting)
    navigator.routes.observe { [unowned self] in bringToFront($0) }.disposed(by: bag)
  }

  /// Runs one command line.
  func run(line: String, at place: Place? = nil) {
    run(at: place) { parser throws(CommandError) in try parser.command(line: line) }
  }

  /// Runs a command whose words are parted already, as the program's arguments are.
  func run(words: [String], at place: Place? = nil) {
    let words = words.map { Word(text: $0, lineFromHere: $0) }
    run(at: place) { parser throws(CommandError) in try parser.command(words: words) }
  }

  /// Reports a failure that is not a command's.
  func fail(_ error: any ReportableError, at place: Place? = nil) {
    if failures == 0 { exit = ExitCode(error) }
    failures += 1
    output.failure(error, place: place ?? self.place, at: time)
  }

  /// Says the last thing, and how the program ends.
  func end() -> ExitCode {
    navigator.leave()
    output.end(errors: failures, exit: exit, at: time)
    return exit
  }

  private func run(
    at place: Place?, _ parse: (CommandParser) throws(CommandError) -> Command?
  ) {
    self.place = place
    defer { self.place = nil }
    do throws(CommandError) {
      guard
        let command = try parse(
          CommandParser(screen: screen, language: output.strings.language))
      else { return }
      try perform(command)
    } catch {
      fail(error)
    }
  }

  private func perform(_ command: Command) throws(CommandError) {
    switch command {
    case .help(let word):
      output.help(try HelpTopic(word, screen: screen), at: time)
    case .quit:
      isQuitting = true
    case .home:
      navigator.goHome()
    case .back:
      screen == .start ? fail(NoWayBack()) : navigator.goHome()
    case .state:
      if let shown { output.show(shown, isTick: false, at: time) }
    case .language(let language):
      output.strings.language = language
      if let shown { output.show(shown, isTick: false, at: time) }
    case .advance(let duration):
      guard let clock = models.world.scheduler as? VirtualScheduler else {
        throw .notOnARealClock
      }
      clock.advance(by: duration)
    case .start, .quiz, .confirm, .result:
      // A command may bring another screen to the front; its own must live until it is done.
      guard let front else { return }
      withExtendedLifetime(front) { _ = front.perform(command) }
    }
  }

  private func bringToFront(_ route: Route) {
    do {
      let front = try Front(route, models)
      frontBag.dispose()
      self.front = front
      front.viewModel.refusals.observe { [unowned self] in fail($0) }.disposed(by: frontBag)
      front.states.observe { [unowned self] in show($0) }.disposed(by: frontBag)
    } catch {
      fail(UnexpectedError.reportable(error))
    }
  }

  private func show(_ state: any Viewable) {
    let isTick = shown.map { state.differsOnlyInTime(from: $0) } ?? false
    shown = state
    output.show(state, isTick: isTick, at: time)
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
