/// The work ahead, ordered by deadline, then by the order in which it was scheduled.
///
/// The one queue behind ``VirtualScheduler`` and ``EventLoop``, so that the order which tests see is
/// the order in production. A binary heap of small structs; the actions stand beside it in slots, so
/// that cancelling lets an action go at once. A cancelled item stays in the heap until it comes up,
/// or until half of the heap is such items.
final class Agenda {
  private struct Item {
    let deadline: Duration
    let serial: Int
    let slot: Int

    func comes(before other: Item) -> Bool {
      deadline == other.deadline ? serial < other.serial : deadline < other.deadline
    }
  }

  /// The serial of an item tells whether a handle still means the action which is in the slot now.
  private struct Slot {
    var generation: Int
    var action: (() -> Void)?
  }

  private var heap: [Item] = []
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var cancelled = 0
  private var nextSerial = 0

  /// How many places the agenda holds, those of cancelled work included.
  var capacityInUse: Int {
    max(heap.count, slots.count)
  }

  /// The deadline of the first item which has not been cancelled.
  var nextDeadline: Duration? {
    while let first = heap.first, slots[first.slot].action == nil {
      removeFirst()
      cancelled -= 1
    }
    return heap.first?.deadline
  }

  func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable {
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot].action = action
    } else {
      slot = slots.count
      slots.append(Slot(generation: 0, action: action))
    }
    append(Item(deadline: deadline, serial: nextSerial, slot: slot))
    nextSerial += 1
    return Disposable(owner: self, place: slots[slot].generation << 32 | slot)
  }

  /// Takes out the first item if it is due at `limit` or before.
  func popFirst(dueBy limit: Duration) -> (deadline: Duration, action: () -> Void)? {
    guard let deadline = nextDeadline, deadline <= limit else { return nil }
    let slot = heap[0].slot
    guard let action = slots[slot].action else { return nil }
    slots[slot].action = nil
    removeFirst()
    return (deadline, action)
  }

  private func append(_ item: Item) {
    heap.append(item)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard item.comes(before: heap[parent]) else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = item
  }

  private func removeFirst() {
    free(heap[0].slot)
    let last = heap.removeLast()
    if !heap.isEmpty { sink(last, from: 0) }
  }

  /// Puts `item` at `start` or below, where it comes before all that is under it.
  private func sink(_ item: Item, from start: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].comes(before: heap[child]) { child += 1 }
      guard heap[child].comes(before: item) else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = item
  }

  private func free(_ slot: Int) {
    slots[slot].generation += 1
    freeSlots.append(slot)
  }

  private func removeCancelledItems() {
    for item in heap where slots[item.slot].action == nil { free(item.slot) }
    heap.removeAll { slots[$0.slot].action == nil }
    cancelled = 0
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
      sink(heap[index], from: index)
    }
  }
}

extension Agenda: DisposalOwner {
  func vacate(_ place: Int) {
    let slot = place & 0xFFFF_FFFF
    guard slots[slot].generation == place >> 32, let action = slots[slot].action else { return }
    slots[slot].action = nil
    cancelled += 1
    if cancelled > 32, cancelled > heap.count / 2 { removeCancelledItems() }
    // Let go only now: what the action held may cancel something here as it goes.
    withExtendedLifetime(action) {}
  }
}
