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
public final class TimerViewModel: ScreenModel<TimerCommand, TimerState> {
  private let display: TimerDisplayViewModel
  private let player: TimerPlayerViewModel

  /// Creates the screen of a timer. `scheduler` must be the one that the timer uses.
  public init(timer: CountdownTimer, scheduler: any TimeScheduler) {
    display = TimerDisplayViewModel(timer: timer)
    player = TimerPlayerViewModel(timer: timer, scheduler: scheduler)
    // With the scheduler, an end that changes both parts is published once.
    super.init(TimerState(display.state, player.state), scheduler: scheduler)
    follow(display.$state.combineLatest(player.$state).skip(first: 1))
    refuse(player.refusals)
    notice(player.drops)
  }

  override func perform(_ command: TimerCommand) {
    player.commands.emit(command)
  }

  override func shown() -> TimerState {
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

/// The commands of a timer.
public enum TimerCommand: String, Equatable, Sendable {
  /// Start, continue after a pause, or start again from the full time after the end.
  case start
  /// Pause and keep the remaining time.
  case pause
  /// Reset to the full time.
  case stop
}

/// The state of a timer's buttons.
public struct TimerPlayerState: Equatable, Sendable {
  /// Whether the timer is running.
  public var running: Bool
  /// Whether any time has passed, so that `stop` has an effect.
  public var stopEnabled: Bool
}

/// The buttons of a timer: start, pause and stop.
public final class TimerPlayerViewModel {
  /// How long further commands are dropped after one is carried out, to ignore accidental double
  /// taps.
  public static let window = Duration.seconds(1)

  /// Takes the commands. Of the commands within one ``window``, only the first counts. A refused
  /// command does not open a window.
  public let commands = PublishSubject<TimerCommand>()

  /// Emits the reason when a command was refused.
  public var refusals: Signal<TimerRefusal> { refused.signal }

  /// Emits each command that was dropped because a ``window`` was open.
  public var drops: Signal<DroppedCommand> { dropped.signal }

  /// The state of the buttons.
  @Observed public private(set) var state: TimerPlayerState

  private let timer: CountdownTimer
  private let refused = PublishSubject<TimerRefusal>()
  private let dropped = PublishSubject<DroppedCommand>()
  private let bag = DisposeBag()

  /// Creates the buttons of a timer. `scheduler` must be the one that the timer uses.
  public init(timer: CountdownTimer, scheduler: any TimeScheduler) {
    self.timer = timer
    _state = Observed(wrappedValue: TimerPlayerState(timer))
    timer.$state.observe { [unowned self] _ in state = TimerPlayerState(self.timer) }
      .disposed(by: bag)
    commands.signal
      .throttle(
        for: Self.window, latest: false, on: scheduler,
        opens: { [unowned self] in refusal(of: $0) == nil },
        dropped: { [dropped] in dropped.emit(DroppedCommand(name: $0.rawValue)) }
      )
      .observe { [unowned self] in perform($0) }.disposed(by: bag)
  }

  private func perform(_ command: TimerCommand) {
    if let refusal = refusal(of: command) { return refused.emit(refusal) }
    switch command {
    case .start:
      if timer.state.phase == .ended { timer.stop() }
      timer.start()
    case .pause: timer.pause()
    case .stop: timer.stop()
    }
  }

  private func refusal(of command: TimerCommand) -> TimerRefusal? {
    switch (command, timer.state.phase) {
    case (.start, .running): .running
    case (.pause, .idle), (.pause, .paused), (.pause, .ended): .notRunning
    case (.stop, _): timer.hasRun ? nil : .nothingToStop
    default: nil
    }
  }
}

extension TimerPlayerState {
  /// The current state for `timer`.
  init(_ timer: CountdownTimer) {
    running = timer.state.phase == .running
    stopEnabled = timer.hasRun
  }
}

extension CountdownTimer {
  fileprivate var hasRun: Bool { remaining < length }
}

/// Why a timer refused a command.
public enum TimerRefusal: ReportableError, Equatable {
  /// The timer is already running.
  case running
  /// The timer is not running.
  case notRunning
  /// No time has passed yet.
  case nothingToStop

  public var message: Message {
    switch self {
    case .running:
      Message("running", "The timer is running already.", "タイマーはすでに動いています。")
    case .notRunning:
      Message(
        "not-running", "The timer is not running.", "タイマーは動いていません。")
    case .nothingToStop:
      Message("nothing-to-stop", "No time has run yet.", "まだ時間が進んでいません。")
    }
  }
}
