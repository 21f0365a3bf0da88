import QuizKit

/// Shows what the program says in a live terminal: the question under way in place, everything else
/// as text that scrolls up.
final class LiveOutput: Output {
  /// Whose doing a change is.
  enum Cause: Equatable {
    /// Time passed.
    case time
    /// A command; with its line where that is worth keeping.
    case command(echo: String?)
    /// The choice with this number.
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
  /// What is asked back instead of the screen's own question.
  private(set) var question: YesNo?
  private var walk = FormWalk()
  /// The subject whose body was too tall for the screen, and is printed.
  private var printedSubject: String?

  init(look: Look, terminal: LiveTerminal) {
    self.terminal = terminal
    self.look = look
    rows = terminal.screen.size.rows
    scrollback = Scrollback(terminal: terminal)
    text = Self.text(look, scrollback)
    resize(to: terminal.screen.size)
  }

  /// Lays everything out for a window of another size.
  func resize(to size: ScreenSize) {
    rows = size.rows
    look.columns = max(10, size.columns - 1)
    text = Self.text(look, scrollback)
    if let state { lay(out: state) }
  }

  /// Does what a person asked for, and shows what comes of it.
  func perform(_ cause: Cause, _ work: () -> Void) {
    self.cause = cause
    if case .command(let echo) = cause {
      scrollback.heading = echo.map { (stage?.label ?? "") + $0.sanitisedLine }
    }
    work()
    scrollback.heading = nil
    self.cause = .time
  }

  /// Asks something back, or the screen's own question again.
  func ask(_ question: YesNo?) {
    self.question = question
    askAgain()
  }

  /// The form that is filled in, unless commands are typed meanwhile.
  var form: Form? { walk.isPaused ? nil : stage?.form }

  /// The field at which the form is.
  var field: Form.Field? {
    form.flatMap { walk.position < $0.fields.count ? $0.fields[walk.position] : nil }
  }

  /// Goes to another field.
  func move(by step: Int) {
    if let form { walk.move(by: step, in: form) }
    askAgain()
  }

  /// Lets commands be typed instead of fields, or goes on with the fields.
  func pauseForm(_ isPaused: Bool) {
    walk.isPaused = isPaused
    askAgain()
  }

  /// Goes to the field that keeps the form from being saved.
  func seekOpenField() {
    if let form { walk.seekOpenField(of: form) }
    askAgain()
  }

  /// Says something beside the screens.
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
    text.warning(error, place: place, at: time)
  }

  func show(_ state: any Viewable, isTick: Bool, at time: Duration) {
    let next = state.stage(look)
    if let stage, stage.subject != next.subject {
      finish(before: state)
      question = nil
    }
    // Without its time, which would stand still among the finished lines.
    if next.body == nil, !isTick { text.show(state.timeless, isTick: false, at: time) }
    lay(out: state)
  }

  // MARK: - The question under way

  /// Lets the question scroll up when something came of it.
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
    terminal.status = rowsAbovePrompt(stage, asked)
    if let form = stage.form { walk.enter(form) } else { walk = FormWalk() }
    terminal.ask(
      question?.prompt ?? form.map { walk.prompt($0, look) } ?? stage.prompt(look.palette))
  }

  /// Status, body, and what is asked back, with as much air between them as there is room; a body
  /// for which there is none is printed.
  private func rowsAbovePrompt(_ stage: Stage, _ asked: [String]) -> [String] {
    // The prompt, the help, and the row above the region.
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
