import QuizKit
import Signals

/// Carries commands to where they belong — the screen in front, the router, the bank — and what these say to the output: the one
/// place where both meet.
///
/// Where commands come from — a script, a line at a prompt, single keys — and when time passes is not its affair.
final class Shell {
  /// Whether `quit` was given.
  private(set) var isQuitting = false
  /// How many failures were reported, which the last line of the output says.
  private(set) var failures = 0
  /// The exit code of the first failure, or success.
  private(set) var exit = ExitCode.success
  /// The one way in: what a person asks for, from keys, lines and arguments alike.
  let commands = PublishSubject<Command>()
  /// The screen in front, or what it shows, has changed by more than the time.
  var changes: Signal<Void> { changed.signal }
  /// What is asked back, now and after each change. While there is something, the next line is the answer.
  var questions: Signal<YesNo?> { asked.signal }
  /// Each failure, once it has been reported.
  var failed: Signal<any ReportableError> { reported.signal }
  /// What is done with commands that take something away for good.
  var caution = Caution.refuse
  /// Whether a line that fails closes the form that is open, because the lines after it come all the same (`--keep-going`).
  var abandonsForms = false
  /// The form that was closed so.
  var abandoned: AbandonedForm?
  /// Whether each command takes in first what another program has saved: a script that only reads, where time may stand still.
  var readsAnew = false

  let output: any Output
  let models: Models
  private let navigator: Navigator
  private let changed = PublishSubject<Void>()
  private let asked = BehaviorSubject<YesNo?>(nil)
  private let reported = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()
  private(set) var front: Front?
  private var frontBag = DisposeBag()
  /// What the screen in front shows.
  private(set) var state: (any Viewable)?
  /// What went wrong while something was taken back; `nil` at all other times.
  private var aftermath: [any ReportableError]?
  /// Where the command under way stands.
  private(set) var place: Place?

