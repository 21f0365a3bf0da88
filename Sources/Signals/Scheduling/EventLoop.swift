/// A scheduler in real time, on the calling thread. It also handles the messages of a ``Mailbox``.
///
/// With nothing to do, it sleeps until the next message or deadline. Messages and scheduled work
/// are taken in the order of their times, which are the time of posting and the deadline. A message
/// precedes work with the same time. So an answer given in time counts as in time, even if the loop
/// was busy. ``now`` is the time of the message or work being handled.
///
/// While ``run(_:)`` occupies the main thread, the main queue and the main actor do nothing.
public final class EventLoop<Message: Sendable>: TimeScheduler {
  /// The mailbox through which other threads send messages.
  public let mailbox: Mailbox<Message>

  /// The time since the loop was made: that of the message or work being handled, or that of the
  /// last check for work.
  public var now: Duration { agenda.now }

  private var agenda = Agenda()
  private let start: Int64
  private var letters = Backlog<Mailbox<Message>.Letter>()
  private var isStopped = false

  /// Makes a loop that handles the messages of `mailbox`. Its time starts now.
  public init(mailbox: Mailbox<Message> = Mailbox()) {
    self.mailbox = mailbox
    start = mailbox.clock.nanoseconds()
  }

  /// The deadline of the next work, if there is any.
  public var nextDeadline: Duration? { agenda.nextDeadline() }

  /// Runs `action` on the loop's thread, at `deadline` or up to about a millisecond later.
  public func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable {
    Disposable(owner: self, place: agenda.add(at: deadline, action))
  }

  /// Handles messages and runs scheduled work on the calling thread until ``stop()`` is called.
  public func run(_ handle: (Message) -> Void) {
    poll(handle)
    while !isStopped {
      sleep()
      poll(handle)
    }
  }

  /// Ends ``run(_:)`` or ``poll(_:)`` after the current work. The rest waits for the next.
  public func stop() { isStopped = true }

  /// Handles the posted messages and runs the work due by now, without waiting for more. For
  /// programs with their own main loop, such as scripts.
  public func poll(_ handle: (Message) -> Void) {
    isStopped = false
    for letter in mailbox.takeAll() { letters.append(letter) }
    let present = elapsed(at: mailbox.clock.nanoseconds())
    while !isStopped {
      let deadline = agenda.nextDeadline() ?? .seconds(Int64.max)
      if let letter = letters.first, elapsed(at: letter.posted) <= deadline {
        _ = letters.popFirst()
        agenda.advance(to: elapsed(at: letter.posted))
        handle(letter.message)
      } else if let action = agenda.next(dueBy: present) {
        action()
      } else {
        return
      }
    }
  }

  private func elapsed(at nanoseconds: Int64) -> Duration {
    .nanoseconds(nanoseconds - start)
  }

  /// Sleeps until a message is posted or the next deadline is reached.
  private func sleep() {
    guard let deadline = agenda.nextDeadline() else { return mailbox.wait(atMost: nil) }
    let remaining = deadline - elapsed(at: mailbox.clock.nanoseconds())
    if remaining > .zero { mailbox.wait(atMost: remaining) }
  }
}

extension EventLoop: DisposalOwner {
  func vacate(_ place: Int) { _ = agenda.cancel(place) }
}
