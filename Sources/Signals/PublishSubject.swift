/// A source to emit values into; each observer gets what is emitted after it came.
///
///     let taps = PublishSubject<Int>()
///     let subscription = taps.signal.observe { print($0) }
///     taps.emit(1)  // prints 1
///
/// The rules of delivery (order, emitting from inside an observer, disposing meanwhile) live in this
/// file and nowhere else.
public final class PublishSubject<Value> {
  /// The closures of one observer. They go as soon as it is disposed of; the place itself is removed
  /// later, because a delivery may be walking along the entries.
  @usableFromInline
  struct Entry {
    @usableFromInline var receive: ((Value) -> Void)?
    @usableFromInline var completed: (() -> Void)?

    @inlinable
    init(receive: @escaping (Value) -> Void, completed: @escaping () -> Void) {
      self.receive = receive
      self.completed = completed
    }
  }

  /// In order of subscription.
  @usableFromInline var entries: ContiguousArray<Entry> = []

  /// The number of each entry, in the same order: numbers only grow.
  @usableFromInline var serials: [Int] = []
  @usableFromInline var nextSerial = 0
  private var vacant = 0

  /// What was emitted during a delivery, each with the serial that the next observer would have got:
  /// only those below it were there at the time.
  private var backlog = Backlog<(value: Value, limit: Int)>()
  @usableFromInline var isDelivering = false
  @usableFromInline var isCompleted = false
  @usableFromInline var isUnsettled = false
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  /// Makes a subject without observers.
  public init() {}

  /// The values emitted from now on, then the completion.
  @inlinable
  public var signal: Signal<Value> {
    Signal { [self] receive, completed in
      attach(receive, completed)
    }
  }

  /// Delivers `value` to the observers in the order in which they subscribed.
  ///
  /// Called from inside one of them it returns at once, and the value is delivered after the current
  /// one. After ``complete()`` it does nothing.
  @inlinable
  public func emit(_ value: Value) {
    let count = entries.count
    guard count > 0, !isCompleted else { return }
    guard !isDelivering else { return enqueue(value) }
    isDelivering = true
    var index = 0
    while index < count {
      if let receive = entries[index].receive { receive(value) }
      index += 1
    }
    if isUnsettled { settle() } else { isDelivering = false }
  }

  @usableFromInline
  func enqueue(_ value: Value) {
    backlog.append((value, nextSerial))
    isUnsettled = true
  }

  /// Ends the signal: the observers get what is still queued, then their completion, and are let go.
  public func complete() {
    guard !isCompleted else { return }
    isCompleted = true
    isUnsettled = true
    if !isDelivering {
      isDelivering = true
      settle()
    }
  }

  @inlinable
  func attach(
    _ receive: @escaping (Value) -> Void, _ completed: @escaping () -> Void
  ) -> Disposable {
    guard !isCompleted else {
      completed()
      return Disposable()
    }
    entries.append(Entry(receive: receive, completed: completed))
    return numberLastEntry()
  }

  @usableFromInline
  func numberLastEntry() -> Disposable {
    serials.append(nextSerial)
    nextSerial += 1
    return Disposable(owner: self, place: nextSerial - 1)
  }

  /// Gives a new observer a value of its own, by the same rules as a delivery.
  @usableFromInline
  func greet(_ receive: (Value) -> Void, with value: Value) {
    let isOutermost = !isDelivering
    isDelivering = true
    receive(value)
    if isOutermost { settle() }
  }

  private func deliver(_ value: Value, below limit: Int) {
    var index = 0
    while index < serials.count, serials[index] < limit {
      if let receive = entries[index].receive { receive(value) }
      index += 1
    }
  }

  /// Delivers what has been queued meanwhile, and ends the delivery.
  @usableFromInline
  func settle() {
    while let (value, limit) = backlog.popFirst() {
      deliver(value, below: limit)
    }
    if isCompleted {
      var index = 0
      while index < entries.count {
        if let completed = entries[index].completed { completed() }
        index += 1
      }
    }
    isUnsettled = false
    isDelivering = false
    if isCompleted { removeAllEntries() } else { removeVacantEntries() }
  }

  private func removeAllEntries() {
    // The closures go at the end of this function, not while the array is being changed: what they
    // hold may dispose of something here as it goes.
    let ended = entries
    entries = []
    serials = []
    vacant = 0
    withExtendedLifetime(ended) {}
  }

  /// Done only once half of the places are vacant, so that a removal costs the same beside many
  /// observers as beside few.
  private func removeVacantEntries() {
    guard vacant > 0, vacant * 2 >= entries.count else { return }
    var kept = 0
    for index in entries.indices where entries[index].receive != nil {
      entries.swapAt(kept, index)
      serials.swapAt(kept, index)
      kept += 1
    }
    entries.removeLast(vacant)
    serials.removeLast(vacant)
    vacant = 0
  }
}

extension PublishSubject: DisposalOwner {
  func vacate(_ place: Int) {
    guard let index = index(of: place) else { return }
    if isDelivering || index < entries.count - 1 {
      // As above: `vacated` outlives the change.
      let vacated = entries[index]
      entries[index].receive = nil
      entries[index].completed = nil
      vacant += 1
      if isDelivering { isUnsettled = true } else { removeVacantEntries() }
      withExtendedLifetime(vacated) {}
    } else {
      serials.removeLast()
      _ = entries.removeLast()
    }
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
