import QuizExchange
import QuizKit
import QuizSupport

extension CommandEntry {
  /// The commands that write the back of a card, and the parts of a solution that has several.
  static func parts(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "back-side", aliases: ["back-text", "裏面"], screens: [screen], arguments: "TEXT",
        english: "write the back of a card", japanese: "カードの裏面を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.back(arguments.text())) },
      .writingRow(
        "gap", "空欄", of: screen,
        "write what fills gap number N: Paris | Lutetia; choices with = before the right one",
        "N 番目の空欄の解答を入力します(Paris | Lutetia、選択肢なら正解の前に =)"
      ) { command(.gap($0, $1)) },
      .removingRow(
        "remove-gap", "空欄削除", of: screen,
        "remove what fills gap number N", "N 番目の空欄の解答を削除します"
      ) { command(.removeGap($0)) },
      .writingRow(
        "pair", "組", of: screen,
        "write pair number N: France | Paris", "N 番目の組を入力します(France | Paris)"
      ) { command(.pair($0, $1)) },
      .removingRow(
        "remove-pair", "組削除", of: screen, "remove pair number N", "N 番目の組を削除します"
      ) { command(.removePair($0)) },
      CommandEntry(
        name: "extra", aliases: ["余分"], screens: [screen], arguments: "TEXT",
        english: "write all further lines on the right, which belong to none: Rome | Berlin",
        japanese: "右側の余分な項目をすべて入力します(Rome | Berlin)", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.extra(arguments.text())) },
    ]
  }
}
