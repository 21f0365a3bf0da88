extension Signal {
  /// At most one value per window: the first one at once, which opens a window of length `window`.
  ///
  /// With `latest` the last value of a window comes out at its end and opens the next window; a
  /// completion waits for it, so no last value is lost. Without, what comes during a window is
  /// dropped and nothing is ever emitted late: this is the guard against double taps. A value that
  /// comes exactly at the end of a window with nothing held opens the next one.
  ///
  ///     source                        a-b-c-------d-e|
  ///     throttle(4 ticks)             a---c-------d---(e|)
  ///     throttle(…, latest: false)    a---c-------d--|
  public func throttle(
    for window: Duration, latest: Bool = true, on scheduler: any TimeScheduler
  ) -> Signal<Value> {
    Signal { receive, completed in
      let stage = Throttle<Value>()
      let complete = stage.ending(with: completed)
      stage.follow(
        attach(
          { value in
            let now = scheduler.now
            if stage.isWindowClosed(at: now) {
              stage.windowEnd = now + window
              receive(value)
            } else if latest, stage.hold(value) {
              let windowEnd = stage.windowEnd
              stage.timer = scheduler.schedule(at: windowEnd) {
                guard let value = stage.release() else { return }
                stage.windowEnd = windowEnd + window
                receive(value)
                if !stage.isSourceOpen, stage.timer == nil { complete() }
              }
            }
          },
          {
            stage.isSourceOpen = false
            if stage.timer == nil { complete() }
          }))
      return stage.handle
    }
  }
}

private final class Throttle<Value>: Stage {
  var isSourceOpen = true
  var windowEnd: Duration = .zero
  var timer: Disposable?
  private var held: Value?
  private var isFirst = true

  /// A held value keeps its window open until its timer has run: it must not be overtaken.
  func isWindowClosed(at now: Duration) -> Bool {
    defer { isFirst = false }
    return isFirst || (timer == nil && now >= windowEnd)
  }

  /// Whether the value needs a timer to come out again.
  func hold(_ value: Value) -> Bool {
    held = value
    return timer == nil
  }

  func release() -> Value? {
    defer {
      held = nil
      timer = nil
    }
    return held
  }

  override func end() {
    _ = release()
    super.end()
  }
}
