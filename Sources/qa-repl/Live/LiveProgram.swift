import Signals

/// A live session on the program's own terminal, in real time.
struct LiveProgram {
  let loop = EventLoop<TerminalEvent>()
  let session: LiveSession
  /// Where long work is done while the program goes on answering.
  let background: ThreadBackground
  private let terminal: LiveTerminal
  private let bag = DisposeBag()

  /// Prepares everything; ``run(_:)`` takes the terminal over.
  init(look: Look, environment: Environment, home: String) {
    background = ThreadBackground { [mailbox = loop.mailbox] in mailbox.post(.news($0)) }
    let device = SystemTerminal(mailbox: loop.mailbox, environment: environment.variables)
    let file = HistoryFile(environment: environment.variables, home: home)
    // Over a network the rest of a sequence may come late.
    let isRemote = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
    terminal = LiveTerminal(
      device: device, gate: device.gate, scheduler: loop, history: History(file.load()),
      timing: LiveTiming(escape: .milliseconds(isRemote ? 100 : 50)),
      isSynchronised: environment["TERM"] != "linux")
    terminal.keptLines.observe { file.append($0) }.disposed(by: bag)
    session = LiveSession(terminal: terminal, scheduler: loop, look: look)
    session.ended.observe { [loop] in loop.stop() }.disposed(by: bag)
  }

  /// Runs the shell until the user leaves.
  ///
  /// - Returns: How the program has to end when it was not the user's wish; else `nil`.
  func run(_ shell: Shell) -> ExitCode? {
    session.begin(shell)
    loop.run(handle)
    return session.ending
  }

  /// Handles what has arrived, without waiting, so that commands can be run before ``run(_:)``.
  func settle() {
    loop.poll(handle)
  }

  private func handle(_ event: TerminalEvent) {
    if case .news(let news) = event { background.deliver(news) } else { terminal.handle(event) }
  }
}
