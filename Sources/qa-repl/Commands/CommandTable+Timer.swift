import QuizKit

extension CommandEntry {
  /// How long a timer runs when nobody says.
  private static let usualLength = Duration.seconds(5)

  /// The timer: how one gets there, and its commands.
  static let timer: [CommandEntry] = [
    CommandEntry(
      name: "timer", aliases: ["タイマー"], screens: [.start], arguments: "[TIME]",
      english: "a countdown (5s)", japanese: "カウントダウンのタイマー(省略すると 5 秒)"
    ) { arguments throws(CommandError) in
      .open(.timer(try arguments.nextDurationIfAny() ?? usualLength))
    },
    CommandEntry(
      name: "start", aliases: ["開始", "スタート"], screens: [.timer],
      english: "start, or go on after a pause; of all commands within a second the first counts",
      japanese: "開始・再開します(1 秒以内の続けての操作は最初のものだけ有効です)"
    ) { _ throws(CommandError) in .timer(.start) },
    CommandEntry(
      name: "pause", aliases: ["一時停止"], screens: [.timer],
      english: "halt, with the time kept", japanese: "一時停止します"
    ) { _ throws(CommandError) in .timer(.pause) },
    CommandEntry(
      name: "stop", aliases: ["停止", "ストップ"], screens: [.timer],
      english: "back to the full time", japanese: "止めて、最初の時間に戻します"
    ) { _ throws(CommandError) in .timer(.stop) },
  ]
}
