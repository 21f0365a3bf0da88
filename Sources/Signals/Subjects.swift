/// A source of values. An observer receives the values emitted after its subscription.
///
///     let taps = PublishSubject<Int>()
///     let subscription = taps.signal.observe { print($0) }
///     taps.emit(1)  // prints 1
///
/// This file alone defines the order of delivery, and what emitting or disposing during one does.
public final class PublishSubject<Value> {
  @usableFromInline var observers = ObserverList<Value>()

  /// Values emitted during a delivery. Each goes to the observers whose number is below its limit,
  /// which are those that had subscribed when it was emitted.
  private var backlog = Backlog<(value: Value, limit: Int)>()
  @usableFromInline private(set) var isCompleted = false
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  /// Makes a subject without observers.
  public init() {}

  /// The values emitted after the subscription, then the completion.
  public var signal: Signal<Value> {
    Signal { [self] receive, completed in
      attach(receive, completed)
    }
  }

  /// Delivers `value` to the observers in the order of their subscription.
  ///
  /// If an observer calls it, it returns at once, and the value is delivered after the current one.
  /// Does nothing after ``complete()``.
  @inlinable
  public func emit(_ value: Value) {
    if observers.entries.isEmpty { return }
    guard let count = observers.begin() else { return emitLater(value) }
    for index in 0..<count {
      if let receive = observers.entries[index].receive { receive(value) }
    }
    if !observers.end() { settle() }
  }

  /// Ends the signal. Observers receive queued values and the completion, and are released.
  public func complete() {
    guard !isCompleted else { return }
    isCompleted = true
    if observers.begin() != nil { settle() } else { observers.unsettle() }
  }

  @usableFromInline
  func attach(
    _ receive: @escaping (Value) -> Void, _ completed: @escaping () -> Void
  ) -> Disposable {
    guard !isCompleted else {
      completed()
      return Disposable()
    }
    let entry = ObserverList.Entry(receive: receive, completed: completed)
    return Disposable(owner: self, place: observers.append(entry))
  }

  /// Delivers a value to one new observer, by the same rules as other deliveries.
  func greet(_ receive: (Value) -> Void, with value: Value) {
    let isOutermost = observers.begin() != nil
    receive(value)
    if isOutermost, !observers.end() { settle() }
  }

  @usableFromInline
  func emitLater(_ value: Value) {
    guard !isCompleted else { return }
    backlog.append((value, observers.nextSerial))
    observers.unsettle()
  }

  /// Delivers the values queued during the delivery, then the completion, and ends the delivery.
  @usableFromInline
  func settle() {
    while let (value, limit) = backlog.popFirst() {
      var index = 0
      while observers.has(index, below: limit) {
        if let receive = observers.entries[index].receive { receive(value) }
        index += 1
      }
    }
    if isCompleted {
      // No observer can be added now, and one that leaves keeps its entry until the end.
      for index in observers.entries.indices { observers.entries[index].completed?() }
      let ended = observers.removeAll()
      observers.settle()
      withExtendedLifetime(ended) {}
    } else {
      observers.settle()
    }
  }
}

extension PublishSubject: DisposalOwner {
  func vacate(_ place: Int) { _ = observers.remove(place) }
}

/// A source with a current value. An observer first receives that value and then each new one.
public final class BehaviorSubject<Value> {
  @usableFromInline var current: Value
  @usableFromInline let changes = PublishSubject<Value>()

  /// Makes a subject whose current value is `value`.
  public init(_ value: Value) { current = value }

  /// The value emitted last. Inside an observer it may be newer than the value being delivered.
  public var value: Value { current }

  /// The current value at once, then each new one, then the completion. An observer that subscribes
  /// after the completion receives only the completion.
  public var signal: Signal<Value> {
    Signal { [self] receive, completed in
      let handle = changes.attach(receive, completed)
      if !changes.isCompleted { changes.greet(receive, with: current) }
      return handle
    }
  }

