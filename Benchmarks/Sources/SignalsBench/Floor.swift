import BenchmarkKit

/// The code that any programmer would write without a library: closures in an array. All others are
/// compared with it.
final class FloorSubject {
  private var observers: [(id: Int, receive: (Int) -> Void)] = []
  private var nextID = 0
  private(set) var value = 0

  @inline(never)
  func add(_ receive: @escaping (Int) -> Void) -> Int {
    nextID += 1
    observers.append((nextID, receive))
    return nextID
  }

  @inline(never)
  func remove(_ id: Int) {
    if let index = observers.lastIndex(where: { $0.id == id }) { observers.remove(at: index) }
  }

  @inline(never)
  func emit(_ value: Int) {
    for observer in observers { observer.receive(value) }
  }

  @inline(never)
  func set(_ value: Int) {
    self.value = value
    for observer in observers { observer.receive(value) }
  }
}

/// A clock that shows the time that was set.
final class FloorClock {
  var now: Int64 = 0
}

/// A binary heap of work, by deadline and then by order of scheduling.
struct FloorHeap {
  private var items: [(deadline: Int64, serial: Int, action: () -> Void)] = []
  private var nextSerial = 0

  @inline(never)
  mutating func schedule(at deadline: Int64, _ action: @escaping () -> Void) {
    items.append((deadline, nextSerial, action))
    nextSerial += 1
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Self.isBefore(items[child], items[parent]) else { break }
      items.swapAt(child, parent)
      child = parent
    }
  }

  @inline(never)
  mutating func popFirst() -> (deadline: Int64, serial: Int, action: () -> Void)? {
    guard !items.isEmpty else { return nil }
    items.swapAt(0, items.count - 1)
    let first = items.removeLast()
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < items.count else { break }
      if child + 1 < items.count, Self.isBefore(items[child + 1], items[child]) { child += 1 }
      guard Self.isBefore(items[child], items[parent]) else { break }
      items.swapAt(child, parent)
      parent = child
    }
    return first
  }

  private static func isBefore(
    _ left: (deadline: Int64, serial: Int, action: () -> Void),
    _ right: (deadline: Int64, serial: Int, action: () -> Void)
  ) -> Bool {
    left.deadline == right.deadline ? left.serial < right.serial : left.deadline < right.deadline
  }
}
