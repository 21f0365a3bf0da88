import QuizKit

extension CommandEntry {
  private static let listOptions = [
    OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
    OptionEntry(
      name: "search", value: "WORDS", english: "only with these words", japanese: "この言葉を含むものだけ"),
  ]

  /// The notes: how one gets there, and their commands.
  static let notes: [CommandEntry] = [
    CommandEntry(
      name: "notes", aliases: ["ノート", "メモ"], screens: [.start], arguments: "[OPTIONS]",
      english: "read and write notes", japanese: "ノートを読み書きします", options: listOptions
    ) { arguments throws(CommandError) in
      .open(
        .notes(deck: arguments.value("deck"), words: arguments.value("search") ?? ""))
    },
    CommandEntry(
      name: "notes", aliases: ["ノート", "メモ"], screens: [.result], arguments: "N",
      english: "the notes on question number N", japanese: "N 番目の質問のノートを開きます"
    ) { arguments throws(CommandError) in
      .open(.notesOnQuestion(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "notes", aliases: ["ノート", "メモ"], screens: [.manage],
      english: "the notes on this question", japanese: "この質問のノートを開きます"
    ) { _ throws(CommandError) in .open(.notesOnQuestion(nil)) },
    CommandEntry(
      name: "new", aliases: ["新規"], screens: [.notes], arguments: "[OPTIONS]",
      english: "begin a note", japanese: "新しいノートを書き始めます",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "on this deck", japanese: "この問題集について"),
        OptionEntry(
          name: "question", value: "N", english: "on question number N of the deck",
          japanese: "問題集の N 番目の質問について"),
      ]
    ) { arguments throws(CommandError) in
      .notes(
        .new(deck: arguments.value("deck"), question: try arguments.number("question")))
    },
    CommandEntry(
      name: "title", aliases: ["題名"], screens: [.notes], arguments: "TEXT",
      english: "name the open note", japanese: "開いているノートに題名を付けます", wordsBeforeText: 0
    ) { arguments throws(CommandError) in .notes(.title(arguments.text())) },
    CommandEntry(
      name: "body", aliases: ["本文"], screens: [.notes], arguments: "TEXT",
      english: "write the open note", japanese: "開いているノートの本文を書きます", wordsBeforeText: 0
    ) { arguments throws(CommandError) in .notes(.body(arguments.text())) },
    CommandEntry(
      name: "add", aliases: ["追記"], screens: [.notes], arguments: "TEXT",
      english: "write one more line", japanese: "本文に 1 行書き足します", wordsBeforeText: 0
    ) { arguments throws(CommandError) in .notes(.add(arguments.text())) },
    CommandEntry(
      name: "save", aliases: ["保存"], screens: [.notes],
      english: "save the open note", japanese: "開いているノートを保存します"
    ) { _ throws(CommandError) in .notes(.save) },
    CommandEntry(
      name: "cancel", aliases: ["取消", "キャンセル"], screens: [.notes],
      english: "forget what is not saved", japanese: "保存していない内容を取り消します"
    ) { _ throws(CommandError) in .notes(.cancel) },
    CommandEntry(
      name: "list", aliases: ["一覧"], screens: [.notes], arguments: "[OPTIONS]",
      english: "list all notes, or some", japanese: "ノートの一覧を表示します", options: listOptions
    ) { arguments throws(CommandError) in
      .notes(.list(deck: arguments.value("deck"), words: arguments.value("search") ?? ""))
    },
    CommandEntry(
      name: "open", aliases: ["開く"], screens: [.notes], arguments: "N",
      english: "open note number N", japanese: "N 番目のノートを開きます"
    ) { arguments throws(CommandError) in .notes(.open(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.notes], arguments: "N",
      english: "delete note number N", japanese: "N 番目のノートを削除します"
    ) { arguments throws(CommandError) in .notes(.delete(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: ">>", aliases: ["次へ"], screens: [.notes],
      english: "the next page of the list", japanese: "一覧の次のページ"
    ) { _ throws(CommandError) in .notes(.nextPage) },
    CommandEntry(
      name: "<<", aliases: ["前へ"], screens: [.notes],
      english: "the page before", japanese: "一覧の前のページ"
    ) { _ throws(CommandError) in .notes(.previousPage) },
  ]
}
