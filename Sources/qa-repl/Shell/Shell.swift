import QuizKit
import QuizStore
import QuizSupport
import Signals
import Terminal

/// Connects commands with the output. It sends each command to the screen in front, the router or
/// the bank, and passes their reports and failures to the output.
///
/// It knows neither where commands come from (a script, a prompt or single keys) nor how time
/// passes.
final class Shell {
  /// Whether `quit` was given.
  private(set) var isQuitting = false
  /// The number of reported failures.
  var failures: Int { reporter.failures }
  /// The exit code so far.
  var exit: ExitCode { reporter.exit }
  /// Whether to read other programs' changes before each command. Set for read-only scripts: their
  /// virtual clock may stand still, so a timer would not do.
  var readsAnew = false
  /// Whether to keep quiet about what follows only from opening the bank for reading, which nobody
  /// has asked for.
  var readsUnasked = false
  private var syncsByItself = false
  /// The command under way, and those that were given meanwhile.
  private var pending: [Command] = []
  private var noticesTold = 0

  let output: any Output
  /// Takes the failures, warnings and reports.
  let reporter: Reporter
  /// The commands that destroy something, and the question about one of them.
  let confirmer: Confirmer
  /// The forms in which a line of a script failed.
  let failedForms: FailedForms
  let models: Models
  /// The commands of all screens.
  let table: CommandTable
  private let navigator: Navigator
  private let presenter: ScreenPresenter
  private let application: ApplicationViewModel
  private let bag = DisposeBag()

  /// - Parameter screens: The screens that can come to the front, in the order of the help.
  init(models: Models, output: any Output, screens: [Screen] = Screen.all) {
    self.models = models
    self.output = output
    reporter = Reporter(output: output, clock: models.world.scheduler)
    table = CommandTable(
      screens, hasVirtualClock: models.world.scheduler is VirtualScheduler)
    models.examExporter.drawing = .marked
    navigator = Navigator(quizzes: models.quizzes)
    presenter = ScreenPresenter(
      navigator, models, screens: screens, output: output, reporter: reporter)
    confirmer = Confirmer(presenter, models.undoHistory, output: output, reporter: reporter)
    failedForms = FailedForms(presenter, reporter)
    application = ApplicationViewModel(models)
    observe(models, application)
    confirmer.confirmations.observe { [unowned self] in obey($0) }.disposed(by: bag)
    for refusals in [presenter.refusals, application.refusals] {
      refusals.observe { [unowned self] in take(refusal: $0) }.disposed(by: bag)
    }
    application.confirmations.observe { [unowned self] in
      let command = Command.application($0.command)
      if confirmer.allows(command, asking: self.output.strings($0.question)) { obey(command) }
    }.disposed(by: bag)
    presenter.changes.observe { [unowned self] in reporter.follow(state) }.disposed(by: bag)
    models.undoHistory.reversals.observe { [reporter] in reporter.report($0) }.disposed(by: bag)
    models.undoHistory.refusals.observe { [reporter] in
      reporter.failReversal($0)
    }.disposed(by: bag)
    navigator.refusals.observe { [reporter] in reporter.fail($0) }.disposed(by: bag)
  }

