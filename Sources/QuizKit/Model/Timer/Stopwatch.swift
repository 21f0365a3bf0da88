import Signals

/// Measures the total time during which it is running.
struct Stopwatch {
  private let scheduler: any TimeScheduler
  private var total: Duration
  private var startedAt: Duration?

  /// Creates a paused stopwatch that has already measured `total`.
  init(scheduler: any TimeScheduler, total: Duration = .zero) {
    self.scheduler = scheduler
    self.total = total
  }

  /// The time measured so far.
  var elapsed: Duration {
    total + (startedAt.map { scheduler.now - $0 } ?? .zero)
  }

  /// Starts or resumes. Does nothing while running.
  mutating func start() {
    startedAt = startedAt ?? scheduler.now
  }

  /// Pauses. Does nothing while paused.
  mutating func pause() {
    total = elapsed
    startedAt = nil
  }
}
