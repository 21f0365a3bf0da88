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
  @inlinable
  public func throttle(
    for window: Duration, latest: Bool = true, on scheduler: any TimeScheduler
  ) -> Signal<Value> {
    Signal { receive, completed in
      let stage = Throttle(window)
      let complete = stage.ending(with: completed)
      var held: Value?
      let release = {
        guard let value = held else { return }
        held = nil
        receive(value)
        stage.completeIfIdle(complete)
      }
      stage.follow(
        attach(
          { value in
            if stage.opensWindow(at: scheduler.now) { return receive(value) }
            guard latest else { return }
            held = value
            stage.closeWindow(on: scheduler, release)
          },
          { stage.completeSource(complete) }))
      return stage.handle
    }
  }
}

/// The windows of one throttled observation. The value held is in the closures above, where its type
/// is known to the caller's compiler.
@usableFromInline
final class Throttle: Stage {
  private let window: Duration
  private var windowEnd: Duration?
  private var timer: Disposable?
  private var isSourceOpen = true

  @usableFromInline
  init(_ window: Duration) {
    self.window = window
  }

  /// Whether a value may pass at once; it opens the next window then.
  ///
  /// A held value keeps its window open until its timer has run: it must not be overtaken.
  @usableFromInline
  func opensWindow(at now: Duration) -> Bool {
    if let windowEnd, timer != nil || now < windowEnd { return false }
    windowEnd = now + window
    return true
  }

  /// Has `release` called at the end of the window, which opens the next one.
  @usableFromInline
  func closeWindow(on scheduler: any TimeScheduler, _ release: @escaping () -> Void) {
    guard timer == nil, let end = windowEnd else { return }
    timer = scheduler.schedule(at: end) { [self] in
      timer = nil
      windowEnd = end + window
      release()
    }
  }

  @usableFromInline
  func completeSource(_ complete: () -> Void) {
    isSourceOpen = false
    completeIfIdle(complete)
  }

  /// Completes once the source has, and no value is held.
  @usableFromInline
  func completeIfIdle(_ complete: () -> Void) {
    if !isSourceOpen, timer == nil { complete() }
  }

  @usableFromInline
  override func end() {
    timer = nil
    super.end()
  }
}
