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
