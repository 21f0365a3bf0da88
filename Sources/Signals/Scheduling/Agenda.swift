/// Scheduled work in the order in which it is due, and the time that has been reached.
///
/// ``VirtualScheduler`` and ``EventLoop`` share it, so the order that tests see is the order in
/// production. The actions are in slots beside the heap, so cancelling releases an action at once; the
/// cancelled items stay in the heap until they come up, or until they are half of it.
struct Agenda {
  /// The generation tells whether a place still belongs to the action that is in the slot now.
  private struct Slot {
    var generation = 0
    var action: (() -> Void)?
  }

  /// The time that has been reached. It never goes back.
  private(set) var now: Duration

  private var heap = DeadlineHeap()
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var cancelled = 0

  /// How many slots there are, including those of cancelled work.
  var capacityInUse: Int { slots.count }

  init(now: Duration = .zero) { self.now = now }

  /// Adds work, and returns the place by which it can be cancelled. A deadline in the past counts as now.
  mutating func add(at deadline: Duration, _ action: @escaping () -> Void) -> Int {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot].action = action
    heap.append(slot: slot, deadline: max(deadline, now))
    return slots[slot].generation << 32 | slot
  }

  /// Removes the work at `place`, unless it has been done or cancelled.
  ///
  /// The caller releases the action after the change, because that may cancel other work.
  mutating func cancel(_ place: Int) -> (() -> Void)? {
    let slot = place & 0xFFFF_FFFF
    guard slots[slot].generation == place >> 32, let action = slots[slot].action else { return nil }
    slots[slot].action = nil
    cancelled += 1
    if cancelled > 32, cancelled > heap.count / 2 { removeCancelledItems() }
    return action
  }

  /// When the first work is due.
  mutating func nextDeadline() -> Duration? {
    while let first = heap.first, slots[first.slot].action == nil {
      cancelled -= 1
      removeFirst(of: first.slot)
    }
    return heap.first?.deadline
  }

  /// Removes the first work that is due by `limit`, and moves on to its deadline. Nil if there is none;
  /// then it moves on to `limit`.
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

  /// Moves on to `time`, unless that is in the past, without looking at the work.
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
