import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A clock that can also run work at a given time.
///
/// Time counts from the scheduler's own start and never goes back; it has no relation to the date.
/// Work due at the same time runs in the order of scheduling.
public protocol TimeScheduler: AnyObject {
  /// The time since the scheduler's start. While work runs, this is the work's deadline.
  var now: Duration { get }

  /// Runs `action` once at `deadline`, counted from the scheduler's start, unless the returned
  /// handle is disposed of or released earlier. A deadline in the past counts as now. Never runs
  /// the action before returning.
  func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable
}

extension TimeScheduler {
  /// Runs `action` once when `delay` has passed.
  ///
  ///     after(3 ticks) ---x
  public func after(_ delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    schedule(at: now + delay, action)
  }

  /// Runs `action` each time `interval` has passed, until the handle is disposed of or released.
  ///
  ///     every(3 ticks) ---x--x--x--x
  ///
  /// The times count from the start and do not drift. No run is left out: if the program was
  /// suspended, the missed runs follow each other at once. Traps if `interval` is not positive.
  public func every(_ interval: Duration, _ action: @escaping () -> Void) -> Disposable {
    precondition(interval > .zero, "every(_:_:) needs an interval above zero, not \(interval)")
    // Weak, because the scheduler keeps the next call and everything that the call captures.
    weak let scheduler = self
    var deadline = now
    var next: Disposable?
    var isEnded = false
    func scheduleNext() {
      deadline += interval
      next = scheduler?.schedule(at: deadline) {
        action()
        if !isEnded { scheduleNext() }
      }
    }
    scheduleNext()
    return Disposable {
      isEnded = true
      next?.dispose()
    }
  }
}

/// A scheduler whose time moves only on request, for tests and repeatable sessions.
///
///     let time = VirtualScheduler()
///     let alarm = time.after(.seconds(3)) { print("now") }
///     time.advance(by: .seconds(3))  // prints now
public final class VirtualScheduler: TimeScheduler {
  /// The current virtual time. It starts at the initializer's `now`.
  public var now: Duration { agenda.now }

  private var agenda: Agenda

  /// Makes a scheduler with the initial time `now`.
  public init(now: Duration = .zero) { agenda = Agenda(now: now) }

  /// The deadline of the next work, if there is any.
  public var nextDeadline: Duration? { agenda.nextDeadline() }

  /// Runs `action` at `deadline`, during the advance that reaches it.
  public func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable {
    Disposable(owner: self, place: agenda.add(at: deadline, action))
  }

  /// Advances the time by `step` and runs all work due by then. A step of zero runs the work due
  /// now. Traps if `step` is negative.
  public func advance(by step: Duration) {
    precondition(step >= .zero, "a virtual scheduler cannot go back: it was asked to, by \(step)")
    advance(to: now + step)
  }

  /// Advances the time to `target` and runs all work due by then in order, including work scheduled
  /// meanwhile. Traps if `target` is in the past.
  public func advance(to target: Duration) {
    precondition(
      target >= now, "a virtual scheduler cannot go back: it is at \(now), asked to go to \(target)"
    )
    while let action = agenda.next(dueBy: target) { action() }
  }
}

extension VirtualScheduler: DisposalOwner {
  func vacate(_ place: Int) { _ = agenda.cancel(place) }
}

/// Scheduled work in the order of its deadlines, and the current time.
///
/// ``VirtualScheduler`` and ``EventLoop`` share it, so the order in tests is the order in
/// production. Cancelling releases an action at once; its place in the queue stays until it reaches
/// the front, or until half of the queue is cancelled.
struct Agenda {
  /// The current time. It never goes back.
  private(set) var now: Duration

  /// The number of places in the queue, including those of cancelled work.
  var places: Int { queue.count }

  /// The place of work in the queue. Work is numbered in the order in which it was added.
  private struct Place: Comparable {
    let deadline: Duration
    let number: Int

    static func < (left: Place, right: Place) -> Bool {
      left.deadline == right.deadline
        ? left.number < right.number : left.deadline < right.deadline
    }
  }

