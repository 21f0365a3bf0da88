import Foundation

/// Restores the terminal whenever the program ends: normally, by a signal or in a crash.
///
/// The modes are in memory allocated in advance, because after a crash only plain memory and the
/// system calls of signal-safety(7) are safe to use.
enum TerminalModes {
  // Unsafe because a signal handler reads it. It is written only while no handler is set, or by a
  // single aligned store of one byte.
  private nonisolated(unsafe) static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  private nonisolated(unsafe) static let isRaw = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
  private nonisolated(unsafe) static let isAlternate = UnsafeMutablePointer<Bool>.allocate(
    capacity: 1)

  /// Whether the terminal shows its alternate screen.
  static var isOnAlternateScreen: Bool {
    get { isAlternate.pointee }
    set { isAlternate.pointee = newValue }
  }

  /// Saves the modes and installs the handlers that restore them at exit and in a crash. Call it
  /// once.
  static func prepare() {
    original.initialize(to: termios())
    tcgetattr(STDIN_FILENO, original)
    isRaw.initialize(to: false)
    isAlternate.initialize(to: false)
    atexit { TerminalModes.restore() }
    for crash in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      signal(crash) { number in
        TerminalModes.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func enterRaw() {
    var raw = original.pointee
    cfmakeraw(&raw)
    // Keep output processing on, so that output of other code stays readable.
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    // Do not flush, so that input typed ahead is kept.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    isRaw.pointee = true
    write("\u{1B}[?2004h")
  }

  /// Restores the terminal if it was changed. Safe to call in a signal handler.
  static func restore() {
    guard isRaw.pointee else { return }
    isRaw.pointee = false
    // On the main screen, this would move the cursor.
    if isAlternate.pointee { write("\u{1B}[?1049l") }
    isAlternate.pointee = false
    write("\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2026l\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[0m")
    // Ignore SIGTTOU: in the background, tcsetattr would stop the program.
    let before = signal(SIGTTOU, SIG_IGN)
    tcsetattr(STDIN_FILENO, TCSANOW, original)
    signal(SIGTTOU, before)
  }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
