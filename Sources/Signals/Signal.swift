// About `@inlinable` in this module: generic code that is compiled here has to ask the runtime about
// the type of each value, which costs several times the rest. Inlinable code is compiled in the
// client, where the type is known. So everything is inlinable that runs for each value, and everything
// that makes or passes on a closure that runs for each value.

/// A stream of values over time, which may end with one completion.
///
/// A signal is a recipe: nothing runs until somebody observes it. There is no error channel; a
/// failure is a value, such as a `Result` or a case of a state. Nothing here is `Sendable`, so the
/// compiler proves that signals stay on one thread; other threads send through a ``Mailbox``. The
/// contract lists, by number, what callers may rely on.
///
///     let ticks = PublishSubject<Int>()
///     let subscription = ticks.signal
///       .filter { $0.isMultiple(of: 2) }
///       .observe { print($0) }
///     ticks.emit(2)  // prints 2
public struct Signal<Value> {
  /// Starts one observation, given where values go and what to call at the end.
  @usableFromInline
  let attach: (@escaping (Value) -> Void, @escaping () -> Void) -> Disposable

  /// Makes a signal that calls `attach` once for each observer.
  ///
  /// `attach` sends values to its first closure and calls its second at the end. It must call neither
  /// after the end, nor after the handle that it returns has been disposed of.
  @inlinable
  public init(
    attach:
      @escaping (_ value: @escaping (Value) -> Void, _ completed: @escaping () -> Void)
      -> Disposable
  ) {
    self.attach = attach
  }

  /// Calls `value` for each value and `completed` once at the end, if there is one, until the
  /// returned handle is disposed of or dropped.
  @inlinable
  public func observe(
    _ value: @escaping (Value) -> Void, completed: @escaping () -> Void = {}
  ) -> Disposable {
    attach(value, completed)
  }
}
