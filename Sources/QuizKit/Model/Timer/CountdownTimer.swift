import QuizSupport
import Signals

/// Counts down to zero, can be paused, and announces the end once.
///
/// At the end it stays at 0 until ``stop()`` is called. Jumping back to the full count would hide from the player that time ran
/// out.
package final class CountdownTimer {
  /// What the countdown is doing.
  package enum Phase: String, Sendable {
    /// At its full length, not yet started.
    case idle
    /// Counting.
    case running
    /// Paused with time left.
    case paused
    /// Time ran out.
    case ended
  }

  /// The whole state as one value, so that observers never see the end together with a count that is not 0.
  package struct State: Equatable, Sendable {
    /// What the countdown is doing.
    package var phase: Phase
    /// Whole seconds left, rounded up: 0 means that time has run out.
    package var secondsLeft: Int
  }

  /// The current state. Emits on each change, which is once a second while running.
  @Observed package private(set) var state: State

  /// Emits when the state changed because time passed, and not because of a call.
  package var ticks: Signal<Void> { ticked.signal }

  /// The full length.
  package let length: Duration

  private let scheduler: any TimeScheduler
  /// The exact time left while not running.
  private var left: Duration
  /// When time runs out, on the scheduler's clock; `nil` while not running.
  private var deadline: Duration?
  private var tick: Disposable?
  private let ticked = PublishSubject<Void>()

  /// Creates a countdown that is not yet running.
  ///
  /// - Parameter left: how much of `length` is left, when an earlier run is resumed.
  package init(length: Duration, left: Duration? = nil, scheduler: any TimeScheduler) {
    self.length = length
    self.scheduler = scheduler
    self.left = length
    _state = Observed(wrappedValue: State(phase: .idle, secondsLeft: length.secondsRoundedUp))
    if let left { rewind(to: left) }
  }

  /// The exact time left.
  package var remaining: Duration {
    guard let deadline else { return left }
    return max(.zero, deadline - scheduler.now)
  }

  /// Starts, or resumes after a pause. Does nothing while running or after the end.
  package func start() {
    guard state.phase == .idle || state.phase == .paused else { return }
    deadline = scheduler.now + left
    update()
  }

  /// Pauses and keeps the exact time left. Does nothing unless running.
  package func pause() {
    guard state.phase == .running else { return }
    left = remaining
    halt()
    state = State(phase: .paused, secondsLeft: left.secondsRoundedUp)
  }

  /// Resets to the full length, ready to start again.
  package func stop() {
    halt()
    left = length
    state = State(phase: .idle, secondsLeft: length.secondsRoundedUp)
  }

  /// Pauses with `left` to go, to resume an earlier run.
  package func rewind(to left: Duration) {
    halt()
    self.left = min(left, length)
    state = State(
      phase: left > .zero ? .paused : .ended, secondsLeft: self.left.secondsRoundedUp)
  }

  private func halt() {
    tick?.dispose()
    tick = nil
    deadline = nil
  }

  /// Shows the time left and schedules the next change of the shown number. Calculates that instant from the deadline instead of
  /// from the last tick, so that delays do not add up.
  private func update() {
    guard let deadline else { return }
    let remaining = remaining
    guard remaining > .zero else {
      halt()
      left = .zero
      state = State(phase: .ended, secondsLeft: 0)
      return
    }
    let seconds = remaining.secondsRoundedUp
    tick = scheduler.schedule(at: deadline - .seconds(seconds - 1)) { [weak self] in
      self?.update()
      self?.ticked.emit(())
    }
    state = State(phase: .running, secondsLeft: seconds)
  }
}
