import Foundation
import Signals
import Synchronization

/// Reads standard input on its own thread until the program ends.
///
/// The thread blocks in `read`, because Dispatch's read sources miss the end of a pipe, never fire
/// on /dev/null and spin at the end of a file (seen on Linux, Swift 6.3).
enum InputReader {
  static func start(mailbox: Mailbox<TerminalEvent>, gate: InputGate) {
    let thread = Thread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while let chunk = nextChunk(&buffer) {
        escapeIfHanging(chunk, gate)
        let question = gate.shownQuestion.load(ordering: .acquiring)
        mailbox.post(.bytes(chunk, question: question))
      }
      mailbox.post(.endOfInput)
    }
    thread.name = "input"
    thread.start()
  }

  /// Returns the bytes of one read, or `nil` at the end of the input or when the terminal is gone.
  private static func nextChunk(_ buffer: inout [UInt8]) -> [UInt8]? {
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count < 0, errno == EINTR { continue }
      guard count < 0, errno == EAGAIN else { return nil }
      // Another program that shares the terminal has made it non-blocking, so wait for input.
      var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, -1)
    }
  }

  /// Ends the program after three Ctrl-C that nothing has handled, because then the main thread
  /// hangs.
  private static func escapeIfHanging(_ chunk: [UInt8], _ gate: InputGate) {
    guard chunk.contains(0x03) else { return }
    let count = gate.unhandledInterrupts.add(1, ordering: .relaxed).newValue
    guard count >= 3 else { return }
    TerminalModes.restore()
    _exit(130)
  }
}
