/// Where other threads leave messages for the one that runs the ``EventLoop``.
///
/// It is the only way in from other threads: everything else in this module stays on one thread.
///
///     let mailbox = Mailbox<String>()
///     Thread { while let line = readLine() { mailbox.post(line) } }.start()
///     EventLoop(mailbox: mailbox).run { line in … }
public final class Mailbox<Message: Sendable>: Sendable {
  /// A message, and when it was posted, so that the loop can put it in order with its timers.
  struct Letter: Sendable {
    let posted: Int64
    let message: Message
  }

  private let letters = Locked<[Letter]>([])
  private let bell = Bell()

  /// Gives messages the time of posting, and is therefore the clock of their loop.
  let clock: MonotonicClock

  /// Makes an empty mailbox.
  public convenience init() { self.init(clock: .system) }

  init(clock: MonotonicClock) { self.clock = clock }

  /// Leaves `message` for the loop and wakes it. Any thread may call this; it never waits for the
  /// loop. The messages of one thread are handled in the order in which it posted them.
  public func post(_ message: Message) {
    let isFirst = letters.withLock { letters in
      letters.append(Letter(posted: clock.nanoseconds(), message: message))
      return letters.count == 1
    }
    if isFirst { bell.ring() }
  }

  /// All that has been posted since the last call, oldest first.
  func takeAll() -> [Letter] {
    letters.withLock { letters in
      let taken = letters
      letters = []
      return taken
    }
  }

  /// Sleeps until a message is posted, or a signal arrives, or `limit` has passed.
  func wait(atMost limit: Duration?) { bell.wait(atMost: limit) }
}
