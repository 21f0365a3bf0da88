extension Signal {
  /// A value once no other has followed it for `quiet`. Earlier values are dropped.
  ///
  /// A completion does not wait: it first releases the held value at once.
  ///
  ///     source            a-b-----c-|
  ///     debounce(3 ticks) -----b----(c|)
  public func debounce(for quiet: Duration, on scheduler: any TimeScheduler) -> Signal<Value> {
    Signal { observation, receive, complete in
      var held: Value?
      let release = {
        guard let value = held else { return }
        held = nil
        receive(value)
      }
      let flush = {
        observation.timer = nil
        release()
        complete()
      }
      observation.observe(self, completed: flush) { value in
        held = value
        observation.timer = scheduler.after(quiet, release)
      }
    }
  }
}

extension Signal {
  /// At most one value per window: the first value passes at once and opens a `window`.
  ///
  /// With `latest`, the last value of a window is emitted at its end and opens the next window. A
  /// completion waits for it, so the last value is never lost. Without `latest`, values during a
  /// window are dropped and nothing is emitted late, which protects against double taps. If nothing
  /// is held, a value exactly at the end of a window opens the next one.
  ///
  /// A value for which `opens` is false passes without opening a window. `dropped` gets each value
  /// that is dropped.
  ///
  ///     source                     a-b-c-------d-e|
  ///     throttle(4 ticks)          a---c-------d---(e|)
  ///     throttle(…, latest: false) a---c-------d--|
  @inlinable
  public func throttle(
    for window: Duration, latest: Bool = true, on scheduler: any TimeScheduler,
    opens: @escaping (Value) -> Bool = { _ in true },
    dropped: @escaping (Value) -> Void = { _ in }
  ) -> Signal<Value> {
    Signal { observation, receive, complete in
      let windows = ThrottleWindows(window, from: scheduler.now)
      var held: Value?
      let release = {
        guard let value = held else { return }
        held = nil
        // Must not capture the scheduler, because the scheduler keeps this closure.
        windows.release(opening: opens(value))
        receive(value)
        if !observation.isSourceOpen, held == nil { complete() }
      }
      let close = {
        observation.isSourceOpen = false
        if held == nil { complete() }
      }
      observation.observe(self, completed: close) { value in
        let now = scheduler.now
        if windows.isClosed(at: now) {
          if opens(value) { windows.open(at: now) }
          return receive(value)
        }
        guard latest else { return dropped(value) }
        if let held { dropped(held) }
        held = value
        if let end = windows.hold() { observation.timer = scheduler.schedule(at: end, release) }
      }
    }
  }
}

/// The windows of one throttled observation. Not inlinable: they do not depend on the values.
@usableFromInline
final class ThrottleWindows {
  private let length: Duration
  private var end: Duration
  /// While a value is held, the window stays open, so that no later value overtakes it.
  private var isHolding = false

  @usableFromInline init(_ length: Duration, from now: Duration) {
    (self.length, end) = (length, now)
  }

  @usableFromInline func isClosed(at now: Duration) -> Bool { !isHolding && now >= end }

  @usableFromInline func open(at now: Duration) { end = now + length }

  /// Starts to hold a value and returns the time to release it, or nil if one is already held.
  @usableFromInline func hold() -> Duration? {
    defer { isHolding = true }
    return isHolding ? nil : end
  }

  /// Ends the hold at the end of the window. `opening` says whether the next one begins there.
  @usableFromInline func release(opening: Bool) {
    isHolding = false
    if opening { end += length }
  }
}
