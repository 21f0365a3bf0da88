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
      CommandEntry(
        name: "gap", aliases: ["空欄"], screens: [screen], arguments: "N TEXT",
        english: "write what fills gap number N: Paris | Lutetia; choices with = before the right one",
        japanese: "N 番目の空欄の解答を入力します(Paris | Lutetia、選択肢なら正解の前に =)",
        wordsBeforeText: 1
      ) { arguments throws(CommandError) in
        let number = try arguments.nextNumber("N")
        return command(.gap(number, arguments.text()))
      },
      CommandEntry(
        name: "remove-gap", aliases: ["空欄削除"], screens: [screen], arguments: "N",
        english: "remove what fills gap number N", japanese: "N 番目の空欄の解答を取り除きます"
      ) { arguments throws(CommandError) in
        command(.removeGap(try arguments.nextNumber("N")))
      },
      CommandEntry(
        name: "pair", aliases: ["組"], screens: [screen], arguments: "N TEXT",
        english: "write pair number N: France | Paris", japanese: "N 番目の組を入力します(France | Paris)",
        wordsBeforeText: 1
      ) { arguments throws(CommandError) in
        let number = try arguments.nextNumber("N")
        return command(.pair(number, arguments.text()))
      },
      CommandEntry(
        name: "remove-pair", aliases: ["組削除"], screens: [screen], arguments: "N",
        english: "remove pair number N", japanese: "N 番目の組を取り除きます"
      ) { arguments throws(CommandError) in
        command(.removePair(try arguments.nextNumber("N")))
      },
      CommandEntry(
        name: "extra", aliases: ["余分"], screens: [screen], arguments: "TEXT",
        english: "write all further lines on the right, which belong to none: Rome | Berlin",
        japanese: "右側の余分な項目をすべて入力します(Rome | Berlin)", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.extra(arguments.text())) },
    ]
  }
}
