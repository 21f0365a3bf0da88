import QuizSupport
import Signals

extension ScreenName {
  /// A countdown.
  public static let timer = ScreenName(rawValue: "timer")
}

/// The state of the timer screen.
public struct TimerState: ScreenState {
  public static let screen = ScreenName.timer

  /// The full length in whole seconds, rounded up.
  public var fullCount: Int
  /// The whole seconds left, rounded up; 0 after the end.
  public var remaining: Int
  /// Whether the timer is running.
  public var running: Bool
  /// Whether any time has passed, so that `stop` has an effect.
  public var stopEnabled: Bool
  /// Whether time has run out and the timer has not been reset since.
  public var alert: Bool

  public var timeless: Self {
    var copy = self
    copy.remaining = 0
    return copy
  }
}

/// The route to the screen of a countdown.
public typealias TimerRoute = ScreenRoute<TimerState, CountdownTimer>

/// The timer screen: a display, buttons and an alert at the end.
public final class TimerViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<TimerCommand, TimerState>

  private let display: TimerDisplayViewModel
  private let player: TimerPlayerViewModel

  /// Creates the screen of a timer. `scheduler` must be the one that the timer uses.
  public init(timer: CountdownTimer, scheduler: any TimeScheduler) {
    display = TimerDisplayViewModel(timer: timer)
    player = TimerPlayerViewModel(timer: timer, scheduler: scheduler)
    // With the scheduler, an end that changes both parts is published once.
    core = ScreenCore(TimerState(display.state, player.state), scheduler: scheduler)
    core.start(self)
    core.follow(display.$state.combineLatest(player.$state).skip(first: 1))
    core.refuse(player.refusals)
    core.notice(player.drops)
  }

  func perform(_ command: TimerCommand) {
    player.commands.emit(command)
  }

  func shown() -> TimerState {
    TimerState(display.state, player.state)
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

/// The state of a timer's display.
public struct TimerDisplayState: Equatable, Sendable {
  /// The full length in whole seconds, rounded up.
  public var fullCount: Int
  /// The whole seconds left, rounded up; 0 after the end.
  public var remaining: Int
  /// Whether time has run out and the timer has not been reset since.
  public var isOver: Bool
}

/// The display of a timer: the remaining and the full time.
public final class TimerDisplayViewModel {
  /// The state of the display.
  @Observed public private(set) var state: TimerDisplayState

  private let bag = DisposeBag()

  /// Creates the display of a timer.
  public init(timer: CountdownTimer) {
    let length = timer.length
    _state = Observed(wrappedValue: TimerDisplayState(timer.state, of: length))
    timer.$state.observe { [unowned self] in state = TimerDisplayState($0, of: length) }
      .disposed(by: bag)
  }
}

extension TimerDisplayState {
  fileprivate init(_ timer: CountdownTimer.State, of length: Duration) {
    fullCount = length.secondsRoundedUp
    remaining = timer.secondsLeft
    isOver = timer.phase == .ended
  }
}
