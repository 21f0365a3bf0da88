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
public final class TimerViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<TimerCommand, TimerState>

  private let display: TimerDisplayViewModel
  private let player: TimerPlayerViewModel
  private var latest: TimerState
  private let bag = DisposeBag()

  /// Creates the screen of a timer; `scheduler` is the one that the timer runs on.
  public init(timer: CountdownTimer, scheduler: any TimeScheduler) {
    display = TimerDisplayViewModel(timer: timer)
    player = TimerPlayerViewModel(timer: timer, scheduler: scheduler)
    latest = TimerState(display.state, player.state)
    core = ScreenCore(latest, scheduler: scheduler)
    core.start(self)
    core.refuse(player.refusals)
    display.$state.combineLatest(player.$state, TimerState.init).observe { [unowned self] in
      latest = $0
      core.changed()
    }.disposed(by: bag)
  }

  func perform(_ command: TimerCommand) {
    player.commands.emit(command)
  }

  func shown() -> TimerState {
    latest
  }
}

extension TimerState {
  init(_ display: TimerDisplayState, _ player: TimerPlayerState) {
    fullCount = display.fullCount
    remaining = display.remaining
    running = player.running
    stopEnabled = player.stopEnabled
    alert = display.isOver
  }
}

/// What the display of a timer shows.
public struct TimerDisplayState: Equatable, Sendable {
  /// Whole seconds of the full length, rounded up.
  public var fullCount: Int
  /// Whole seconds left, rounded up; at the end it stays 0.
  public var remaining: Int
  /// Whether time has run out, and nobody has gone back to the full time since.
  public var isOver: Bool
}

/// The display of a timer: how much of how much is left.
public final class TimerDisplayViewModel {
  /// What the display shows.
  @Observed public private(set) var state: TimerDisplayState

  private let bag = DisposeBag()

  /// Creates the display of a timer.
  public init(timer: CountdownTimer) {
    let fullCount = timer.length.secondsRoundedUp
    func display(_ state: CountdownTimer.State) -> TimerDisplayState {
      TimerDisplayState(
        fullCount: fullCount, remaining: state.secondsLeft, isOver: state.phase == .ended)
    }
    _state = Observed(wrappedValue: display(timer.state))
    timer.$state.observe { [unowned self] in state = display($0) }.disposed(by: bag)
  }
}
