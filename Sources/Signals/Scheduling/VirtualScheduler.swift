/// A scheduler whose time moves only on request, for tests and repeatable sessions.
///
///     let time = VirtualScheduler()
///     let alarm = time.after(.seconds(3)) { print("now") }
///     time.advance(by: .seconds(3))  // prints now
public final class VirtualScheduler: TimeScheduler {
  /// The current virtual time. It starts at the initializer's `now`.
  public var now: Duration { agenda.now }

  private var agenda: Agenda

  /// Makes a scheduler with the initial time `now`.
  public init(now: Duration = .zero) { agenda = Agenda(now: now) }

  /// The deadline of the next work, if there is any.
  public var nextDeadline: Duration? { agenda.nextDeadline() }

  /// Runs `action` at `deadline`, during the advance that reaches it.
  public func schedule(at deadline: Duration, _ action: @escaping () -> Void) -> Disposable {
    Disposable(owner: self, place: agenda.add(at: deadline, action))
  }

  /// Advances the time by `step` and runs all work due by then. A step of zero runs the work due
  /// now. Traps if `step` is negative.
  public func advance(by step: Duration) {
    precondition(step >= .zero, "a virtual scheduler cannot go back: it was asked to, by \(step)")
    advance(to: now + step)
  }

  /// Advances the time to `target` and runs all work due by then in order, including work scheduled
  /// meanwhile. Traps if `target` is in the past.
  public func advance(to target: Duration) {
    precondition(
      target >= now, "a virtual scheduler cannot go back: it is at \(now), asked to go to \(target)"
    )
    while let action = agenda.next(dueBy: target) { action() }
  }
}

extension VirtualScheduler: DisposalOwner {
  func vacate(_ place: Int) { _ = agenda.cancel(place) }
}
