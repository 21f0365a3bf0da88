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
      var windowEnd: Duration?
      // A held value keeps the window open until it is out, so that no other value overtakes it.
      var held: Value?
      let release = {
        guard let value = held, let end = windowEnd else { return }
        held = nil
        windowEnd = end + window
        receive(value)
        if !observation.isSourceOpen, held == nil { complete() }
      }
      observation.observe(self) { value in
        guard let end = windowEnd, held != nil || scheduler.now < end else {
          windowEnd = scheduler.now + window
          return receive(value)
        }
        guard latest else { return }
        if held == nil { observation.other = scheduler.schedule(at: end, release) }
        held = value
      } completed: {
        observation.isSourceOpen = false
        if held == nil { complete() }
      }
    }
  }
}
