import Signals

/// Counts down to nothing, can be paused, and says once when it is over.
///
/// At the end it stays at 0 until someone calls ``stop()``: a display that jumped back to the full count would
/// hide that time ran out.
public final class CountdownTimer {
  /// What the countdown is doing.
  public enum Phase: String, Sendable {
    /// At its full length, not yet started.
    case idle
    /// Counting.
    case running
    /// Halted with time left.
    case paused
    /// Time ran out.
    case ended
  }

  /// The whole state, changed at once, so that nobody sees the end announced beside a count that is not 0.
  public struct State: Equatable, Sendable {
    /// What the countdown is doing.
    public var phase: Phase
    /// Whole seconds left, rounded up: 0 means that time has run out.
    public var secondsLeft: Int
  }

  /// The state now, emitted on each change; while running that is once a second.
  @Observed public private(set) var state: State

  /// Emitted when time has changed the state, and not somebody who started, halted or set the countdown.
  public var ticks: Signal<Void> { ticked.signal }

  /// The full length.
  public let length: Duration

  private let scheduler: any TimeScheduler
  /// The exact time left while halted.
  private var left: Duration
  /// When time runs out, on the scheduler's clock; `nil` while halted.
  private var deadline: Duration?
  private var tick: Disposable?
  private let ticked = PublishSubject<Void>()

  /// Creates a countdown that is not yet running.
  ///
  /// - Parameter left: what is left of `length`, when it goes on from an earlier run.
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

  /// Starts, or goes on after a pause. Does nothing while running or after the end.
  public func start() {
    guard state.phase == .idle || state.phase == .paused else { return }
    deadline = scheduler.now + left
    update()
  }

  /// Halts with the exact time kept. Does nothing unless running.
  public func pause() {
    guard state.phase == .running else { return }
    left = remaining
    halt()
    state = State(phase: .paused, secondsLeft: left.secondsRoundedUp)
  }

  /// Goes back to the full length, ready to start again.
  public func stop() {
    halt()
    left = length
    state = State(phase: .idle, secondsLeft: length.secondsRoundedUp)
  }

  /// Halts with `left` to go, as it was when an earlier run was left.
  public func rewind(to left: Duration) {
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

  /// Shows the time left and waits for the instant at which the shown number changes, counted from the
  /// deadline and not from the last tick, so that late ticks do not add up.
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