  /// Makes `value` the current value and delivers it like ``PublishSubject/emit(_:)``. Not after
  /// ``complete()``.
  @inlinable
  public func emit(_ value: Value) {
    guard !changes.isCompleted else { return }
    current = value
    changes.emit(value)
  }

  /// Ends the signal like ``PublishSubject/complete()``. The current value remains readable.
  public func complete() { changes.complete() }
}

/// The observers of a subject in order of subscription, and the state of the current delivery.
///
/// Never calls an observer and never releases one. Removed entries are returned to the caller,
/// because releasing a closure can run code that changes this list. A delivery keeps all indexes.
@usableFromInline
struct ObserverList<Value> {
  /// The closures of one observer. Unsubscribing removes the closures at once and the entry later.
  @usableFromInline
  struct Entry {
    @usableFromInline var receive: ((Value) -> Void)?
    var completed: (() -> Void)?
  }

  @usableFromInline
  enum Phase {
    case idle, delivering
    /// A delivery is in progress, and there is more to do after it.
    case unsettled
  }

  @usableFromInline var entries: ContiguousArray<Entry> = []
  @usableFromInline var phase = Phase.idle

  /// The number of each entry, in the same order. Numbers only increase.
  private var serials: [Int] = []
  private var vacant = 0

  /// The number of the next observer.
  private(set) var nextSerial = 0

  /// Starts a delivery and returns the number of observers, or nil if one is already in progress.
  @inlinable
  mutating func begin() -> Int? {
    guard phase == .idle else { return nil }
    phase = .delivering
    return entries.count
  }

  /// Ends the delivery. Returns false if there is more to do first.
  @inlinable
  mutating func end() -> Bool {
    guard phase == .delivering else { return false }
    phase = .idle
    return true
  }

  /// Records that there is more to do after the delivery.
  mutating func unsettle() { if phase == .delivering { phase = .unsettled } }

  /// Ends a delivery that has nothing left to do.
  mutating func settle() {
    phase = .idle
    removeVacantEntries()
  }

  /// Whether there is an entry at `index` with a number below `limit`.
  func has(_ index: Int, below limit: Int) -> Bool {
    index < serials.count && serials[index] < limit
  }

  /// Adds an observer and gives it a number.
  mutating func append(_ entry: Entry) -> Int {
    entries.append(entry)
    serials.append(nextSerial)
    nextSerial += 1
    return nextSerial - 1
  }

  /// Removes and returns the observer with the number `serial`, if there is one.
  mutating func remove(_ serial: Int) -> Entry? {
    guard let index = index(of: serial) else { return nil }
    if phase == .idle, index == entries.count - 1 {
      defer { removeVacantEntries() }
      serials.removeLast()
      return entries.removeLast()
    }
    let entry = entries[index]
    guard entry.receive != nil else { return nil }
    entries[index] = Entry()
    vacant += 1
    if phase == .idle { removeVacantEntries() } else { phase = .unsettled }
    return entry
  }

  /// Removes and returns all observers.
  mutating func removeAll() -> ContiguousArray<Entry> {
    defer {
      entries = []
      serials = []
      vacant = 0
    }
    return entries
  }

  /// Removes vacant entries once they are half of all, so that removing an observer costs the same
  /// in a long list as in a short one.
  private mutating func removeVacantEntries() {
    guard vacant > 0, vacant * 2 >= entries.count else { return }
    let kept = entries.indices.filter { entries[$0].receive != nil }
    serials = kept.map { serials[$0] }
    entries = ContiguousArray(kept.map { entries[$0] })
    vacant = 0
  }

  private func index(of serial: Int) -> Int? {
    var low = 0
    var high = serials.count
    while low < high {
      let middle = (low + high) / 2
      if serials[middle] < serial { low = middle + 1 } else { high = middle }
    }
    return low < serials.count && serials[low] == serial ? low : nil
  }
}

/// A first-in, first-out queue with constant cost per element.
struct Backlog<Element> {
  private var elements: [Element?] = []
  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head > elements.count / 2 {
      // A queue that never runs empty must not keep the space of removed elements.
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