  init(models: Models, output: any Output) {
    self.models = models
    self.output = output
    navigator = Navigator(quizzes: models.quizzes)
    models.importer.outcomes.observe { [unowned self] in report($0) }.disposed(by: bag)
    models.importer.failures.observe { [unowned self] in fail($0) }.disposed(by: bag)
    models.exporter.outcomes.observe { [unowned self] in report($0) }.disposed(by: bag)
    models.bank.reversals.observe { [unowned self] in report($0) }.disposed(by: bag)
    models.bank.refusals.observe { [unowned self] in endReversal(refusal: $0) }.disposed(by: bag)
    navigator.refusals.observe { [unowned self] in fail($0) }.disposed(by: bag)
    commands.signal.observe { [unowned self] in take($0) }.disposed(by: bag)
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

  /// The question that waits for its answer.
  var held: YesNo? { asked.value }

  /// Asks `question`: the next line is the answer.
  func ask(_ question: YesNo) {
    asked.emit(question)
  }

  /// Asks nothing any more: what was asked about is not in front.
  func withdrawQuestion() {
    if held != nil { asked.emit(nil) }
  }

  /// Runs one command line, or takes it as the answer to the question that was asked.
  @discardableResult
  func run(line: String, at place: Place? = nil) -> Outcome {
    if let held { return take(answer: line, to: held, at: place) }
    return run(at: place) { parser throws(CommandError) in try parser.command(line: line) }
  }

  /// Runs a command whose words are parted already, as the program's arguments are.
  @discardableResult
  func run(words: [String], at place: Place? = nil) -> Outcome {
    let words = words.indices.map {
      Word(text: words[$0], lineFromHere: words[$0...].joined(separator: " "))
    }
    return run(at: place) { parser throws(CommandError) in try parser.command(words: words) }
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
    reported.emit(error)
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
  ) -> Outcome {
    self.place = place
    defer { self.place = nil }
    guard isUpToDate() else { return .failed }
    let command: Command?
    do throws(CommandError) {
      command = try parse(CommandParser(screen: screen, language: output.strings.language))
    } catch {
      fail(error)
      abandonForm(after: nil)
      return .failed
    }
    guard let command else { return .done }
    return outcomeOfLostForm(for: command) ?? submit(command)
  }

  private func submit(_ command: Command) -> Outcome {
    let outcome = outcome { commands.emit(command) }
    switch outcome {
    case .failed: abandonForm(after: command)
    case .done: keepForm(after: command)
    }
    return outcome
  }

  private func take(answer: String, to question: YesNo, at place: Place?) -> Outcome {
    withdrawQuestion()
    self.place = place
    defer { self.place = nil }
    return outcome { question.take(answer) }
  }

  /// What comes of `work`: it has failed when a failure was reported meanwhile.
  private func outcome(of work: () -> Void) -> Outcome {
    var outcome = Outcome.done
    let handle = failed.observe { _ in outcome = .failed }
    work()
    handle.dispose()
    return outcome
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

  private func take(_ command: Command) {
    if let question = question(before: command) {
      confirm(command, question)
    } else {
      perform(command)
    }
  }

  /// Carries a command out.
  func perform(_ command: Command) {
    switch command {
    case .help(let word):
      do throws(CommandError) {
        output.help(try HelpTopic(word, screen: screen), at: time)
      } catch {
        fail(error)
      }
    case .quit:
      isQuitting = true
    case .home:
      navigator.commands.emit(.home)
    case .back:
      // Something open on the screen is closed before the screen is left.
      if front?.perform(.back) != true { navigator.commands.emit(.back) }
    case .undo:
      reverse(.undo)
    case .redo:
      reverse(.redo)
    case .open(let destination):
      navigator.commands.emit(.open { [models] in try destination.route(models, $0) })
    case .state:
      if let state { output.show(state, isTick: false, at: time) }
    case .language(let language):
      output.strings.language = language
      if let state { output.show(state, isTick: false, at: time) }
    case .advance(let duration):
      guard let clock = models.world.scheduler as? VirtualScheduler else {
        return fail(CommandError.notOnARealClock)
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

  /// Takes something back, or does it again. What is done has not failed because a screen cannot follow it.
  private func reverse(_ command: BankCommand) {
    aftermath = []
    models.bank.commands.emit(command)
    let others = aftermath ?? []
    aftermath = nil
    for error in others { output.warning(error, place: place, at: time) }
  }

  /// Nothing was taken back: what went wrong meanwhile are failures.
  private func endReversal(refusal: any ReportableError) {
    let others = aftermath ?? []
    aftermath = nil
    fail(refusal)
    for error in others { fail(error) }
  }

  private func bringToFront(_ route: Route) {
    withdrawQuestion()
    do {
      guard let front = try Screen.front(of: route, models) else { return }
      frontBag.dispose()
      self.front = front
      front.viewModel.refusals.observe { [unowned self] in take(refusal: $0) }.disposed(
        by: frontBag)
      front.states.observe { [unowned self] in show($0) }.disposed(by: frontBag)
    } catch {
      fail(UnexpectedError.reportable(error))
      // A screen that cannot be shown must not be the one that commands go to.
      if route.screen != .start { navigator.commands.emit(.home) }
    }
  }

  private func show(_ newState: any Viewable) {
    let isTick = state.map { newState.differsOnlyInTime(from: $0) } ?? false
    state = newState
    output.show(newState, isTick: isTick, at: time)
    if !isTick { changed.emit(()) }
  }
}

extension Viewable {
  /// Whether nothing but the time has changed since `earlier`.
  fileprivate func differsOnlyInTime(from earlier: any Viewable) -> Bool {
    guard let earlier = earlier as? Self else { return false }
    return earlier.timeless == timeless
  }
}

/// What became of a command.
enum Outcome {
  /// It was carried out, or waits for a yes.
  case done
  /// A failure was reported.
  case failed
}
