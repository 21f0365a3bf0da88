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
