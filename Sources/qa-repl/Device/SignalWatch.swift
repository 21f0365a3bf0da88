import Dispatch
import Foundation
import Signals

/// Turns system signals into events in the terminal's event queue.
final class SignalWatch {
  private var sources: [any DispatchSourceSignal] = []
  private var stopAction: sigaction?

  init(mailbox: Mailbox<TerminalEvent>) {
    // Without this, writing to a closed pipe would end the program instead of failing.
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

  /// Stops the whole job, as a shell expects after Ctrl-Z.
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

  /// Watches for stop requests again.
  func goOn() {
    guard var watching = stopAction else { return }
    sigaction(SIGTSTP, &watching, nil)
    stopAction = nil
  }
}
