import QuizSupport
import Signals

/// Counts down to zero, can be paused, and announces the end once.
///
/// At the end it stays at 0 until ``stop()`` is called. If it jumped back to the full count, the
/// player would not see that time ran out.
public final class CountdownTimer {
  /// The phase of a countdown.
  public enum Phase: String, Sendable {
    /// At its full length and not started.
    case idle
    /// Counting down.
    case running
    /// Paused with some time left.
    case paused
    /// Time ran out.
    case ended
  }

  /// The whole state as one value, so that observers never see the end together with a count other
  /// than 0.
  public struct State: Equatable, Sendable {
    /// The phase of the countdown.
    public var phase: Phase
    /// Whole seconds left, rounded up: 0 means that time has run out.
    public var secondsLeft: Int
  }

  /// The current state. Emits on each change, which is once a second while running.
  @Observed public private(set) var state: State

  /// Emits when the passing of time changed the state. Calls do not cause this.
  package var ticks: Signal<Void> { ticked.signal }

  /// The full length.
  public let length: Duration

  private let scheduler: any TimeScheduler
  /// The exact time left while not running.
  private var left: Duration
  /// When time runs out, on the scheduler's clock; `nil` while not running.
  private var deadline: Duration?
  private var tick: Disposable?
  private let ticked = PublishSubject<Void>()

  /// Creates a countdown that is not yet running.
  ///
  /// - Parameters:
  ///   - length: the time from the start to the end.
  ///   - left: the part of `length` that is left, when an earlier run is resumed.
  ///   - scheduler: the clock by which the time runs.
  public init(length: Duration, left: Duration? = nil, scheduler: any TimeScheduler) {
    self.length = length
    self.scheduler = scheduler
    self.left = length
    _state = Observed(wrappedValue: State(phase: .idle, secondsLeft: length.secondsRoundedUp))
    if let left { rewind(to: left) }
  }

  /// The exact time left.
  public var remaining: Duration {
    guard let deadline else { return left }
    return max(.zero, deadline - scheduler.now)
  }

  /// Starts, or resumes after a pause. Does nothing while running or after the end.
  public func start() {
    guard state.phase == .idle || state.phase == .paused else { return }
    deadline = scheduler.now + left
    update()
  }

  /// Pauses and keeps the exact time left. Does nothing unless running.
  public func pause() {
    guard state.phase == .running else { return }
    left = remaining
    halt()
    state = State(phase: .paused, secondsLeft: left.secondsRoundedUp)
  }

  /// Resets to the full length, ready to start again.
  public func stop() {
    halt()
    left = length
    state = State(phase: .idle, secondsLeft: length.secondsRoundedUp)
  }

  /// Sets the time left to `left` and pauses, to resume an earlier run.
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

  /// Shows the time left and schedules the next change of the number that is shown. Calculates that
  /// instant from the deadline instead of the last tick, so that delays do not add up.
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