  /// Writes the results and failures of the models that no screen shows, such as those of imports
  /// and exports.
  private func observe(_ models: Models, _ application: ApplicationViewModel) {
    pass(models.quizzes.choices, models.quizzes.failures)
    pass(models.quizzes.expirations)
    models.quizzes.reopenings.observe { [reporter] in reporter.warn($0) }.disposed(by: bag)
    models.pictures.omissions.observe { [reporter] in reporter.warn($0) }.disposed(by: bag)
    pass(models.importer.outcomes, models.importer.failures)
    models.importer.doubts.observe { [unowned self] in
      // The import screen does not interrupt a quiz or unsaved text.
      let isFree = navigator.route.quiz == nil && state?.isUnsaved != true
      if isFree { presenter.open(.importing($0.0)) } else { reporter.fail($0.1) }
    }.disposed(by: bag)
    pass(models.fileDoctor.outcomes, models.fileDoctor.failures)
    pass(models.follower.outcomes, models.follower.failures)
    pass(models.follower.lists)
    pass(models.follower.endings)
    pass(models.bank.followed.openings)
    pass(models.exporter.outcomes)
    pass(models.examExporter.outcomes)
    pass(application.chances)
    pass(application.selections)
    pass(application.settings)
    pass(models.fitter.outcomes, models.fitter.failures)
    let synchronizer = models.synchronizer
    pass(synchronizer.outcomes, synchronizer.failures)
    pass(synchronizer.statuses)
    pass(synchronizer.logs)
    pass(synchronizer.restorations)
    pass(synchronizer.farewells)
    synchronizer.warnings.observe { [reporter] in reporter.warn($0) }.disposed(by: bag)
    synchronizer.arrivals.observe { [unowned self] readings in
      // Changes that arrive during a quiz are read again when the program ends.
      if navigator.route.quiz.map({ $0.phase == .finished }) ?? true {
        models.synchronizer.take(readings)
      }
    }.disposed(by: bag)
  }

  private func pass<Result: Report>(
    _ results: Signal<Result>, _ failures: Signal<any ReportableError>? = nil
  ) {
    results.observe { [reporter] in reporter.report($0) }.disposed(by: bag)
    failures?.observe { [reporter] in reporter.fail($0) }.disposed(by: bag)
  }

  /// The name of the screen in front.
  var screen: ScreenName { presenter.screen }

  /// The screen in front.
  var front: FrontScreen? { presenter.front }

  /// The state of the screen in front.
  var state: (any Viewable)? { presenter.state }

  /// Reads the commands of the screen in front.
  var parser: CommandParser {
    CommandParser(
      table: table, screen: screen, language: output.strings.language,
      choices: state?.answerChoices, usual: models.quizzes.ways.usual)
  }

  /// The commands that can do nothing on the screen in front, as it is now.
  var idleWords: Set<String> {
    var words = state?.idleWords ?? []
    if screen == .start { words.formUnion(["back", "home"]) }
    if models.undoHistory.isKnownEmpty, screen != .quiz, screen != .confirm {
      words.insert("undo")
    }
    // A script has named its commands, whatever is there.
    return models.bank.servesPerson ? words.union(wordsForNothing) : words
  }

  /// The commands that have nothing in the bank to work on.
  private var wordsForNothing: Set<String> {
    // Where the bank cannot be read, the command says so.
    func isThere(_ read: () throws -> Bool) -> Bool {
      do { return try read() } catch { return true }
    }
    var words: Set<String> = []
    if !isThere({ try models.reviews.mayFit() }) { words.insert("fit") }
    if !isThere({ try !models.exams.exams().isEmpty }) { words.insert("chance") }
    return words
  }

  /// Emits when another screen comes to the front or the state changes in more than the time.
  var changes: Signal<Void> { presenter.changes }

  /// The time since the start.
  var time: Duration { models.world.scheduler.now }

  /// Prints the greeting and the store's warnings, and shows the first screen.
  func start(greeting: Greeting) {
    output.hello(greeting)
    tellNotices()
    models.world.store.saves.observe { [unowned self] _ in tellNotices() }.disposed(by: bag)
    // Exams whose time ran out while another screen was in front, or the program was closed, are
    // handed in before the start screen lists unfinished quizzes.
    navigator.routes.filter { $0.screen == .start }.observe { [unowned self] _ in
      do {
        try models.quizzes.handInExpired()
      } catch {
        reporter.fail(UnexpectedError.reportable(error))
      }
    }.disposed(by: bag)
    presenter.start()
  }

