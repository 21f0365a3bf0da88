import Signals

/// What a person can ask of a timer.
public enum TimerCommand: Equatable, Sendable {
  /// Start, or go on after a pause.
  case start
  /// Halt, with the time kept.
  case pause
  /// Go back to the full time.
  case stop
}

/// What the buttons of a timer show.
public struct TimerPlayerState: Equatable, Sendable {
  /// Whether the time runs.
  public var running: Bool
  /// Whether some time has run, so that there is something to go back from.
  public var stopEnabled: Bool
}

/// The buttons of a timer: start, pause, stop.
public final class TimerPlayerViewModel {
  /// How long after a command no other is taken: a second tap of a nervous finger is no command.
  public static let window = Duration.seconds(1)

  /// The one way in. Of what comes within ``window``, the first counts and the rest is dropped.
  public let commands = PublishSubject<TimerCommand>()

  /// Says why a command was not carried out; a dropped one is not answered.
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the buttons show.
  @Observed public private(set) var state: TimerPlayerState

  private let timer: CountdownTimer
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the buttons of a timer; `scheduler` is the one that the timer runs on.
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
  /// The buttons of `timer` now.
  init(_ timer: CountdownTimer) {
    running = timer.state.phase == .running
    stopEnabled = timer.hasRun
  }
}

extension CountdownTimer {
  /// Whether some of the time is gone.
  fileprivate var hasRun: Bool { remaining < length }
}

/// Why a timer did not do what it was told.
public enum TimerRefusal: ReportableError, Equatable {
  /// The time runs already.
  case running
  /// The time does not run.
  case notRunning
  /// The time ran out.
  case ended
  /// No time has run yet.
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
