import QuizSupport
import Signals

extension ScreenName {
  /// A countdown.
  package static let timer = ScreenName(rawValue: "timer")
}

/// The state of the timer screen.
package struct TimerState: ScreenState {
  package static let screen = ScreenName.timer

  /// The full length in whole seconds, rounded up.
  package var fullCount: Int
  /// The whole seconds left, rounded up; 0 after the end.
  package var remaining: Int
  /// Whether the timer is running.
  package var running: Bool
  /// Whether any time has passed, so that `stop` has an effect.
  package var stopEnabled: Bool
  /// Whether time has run out and the timer has not been reset since.
  package var alert: Bool

  package var timeless: Self {
    var copy = self
    copy.remaining = 0
    return copy
  }
}

/// The route to the screen of a countdown.
package typealias TimerRoute = ScreenRoute<TimerState, CountdownTimer>

/// The timer screen: a display, buttons and an alert at the end.
package final class TimerViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<TimerCommand, TimerState>

  private let display: TimerDisplayViewModel
  private let player: TimerPlayerViewModel
  private var latest: TimerState
  private let bag = DisposeBag()

  /// Creates the screen of a timer. `scheduler` must be the one that the timer uses.
  package init(timer: CountdownTimer, scheduler: any TimeScheduler) {
    display = TimerDisplayViewModel(timer: timer)
    player = TimerPlayerViewModel(timer: timer, scheduler: scheduler)
    latest = TimerState(display.state, player.state)
    core = ScreenCore(latest, scheduler: scheduler)
    core.start(self)
    core.refuse(player.refusals)
    core.notice(player.drops)
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

/// The state of a timer's display.
package struct TimerDisplayState: Equatable, Sendable {
  /// The full length in whole seconds, rounded up.
  package var fullCount: Int
  /// The whole seconds left, rounded up; 0 after the end.
  package var remaining: Int
  /// Whether time has run out and the timer has not been reset since.
  package var isOver: Bool
}

/// The display of a timer: the remaining and the full time.
package final class TimerDisplayViewModel {
  /// The state of the display.
  @Observed package private(set) var state: TimerDisplayState

  private let bag = DisposeBag()

  /// Creates the display of a timer.
  package init(timer: CountdownTimer) {
    let fullCount = timer.length.secondsRoundedUp
    func display(_ state: CountdownTimer.State) -> TimerDisplayState {
      TimerDisplayState(
        fullCount: fullCount, remaining: state.secondsLeft, isOver: state.phase == .ended)
    }
    _state = Observed(wrappedValue: display(timer.state))
    timer.$state.observe { [unowned self] in state = display($0) }.disposed(by: bag)
  }
}
