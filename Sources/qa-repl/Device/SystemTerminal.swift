import Foundation
import QuizSupport
import Signals

/// The terminal that the program runs in.
final class SystemTerminal: TerminalDevice {
  let gate = InputGate()
  private let signals: SignalWatch
  private let mailbox: Mailbox<TerminalEvent>
  private let environment: [String: String]
  private var reader: InputReader?

  /// Starts to watch signals. ``enter()`` takes over the terminal and starts to read keys.
  init(mailbox: Mailbox<TerminalEvent>, environment: [String: String]) {
    self.mailbox = mailbox
    self.environment = environment
    TerminalModes.prepare()
    signals = SignalWatch(mailbox: mailbox)
  }

  var size: ScreenSize {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    func count(_ known: UInt16, _ name: String, or standard: Int) -> Int {
      if isKnown, known > 0 { return Int(known) }
      return environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? standard
    }
    return ScreenSize(
      columns: count(size.ws_col, "COLUMNS", or: 80), rows: count(size.ws_row, "LINES", or: 24))
  }

  var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group == -1 || group == getpgrp()
  }

  var isOnAlternateScreen: Bool {
    get { TerminalModes.isOnAlternateScreen }
    set { TerminalModes.isOnAlternateScreen = newValue }
  }

  func enter() {
    TerminalModes.enterRaw()
    if let reader { return reader.goOn() }
    // Do not read earlier: input typed ahead may be meant for the program that runs next.
    let reader = InputReader(mailbox: mailbox, gate: gate)
    reader.start()
    self.reader = reader
  }

  func leave() {
    // Keys typed from here on are for another program.
    reader?.pause()
    TerminalModes.restore()
  }

  func stop() {
    signals.stop()
  }

  func goOn() {
    signals.goOn()
    // In the background there is nothing to do before the job is in the foreground again.
    if !isForeground { kill(0, SIGTTIN) }
  }

  func write(_ bytes: [UInt8]) throws(OutputClosed) {
    if FileDescriptor(STDOUT_FILENO).writeAll(bytes) != nil { throw OutputClosed() }
  }
}
