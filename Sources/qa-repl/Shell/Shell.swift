import QuizKit
import QuizStore
import QuizSupport
import Signals

/// Connects commands with the output. It sends each command to the screen in front, the router or
/// the bank, and passes their states, reports and failures to the output.
///
/// It knows neither where commands come from (a script, a prompt or single keys) nor how time
/// passes.
final class Shell {
  /// Whether `quit` was given.
  private(set) var isQuitting = false
  /// The number of reported failures.
  var failures: Int { reporter.tally.failures }
  /// The exit code so far.
  var exit: ExitCode { reporter.tally.exit }
  /// Takes all commands, from keys, lines and arguments.
  let commands = PublishSubject<Command>()
  /// Emits when another screen comes to the front or the state changes in more than the time.
  var changes: Signal<Void> { changed.signal }
  /// The question that waits for an answer, now and after each change. While there is one, the next
  /// line is its answer.
  var questions: Signal<YesNo?> { asked.signal }
  /// What to do with commands that destroy something.
  var caution = Caution.refuse
  /// Whether a script continues after failures (`--keep-going`).
  var keepsGoing = false
  /// The form in which a line of such a script failed.
  var failedForm: FailedForm?
  /// Whether to read other programs' changes before each command. Set for read-only scripts: their
  /// virtual clock may stand still, so a timer would not do.
  var readsAnew = false
  private var syncsByItself = false
  private var noticesTold = 0

  let output: any Output
  /// Takes the failures, warnings and reports.
  let reporter: Reporter
  let models: Models
  /// The commands of all screens.
  let table: CommandTable
  private let screens: [Screen]
  private let navigator: Navigator
  private let application: ApplicationViewModel
  private let news: ModelNews
  private let changed = PublishSubject<Void>()
  private let asked = BehaviorSubject<YesNo?>(nil)
  private let bag = DisposeBag()
  private(set) var front: FrontScreen?
  /// The command that the next screen carries out before it is shown.
  private var first: Command?
  private var frontBag = DisposeBag()
  /// The state of the screen in front.
  private(set) var state: (any Viewable)?
  /// The command under way that changes states at once; `nil` for one that lets time pass.
  private var current: Command?

  /// - Parameter screens: The screens that can come to the front, in the order of the help.
  init(models: Models, output: any Output, screens: [Screen] = Screen.all) {
    self.models = models
    self.output = output
    reporter = Reporter(output: output, clock: models.world.scheduler)
    self.screens = screens
    table = CommandTable(
      screens, hasVirtualClock: models.world.scheduler is VirtualScheduler)
    navigator = Navigator(quizzes: models.quizzes)
    application = ApplicationViewModel(models)
    news = ModelNews(of: models, application)
    application.refusals.observe { [unowned self] in take(refusal: $0) }.disposed(by: bag)
    application.confirmations.observe { [unowned self] in
      confirm(.application($0.command), self.output.strings($0.question))
    }.disposed(by: bag)
    news.reports.observe { [reporter] in reporter.report($0) }.disposed(by: bag)
    news.failures.observe { [reporter] in reporter.fail($0) }.disposed(by: bag)
    observe(models.synchronizer)
    for history in models.undoHistories {
      history.reversals.observe { [reporter] in reporter.report($0) }.disposed(by: bag)
      history.refusals.observe { [reporter] in reporter.failReversal($0) }.disposed(by: bag)
    }
    navigator.refusals.observe { [reporter] in reporter.fail($0) }.disposed(by: bag)
    commands.signal.observe { [unowned self] in take($0) }.disposed(by: bag)
  }

  /// The screen in front.
  var screen: ScreenName { navigator.route.screen }

  /// The time since the start.
  var time: Duration { models.world.scheduler.now }

  /// Prints the greeting and the store's warnings, and shows the first screen.
  func start(greeting: Greeting) {
    output.hello(greeting)
    tellNotices()
    models.world.store.saves.observe { [unowned self] _ in tellNotices() }.disposed(by: bag)
    navigator.routes.observe { [unowned self] in bringToFront($0) }.disposed(by: bag)
  }

  /// Writes the warnings of the store that were not written yet. There may be one more after a
  /// save.
  private func tellNotices() {
    let notices = (models.world.store.store as? any FileStore)?.notices ?? []
    for notice in notices.dropFirst(noticesTold) { output.notice(notice, at: time) }
    noticesTold = notices.count
  }

  /// Synchronizes now and at the end with the folders for which the user has chosen that. A script
  /// decides itself when to synchronize.
  func syncByItself() {
    syncsByItself = true
    models.synchronizer.beginAutomatically()
  }

  private func observe(_ synchronizer: Synchronizer) {
    synchronizer.warnings.observe { [reporter] in reporter.warn($0) }.disposed(by: bag)
    synchronizer.arrivals.observe { [unowned self] readings in
      // Changes that arrive during a quiz are read again when the program ends.
      if navigator.route.quiz.map({ $0.phase == .finished }) ?? true {
        models.synchronizer.take(readings)
      }
    }.disposed(by: bag)
  }

  /// The question that waits for its answer.
  var held: YesNo? { asked.value }

  /// Asks `question`. The next line is its answer.
  func ask(_ question: YesNo) {
    asked.emit(question)
  }

  /// Withdraws the question, because what it asks about is no longer in front.
  func withdrawQuestion() {
    if held != nil { asked.emit(nil) }
  }

