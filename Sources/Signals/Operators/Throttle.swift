extension Signal {
  /// At most one value per window: the first one at once, which opens a window of length `window`.
  ///
  /// With `latest` the last value of a window comes out at its end and opens the next window; a
  /// completion waits for it, so no last value is lost. Without, what comes during a window is
  /// dropped and nothing is ever emitted late: this is the guard against double taps. A value that
  /// comes exactly at the end of a window with nothing held opens the next one.
  ///
  ///     source                        a-b-c-------d-e|
  ///     throttle(4 ticks)             a---c-------d---e|
  ///     throttle(…, latest: false)    a---c-------d--|
  public func throttle(
    for window: Duration, latest: Bool = true, on scheduler: any TimeScheduler
  ) -> Signal<Value> {
    Signal { receive, completed in
      let throttle = Throttle(
        window: window, latest: latest, scheduler: scheduler, receive: receive,
        completed: completed)
      let source = attach(throttle.receive, throttle.complete)
      return Disposable {
        source.dispose()
        throttle.cancel()
      }
    }
  }
}

/// One observation of a throttled signal.
private final class Throttle<Value> {
  private let window: Duration
  private let latest: Bool
  private let scheduler: any TimeScheduler
  private let pass: (Value) -> Void
  private let completed: () -> Void

  private var windowEnd: Duration?
  private var held: Value?
  private var timer: Disposable?
  private var isCompleting = false

  init(
    window: Duration, latest: Bool, scheduler: any TimeScheduler,
    receive: @escaping (Value) -> Void, completed: @escaping () -> Void
  ) {
    self.window = window
    self.latest = latest
    self.scheduler = scheduler
    self.pass = receive
    self.completed = completed
  }

  func receive(_ value: Value) {
    let now = scheduler.now
    // A held value keeps its window open until its timer has run: it must not be overtaken.
    guard let windowEnd, held != nil || now < windowEnd else {
      self.windowEnd = now + window
      return pass(value)
    }
    guard latest else { return }
    held = value
    if timer == nil {
      timer = scheduler.schedule(at: windowEnd) { [unowned self] in closeWindow() }
    }
  }

  func complete() {
    isCompleting = true
    if held == nil { completed() }
  }

  func cancel() {
    held = nil
    timer = nil
  }

  private func closeWindow() {
    guard let value = held else { return }
    held = nil
    timer = nil
    windowEnd = scheduler.now + window
    pass(value)
    if isCompleting, held == nil { completed() }
  }
}
