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
