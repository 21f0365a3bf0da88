import QuizExchange
import QuizKit
import QuizSupport

extension CommandEntry {
  /// The commands that write a question's fields, for both screens that have such a form.
  static let form = [manageForm, registerForm].flatMap { $0 }

  private static let manageForm = fields(of: .manage) { .screen(ManageCommand.write($0)) }
  private static let registerForm = fields(of: .register) { .screen(RegisterCommand.write($0)) }

  private static func fields(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    solutions(of: screen, command) + parts(of: screen, command) + others(of: screen, command)
  }

  /// A command that writes the text of a row: `N TEXT`.
  static func writingRow(
    _ name: String, _ alias: String, of screen: ScreenName, _ english: String, _ japanese: String,
    _ command: @escaping @Sendable (Int, String) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: name, aliases: [alias], screens: [screen], arguments: "N TEXT", english: english,
      japanese: japanese, wordsBeforeText: 1
    ) { arguments throws(CommandError) in
      let number = try arguments.nextNumber("N")
      return command(number, arguments.text())
    }
  }

  /// A command that removes a row: `N`.
  static func removingRow(
    _ name: String, _ alias: String, of screen: ScreenName, _ english: String, _ japanese: String,
    _ command: @escaping @Sendable (Int) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: name, aliases: [alias], screens: [screen], arguments: "N", english: english,
      japanese: japanese
    ) { arguments throws(CommandError) in command(try arguments.nextNumber("N")) }
  }

  private static func solutions(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "question", aliases: ["質問", "問題文"], screens: [screen], arguments: "TEXT",
        english: "write the question", japanese: "質問を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.question(arguments.text())) },
      .writingRow(
        "choice", "選択肢", of: screen, "write choice number N", "N 番目の選択肢を入力します"
      ) { command(.choice($0, $1)) },
      CommandEntry(
        name: "add-choice", aliases: ["選択肢追加"], screens: [screen], arguments: "TEXT",
        english: "add a choice", japanese: "選択肢を追加します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.addChoice(arguments.text())) },
      .removingRow(
        "remove-choice", "選択肢削除", of: screen, "remove choice number N", "N 番目の選択肢を削除します"
      ) { command(.removeChoice($0)) },
      CommandEntry(
        name: "kind", aliases: ["種類"], screens: [screen], arguments: KindWord.usage,
        english:
          "the kind of question: one choice, true or false, several choices, a text, a number, a "
          + "card, gaps, an order or pairs",
        japanese: "質問の種類を選びます(択一、正誤、複数選択、記述、数値、カード、穴埋め、並べ替え、組み合わせ)"
      ) { arguments throws(CommandError) in
        let language = arguments.language
        return command(
          .kind(try KindWord.kind(&arguments), statements: KindWord.statements(language)))
      },
      CommandEntry(
        name: "correct", aliases: ["正解"], screens: [screen], arguments: "N…",
        english:
          "mark choice number N as right; several with “kind several”: 1 3; true or false: t f",
        japanese: "N 番目の選択肢を正解にします(kind several なら 1 3 のように複数、正誤なら 正 か 誤)"
      ) { arguments throws(CommandError) in
        let rest = arguments
        if let word = arguments.nextIfAny(), let words = TruthWord.words(meaning: word) {
          return command(.correctStatement(words))
        }
        arguments = rest
        return command(.correct(try arguments.nextNumbers("N")))
      },
      CommandEntry(
        name: "accept", aliases: ["解答"], screens: [screen], arguments: "TEXT",
        english: "accept this text as the answer; * stands for anything",
        japanese: "この文字列を正解にします(* は任意の文字列)", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.accept(arguments.text())) },
      CommandEntry(
        name: "number", aliases: ["数値"], screens: [screen], arguments: "NUMBER",
        english: "accept this number as the answer: 3, 3.14 ± 0.01, 3 to 4",
        japanese: "この数値を正解にします(3、3.14 ± 0.01、3 to 4)", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.number(arguments.text())) },
      .writingRow(
        "accepted", "解答変更", of: screen, "rewrite accepted answer number N", "N 番目の正解を書き直します"
      ) { command(.accepted($0, $1)) },
      .removingRow(
        "unaccept", "解答削除", of: screen, "no longer accept answer number N", "N 番目の正解を削除します"
      ) { command(.unaccept($0)) },
      CommandEntry(
        name: "case", aliases: ["大文字小文字"], screens: [screen], arguments: "yes|no",
        english: "whether capital and small letters differ in the answer",
        japanese: "解答の大文字と小文字を区別するかどうかを決めます"
      ) { arguments throws(CommandError) in
        command(.caseSensitive(try arguments.nextYesOrNo("yes|no")))
      },
    ]
  }

  private static func others(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "commentary", aliases: ["解説"], screens: [screen], arguments: "TEXT",
        english: "write the commentary", japanese: "解説を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.commentary(arguments.text())) },
      CommandEntry(
        name: "tags", aliases: ["タグ"], screens: [screen], arguments: "TAG…",
        english: "write all tags; none removes them", japanese: "タグを入力します(省略するとすべて外します)"
      ) { arguments throws(CommandError) in
        command(.tags(TagWords.tags(in: arguments.remaining())))
      },
      CommandEntry(
        name: "deck", aliases: ["登録先"], screens: [screen], arguments: "DECK",
        english: "put the question into this deck; a new name makes a new deck",
        japanese: "この問題集に入れます(なければ新しく作ります)", wordsBeforeText: 0
      ) { arguments throws(CommandError) in
        command(.deck(DeckWord.name(in: arguments.text())))
      },
    ]
  }
}

/// Splits tags as people type them: at blanks or commas. A tag with a blank in it needs quotes.
enum TagWords {
  static func tags(in words: [String]) -> [String] {
    words.flatMap { word in
      word.split { ",、,".contains($0) }.map(String.init)
    }
  }
}

/// Reads the name of a deck that ends a line: blanks need no quotes, but may have them.
enum DeckWord {
  static func name(in text: String) -> String {
    let text = text.trimmingPrefix { $0.isWhitespace }
    guard text.count > 2, text.first == "\"", text.last == "\"" else { return String(text) }
    let inside = String(text.dropFirst().dropLast())
    return inside.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
  }
}
