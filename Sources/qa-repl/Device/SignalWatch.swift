import Dispatch
import Foundation
import Signals

/// Turns the signals of the system into events of the one queue.
final class SignalWatch {
  private var sources: [any DispatchSourceSignal] = []
  private var stopAction: sigaction?

  init(mailbox: Mailbox<TerminalEvent>) {
    // A reader that has gone is an error of the write, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] { watch(number, mailbox, .signal(number)) }
    watch(SIGWINCH, mailbox, .resized)
    watch(SIGTSTP, mailbox, .suspension)
    watch(SIGCONT, mailbox, .continuation)
  }

  private func watch(_ number: Int32, _ mailbox: Mailbox<TerminalEvent>, _ event: TerminalEvent) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { mailbox.post(event) }
    source.resume()
    sources.append(source)
  }

  /// Stops the whole job, as the shell expects it of Ctrl-Z.
  func stop() {
    var watching = sigaction()
    sigaction(SIGTSTP, nil, &watching)
    stopAction = watching
    signal(SIGTSTP, SIG_DFL)
    var stopping = sigset_t()
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
    kill(0, SIGTSTP)
  }

  /// Watches again for requests to stop.
  func goOn() {
    guard var watching = stopAction else { return }
    sigaction(SIGTSTP, &watching, nil)
    stopAction = nil
  }
}
