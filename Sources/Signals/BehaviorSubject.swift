/// A source with a current value: each observer gets that value at once, then each new one.
public final class BehaviorSubject<Value> {
  /// The value set last. Inside an observer it may already be newer than the value being delivered.
  public private(set) var value: Value
  private let changes = PublishSubject<Value>()
  private var isCompleted = false

  /// Makes a subject whose current value is `value`.
  public init(_ value: Value) {
    self.value = value
  }

  /// The current value at once, then each new value, then the completion; after the completion, the
  /// completion alone.
  public var signal: Signal<Value> {
    Signal { [self] receive, completed in
      changes.attach(receive, completed, first: value)
    }
  }

  /// Makes `value` the current value and delivers it as ``PublishSubject/emit(_:)`` does.
  ///
  /// After ``complete()`` it does nothing, and the current value stays.
  public func emit(_ value: Value) {
    guard !isCompleted else { return }
    self.value = value
    changes.emit(value)
  }

  /// Ends the signal as ``PublishSubject/complete()`` does; the current value stays.
  public func complete() {
    isCompleted = true
    changes.complete()
  }
}
