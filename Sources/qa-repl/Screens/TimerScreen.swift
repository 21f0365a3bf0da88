import QuizKit
import Terminal

extension Screen {
  /// The screen with a countdown.
  static let timer = Screen(english: "timer", japanese: "タイマー", commands: CommandEntry.timer) {
    (route: TimerRoute, models) in
    TimerViewModel(timer: route.model, scheduler: models.world.scheduler)
  }
}

extension Destination {
  /// Opens a timer of the given length.
  static func timer(_ length: Duration) -> Destination {
    Destination(.timer, length) { models, _ in
      TimerRoute(CountdownTimer(length: length, scheduler: models.world.scheduler))
    }
  }
}

extension CommandEntry {
  /// The length of a timer when none is given.
  private static let usualLength = Duration.seconds(5)

  fileprivate static let timer: [CommandEntry] = [
    CommandEntry(
      name: "timer", aliases: ["タイマー"], screens: [.start], isEverywhere: true, arguments: "[TIME]",
      english: "a countdown (5s)", japanese: "カウントダウンのタイマーを開きます（省略すると 5 秒）",
      group: .play
    ) { arguments throws(CommandError) in
      .open(.timer(try arguments.nextDurationIfAny() ?? usualLength))
    },
    .plain(
      "start", ["開始", "スタート"], on: .timer, TimerCommand.start,
      "start, go on after a pause, or start again at the end; of all commands within a second "
        + "the first counts",
      "開始・再開します。終わったあとは最初から始めます（1 秒以内に繰り返した操作は無視します）"),
    .plain(
      "pause", ["一時停止"], on: .timer, TimerCommand.pause,
      "halt, with the time kept", "一時停止します"),
    .plain(
      "stop", ["停止", "ストップ"], on: .timer, TimerCommand.stop,
      "back to the full time", "止めて、最初の時間に戻します"),
  ]
}

extension TimerCommand: ScreenCommand {}

extension TimerState: Viewable {
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = [bar(theme)]
    lines += theme.lines(palette.heading(strings.remaining(remaining)))
    if alert { lines += theme.lines(palette.warning(strings.timeIsOver)) }
    return lines + theme.lines(palette.faint(strings.timerHint(hint)))
  }

  /// The remaining time as a bar.
  private func bar(_ theme: Theme) -> String {
    theme.gauge(remaining, of: fullCount, cells: min(42, theme.columns ?? 80), .time)
  }

  private var hint: TimerHint {
    if alert { return .ended }
    if running { return .running }
    return stopEnabled ? .paused : .idle
  }

  var timesLeft: [TimeLeft] { [TimeLeft(countdown: .timer, seconds: remaining)] }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

/// The hint that the screen shows about its commands.
private enum TimerHint {
  case idle, running, paused, ended
}

extension LiveView {
  /// The countdown is redrawn in place. Its keys are those of a stopwatch.
  fileprivate init(_ state: TimerState, _ theme: Theme) {
    self.init(screen: .timer, theme)
    body = state.view(theme)
    let next = Command.screen(state.running ? TimerCommand.pause : .start)
    let strings = theme.strings
    var own = [
      KeyBinding.space(
        next,
        hint: "Space " + (state.running ? strings("pause", "一時停止") : strings("start", "開始"))),
      .command(.enter, next),
    ]
    if state.stopEnabled {
      own.append(
        .command(
          .backspace, .screen(TimerCommand.stop),
          hint: strings("Backspace stop", "Backspace 停止")))
    }
    keys = own + keys
  }
}

extension Strings {
  fileprivate var timeIsOver: String { self("Time is up!", "時間になりました!") }

  fileprivate func timerHint(_ hint: TimerHint) -> String {
    switch hint {
    case .idle: self("“start” starts the timer.", "start で開始します。")
    case .running: self("Running: “pause” halts it.", "動いています。pause で一時停止します。")
    case .paused:
      self("Halted: “start” goes on, “stop” goes back.", "一時停止中です。start で再開、stop で最初に戻ります。")
    case .ended:
      self(
        "“start” starts again, “stop” goes back to the full time.",
        "start でもう一度始めます。stop で最初の時間に戻ります。")
    }
  }
}
