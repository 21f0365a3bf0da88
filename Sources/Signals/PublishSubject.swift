/// A source to emit values into; each observer gets what is emitted after it came.
///
///     let taps = PublishSubject<Int>()
///     let subscription = taps.signal.observe { print($0) }
///     taps.emit(1)  // prints 1
///
/// The rules of delivery (order, emitting from inside an observer, disposing meanwhile) live in this
/// file and nowhere else.
public final class PublishSubject<Value> {
  /// One observer. Its closures go as soon as it is disposed of; the place itself is removed later,
  /// because a delivery may be walking along the entries.
  private struct Entry {
    let serial: Int
    var receive: ((Value) -> Void)?
    var completed: (() -> Void)?
  }

  /// In order of subscription, therefore also of `serial`.
  private var entries: [Entry] = []
  private var vacant = 0
  private var nextSerial = 0

  /// What was emitted during a delivery, each with the serial that the next observer would have got:
  /// only those below it were there at the time.
  private var backlog = Backlog<(value: Value, limit: Int)>()
  private var isDelivering = false
  private var isCompleted = false
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  /// Makes a subject without observers.
  public init() {}

  /// The values emitted from now on, then the completion.
  public var signal: Signal<Value> {
    Signal { [self] receive, completed in
      attach(receive, completed, first: nil)
    }
  }

  /// Delivers `value` to the observers in the order in which they subscribed.
  ///
  /// Called from inside one of them it returns at once, and the value is delivered after the current
  /// one. After ``complete()`` it does nothing.
  public func emit(_ value: Value) {
    guard !entries.isEmpty, !isCompleted else { return }
    if isDelivering {
      backlog.append((value, nextSerial))
    } else {
      isDelivering = true
      deliver(value, below: nextSerial)
      settle()
    }
  }

  /// Ends the signal: the observers get what is still queued, then their completion, and are let go.
  public func complete() {
    guard !isCompleted else { return }
    isCompleted = true
    if !isDelivering {
      isDelivering = true
      settle()
    }
  }

  /// Adds an observer, which gets `first` at once if there is one.
  func attach(
    _ receive: @escaping (Value) -> Void, _ completed: @escaping () -> Void, first: Value?
  ) -> Disposable {
    guard !isCompleted else {
      completed()
      return Disposable()
    }
    let handle = Disposable(owner: self, place: nextSerial)
    entries.append(Entry(serial: nextSerial, receive: receive, completed: completed))
    nextSerial += 1
    if let first {
      let isOutermost = !isDelivering
      isDelivering = true
      receive(first)
      if isOutermost { settle() }
    }
    return handle
  }

  private func deliver(_ value: Value, below limit: Int) {
    var index = 0
    while index < entries.count, entries[index].serial < limit {
      if let receive = entries[index].receive { receive(value) }
      index += 1
    }
  }

  /// Delivers what has been queued meanwhile, and ends the delivery.
  private func settle() {
    while let (value, limit) = backlog.popFirst() {
      deliver(value, below: limit)
    }
    if isCompleted {
      var index = 0
      while index < entries.count {
        if let completed = entries[index].completed { completed() }
        index += 1
      }
      // Taken out first: what the closures held may dispose of something here as it goes.
      let ended = entries
      entries = []
      vacant = 0
      _ = ended
    }
    isDelivering = false
    removeVacantEntries()
  }

  /// Done only once half of the places are vacant, so that a removal costs the same beside many
  /// observers as beside few.
  private func removeVacantEntries() {
    guard vacant > 0, !isDelivering, vacant * 2 >= entries.count else { return }
    entries.removeAll { $0.receive == nil }
    vacant = 0
  }
}

extension PublishSubject: DisposalOwner {
  func vacate(_ place: Int) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].serial < place { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].serial == place else { return }
    // The closures go at the end of this function, not while the array is being changed: what they
    // hold may dispose of something here as it goes.
    let vacated = entries[low]
    entries[low].receive = nil
    entries[low].completed = nil
    vacant += 1
    removeVacantEntries()
    withExtendedLifetime(vacated) {}
  }
}
