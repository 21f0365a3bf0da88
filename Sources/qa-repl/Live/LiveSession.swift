import QuizKit
import QuizSupport
import Signals

/// A person at a terminal. Turns the answers into commands of the shell and asks for confirmation.
final class LiveSession {
  let output: LiveOutput
  /// The exit code if a signal, Ctrl-C or a closed output ended the session; otherwise `nil`.
  private(set) var ending: ExitCode?
  /// Emits when the session is over.
  var ended: Signal<Void> { over.signal }

  private let terminal: LiveTerminal
  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let over = PublishSubject<Void>()
  private let bag = DisposeBag()
  private var shell: Shell?
  private var lastInterrupt: Duration?
  private var afterthought: Disposable?

  init(
    terminal: LiveTerminal, scheduler: any TimeScheduler, look: Look,
    timing: LiveTiming = LiveTiming()
  ) {
    self.terminal = terminal
    (self.scheduler, self.timing) = (scheduler, timing)
    output = LiveOutput(look: look, terminal: terminal)
    terminal.sizes.observe { [unowned output] in output.resize(to: $0) }.disposed(by: bag)
  }

  /// Takes over the terminal and sends all input to the shell.
  func begin(_ shell: Shell) {
    self.shell = shell
    terminal.completer = CommandCompleter(shell: shell)
    shell.questions.observe { [unowned output] in output.ask($0) }.disposed(by: bag)
    // Withdraw a question about something that is no longer on the screen.
    shell.changes.observe { [unowned output, unowned shell] in
      if output.question == nil { shell.withdrawQuestion() }
    }.disposed(by: bag)
    output.loads.observe { [unowned self] in self.shell?.commands.emit($0) }.disposed(by: bag)
    output.afterthoughts.observe { [unowned self] in ask(later: $0) }.disposed(by: bag)
    terminal.answers.observe { [unowned self] in take($0) }.disposed(by: bag)
    terminal.screen.enter()
  }

  /// Asks a yes-or-no question and runs `action` on a yes. Enter means `standard`.
  func ask(_ question: String, standard: Bool, then action: @escaping () -> Void) {
    shell?.ask(YesNo(question, standard: standard) { if $0 { action() } })
  }

  private func ask(later command: Command?) {
    afterthought = nil
    guard let command else { return }
    afterthought = scheduler.after(timing.afterthought) { [unowned self] in
      shell?.commands.emit(command)
    }
  }

  private func take(_ answer: Answer) {
    switch answer {
    case .signal(let number): end(.signal(number))
    case .outputClosed: end(.outputClosed)
    case .inputClosed: end(nil)
    case .line(let line):
      if reply(line) { return }
      if let typing = output.typing {
        run(typing.command + " " + line, isShortcut: true)
      } else {
        run(line, isShortcut: false)
      }
    case .edited(let text):
      if let command = output.search(for: text) { shell?.commands.emit(command) }
    case .key(let action): perform(action)
    case .field(let text, let step): fill(text, step)
    case .editorFailed(let failure): output.failure(failure, place: nil, at: scheduler.now)
    case .cancel: if !reply("n"), !output.close() { leaveScreen() }
    case .interrupt: if !reply("n") { interrupt() }
    case .endOfInput:
      if !reply("n") { shell?.screen == .start ? end(nil) : leaveScreen() }
    }
  }

  private func perform(_ action: KeyBinding.Action) {
    switch action {
    case .line(let line): run(line, isShortcut: true)
    case .take:
      guard let line = taken(nil, echo: nil) else { return }
      if !reply(line) { run(line, isShortcut: true) }
    case .click(let row): perform(output.click(row))
    case .tick: if let line = output.tick { run(line, isShortcut: true) }
    case .nothing: break
    case .find: find()
    case .command: _ = output.find(false)
    case .move, .nextFilter, .whole, .explain, .close:
      // A wheel runs on at the end of a list.
      if !output.perform(action), !action.isWheel { terminal.screen.ring() }
    }
  }

  /// Begins a search that follows each key, on the screen in front or from there on a screen of its
  /// own.
  private func find() {
    if output.find(true) { return }
    output.perform(.command(echo: nil)) { shell?.commands.emit(.open(.search(SearchQuery()))) }
    _ = output.find(true)
  }

  /// Answers the pending question. Returns `false` when there is none.
  private func reply(_ line: String) -> Bool {
    guard let shell, output.question != nil else { return false }
    lastInterrupt = nil
    output.perform(.command(echo: nil)) { shell.run(line: line) }
    if shell.isQuitting { over.emit(()) }
    return true
  }

