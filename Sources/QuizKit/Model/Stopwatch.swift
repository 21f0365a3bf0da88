import Signals

/// Adds up the time during which it runs.
struct Stopwatch {
  private let scheduler: any TimeScheduler
  private var total: Duration
  private var startedAt: Duration?

  /// Creates a halted stopwatch that has already counted `total`.
  init(scheduler: any TimeScheduler, total: Duration = .zero) {
    self.scheduler = scheduler
    self.total = total
  }

  /// The time counted so far.
  var elapsed: Duration {
    total + (startedAt.map { scheduler.now - $0 } ?? .zero)
  }

  /// Counts from now on. Does nothing while counting.
  mutating func start() {
    startedAt = startedAt ?? scheduler.now
  }

  /// Halts. Does nothing while halted.
  mutating func pause() {
    total = elapsed
    startedAt = nil
  }
}
