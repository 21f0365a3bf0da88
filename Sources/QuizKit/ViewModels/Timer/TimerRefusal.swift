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
