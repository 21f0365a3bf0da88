/// Takes messages from other threads for the thread that runs the ``EventLoop``.
///
/// This is the only entrance for other threads. Everything else in this module stays on one thread.
///
///     let mailbox = Mailbox<String>()
///     Thread { while let line = readLine() { mailbox.post(line) } }.start()
///     EventLoop(mailbox: mailbox).run { line in print(line) }
public final class Mailbox<Message: Sendable>: Sendable {
  /// A message and the time of posting, by which the loop orders it among its timers.
  struct Letter: Sendable {
    let posted: Int64
    let message: Message
  }

  private let letters = Locked<[Letter]>([])
  private let bell = Bell()

  /// The clock for the time of posting. The loop uses the same clock.
  let clock: MonotonicClock

  /// Makes an empty mailbox.
  public convenience init() { self.init(clock: .system) }

  init(clock: MonotonicClock) { self.clock = clock }

  /// Adds `message` and wakes the loop. Any thread may call this; it never waits for the loop.
  /// Messages from one thread are handled in the order of posting.
  public func post(_ message: Message) {
    let isFirst = letters.withLock { letters in
      letters.append(Letter(posted: clock.nanoseconds(), message: message))
      return letters.count == 1
    }
    if isFirst { bell.ring() }
  }

  /// Returns the messages posted since the last call, oldest first.
  func takeAll() -> [Letter] {
    letters.withLock { letters in
      let taken = letters
      letters = []
      return taken
    }
  }

  /// Sleeps until a message is posted, a signal arrives or `limit` has passed.
  func wait(atMost limit: Duration?) { bell.wait(atMost: limit) }
}
