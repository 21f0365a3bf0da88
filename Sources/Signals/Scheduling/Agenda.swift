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