  /// A binary heap: the place at `index` does not come before its parent, at `(index - 1) / 2`.
  private var queue: [Place] = []
  /// The work that has not run and was not cancelled.
  private var actions: [Int: () -> Void] = [:]
  private var added = 0

  init(now: Duration = .zero) { self.now = now }

  /// Adds work and returns its number. A deadline in the past counts as now.
  mutating func add(at deadline: Duration, _ action: @escaping () -> Void) -> Int {
    added += 1
    actions[added] = action
    append(Place(deadline: max(deadline, now), number: added))
    return added
  }

  /// Removes the work with this number, unless it has run or was cancelled.
  ///
  /// Returns the action for the caller to release, because that may cancel other work.
  mutating func cancel(_ number: Int) -> (() -> Void)? {
    guard let action = actions.removeValue(forKey: number) else { return nil }
    if queue.count > 2 * actions.count + 32 {
      // A sorted array satisfies the order of a heap.
      queue = queue.filter { actions[$0.number] != nil }.sorted()
    }
    return action
  }

  /// The deadline of the next work, if there is any.
  mutating func nextDeadline() -> Duration? {
    while let first = queue.first, actions[first.number] == nil { removeFirst() }
    return queue.first?.deadline
  }

  /// Removes and returns the first work due by `limit`, and moves the time to its deadline. If
  /// there is none, moves the time to `limit` and returns nil.
  mutating func next(dueBy limit: Duration) -> (() -> Void)? {
    while let first = queue.first, first.deadline <= limit {
      removeFirst()
      guard let action = actions.removeValue(forKey: first.number) else { continue }
      advance(to: first.deadline)
      return action
    }
    advance(to: limit)
    return nil
  }

  /// Moves the time to `time` without running work. Does nothing if that is in the past.
  mutating func advance(to time: Duration) { if now < time { now = time } }

  private mutating func append(_ place: Place) {
    queue.append(place)
    var index = queue.count - 1
    while index > 0, queue[index] < queue[(index - 1) / 2] {
      queue.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func removeFirst() {
    queue.swapAt(0, queue.count - 1)
    queue.removeLast()
    var index = 0
    while true {
      var first = 2 * index + 1
      guard first < queue.count else { return }
      if first + 1 < queue.count, queue[first + 1] < queue[first] { first += 1 }
      guard queue[first] < queue[index] else { return }
      queue.swapAt(index, first)
      index = first
    }
  }
}

/// A clock that only moves forward, even if the system's date changes.
struct MonotonicClock: Sendable {
  /// Nanoseconds since a fixed moment.
  let nanoseconds: @Sendable () -> Int64

  static let system = MonotonicClock { [start = SuspendingClock.now] in
    Int64((SuspendingClock.now - start).attoseconds / 1_000_000_000)
  }
}

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

/// Wakes a sleeping thread. It is a pipe that contains a byte while the bell is ringing.
///
/// A Dispatch semaphore would not do: on Linux it waits by the wall clock.
final class Bell: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe for the mailbox: too many files are open")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func ring() {
    var byte: UInt8 = 1
    // A full pipe refuses the byte, but then the bell is already ringing.
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until the bell rings, a signal arrives or `limit` has passed (nil: no limit), and
  /// silences the bell. `poll` counts whole milliseconds in an `Int32`, so the sleep may be up to
  /// one longer and is at most 24 days.
  func wait(atMost limit: Duration?) {
    let milliseconds = limit.map { min(($0 / .milliseconds(1)).rounded(.up), Double(Int32.max)) }
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(milliseconds ?? -1)) > 0 else { return }
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }
}

/// A value that only one thread at a time can access.
///
/// The library that contains `Mutex` is not instrumented, so the thread sanitizer cannot see its
/// locking and would report every use as a race. The flag shows the sanitizer that one thread hands
/// the value over to the next.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let handover = Atomic(false)

  package init(_ value: Value) { self.value = Mutex(value) }

  /// Calls `body` with exclusive access to the value.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
