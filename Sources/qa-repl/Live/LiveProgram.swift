import Foundation
import QuizStore
import Signals

/// A live session in real time, on the terminal that the program runs in.
struct LiveProgram {
  let loop = EventLoop<TerminalEvent>()
  let session: LiveSession
  /// Runs long work while the program stays responsive.
  let background: ThreadBackground
  /// Says when another program writes to the bank's file.
  let watch: FileWatch
  private let terminal: LiveTerminal
  private let bag = DisposeBag()

  /// Makes all parts of the session. ``run(_:)`` takes over the terminal.
  ///
  /// - Parameters:
  ///   - rings: Whether the bell of the terminal rings.
  ///   - takesMouse: Whether the mouse may choose.
  ///   - asksBackground: Whether the terminal is asked for its background.
  init(
    theme: Theme, environment: Environment, home: String, rings: Bool, takesMouse: Bool,
    asksBackground: Bool
  ) {
    background = ThreadBackground { [mailbox = loop.mailbox] in mailbox.post(.news($0)) }
    watch = FileWatch { [mailbox = loop.mailbox] in mailbox.post(.file($0)) }
    let device = SystemTerminal(mailbox: loop.mailbox, environment: environment.variables)
    let file = HistoryFile(environment: environment.variables, home: home)
    // Over a network, the rest of a key sequence may arrive late.
    let isRemote = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
    // The console of Linux lacks what terminals have learned since.
    let isConsole = environment["TERM"] == "linux"
    terminal = LiveTerminal(
      device: device, gate: device.gate, scheduler: loop, history: History(file.load()),
      timing: LiveTiming(escape: .milliseconds(isRemote ? 100 : 50)),
      isSynchronised: !isConsole, hasAlternateScreen: !isConsole, rings: rings,
      takesMouse: takesMouse && !isConsole,
      query: TerminalQuery(
        ambiguous: theme.ambiguous, scheme: theme.palette.scheme,
        asksWidth: theme.ambiguous == .unknown && environment.isUnicode && !isConsole,
        asksBackground: asksBackground))
    terminal.textEditor = ProgramTextEditor(environment: environment)
    terminal.keptLines.observe { file.append($0) }.disposed(by: bag)
    session = LiveSession(terminal: terminal, scheduler: loop, theme: theme)
    session.ended.observe { [loop] in loop.stop() }.disposed(by: bag)
  }

  /// Runs the shell until the session ends and its work is done.
  func run(_ shell: Shell) {
    session.begin(shell)
    loop.run(handle)
    finishWork()
    awaitAnswer()
  }

  /// Waits until the work in the background is done, unless a signal or a closed output has ended
  /// the session. Keys have no effect, except that Ctrl-C stops the work.
  ///
  /// Before the session begins, Ctrl-C is a signal. It ends the program once the work has stopped,
  /// which says what has become of it; the second one ends it at once.
  func finishWork() {
    var isInterrupted = false
    while background.isWorking, session.ending == nil {
      loop.run { event in
        switch event {
        case .bytes(let bytes, _):
          if bytes.contains(Self.interrupt) { background.stop() }
        case .signal(SIGINT) where !isInterrupted:
          isInterrupted = true
          background.stop()
        default: handle(event)
        }
        if !background.isWorking { loop.stop() }
      }
    }
    if isInterrupted, session.ending == nil { terminal.handle(.signal(SIGINT)) }
  }

  /// The byte that Ctrl-C sends.
  private static let interrupt: UInt8 = 3

  /// Waits for the terminal's answers if the session has ended before it. Keys have no effect.
  private func awaitAnswer() {
    guard let deadline = terminal.answerDeadline, loop.now < deadline else { return }
    let end = loop.schedule(at: deadline) { [loop] in loop.stop() }
    loop.run { event in
      if case .bytes(let bytes, _) = event, terminal.hears(bytes) { loop.stop() }
    }
    end.dispose()
  }

  /// Handles pending events without waiting, so that commands can run before ``run(_:)``.
  func settle() {
    loop.poll(handle)
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .news(let news): background.deliver(news)
    case .file(let news): watch.deliver(news)
    default: terminal.handle(event)
    }
  }
}
