/// A source to emit values into; each observer gets what is emitted after it came.
///
///     let taps = PublishSubject<Int>()
///     let subscription = taps.signal.observe { print($0) }
///     taps.emit(1)  // prints 1
///
/// The rules of delivery (order, emitting from inside an observer, disposing meanwhile) live in this
/// file and nowhere else.
public final class PublishSubject<Value> {
  @usableFromInline var observers = ObserverList<Value>()

  /// What was emitted during a delivery, each with the number that the next observer would have got:
  /// only those with a lower one were there at the time.
  private var backlog = Backlog<(value: Value, limit: Int)>()
  @usableFromInline private(set) var isCompleted = false
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  /// Makes a subject without observers.
  public init() {}

  /// The values emitted from now on, then the completion.
  public var signal: Signal<Value> {
    Signal { [self] receive, completed in
      attach(receive, completed)
    }
  }

  /// Delivers `value` to the observers in the order in which they subscribed.
  ///
  /// Called from inside one of them it returns at once, and the value is delivered after the current
  /// one. After ``complete()`` it does nothing.
  @inlinable  // It runs for each value.
  public func emit(_ value: Value) {
    if observers.entries.isEmpty { return }
    guard let count = observers.begin() else { return emitLater(value) }
    var index = 0
    while index < count {
      if let receive = observers.entries[index].receive { receive(value) }
      index += 1
    }
    if !observers.end() { settle() }
  }

  /// Ends the signal: the observers get what is still queued, then their completion, and are let go.
  public func complete() {
    guard !isCompleted else { return }
    isCompleted = true
    if observers.begin() != nil { settle() } else { observers.unsettle() }
  }

  /// Adds an observer.
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

  /// Gives a new observer a value of its own, by the same rules as a delivery.
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

  /// Delivers what has been queued meanwhile, then the completion, and ends the delivery.
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
      var index = 0
      while index < observers.entries.count {
        if let completed = observers.entries[index].completed { completed() }
        index += 1
      }
      let ended = observers.removeAll()
      observers.settle()
      withExtendedLifetime(ended) {}
    } else {
      observers.settle()
    }
  }
}

extension PublishSubject: DisposalOwner {
  func vacate(_ place: Int) {
    _ = observers.remove(place)
  }
}
