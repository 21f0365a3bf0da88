import QuizKit
import QuizStore
import QuizSupport
import Signals

/// Shows the output in a live terminal. The current screen is redrawn in place; everything else is
/// printed and scrolls up.
final class LiveOutput: Output {
  /// The cause of a state change.
  enum Cause: Equatable {
    /// Time passed.
    case time
    /// A command. `echo` is the line to repeat in the scrollback, if any.
    case command(echo: String?)
    /// An answer to a question.
    case answer(AnswerLine)
  }

  var strings: Strings {
    get { look.strings }
    set {
      look.strings = newValue
      text.strings = newValue
    }
  }

  /// Emits the commands that load rows which are on the screen but not known yet, and those that
  /// tell the screen where the cursor is.
  var loads: Signal<Command> { wanted.signal }

  /// Emits with each state what the screen is to be asked for when it has stood for a moment; `nil`
  /// for nothing.
  var afterthoughts: Signal<Command?> { later.signal }

  private let terminal: LiveTerminal
  private let scrollback: Scrollback
  private let wanted = PublishSubject<Command>()
  private let later = BehaviorSubject<Command?>(nil)
  private var text: TextOutput
  private var region: LiveRegion
  private var state: (any Viewable)?
  private var cause = Cause.time
  /// The rows that were asked for last, so that nothing is asked for twice.
  private var asked: ListWindow?
  private var isDrawn = false

  init(look: Look, terminal: LiveTerminal) {
    self.terminal = terminal
    scrollback = Scrollback(terminal: terminal)
    region = LiveRegion(look: look, height: terminal.screen.size.rows)
    text = Self.text(look, scrollback)
    resize(to: terminal.screen.size)
  }

  private var look: Look {
    get { region.look }
    set { region.look = newValue }
  }

  /// Lays out everything again for a new window size.
  func resize(to size: ScreenSize) {
    region.height = size.rows
    let earlier = look
    look.columns = max(10, size.columns - 1)
    look.ambiguous = size.ambiguous
    // A window that only becomes higher or lower has the same texts.
    guard look != earlier else { return draw() }
    text = Self.text(look, scrollback)
    if let state { lay(out: state, as: state.stage(region.inner)) }
  }

  /// Runs `work`, which the user has asked for, and shows the result.
  func perform(_ cause: Cause, _ work: () -> Void) {
    self.cause = cause
    if case .command(let echo) = cause {
      scrollback.heading = echo.map { (region.stage?.label ?? "") + $0.sanitisedLine }
    }
    work()
    scrollback.heading = nil
    self.cause = .time
  }

  /// The question that waits for its answer.
  var question: YesNo? { region.question }

  /// Shows `question`, or the screen's own prompt for `nil`.
  func ask(_ question: YesNo?) {
    region.ask(question)
    draw()
  }

  /// The form being filled in; `nil` while the user types commands instead.
  var form: Form? { region.form }

  /// The current field of the form.
  var field: Form.Field? { region.field }

  /// Moves by `step` fields.
  func move(by step: Int) {
    region.moveField(by: step)
    draw()
  }

  /// The answer that is typed now; `nil` while the user types commands instead.
  var typing: Stage.Typing? { region.typing }

  /// The line that ticks the row at the cursor.
  var tick: String? { region.tick }

  /// Switches between commands and the fields of the form, or the answer that is typed.
  func pauseForm(_ isPaused: Bool) {
    region.pauseForm(isPaused)
    draw()
  }

  /// What to do before `line`, where that finishes the form.
  func tidying(before line: String) -> Command? { region.tidying(before: line) }

  /// Moves to the field that prevents the form from being saved.
  func seekOpenField() {
    region.seekOpenField()
    draw()
  }

  /// Carries out what a key does in the region.
  ///
  /// - Returns: Whether the key had something to do.
  func perform(_ action: KeyBinding.Action) -> Bool {
    let isDone = region.perform(action)
    tellSelection()
    return isDone
  }

  /// Tells the screen where the cursor is, and draws, unless the screen's answer has been drawn.
  private func tellSelection() {
    isDrawn = false
    if let command = region.selection { wanted.emit(command) }
    if !isDrawn { draw() }
  }

