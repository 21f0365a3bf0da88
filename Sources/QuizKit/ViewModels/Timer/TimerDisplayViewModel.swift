import Signals

/// What the display of a timer shows.
public struct TimerDisplayState: Equatable, Sendable {
  /// Whole seconds of the full length, rounded up.
  public var fullCount: Int
  /// Whole seconds left, rounded up; at the end it stays 0.
  public var remaining: Int
}

/// The display of a timer: how much of how much is left.
public final class TimerDisplayViewModel {
  /// What the display shows.
  @Observed public private(set) var state: TimerDisplayState

  private let bag = DisposeBag()

  /// Creates the display of a timer.
  public init(timer: CountdownTimer) {
    let fullCount = timer.length.secondsRoundedUp
    _state = Observed(
      wrappedValue: TimerDisplayState(
        fullCount: fullCount, remaining: timer.state.secondsLeft))
    timer.$state.observe { [unowned self] in
      state = TimerDisplayState(fullCount: fullCount, remaining: $0.secondsLeft)
    }.disposed(by: bag)
  }
}
