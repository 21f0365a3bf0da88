// Why this module uses `@inlinable`: generic code compiled here must ask the runtime for the type
// of each value, which is much slower than the rest of its work. Inlinable code is compiled in the
// client, where the type is known. So everything that runs for each value is inlinable, and
// everything that makes or passes on a closure that runs for each value.

/// A stream of values over time, which may end with one completion.
///
/// A signal is a recipe: nothing runs until it is observed. There is no error channel; a failure is
/// a value, such as a `Result` or a case of a state. Nothing here is `Sendable`, so the compiler
/// proves that signals stay on one thread. Other threads send values through a ``Mailbox``. The
/// numbered contract lists what callers may rely on.
///
///     let ticks = PublishSubject<Int>()
///     let subscription = ticks.signal
///       .filter { $0.isMultiple(of: 2) }
///       .observe { print($0) }
///     ticks.emit(2)  // prints 2
public struct Signal<Value> {
  /// Starts one observation. Takes a closure for the values and one for the completion.
  @usableFromInline
  let attach: (@escaping (Value) -> Void, @escaping () -> Void) -> Disposable

  /// Makes a signal that calls `attach` once for each observer.
  ///
  /// `attach` must send values to its first closure and call its second closure at the end. It must
  /// call neither after the end or after the returned handle has been disposed of.
  @inlinable
  public init(
    attach:
      @escaping (_ value: @escaping (Value) -> Void, _ completed: @escaping () -> Void)
      -> Disposable
  ) {
    self.attach = attach
  }

  /// Calls `value` for each value, and `completed` once if the signal completes, until the returned
  /// handle is disposed of or released.
  @inlinable
  public func observe(
    _ value: @escaping (Value) -> Void, completed: @escaping () -> Void = {}
  ) -> Disposable {
    attach(value, completed)
  }
}

/// A property of a class whose changes can be observed.
///
/// `$name` is a ``Signal`` of the current value, at once, and of each change. Setting an equal
/// value is not a change. Observers are called after the property has changed.
///
///     final class Player {
///       @Observed private(set) var score = 0
///     }
///     let player = Player()
///     let subscription = player.$score.observe { print("score:", $0) }
///
/// The signal never completes. All copies of the wrapper share one value: for classes only.
@propertyWrapper
public struct Observed<Value: Equatable> {
  private let subject: BehaviorSubject<Value>

  /// Makes a property with the initial value `wrappedValue`.
  public init(wrappedValue: Value) { subject = BehaviorSubject(wrappedValue) }

  /// The current value. Setting a different value notifies the observers.
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set {
      guard newValue != subject.value else { return }
      subject.emit(newValue)
    }
  }

  /// The current value at once, then each change.
  public var projectedValue: Signal<Value> { subject.signal }
}
