/// A source with a current value. An observer gets that value at once, then each new one.
public final class BehaviorSubject<Value> {
  @usableFromInline var current: Value
  @usableFromInline let changes = PublishSubject<Value>()

  /// Makes a subject whose current value is `value`.
  public init(_ value: Value) { current = value }

  /// The value emitted last. Inside an observer it may be newer than the value being delivered.
  public var value: Value { current }

  /// The current value at once, then each new one, then the completion. Observers that come after the
  /// completion get the completion alone.
  public var signal: Signal<Value> {
    Signal { [self] receive, completed in
      let handle = changes.attach(receive, completed)
      if !changes.isCompleted { changes.greet(receive, with: current) }
      return handle
    }
  }

  /// Makes `value` the current value and delivers it as ``PublishSubject/emit(_:)`` does. Does nothing
  /// after ``complete()``.
  @inlinable
  public func emit(_ value: Value) {
    guard !changes.isCompleted else { return }
    current = value
    changes.emit(value)
  }

  /// Ends the signal as ``PublishSubject/complete()`` does; the current value stays.
  public func complete() { changes.complete() }
}
