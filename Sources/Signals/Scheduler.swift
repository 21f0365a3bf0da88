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
/// production. Actions are stored in slots outside the heap, so that cancelling releases an action
/// at once. The cancelled items stay in the heap until they reach the front or make up half of it.
struct Agenda {
  /// A place contains the slot's generation, so a place of earlier work does not match later work
  /// in the same slot.
  private struct Slot {
    var generation = 0
    var action: (() -> Void)?
  }

  /// The current time. It never goes back.
  private(set) var now: Duration

  private var heap = DeadlineHeap()
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var cancelled = 0

  /// The number of slots, including free slots and those of cancelled work.
  var capacityInUse: Int { slots.count }

  init(now: Duration = .zero) { self.now = now }

  /// Adds work and returns a place for cancelling it. A deadline in the past counts as now.
  mutating func add(at deadline: Duration, _ action: @escaping () -> Void) -> Int {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot].action = action
    heap.append(slot: slot, deadline: max(deadline, now))
    return slots[slot].generation << 32 | slot
  }

  /// Removes the work at `place`, unless it has run or was cancelled.
  ///
  /// Returns the action for the caller to release, because that may cancel other work.
  mutating func cancel(_ place: Int) -> (() -> Void)? {
    let slot = place & 0xFFFF_FFFF
    guard slots[slot].generation == place >> 32, let action = slots[slot].action else { return nil }
    slots[slot].action = nil
    cancelled += 1
    if cancelled > 32, cancelled > heap.count / 2 { removeCancelledItems() }
    return action
  }

  /// The deadline of the next work, if there is any.
  mutating func nextDeadline() -> Duration? {
    while let first = heap.first, slots[first.slot].action == nil {
      cancelled -= 1
      removeFirst(of: first.slot)
    }
    return heap.first?.deadline
  }

  /// Removes and returns the first work due by `limit`, and moves the time to its deadline. If
  /// there is none, moves the time to `limit` and returns nil.
  mutating func next(dueBy limit: Duration) -> (() -> Void)? {
    while let first = heap.first, first.deadline <= limit {
      let action = slots[first.slot].action
      slots[first.slot].action = nil
      removeFirst(of: first.slot)
      if let action {
        advance(to: first.deadline)
        return action
      }
      cancelled -= 1
    }
    advance(to: limit)
    return nil
  }

  /// Moves the time to `time` without running work. Does nothing if that is in the past.
  mutating func advance(to time: Duration) { if now < time { now = time } }

  private mutating func removeFirst(of slot: Int) {
    heap.removeFirst()
    free(slot)
  }

  private mutating func free(_ slot: Int) {
    slots[slot].generation += 1
    freeSlots.append(slot)
  }

  private mutating func removeCancelledItems() {
    var removed: [Int] = []
    heap.removeAll { slot in
      guard slots[slot].action == nil else { return false }
      removed.append(slot)
      return true
    }
    for slot in removed { free(slot) }
    cancelled = 0
  }
}

/// A heap of numbered slots, ordered by deadline and then by the order of insertion.
///
/// Each item has up to four children. The heap then has half as many levels as a binary heap, so an
/// item moves past half as many others.
struct DeadlineHeap {
  private struct Item {
    /// In attoseconds, the resolution of `Duration`. Plain numbers compare faster.
    let deadline: Int128
    let serial: Int
    let slot: Int

    func comes(before other: Item) -> Bool {
      deadline == other.deadline ? serial < other.serial : deadline < other.deadline
    }
  }

  private var items: [Item] = []
  private var nextSerial = 0

  var count: Int { items.count }

  /// The slot and deadline of the first item.
  var first: (slot: Int, deadline: Duration)? {
    items.first.map { ($0.slot, Duration(attoseconds: $0.deadline)) }
  }

  mutating func append(slot: Int, deadline: Duration) {
    items.append(Item(deadline: deadline.attoseconds, serial: nextSerial, slot: slot))
    nextSerial += 1
    raise(items[items.count - 1], from: items.count - 1)
  }

  mutating func removeFirst() {
    let last = items.removeLast()
    if !items.isEmpty { lower(last, from: 0) }
  }

  mutating func removeAll(where isUnwanted: (_ slot: Int) -> Bool) {
    items.removeAll { isUnwanted($0.slot) }
    for index in items.indices.reversed() { lower(items[index], from: index) }
  }

  /// Stores `item` at `start` or as far up as its order requires.
  private mutating func raise(_ item: Item, from start: Int) {
    var hole = start
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard item.comes(before: items[parent]) else { break }
      items[hole] = items[parent]
      hole = parent
    }
    items[hole] = item
  }

  /// Stores `item` at `start` or as far down as its order requires.
  private mutating func lower(_ item: Item, from start: Int) {
    // With the buffer, Swift checks only once whether the array is shared.
    items.withUnsafeMutableBufferPointer { items in
      var hole = start
      while true {
        var child = 4 * hole + 1
        guard child < items.count else { break }
        let end = min(child + 4, items.count)
        for other in (child + 1)..<end where items[other].comes(before: items[child]) {
          child = other
        }
        guard items[child].comes(before: item) else { break }
        items[hole] = items[child]
        hole = child
      }
      items[hole] = item
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
