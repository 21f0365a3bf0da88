import QuizKit

extension TimerState: Viewable {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = [bar(look)]
    lines += look.lines(palette.heading(strings.remaining(remaining)))
    if alert { lines += look.lines(palette.warning(strings.timeIsOver)) }
    return lines + look.lines(palette.faint(strings.timerHint(hint)))
  }

  /// What is left of the whole, as a bar.
  private func bar(_ look: Look) -> String {
    let width = min(40, (look.columns ?? 80) - 2)
    return "[" + look.palette.warning(Gauge.bar(remaining, of: fullCount, cells: width)) + "]"
  }

  private var hint: TimerHint {
    if alert { return .ended }
    if running { return .running }
    return stopEnabled ? .paused : .idle
  }

  /// The seconds, read out where nobody sees the display.
  func announcement(_ strings: Strings) -> String? {
    let isMoment = remaining <= 5 || remaining % 10 == 0 && remaining <= 60 || remaining % 60 == 0
    return isMoment ? strings.remaining(remaining) : nil
  }
}

/// What the timer's commands would do next.
private enum TimerHint {
  case idle, running, paused, ended
}

extension Strings {
  fileprivate var timeIsOver: String { self("Time is up!", "時間になりました!") }

  fileprivate func timerHint(_ hint: TimerHint) -> String {
    switch hint {
    case .idle: self("“start” starts the timer.", "start で開始します。")
    case .running: self("Running: “pause” halts it.", "動いています。pause で一時停止します。")
    case .paused:
      self("Halted: “start” goes on, “stop” goes back.", "一時停止中です。start で再開、stop で最初に戻ります。")
    case .ended: self("“stop” goes back to the full time.", "stop で最初の時間に戻ります。")
    }
  }
}
