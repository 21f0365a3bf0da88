/// A clock that can also run work at a given time.
///
/// Time counts from the scheduler's own start and never goes back; it has no relation to the date.
/// Work due at the same time runs in the order of scheduling.
public protocol TimeScheduler: AnyObject {
  /// The time since the scheduler's start. While work runs, this is the work's deadline.
  var now: Duration { get }

  /// Runs `action` once at `deadline`, counted from the scheduler's start, unless the returned
  /// handle is disposed of or released earlier. A deadline in the past counts as now. Never runs
  /// the action before returning.
  func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable
}

extension TimeScheduler {
  /// Runs `action` once when `delay` has passed.
  ///
  ///     after(3 ticks) ---x
  public func after(_ delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    schedule(at: now + delay, action)
  }

  /// Runs `action` each time `interval` has passed, until the handle is disposed of or released.
  ///
  ///     every(3 ticks) ---x--x--x--x
  ///
  /// The times count from the start and do not drift. No run is left out: if the program was
  /// suspended, the missed runs follow each other at once. Traps if `interval` is not positive.
  public func every(_ interval: Duration, _ action: @escaping () -> Void) -> Disposable {
    precondition(interval > .zero, "every(_:_:) needs an interval above zero, not \(interval)")
    // Weak, because the scheduler keeps the next call and everything that the call captures.
    weak let scheduler = self
    var deadline = now
    var next: Disposable?
    var isEnded = false
    func scheduleNext() {
      deadline += interval
      next = scheduler?.schedule(at: deadline) {
        action()
        if !isEnded { scheduleNext() }
      }
    }
    scheduleNext()
    return Disposable {
      isEnded = true
      next?.dispose()
    }
  }
}
