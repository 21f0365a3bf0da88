// About `@inlinable` in this module: code for a value of a type that it does not know asks the runtime
// about that type at each value, which costs several times the rest (Benchmarks/README.md has the
// figures). Inlinable code is compiled in the client, where the type is known. It is for what runs for
// each value, and what makes or hands on the closures that do; each use says which.

/// A stream of values over time, which may end with one completion.
///
/// A signal is a recipe: nothing runs until somebody observes it. A failure is a value like any
/// other (a `Result`, or a case of a state); there is no error channel. Signals are confined to the
/// thread that made them, and the compiler proves it, because nothing here is `Sendable`;
/// ``Mailbox`` is the way in from other threads. What may be relied on is numbered in the contract.
///
///     let ticks = PublishSubject<Int>()
///     let subscription = ticks.signal
///       .filter { $0.isMultiple(of: 2) }
///       .observe { print($0) }
///     ticks.emit(2)  // prints 2
public struct Signal<Value> {
  /// Called once per observation with where values go and what to call at the end.
  @usableFromInline
  let attach: (@escaping (Value) -> Void, @escaping () -> Void) -> Disposable

  /// Makes a signal from what is to happen when somebody observes it.
  ///
  /// `attach` is called once per observer with two closures: the first takes each value, the second
  /// says that there will be no more. It must call neither after the completion, nor after the
  /// disposable that it returns was disposed of.
  @inlinable  // The closure that it takes makes those that run for each value.
  public init(
    attach:
      @escaping (
        _ value: @escaping (Value) -> Void, _ completed: @escaping () -> Void
      ) -> Disposable
  ) {
    self.attach = attach
  }

  /// Calls `value` for each value, until the returned handle is disposed of or dropped.
  @inlinable  // It hands on a closure that runs for each value.
  public func observe(_ value: @escaping (Value) -> Void) -> Disposable {
    attach(value, {})
  }

  /// Calls `value` for each value and `completed` once at the end, if there is one, until the
  /// returned handle is disposed of or dropped.
  @inlinable  // It hands on a closure that runs for each value.
  public func observe(
    _ value: @escaping (Value) -> Void, completed: @escaping () -> Void
  ) -> Disposable {
    attach(value, completed)
  }
}
