import QuizKit

extension CommandEntry {
  /// The fields of a question, where one is written.
  static let form = [manageForm, registerForm].flatMap { $0 }

  private static let manageForm = fields(of: .manage) { .manage(.write($0)) }
  private static let registerForm = fields(of: .register) { .register(.write($0)) }

  private static func fields(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "question", aliases: ["質問", "問題文"], screens: [screen], arguments: "TEXT",
        english: "write the question", japanese: "質問を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.question(arguments.text())) },
      CommandEntry(
        name: "choice", aliases: ["選択肢"], screens: [screen], arguments: "N TEXT",
        english: "write choice number N", japanese: "N 番目の選択肢を入力します", wordsBeforeText: 1
      ) { arguments throws(CommandError) in
        let number = try arguments.nextNumber("N")
        return command(.choice(number, arguments.text()))
      },
      CommandEntry(
        name: "add-choice", aliases: ["選択肢追加"], screens: [screen], arguments: "TEXT",
        english: "add a choice", japanese: "選択肢を追加します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.addChoice(arguments.text())) },
      CommandEntry(
        name: "remove-choice", aliases: ["選択肢削除"], screens: [screen], arguments: "N",
        english: "remove choice number N", japanese: "N 番目の選択肢を取り除きます"
      ) { arguments throws(CommandError) in
        command(.removeChoice(try arguments.nextNumber("N")))
      },
      CommandEntry(
        name: "correct", aliases: ["正解"], screens: [screen], arguments: "N",
        english: "mark choice number N as right", japanese: "N 番目の選択肢を正解にします"
      ) { arguments throws(CommandError) in command(.correct(try arguments.nextNumber("N"))) },
      CommandEntry(
        name: "commentary", aliases: ["解説"], screens: [screen], arguments: "TEXT",
        english: "write the commentary", japanese: "解説を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.commentary(arguments.text())) },
      CommandEntry(
        name: "tags", aliases: ["タグ"], screens: [screen], arguments: "TAG…",
        english: "write all tags; none takes them away", japanese: "タグを入力します(省略するとすべて外します)"
      ) { arguments throws(CommandError) in
        command(.tags(TagWords.tags(in: arguments.remaining())))
      },
    ]
  }
}

/// Tags as people type them: parted by blanks or commas, a blank inside one only in quotes.
enum TagWords {
  static func tags(in words: [String]) -> [String] {
    words.flatMap { word in
      word.split { ",、,".contains($0) }.map(String.init)
    }
  }
}
