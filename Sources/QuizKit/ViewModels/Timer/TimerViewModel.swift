import Signals

/// What the timer screen shows.
public struct TimerState: ScreenState {
  public static let screen = ScreenName.timer

  /// Whole seconds of the full length, rounded up.
  public var fullCount: Int
  /// Whole seconds left, rounded up; at the end it stays 0.
  public var remaining: Int
  /// Whether the time runs.
  public var running: Bool
  /// Whether some time has run, so that `stop` has something to go back from.
  public var stopEnabled: Bool
  /// Whether time has run out, and nobody has gone back to the full time since.
  public var alert: Bool

  public var timeless: Self {
    var copy = self
    copy.remaining = 0
    return copy
  }
}

/// The timer screen: a display, buttons, and an alert at the end.
public final class TimerViewModel: ViewModel {
  public var commands: PublishSubject<TimerCommand> { player.commands }
  public var states: Signal<TimerState> { $state }
  public var refusals: Signal<any ReportableError> { player.refusals }

  /// What the screen shows.
  @Observed public private(set) var state: TimerState

  private let display: TimerDisplayViewModel
  private let player: TimerPlayerViewModel
  private let bag = DisposeBag()

  /// Creates the screen of a timer; `scheduler` is the one that the timer runs on.
  public init(timer: CountdownTimer, scheduler: any TimeScheduler) {
    let display = TimerDisplayViewModel(timer: timer)
    let player = TimerPlayerViewModel(timer: timer, scheduler: scheduler)
    (self.display, self.player) = (display, player)
    _state = Observed(wrappedValue: TimerState(display.state, player.state, timer.state.phase))
    // Display and buttons listen first, so both are up to date here, and the alert never comes before the 0.
    timer.$state.observe { [unowned self] in
      state = TimerState(display.state, player.state, $0.phase)
    }.disposed(by: bag)
  }
}

extension TimerState {
  init(
    _ display: TimerDisplayState, _ player: TimerPlayerState, _ phase: CountdownTimer.Phase
  ) {
    fullCount = display.fullCount
    remaining = display.remaining
    running = player.running
    stopEnabled = player.stopEnabled
    alert = phase == .ended
  }
}
