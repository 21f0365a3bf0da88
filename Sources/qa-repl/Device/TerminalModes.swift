import Foundation

/// Puts the terminal back as it was, on every way out: at the end, on a signal, in a crash.
///
/// The modes lie in memory that was allocated beforehand, because after a crash nothing can be
/// trusted but plain memory and the system calls of signal-safety(7).
enum TerminalModes {
  // Unsafe because a signal handler reads it: written while no handler is set, or by one aligned
  // store of a byte.
  private nonisolated(unsafe) static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  private nonisolated(unsafe) static let isRaw = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  /// Remembers the modes, and has them restored at exit and in a crash. Once per program.
  static func prepare() {
    original.initialize(to: termios())
    tcgetattr(STDIN_FILENO, original)
    isRaw.initialize(to: false)
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
    // What other code writes stays readable.
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    // Never flushing: what was typed ahead is wanted.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    isRaw.pointee = true
    write("\u{1B}[?2004h")
  }

  /// Safe in a signal handler. Does nothing when the terminal is as it was.
  static func restore() {
    guard isRaw.pointee else { return }
    isRaw.pointee = false
    write("\u{1B}[?2026l\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[0m")
    // In the background the change would stop the program.
    let before = signal(SIGTTOU, SIG_IGN)
    tcsetattr(STDIN_FILENO, TCSANOW, original)
    signal(SIGTTOU, before)
  }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
