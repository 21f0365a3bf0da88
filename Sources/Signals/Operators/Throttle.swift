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
  @inlinable  // Its closure runs for each value.
  public func throttle(
    for window: Duration, latest: Bool = true, on scheduler: any TimeScheduler
  ) -> Signal<Value> {
    Signal(through: Throttle(window)) { stage, receive, complete in
      var held: Value?
      let release = {
        guard let value = held else { return }
        held = nil
        receive(value)
        if !stage.isSourceOpen, !stage.isHolding { complete() }
      }
      stage.observe(self) { value in
        if stage.opensWindow(at: scheduler.now) { return receive(value) }
        guard latest else { return }
        held = value
        if !stage.isHolding { stage.atWindowEnd(on: scheduler, release) }
      } completed: {
        stage.isSourceOpen = false
        if !stage.isHolding { complete() }
      }
    }
  }
}

/// The windows of one throttled observation. The value held is not here but in the closures above,
/// which are compiled for its type.
@usableFromInline
final class Throttle: Stage {
  private let window: Duration
  private var windowEnd: Duration?
  private var timer: Disposable?

  @usableFromInline
  init(_ window: Duration) {
    self.window = window
  }

  /// Whether a value waits for the end of the window. It keeps the window open until it is out: no
  /// other value must overtake it.
  @usableFromInline
  var isHolding: Bool {
    timer != nil
  }

  /// Whether a value may pass at once; it opens the next window then.
  @usableFromInline
  func opensWindow(at now: Duration) -> Bool {
    if let windowEnd, isHolding || now < windowEnd { return false }
    windowEnd = now + window
    return true
  }

  /// Has `release` called at the end of the window, which opens the next one.
  @usableFromInline
  func atWindowEnd(on scheduler: any TimeScheduler, _ release: @escaping () -> Void) {
    guard let end = windowEnd else { return }
    timer = scheduler.schedule(at: end) { [self] in
      timer = nil
      windowEnd = end + window
      release()
    }
  }

  @usableFromInline
  override func end() {
    timer = nil
    super.end()
  }
}
