import QuizKit
import Signals

/// A person at a terminal: keys become commands of the shell, and a few questions are asked back.
final class LiveSession {
  let output: LiveOutput
  /// How the program has to end when it was not the user's wish.
  private(set) var ending: ExitCode?
  /// Told when the session is over.
  var ended: () -> Void = {}

  private let terminal: LiveTerminal
  private let scheduler: any TimeScheduler
  private let bag = DisposeBag()
  private var shell: Shell?
  private var lastInterrupt: Duration?

  init(terminal: LiveTerminal, scheduler: any TimeScheduler, look: Look) {
    self.terminal = terminal
    self.scheduler = scheduler
    output = LiveOutput(look: look, terminal: terminal)
    terminal.resized = { [unowned output] in output.resize(to: $0) }
  }

  /// Takes the terminal over, and from now on hands to the shell what is typed.
  func begin(_ shell: Shell) {
    self.shell = shell
    terminal.completer = CommandCompleter(shell: shell)
    terminal.answers.observe { [unowned self] in take($0) }.disposed(by: bag)
    terminal.screen.enter()
  }

  /// Asks something that is answered by yes or no; Enter means `standard`.
  func ask(_ question: String, standard: Bool, then action: @escaping () -> Void) {
    output.ask(YesNo(question: question, standard: standard) { if $0 { action() } })
  }

  private func take(_ answer: Answer) {
    switch answer {
    case .signal(let number): end(.signal(number))
    case .outputClosed: end(.outputClosed)
    case .inputClosed: end(nil)
    case .line(let line): reply(line) ?? run(line, isShortcut: false)
    case .shortcut(let line): reply(line) ?? run(line, isShortcut: true)
    case .field(let text, let step): fill(text, step)
    case .cancel: reply("n") ?? leaveScreen()
    case .interrupt: reply("n") ?? interrupt()
    case .endOfInput: reply("n") ?? (shell?.screen == .start ? end(nil) : leaveScreen())
    }
  }

  /// Answers what was asked back; `nil` when nothing was.
  private func reply(_ line: String) -> Void? {
    guard let question = output.question else { return nil }
    output.ask(nil)
    question.reply(question.isYes(line))
    return ()
  }

  private func run(_ line: String, isShortcut: Bool) {
    guard let shell else { return }
    guard !line.isEmpty else { return output.pauseForm(false) }
    lastInterrupt = nil
    let choice =
      shell.screen == .quiz ? ChoiceWord.number(FullWidth.folded(line).lowercased()) : nil
    let cause =
      choice.map { LiveOutput.Cause.choice($0) } ?? .command(echo: isShortcut ? nil : line)
    output.perform(cause) { shell.run(line: line) }
    askBeforeHeldCommand(of: shell)
    if line == output.form?.end { output.seekOpenField() }
    if shell.isQuitting { ended() }
  }

  /// Writes a field where its text is another one, and goes to the next unless that was refused.
  private func fill(_ text: String, _ step: Int) {
    guard let shell else { return }
    if let field = output.field, text != field.text {
      let failures = shell.failures
      run(field.command + " " + text, isShortcut: true)
      if shell.failures > failures { return }
    }
    output.move(by: step)
  }

  /// A command that takes something away waits in the shell for a yes.
  private func askBeforeHeldCommand(of shell: Shell) {
    guard let held = shell.held else { return }
    let question = held.question.replacing(output.strings.yesOrNo, with: "")
    output.ask(
      YesNo(question: question, standard: false) { [unowned self] in
        run($0 ? "yes" : "no", isShortcut: true)
      })
  }

  private func leaveScreen() {
    guard let shell else { return }
    if output.form != nil { return output.pauseForm(true) }
    switch shell.screen {
    case .start: terminal.screen.ring()
    case .quiz:
      ask(output.strings.leavesQuiz, standard: false) { [unowned self] in
        run("home", isShortcut: true)
      }
    default: run("back", isShortcut: true)
    }
  }

  /// Ctrl-C twice within a second leaves the program from its first screen.
  private func interrupt() {
    guard shell?.screen == .start else { return leaveScreen() }
    if (shell?.state as? StartState)?.importing != nil { return run("cancel", isShortcut: true) }
    if let lastInterrupt, scheduler.now - lastInterrupt < .seconds(1) { return end(.signal(2)) }
    lastInterrupt = scheduler.now
    output.say(output.strings.interruptAgain)
  }

  private func end(_ exit: ExitCode?) {
    ending = exit
    ended()
  }
}

extension Strings {
  fileprivate var leavesQuiz: String {
    self(
      "Leave the quiz? It is kept for “resume”.", "クイズを中断しますか? resume で続けられます。")
  }

  fileprivate var interruptAgain: String {
    self("Ctrl-C again, or quit, leaves the program.", "もう一度 Ctrl-C、または quit で終了します。")
  }
}