  /// Writes the warnings of the store that were not written yet. There may be one more after a
  /// save.
  private func tellNotices() {
    let notices = (models.world.store.store as? any FileStore)?.notices ?? []
    for notice in notices.dropFirst(noticesTold) where !(readsUnasked && notice.isAboutReading) {
      output.notice(notice, at: time)
    }
    noticesTold = notices.count
  }

  /// Synchronizes now and at the end with the folders for which the user has chosen that. A script
  /// decides itself when to synchronize.
  func syncByItself() {
    syncsByItself = true
    models.synchronizer.beginAutomatically()
  }

  /// Takes over what changes in followed files, but nothing during a quiz.
  func followFiles() {
    navigator.routes.observe { [unowned self] route in
      models.follower.isHeld = route.quiz.map { $0.phase != .finished } ?? false
    }.disposed(by: bag)
    models.follower.begin()
  }

  /// Runs a command line, or takes it as the answer to the pending question. A command that is typed
  /// instead of an answer to an offer declines the offer and runs.
  ///
  /// - Parameter prepare: Called with the command before it is carried out.
  @discardableResult
  func run(
    line: String, at place: Place? = nil, prepare: (Command) -> Void = { _ in }
  ) -> Outcome {
    if let held = confirmer.held {
      let answered = answer(held.isYes(line), at: place)
      guard held.isCommand(line) else { return answered }
    }
    return run(at: place, prepare: prepare) { parser throws(CommandError) in
      try parser.command(line: line)
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
    guard let held = confirmer.held else { return .done }
    confirmer.withdraw()
    reporter.place = place
    defer { reporter.place = nil }
    return reporter.outcome { held.take(isYes) }
  }

  /// Runs a command that is already split into words, such as the program's arguments.
  @discardableResult
  func run(words: [String], at place: Place? = nil) -> Outcome {
    var rest = words.joined(separator: " ")[...]
    let words = words.map { word in
      defer { rest = Substring(rest.utf8.dropFirst(word.utf8.count + 1)) }
      return Word(text: word, lineFromHere: rest)
    }
    return run(at: place) { parser throws(CommandError) in try parser.command(words: words) }
  }

  /// Leaves the screen, closes the store, writes the last line and returns the exit code.
  func end() -> ExitCode {
    if !isQuitting, state?.isUnsaved == true, !keepDraft() {
      reporter.fail(UnsavedTextDiscarded(screen: screen))
    }
    navigator.leave()
    if syncsByItself { models.synchronizer.endAutomatically() }
    do throws(StoreError) {
      try models.world.store.store.close()
    } catch {
      reporter.fail(error)
    }
    output.end(errors: reporter.errors, exit: exit, at: time)
    return exit
  }

  /// Whether what has been typed and not saved is kept when the program is ended.
  var keepsDrafts: Bool {
    models.drafts.areKept && (front?.viewModel as? any DraftKeeping)?.draft != nil
  }

  /// Keeps the form in front for the next start. Returns `false` when nothing keeps it.
  private func keepDraft() -> Bool {
    guard models.drafts.areKept, let keeper = front?.viewModel as? any DraftKeeping,
      let draft = keeper.draft
    else { return false }
    do {
      try models.drafts.keep(draft)
      reporter.warn(UnsavedTextKept(isNew: draft.question == nil))
      return true
    } catch {
      reporter.fail(UnexpectedError.reportable(error))
      return false
    }
  }

  /// Runs the command that `parse` reads; `nil` for none.
  ///
  /// - Parameter prepare: Called with the command before it is carried out.
  func run(
    at place: Place? = nil, prepare: (Command) -> Void = { _ in },
    _ parse: (CommandParser) throws(CommandError) -> Command?
  ) -> Outcome {
    reporter.place = place
    defer { reporter.place = nil }
    guard !readsAnew || refresh() else { return .failed }
    presenter.showIfMissing()
    let command: Command?
    do throws(CommandError) {
      command = try parse(parser)
      if let command { prepare(command) }
    } catch {
      reporter.fail(error)
      failedForms.noteFailure(of: nil)
      return .failed
    }
    guard let command else { return .done }
    if let outcome = failedForms.outcome(before: command) { return outcome }
    let outcome = perform(command)
    switch outcome {
    case .failed: failedForms.noteFailure(of: command)
    case .done: failedForms.noteSuccess(of: command)
    }
    return outcome
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

  private func take(refusal: any ReportableError) {
    // Having nothing to review is an answer and not a failure.
    if case BankError.nothingDue(let next) = refusal {
      return reporter.report(NothingDue(next: next, text: output.strings(refusal)))
    }
    reporter.fail(refusal)
  }

  /// Carries out a command, or asks before one that destroys something. What is given while another
  /// command is carried out, such as a request for the rows on the screen, waits for its end.
  @discardableResult
  func perform(_ command: Command) -> Outcome {
    pending.append(command)
    guard pending.count == 1 else { return .done }
    return reporter.outcome {
      while let next = pending.first {
        if confirmer.allows(next) { obey(next) }
        pending.removeFirst()
      }
    }
  }

  /// Carries out a command that needs no confirmation, or has it.
  private func obey(_ command: Command) {
    presenter.effects(of: command) {
      do throws(CommandError) { try carryOut(command) } catch { reporter.fail(error) }
    }
  }

  private func reverse(_ command: UndoCommand) {
    reporter.collect { models.undoHistory.commands.emit(command) }
  }

  private func carryOut(_ command: Command) throws(CommandError) {
    switch command {
    case .help(let word):
      let choices = table.choices[screen] == nil ? [] : state?.answerChoices
      let topic = try HelpTopic(word, screen: screen, table, idleWords: idleWords, choices: choices)
      output.help(topic, at: time)
    case .quit:
      isQuitting = true
    case .home:
      navigator.commands.emit(.home)
    case .back:
      // The screen gets the command first, because `back` closes an open item before it leaves the
      // screen.
      if front?.perform(.back) != true { navigator.commands.emit(.back) }
    case .undo:
      reverse(.undo)
    case .undoLast(let count):
      reverse(.undoLast(count))
    case .redo:
      reverse(.redo)
    case .open(let destination):
      presenter.open(destination)
    case .state:
      presenter.showAgain(for: command)
    case .language(let language):
      output.strings.language = language
      presenter.showAgain(for: command)
    case .advance(let duration):
      guard let clock = models.world.scheduler as? VirtualScheduler else { throw .notOnARealClock }
      guard models.world.now().isOnCalendars(after: duration) else {
        throw .beyondCalendars(DurationText.text(of: duration))
      }
      clock.advance(by: duration)
    case .application(let command):
      application.commands.emit(command)
    case .screen(let own):
      // The command may bring another screen to the front. Keep this one alive until it returns.
      let isOwn = withExtendedLifetime(front) { front?.perform(command) }
      guard isOwn == false else { return }
      throw .notOnThisScreen(
        "\(own.command)", screen: table.titles(of: [screen])[0], elsewhere: [])
    }
  }
}

/// Reads what another program writes to a bank that this one only reads: as soon as the system
/// tells, and each second where it does not.
final class BankFollower {
  private static let interval = Duration.seconds(1)

  private let bag = DisposeBag()
  private let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
    shell.models.world.bankChanges
      .observe({ [unowned self] in read() }, completed: { [unowned self] in poll() })
      .disposed(by: bag)
    // Another program may have written since the bank was opened.
    read()
  }

  private func poll() {
    shell.models.world.scheduler.every(Self.interval) { [unowned self] in read() }
      .disposed(by: bag)
  }

  private func read() { shell.refresh() }
}

extension SheetDrawing {
  /// The texts of a printed exam with all that the terminal draws.
  fileprivate static let marked = SheetDrawing(
    text: { text, start, end, language in
      HTMLDrawing(language: language).blocks(of: text, after: start, before: end)
    },
    time: { Strings(language: $1).brief($0) }, style: HTMLDrawing.style)
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
private struct FailedForm {
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
