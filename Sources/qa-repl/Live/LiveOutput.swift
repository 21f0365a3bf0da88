import QuizKit

/// Shows the output in a live terminal. The current screen is redrawn in place; everything else is
/// printed and scrolls up.
final class LiveOutput: Output {
  /// The cause of a state change.
  enum Cause: Equatable {
    /// Time passed.
    case time
    /// A command. `echo` is the line to repeat in the scrollback, if any.
    case command(echo: String?)
    /// An answer by the number of its choice.
    case choice(Int)
  }

  var strings: Strings {
    get { look.strings }
    set {
      look.strings = newValue
      text.strings = newValue
    }
  }

  private let terminal: LiveTerminal
  private let scrollback: Scrollback
  private var text: TextOutput
  private var look: Look
  private var rows: Int
  private var state: (any Viewable)?
  private var stage: Stage?
  private var cause = Cause.time
  /// The question that replaces the screen's own prompt.
  private(set) var question: YesNo?
  private var walk = FormWalk()
  /// The subject whose body was printed, because it did not fit on the screen.
  private var printedSubject: String?

  init(look: Look, terminal: LiveTerminal) {
    self.terminal = terminal
    self.look = look
    rows = terminal.screen.size.rows
    scrollback = Scrollback(terminal: terminal)
    text = Self.text(look, scrollback)
    resize(to: terminal.screen.size)
  }

  /// Lays out everything again for a new window size.
  func resize(to size: ScreenSize) {
    rows = size.rows
    look.columns = max(10, size.columns - 1)
    text = Self.text(look, scrollback)
    if let state { lay(out: state) }
  }

  /// Runs `work`, which the user has asked for, and shows the result.
  func perform(_ cause: Cause, _ work: () -> Void) {
    self.cause = cause
    if case .command(let echo) = cause {
      scrollback.heading = echo.map { (stage?.label ?? "") + $0.sanitisedLine }
    }
    work()
    scrollback.heading = nil
    self.cause = .time
  }

  /// Shows `question`, or the screen's own prompt for `nil`.
  func ask(_ question: YesNo?) {
    self.question = question
    askAgain()
  }

  /// The form being filled in; `nil` while the user types commands instead.
  var form: Form? { walk.isPaused ? nil : stage?.form }

  /// The current field of the form.
  var field: Form.Field? {
    form.flatMap { walk.position < $0.fields.count ? $0.fields[walk.position] : nil }
  }

  /// Moves by `step` fields.
  func move(by step: Int) {
    if let form { walk.move(by: step, in: form) }
    askAgain()
  }

  /// Switches between commands and the fields of the form.
  func pauseForm(_ isPaused: Bool) {
    walk.isPaused = isPaused
    askAgain()
  }

  /// Moves to the field that prevents the form from being saved.
  func seekOpenField() {
    if let form { walk.seekOpenField(of: form) }
    askAgain()
  }

  /// Prints a line that belongs to no screen.
  func say(_ line: String) {
    terminal.screen.print(look.lines(look.palette.faint(line)))
  }

  // MARK: - Output

  func hello(_ greeting: Greeting) {}
  func notice(_ notice: StoreNotice) { text.notice(notice) }
  func echo(_ line: String) { text.echo(line) }
  func end(errors: Int, exit: ExitCode, at time: Duration) { terminal.screen.leave() }
  func help(_ topic: HelpTopic, at time: Duration) { text.help(topic, at: time) }
  func report(_ report: any Report, at time: Duration) { text.report(report, at: time) }

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
    let next = state.stage(look)
    if let stage, stage.subject != next.subject {
      finish(before: state)
      question = nil
    }
    // Print it without the time, which would be outdated in the scrollback at once.
    if next.body == nil, occasion != .tick { text.show(state.timeless, .command, at: time) }
    lay(out: state)
  }

  // MARK: - The question under way

  /// Prints the finished question into the scrollback if it has a result.
  private func finish(before next: any Viewable) {
    if let register = state as? RegisterState, register.unsaved,
      (next as? RegisterState)?.unsaved == false, cause != .time
    {
      terminal.screen.print([""] + register.view(look))
      walk = FormWalk()
    }
    guard var quiz = state as? QuizState, !quiz.paused, printedSubject != stage?.subject else {
      return
    }
    var lines: [String] = []
    switch cause {
    case .choice(let number):
      quiz.selected = number
      lines = quiz.body(look)
    case .time:
      lines = quiz.body(look) + look.lines(look.palette.warning(strings.timedOut))
    case .command:
      if quiz.feedback != nil { lines = quiz.body(look) }
    }
    if !lines.isEmpty { terminal.screen.print([""] + lines) }
  }

  private func lay(out state: any Viewable) {
    (self.state, stage) = (state, state.stage(look))
    askAgain()
  }

  private func askAgain() {
    guard let stage else { return }
    let asked = question.map { look.lines(look.palette.warning($0.text)) } ?? []
    if let form = stage.form { walk.enter(form) } else { walk = FormWalk() }
    let form = question == nil ? form : nil
    terminal.status =
      form.map { walk.rows(above: $0, look, height: rows) } ?? rowsAbovePrompt(stage, asked)
    terminal.ask(
      question?.prompt ?? form.map { walk.prompt($0, look, height: rows) }
        ?? stage.prompt(look.palette))
  }

  /// The status, the body and the question, with blank lines if there is room. Prints a body that
  /// is too tall for the screen.
  private func rowsAbovePrompt(_ stage: Stage, _ asked: [String]) -> [String] {
    // Three rows are taken: the prompt, the help and one row above the region.
    let room = rows - 3 - stage.status.count - asked.count
    let body = stage.body ?? []
    let air = room >= body.count + 3 ? [""] : []
    if body.isEmpty { return air + stage.status + asked }
    let status = stage.status.isEmpty ? [] : stage.status + air
    if body.count <= room { return air + status + body + air + asked }
    if printedSubject != stage.subject { terminal.screen.print([""] + body) }
    printedSubject = stage.subject
    return stage.status + asked
  }

  private static func text(_ look: Look, _ scrollback: Scrollback) -> TextOutput {
    let errors = Painted(sink: scrollback, paint: look.palette.wrong)
    return TextOutput(look: look, results: scrollback, diagnostics: errors, isInteractive: true)
  }
}
