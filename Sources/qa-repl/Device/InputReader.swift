import Dispatch
import Foundation
import Signals
import Synchronization

/// Reads standard input on its own thread until the program ends.
///
/// The thread blocks in `poll` and `read`, because Dispatch's read sources miss the end of a pipe,
/// never fire on /dev/null and spin at the end of a file (seen on Linux, Swift 6.3).
final class InputReader: Sendable {
  private let mailbox: Mailbox<TerminalEvent>
  private let gate: InputGate
  /// Held while bytes are read, so that a pause begins between two reads.
  private let isPaused = Mutex(false)
  private let goingOn = DispatchSemaphore(value: 0)

  init(mailbox: Mailbox<TerminalEvent>, gate: InputGate) {
    (self.mailbox, self.gate) = (mailbox, gate)
  }

  func start() {
    let thread = Thread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while let chunk = nextChunk(&buffer) {
        escapeIfHanging(chunk)
        let question = gate.shownQuestion.load(ordering: .acquiring)
        mailbox.post(.bytes(chunk, question: question))
      }
      mailbox.post(.endOfInput)
    }
    thread.name = "input"
    thread.start()
  }

  /// Leaves the input to another program until ``goOn()``.
  func pause() {
    isPaused.withLock { $0 = true }
  }

  /// Reads again after ``pause()``.
  func goOn() {
    let wasPaused = isPaused.withLock { paused in
      defer { paused = false }
      return paused
    }
    if wasPaused { goingOn.signal() }
  }

  /// Returns the bytes of one read, or `nil` at the end of the input or when the terminal is gone.
  private func nextChunk(_ buffer: inout [UInt8]) -> [UInt8]? {
    while true {
      // Wait outside the lock, and read only what has already arrived. Another program that shares
      // the terminal may also have made it non-blocking.
      var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, -1) < 0, errno == EINTR { continue }
      // Some systems cannot watch a terminal. There, a read that waits must not hold the lock.
      let isWatched = request.revents & Int16(POLLNVAL) == 0
      let count: Int? =
        isWatched
        ? isPaused.withLock { $0 ? nil : read(STDIN_FILENO, &buffer, buffer.count) }
        : read(STDIN_FILENO, &buffer, buffer.count)
      guard let count else {
        goingOn.wait()
        continue
      }
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
    }
  }

  /// Ends the program after three Ctrl-C that nothing has handled, because then the main thread
  /// hangs.
  private func escapeIfHanging(_ chunk: [UInt8]) {
    guard chunk.contains(0x03) else { return }
    let count = gate.unhandledInterrupts.add(1, ordering: .relaxed).newValue
    guard count >= 3 else { return }
    TerminalModes.restore()
    _exit(130)
  }
}
