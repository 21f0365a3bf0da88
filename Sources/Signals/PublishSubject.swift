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