  /// Runs a command line, or takes it as the answer to the pending question.
  ///
  /// - Parameter prepare: Called with the command before it is carried out.
  @discardableResult
  func run(
    line: String, at place: Place? = nil, prepare: (Command) -> Void = { _ in }
  ) -> Outcome {
    if let held { return answer(held.isYes(line), at: place) }
    return run(at: place) { parser throws(CommandError) in
      let command = try parser.command(line: line)
      if let command { prepare(command) }
      return command
    }
  }

  /// Runs the command of a key or a row.
  @discardableResult
  func run(_ command: Command) -> Outcome {
    run(at: nil) { _ throws(CommandError) in command }
  }

  /// Answers the pending question.
  @discardableResult
  func answer(_ isYes: Bool, at place: Place? = nil) -> Outcome {
    guard let held else { return .done }
    withdrawQuestion()
    reporter.place = place
    defer { reporter.place = nil }
    return reporter.outcome { held.take(isYes) }
  }

  /// Runs a command that is already split into words, such as the program's arguments.
  @discardableResult
  func run(words: [String], at place: Place? = nil) -> Outcome {
    let words = words.indices.map {
      Word(text: words[$0], lineFromHere: words[$0...].joined(separator: " "))
    }
    return run(at: place) { parser throws(CommandError) in try parser.command(words: words) }
  }

  /// Leaves the screen, closes the store, writes the last line and returns the exit code.
  func end() -> ExitCode {
    if !isQuitting, state?.isUnsaved == true { reporter.fail(UnsavedTextDiscarded(screen: screen)) }
    navigator.leave()
    if syncsByItself { models.synchronizer.endAutomatically() }
    do throws(StoreError) {
      try models.world.store.store.close()
    } catch {
      reporter.fail(error)
    }
    output.end(errors: reporter.tally.errors, exit: exit, at: time)
    return exit
  }

  private func run(
    at place: Place?, _ parse: (CommandParser) throws(CommandError) -> Command?
  ) -> Outcome {
    reporter.place = place
    defer { reporter.place = nil }
    guard isUpToDate() else { return .failed }
    // The start screen could not be shown before.
    if front == nil { bringToFront(navigator.route) }
    let command: Command?
    do throws(CommandError) {
      command = try parse(
        CommandParser(table: table, screen: screen, language: output.strings.language))
    } catch {
      reporter.fail(error)
      noteFailure(of: nil)
      return .failed
    }
    guard let command else { return .done }
    return outcomeOfFailedForm(for: command) ?? submit(command)
  }

  private func submit(_ command: Command) -> Outcome {
    let outcome = reporter.outcome { commands.emit(command) }
    switch outcome {
    case .failed: noteFailure(of: command)
    case .done: noteSuccess(of: command)
    }
    return outcome
  }

  /// Reads other programs' changes if ``readsAnew`` is set. Returns `false` when that fails.
  private func isUpToDate() -> Bool {
    !readsAnew || refresh()
  }

  /// Reads other programs' changes. Returns `false` when that fails.
  @discardableResult
  func refresh() -> Bool {
    do throws(StoreError) {
      try (models.world.store.store as? any FileStore)?.refresh()
      return true
    } catch {
      reporter.fail(error)
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

  /// Runs a command without asking for confirmation.
  func perform(_ command: Command) {
    current = command.isTimeless ? command : nil
    defer { current = nil }
    switch command {
    case .help(let word):
      do throws(CommandError) {
        output.help(try HelpTopic(word, screen: screen, table), at: time)
      } catch {
        reporter.fail(error)
      }
    case .quit:
      isQuitting = true
    case .home:
      navigator.commands.emit(.home)
    case .back:
      // The screen gets the command first, because `back` closes an open item before it leaves the
      // screen.
      if front?.perform(.back) != true { navigator.commands.emit(.back) }
    case .undo:
      reporter.collect { front?.undoHistory.commands.emit(.undo) }
    case .redo:
      reporter.collect { front?.undoHistory.commands.emit(.redo) }
    case .open(let destination):
      first = destination.first.map { .screen($0) }
      navigator.commands.emit(.open { [models] in try destination.route(models, $0) })
      first = nil
    case .state:
      if let state { output.show(state, .command(command), at: time) }
    case .language(let language):
      output.strings.language = language
      if let state { output.show(state, .command(command), at: time) }
    case .advance(let duration):
      guard let clock = models.world.scheduler as? VirtualScheduler else {
        return reporter.fail(CommandError.notOnARealClock)
      }
      clock.advance(by: duration)
    case .application(let command):
      application.commands.emit(command)
    case .screen(let own):
      // The command may bring another screen to the front. Keep this one alive until it returns.
      withExtendedLifetime(front) {
        guard front?.perform(command) == false else { return }
        reporter.fail(
          CommandError.notOnThisScreen(
            "\(own.command)", screen: table.titles(of: [screen])[0], elsewhere: []))
      }
    }
  }

  private func bringToFront(_ route: any Route) {
    withdrawQuestion()
    do {
      let front = try front(for: route)
      frontBag.dispose()
      self.front = front
      front.undoHistory.beginVisit()
      front.viewModel.refusals.observe { [unowned self] in take(refusal: $0) }.disposed(
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
      if let front = try screen.front(route, models, state) { return front }
    }
    preconditionFailure("no screen in the list belongs to \(route)")
  }

  private func show(_ shown: FrontScreen.Shown) {
    state = shown.state
    let occasion = shown.isTick ? .tick : current.map { Occasion.command($0) } ?? .change
    output.show(shown.state, occasion, at: time)
    if !shown.isTick { changed.emit(()) }
  }
}
