/// Real time on the calling thread: handles the messages of a ``Mailbox`` and runs what is due.
///
/// While there is nothing to do it sleeps until a message or the next deadline. Messages and scheduled
/// work are taken in the order of their times, of posting or of deadline, and a message first where
/// they are equal: a slow moment does not make an answer late that was given in time. ``now`` is the
/// time of the message or work that is being handled.
///
/// While ``run(_:)`` holds the main thread, nobody serves the main Dispatch queue or the main actor.
public final class EventLoop<Message: Sendable>: TimeScheduler {
  /// The door for other threads.
  public let mailbox: Mailbox<Message>

  /// The time since the loop was made: of what is being handled, or when the loop last looked.
  public var now: Duration { agenda.now }

  private var agenda = Agenda()
  private let start: Int64
  private var letters = Backlog<Mailbox<Message>.Letter>()
  private var isStopped = false

  /// Makes a loop that handles what is posted to `mailbox`. Its time starts now.
  public init(mailbox: Mailbox<Message> = Mailbox()) {
    self.mailbox = mailbox
    start = mailbox.clock.nanoseconds()
  }

  /// When the next work is due, if there is any.
  public var nextDeadline: Duration? { agenda.nextDeadline() }

  /// Runs `action` on the thread of the loop, at `deadline` or up to about a millisecond later.
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

  /// Ends ``run(_:)`` or ``poll(_:)`` after the message or work at hand. The rest waits for the next call.
  public func stop() { isStopped = true }

  /// Handles what has been posted and runs what is due by now, without waiting for more: for a program
  /// that moves on by itself, such as a script.
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

  /// Sleeps until a message is posted or the next deadline has come.
  private func sleep() {
    guard let deadline = agenda.nextDeadline() else { return mailbox.wait(atMost: nil) }
    let remaining = deadline - elapsed(at: mailbox.clock.nanoseconds())
    if remaining > .zero { mailbox.wait(atMost: remaining) }
  }
}

extension EventLoop: DisposalOwner {
  func vacate(_ place: Int) { _ = agenda.cancel(place) }
}