  /// Takes the row at the cursor, or the one with this number, from 1. Returns the line that it
  /// enters, if any.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  func take(_ number: Int? = nil) throws(ListRefusal) -> String? {
    let line = try region.take(number)
    tellSelection()
    return line
  }

  /// Chooses a row by the mouse. Returns what is to be done then.
  func click(_ row: Int) -> KeyBinding.Action {
    let action = region.click(row)
    tellSelection()
    return action
  }

  /// Whether numbers choose a row of a list.
  var hasList: Bool { region.stage?.list != nil }

  /// Whether the list has pages, of as many rows as fit here.
  var hasPages: Bool { region.stage?.list.map { $0.load != nil && $0.select == nil } ?? false }

  /// Begins or ends a search that follows each key. Returns `false` when the screen has none.
  func find(_ isOn: Bool) -> Bool {
    defer { draw() }
    return region.find(isOn)
  }

  /// Whether the line is a search that follows each key.
  var isFinding: Bool { region.isFinding }

  /// The command that searches for what is typed.
  func search(for text: String) -> Command? { region.stage?.find?.command(text) }

  /// Hides a text over the screen, because something else comes.
  func closeText() {
    if region.perform(.close) { draw() }
  }

  /// Hides what is shown over the screen. Returns `false` when there was nothing.
  func close() -> Bool {
    defer { draw() }
    return region.close()
  }

  /// Prints a line that belongs to no screen.
  func say(_ line: String) {
    terminal.screen.print(look.lines(look.palette.faint(line)))
  }

  // MARK: - Output

  func hello(_ greeting: Greeting) {}
  func notice(_ notice: StoreNotice, at time: Duration) { text.notice(notice, at: time) }
  func echo(_ line: String) { text.echo(line) }
  func end(errors: Int, exit: ExitCode, at time: Duration) { terminal.screen.leave() }

  func help(_ topic: HelpTopic, at time: Duration) {
    if !pages({ topic.view($0) }) { text.help(topic, at: time) }
  }

  func report(_ report: any Report, at time: Duration) {
    if !report.isRead || !pages({ report.view($0) }) { text.report(report, at: time) }
  }

  /// Shows a text that is too long to be read from its beginning as pages. Returns `false` when it is not.
  private func pages(_ view: @escaping (Look) -> [String]) -> Bool {
    if region.fits(view(look).count, above: terminal.status.count) { return false }
    region.page(view)
    draw()
    return true
  }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    text.failure(error, place: place, at: time)
  }

  func warning(_ error: any ReportableError, place: Place?, at time: Duration) {
    // Nobody who taps a key twice needs to read that it counted once. A typed command is answered.
    if error is DroppedCommand, cause == .command(echo: nil) { return }
    text.warning(error, place: place, at: time)
  }

  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration) {
    if occasion != .command, let earlier = self.state,
      PassedTime(from: earlier.timesLeft, to: state.timesLeft).isUp
    {
      terminal.screen.ring()
    }
    let next = state.stage(region.inner)
    if let stage = region.stage, stage.subject != next.subject {
      finish(stage, before: state)
      region.ask(nil)
    }
    // Print it without the time, which would be outdated in the scrollback at once.
    if next.body == nil, next.list == nil, occasion != .tick {
      text.show(state.timeless, .command, at: time)
    }
    lay(out: state, as: next)
  }

  // MARK: - The question under way

  /// Prints what remains of a stage, such as a question with its answer.
  private func finish(_ stage: Stage, before next: any Viewable) {
    terminal.screen.print(stage.rest)
    if let register = state as? RegisterState, register.unsaved,
      (next as? RegisterState)?.unsaved == false, cause != .time
    {
      terminal.screen.print([""] + register.view(look))
      region.leaveForm()
    }
    guard var quiz = state as? QuizState, !quiz.paused else { return }
    var lines: [String] = []
    switch cause {
    case .answer(let answer):
      quiz = quiz.answered(with: answer)
      lines = quiz.body(look)
    case .time:
      var text = strings.timedOut
      if let section = quiz.section, let next = next as? QuizState, next.section != section {
        text = strings(QuizRefusal.sectionClosed(section))
      }
      lines = quiz.body(look) + look.lines(look.palette.warning(text))
    case .command:
      if quiz.feedback != nil { lines = quiz.body(look) }
    }
    if !lines.isEmpty { terminal.screen.print([""] + lines) }
  }

  private func lay(out state: any Viewable, as stage: Stage) {
    self.state = state
    region.show(stage)
    draw()
    later.emit(stage.afterthought)
  }

  private func draw() {
    isDrawn = true
    terminal.status = region.rows()
    if let prompt = region.prompt { terminal.ask(prompt) }
    guard let missing = region.missing, let load = missing.list.load else {
      asked = nil
      return
    }
    guard missing.rows != asked else { return }
    asked = missing.rows
    wanted.emit(load(missing.rows))
  }

  private static func text(_ look: Look, _ scrollback: Scrollback) -> TextOutput {
    let errors = Painted(sink: scrollback, paint: look.palette.wrong)
    return TextOutput(
      look: look, results: scrollback, diagnostics: errors, isInteractive: true, namesCodes: false)
  }
}