  @discardableResult
  private func run(_ line: String, isShortcut: Bool) -> Outcome {
    guard shell != nil else { return .done }
    guard !line.isEmpty else {
      output.pauseForm(false)
      return .done
    }
    lastInterrupt = nil
    output.closeText()
    if !takesChoices, output.hasList, let number = Int(FullWidth.folded(line)) {
      return taken(number, echo: line).map { enter($0, isShortcut: isShortcut) } ?? .done
    }
    return enter(line, isShortcut: isShortcut)
  }

  /// Whether a number on the screen in front picks a choice.
  private var takesChoices: Bool { shell.map { $0.table.choices[$0.screen] != nil } ?? false }

  /// Runs a line that is not the number of a row.
  private func enter(_ line: String, isShortcut: Bool) -> Outcome {
    guard let shell else { return .done }
    if shell.table.beginsSearch(line, on: shell.screen) {
      find()
      return .done
    }
    if output.hasPages, let pages = shell.table.pageTurn(line, on: shell.screen) {
      turn(pages, echo: isShortcut ? nil : line)
      return .done
    }
    let answer = takesChoices ? AnswerLine(line) : nil
    let cause =
      answer.map { LiveOutput.Cause.answer($0) } ?? .command(echo: isShortcut ? nil : line)
    var outcome = Outcome.done
    output.perform(cause) {
      if let tidying = output.tidying(before: line) { shell.commands.emit(tidying) }
      outcome = shell.run(line: line)
    }
    if line == output.form?.end { output.seekOpenField() }
    if shell.isQuitting { over.emit(()) }
    return outcome
  }

  /// Goes on by pages of the window, or tells that there are no more of them.
  private func turn(_ pages: Int, echo: String?) {
    guard !output.perform(.move(.pages(pages))) else { return }
    output.perform(.command(echo: echo)) {
      output.failure(
        pages > 0 ? ListRefusal.lastPage : .firstPage, place: nil, at: scheduler.now)
    }
  }

  /// The line that the row at the cursor enters, or the row with this number. Tells the user when
  /// there is no such row.
  ///
  /// - Parameter echo: The line that the user has typed, if any.
  private func taken(_ number: Int?, echo: String?) -> String? {
    do throws(ListRefusal) {
      return try output.take(number)
    } catch {
      output.perform(.command(echo: echo)) {
        output.failure(error, place: nil, at: scheduler.now)
      }
      return nil
    }
  }

  /// Writes the field if its text has changed. Then moves on, unless the text was refused.
  private func fill(_ text: String, _ step: Int) {
    if let field = output.field, text != field.text {
      let outcome = run(field.command + " " + text, isShortcut: true)
      if outcome == .failed { return }
    }
    output.move(by: step)
  }

  private func leaveScreen() {
    guard let shell else { return }
    if output.form != nil || output.typing != nil { return output.pauseForm(true) }
    switch shell.screen {
    case .start: terminal.screen.ring()
    case .quiz:
      ask(output.strings.leaves(shell.state as? QuizState), standard: false) { [unowned shell] in
        shell.commands.emit(.home)
      }
    default: run("back", isShortcut: true)
    }
  }

  /// Handles Ctrl-C. Twice within a second on the start screen ends the program.
  private func interrupt() {
    // An import can be started from every screen, and stopped there.
    if let importer = shell?.models.importer, importer.status != nil {
      shell?.commands.emit(.application(.cancelImport))
      return
    }
    guard shell?.screen == .start else { return leaveScreen() }
    if let lastInterrupt, scheduler.now - lastInterrupt < .seconds(1) { return end(.signal(2)) }
    lastInterrupt = scheduler.now
    output.say(output.strings.interruptAgain)
  }

  private func end(_ exit: ExitCode?) {
    ending = exit
    over.emit(())
  }
}

extension Strings {
  fileprivate func leaves(_ quiz: QuizState?) -> String {
    guard let quiz, quiz.exam else { return leavesQuiz }
    if quiz.canPause || quiz.limit == nil && quiz.sectionLimit == nil {
      return self(
        "Leave the exam? It is kept for “resume”.", "模擬試験を中断しますか? resume で続けられます。")
    }
    return self(
      "Leave the exam? Its time runs on; “resume” goes on with it.",
      "模擬試験を離れますか? 時間は進み続けます。resume で続けられます。")
  }

  private var leavesQuiz: String {
    self(
      "Leave the quiz? It is kept for “resume”.", "クイズを中断しますか? resume で続けられます。")
  }

  fileprivate var interruptAgain: String {
    self("Ctrl-C again, or quit, leaves the program.", "もう一度 Ctrl-C、または quit で終了します。")
  }
}
