/// A clock that can also be asked to do something at a given time.
///
/// Time is counted from the scheduler's own start and never goes back; it knows nothing of the date.
/// Work due at the same time runs in the order in which it was scheduled.
public protocol TimeScheduler: AnyObject {
  /// The time since the scheduler's start. While it runs work, this is the time the work was due.
  var now: Duration { get }

  /// Runs `action` once at `deadline` (since the scheduler's start), unless the returned handle is
  /// disposed of or dropped before. A deadline in the past counts as now. Never runs it at once.
  func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable
}

extension TimeScheduler {
  /// Runs `action` once when `delay` has passed.
  ///
  ///     after(3 ticks) ---x
  public func after(_ delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    schedule(at: now + delay, action)
  }

  /// Runs `action` each time that `interval` has passed, until the handle is disposed of or dropped.
  ///
  ///     every(3 ticks) ---x--x--x--x
  ///
  /// The times are counted from the start and do not drift. None is left out: after a pause of the
  /// program the missed ones follow each other at once. Traps if `interval` is not positive.
  public func every(_ interval: Duration, _ action: @escaping () -> Void) -> Disposable {
    precondition(interval > .zero, "every(_:_:) needs an interval above zero, not \(interval)")
    // Weak, because the scheduler keeps the next call and with it what the call captures.
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
