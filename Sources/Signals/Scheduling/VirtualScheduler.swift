/// Time that moves only when it is told to: for tests, and for sessions that can be repeated.
///
///     let time = VirtualScheduler()
///     let alarm = time.after(.seconds(3)) { print("now") }
///     time.advance(by: .seconds(3))  // prints now
public final class VirtualScheduler: TimeScheduler {
  /// The time since the start: the sum of what it was advanced by.
  public var now: Duration { agenda.now }

  private var agenda: Agenda

  /// Makes a scheduler whose time is `now`.
  public init(now: Duration = .zero) { agenda = Agenda(now: now) }

  /// When the next work is due, if there is any.
  public var nextDeadline: Duration? { agenda.nextDeadline() }

  /// Runs `action` at `deadline`, during the advance that reaches it.
  public func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable {
    Disposable(owner: self, place: agenda.add(at: deadline, action))
  }

  /// Moves time on by `step` and runs all that is due until then. By zero, it runs what is due now.
  /// Traps if `step` is negative.
  public func advance(by step: Duration) {
    precondition(step >= .zero, "a virtual scheduler cannot go back: it was asked to, by \(step)")
    run(dueBy: now + step)
  }

  /// Moves time on to `target` and runs, in order, all that is due until then, including what is
  /// scheduled meanwhile. Traps if `target` lies in the past.
  public func advance(to target: Duration) {
    precondition(
      target >= now, "a virtual scheduler cannot go back: it is at \(now), asked to go to \(target)"
    )
    run(dueBy: target)
  }

  /// Runs everything, including what is scheduled meanwhile, and moves time on to the last of it.
  ///
  /// - Parameter limit: How many pieces of work it may take. A repeating timer never ends by itself.
  /// - Throws: ``EndlessRun`` if there is more after that.
  public func runToEnd(limit: Int = 100_000) throws(EndlessRun) {
    for _ in 0..<limit {
      guard let deadline = agenda.nextDeadline(), let action = agenda.next(dueBy: deadline) else {
        return
      }
      action()
    }
    if agenda.nextDeadline() != nil { throw EndlessRun(limit: limit, now: now) }
  }

  private func run(dueBy limit: Duration) {
    while let action = agenda.next(dueBy: limit) { action() }
  }
}

extension VirtualScheduler: DisposalOwner {
  func vacate(_ place: Int) { _ = agenda.cancel(place) }
}

/// `runToEnd(limit:)` stopped, because there was still work after its limit.
public struct EndlessRun: Error, Equatable, CustomStringConvertible {
  /// How many pieces of work were allowed, and ran.
  public let limit: Int

  /// The virtual time at which it was stopped.
  public let now: Duration

  /// What happened and what to do about it.
  public var description: String {
    "still work to do after \(limit) pieces, at \(now): "
      + "dispose of repeating timers first, or give runToEnd(limit:) a higher limit"
  }
}
