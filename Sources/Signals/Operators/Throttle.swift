extension Signal {
  /// At most one value per window: the first one at once, which opens a window of length `window`.
  ///
  /// With `latest` the last value of a window comes out at its end and opens the next window; a
  /// completion waits for it, so no last value is lost. Without, what comes during a window is
  /// dropped and nothing is ever emitted late: this is the guard against double taps. A value that
  /// comes exactly at the end of a window with nothing held opens the next one.
  ///
  ///     source                     a-b-c-------d-e|
  ///     throttle(4 ticks)          a---c-------d---(e|)
  ///     throttle(…, latest: false) a---c-------d--|
  @inlinable
  public func throttle(
    for window: Duration, latest: Bool = true, on scheduler: any TimeScheduler
  ) -> Signal<Value> {
    Signal { observation, receive, complete in
      let windows = ThrottleWindows(window, from: scheduler.now)
      var held: Value?
      let release = {
        guard let value = held else { return }
        held = nil
        // Must not capture the scheduler, which keeps this closure.
        windows.reopen()
        receive(value)
        if !observation.isSourceOpen, held == nil { complete() }
      }
      let close = {
        observation.isSourceOpen = false
        if held == nil { complete() }
      }
      observation.observe(self, completed: close) { value in
        if windows.passes(at: scheduler.now) { return receive(value) }
        guard latest else { return }
        held = value
        if let end = windows.hold() { observation.other = scheduler.schedule(at: end, release) }
      }
    }
  }
}

/// The windows of one throttled observation. They need not be inlinable, because they do not depend on
/// the type of the values.
@usableFromInline
final class ThrottleWindows {
  private let length: Duration
  private var end: Duration
  /// A held value keeps the window open until it is out, so that no other value overtakes it.
  private var isHolding = false

  @usableFromInline init(_ length: Duration, from now: Duration) {
    (self.length, end) = (length, now)
  }

  /// Whether a value may pass at once. If so, it opens the next window.
  @usableFromInline
  func passes(at now: Duration) -> Bool {
    if isHolding || now < end { return false }
    end = now + length
    return true
  }

  /// Begins to hold a value, and returns when to release it; nil if one is held already.
  @usableFromInline
  func hold() -> Duration? {
    defer { isHolding = true }
    return isHolding ? nil : end
  }

  @usableFromInline func reopen() { (isHolding, end) = (false, end + length) }
}
