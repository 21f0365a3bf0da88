import Signals

/// The commands of a timer.
public enum TimerCommand: Equatable, Sendable {
  /// Start, or continue after a pause.
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
  /// How long further commands are dropped after one is accepted, to ignore accidental double taps.
  public static let window = Duration.seconds(1)

  /// Takes the commands. Of the commands within one ``window``, only the first counts.
  public let commands = PublishSubject<TimerCommand>()

  /// Emits why a command was refused. Commands dropped within the ``window`` emit nothing.
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// The state of the buttons.
  @Observed public private(set) var state: TimerPlayerState

  private let timer: CountdownTimer
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the buttons of a timer. `scheduler` must be the one that the timer uses.
  public init(timer: CountdownTimer, scheduler: any TimeScheduler) {
    self.timer = timer
    _state = Observed(wrappedValue: TimerPlayerState(timer))
    timer.$state.observe { [unowned self] _ in state = TimerPlayerState(timer) }.disposed(by: bag)
    commands.signal
      .throttle(for: Self.window, latest: false, on: scheduler)
      .observe { [unowned self] in perform($0) }
      .disposed(by: bag)
  }

  private func perform(_ command: TimerCommand) {
    if let refusal = refusal(of: command) { return refused.emit(refusal) }
    switch command {
    case .start: timer.start()
    case .pause: timer.pause()
    case .stop: timer.stop()
    }
  }

  private func refusal(of command: TimerCommand) -> TimerRefusal? {
    switch (command, timer.state.phase) {
    case (.start, .running): .running
    case (.start, .ended): .ended
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
  /// The time ran out.
  case ended
  /// No time has passed yet.
  case nothingToStop

  public var code: String {
    switch self {
    case .running: "running"
    case .notRunning: "not-running"
    case .ended: "ended"
    case .nothingToStop: "nothing-to-stop"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .running:
      language.text("The timer is running already.", "タイマーはもう動いています。")
    case .notRunning:
      language.text("The timer is not running; “start” starts it.", "タイマーは動いていません。start で始めます。")
    case .ended:
      language.text(
        "The time is over; “stop” goes back to the full time.", "時間切れです。stop で最初の時間に戻します。")
    case .nothingToStop:
      language.text("No time has run yet.", "まだ時間が進んでいません。")
    }
  }
}
