import QuizSupport
import Signals

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
