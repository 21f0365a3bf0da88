import QuizKit

extension CommandEntry {
  /// The commands of the management, and those that open it.
  static let manage: [CommandEntry] = [
    CommandEntry(
      name: "manage", aliases: ["管理"], screens: [.start], arguments: "[--deck DECK]",
      english: "go through the questions, edit and delete them", japanese: "質問を一覧、編集、削除します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ")
      ]
    ) { arguments throws(CommandError) in .open(.manage(deck: arguments.value("deck"))) },
    CommandEntry(
      name: "<<", aliases: ["prev", "前へ"], screens: [.manage],
      english: "the question before", japanese: "前の質問へ"
    ) { _ throws(CommandError) in .manage(.back) },
    CommandEntry(
      name: ">>", aliases: ["next", "次へ"], screens: [.manage],
      english: "the question after", japanese: "次の質問へ"
    ) { _ throws(CommandError) in .manage(.forward) },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.manage], arguments: "N",
      english: "question number N", japanese: "N 番目の質問へ"
    ) { arguments throws(CommandError) in .manage(.go(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: "edit", aliases: ["編集"], screens: [.manage],
      english: "edit this question", japanese: "この質問を編集します"
    ) { _ throws(CommandError) in .manage(.edit) },
    CommandEntry(
      name: "save", aliases: ["保存"], screens: [.manage],
      english: "save what was edited", japanese: "編集した内容を保存します"
    ) { _ throws(CommandError) in .manage(.save) },
    CommandEntry(
      name: "cancel", aliases: ["キャンセル"], screens: [.manage],
      english: "stop editing; what is stored is shown again", japanese: "編集をやめて、保存されている内容に戻します"
    ) { _ throws(CommandError) in .manage(.cancel) },
    CommandEntry(
      name: "overwrite", aliases: ["上書き"], screens: [.manage],
      english: "save over what somebody else has changed", japanese: "ほかの人の変更に上書きして保存します"
    ) { _ throws(CommandError) in .manage(.overwrite) },
    CommandEntry(
      name: "reload", aliases: ["再読み込み"], screens: [.manage],
      english: "drop the edit for what somebody else has changed",
      japanese: "編集をやめて、ほかの人の変更を読み込みます"
    ) { _ throws(CommandError) in .manage(.reload) },
    CommandEntry(
      name: "keep-both", aliases: ["両方残す"], screens: [.manage],
      english: "save the edit as a question of its own", japanese: "編集した内容を別の質問として保存します"
    ) { _ throws(CommandError) in .manage(.keepBoth) },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.manage],
      english: "delete this question", japanese: "この質問を削除します"
    ) { _ throws(CommandError) in .manage(.delete) },
  ]

  /// The commands of the form for a new question, and those that open it.
  static let register: [CommandEntry] = [
    CommandEntry(
      name: "register", aliases: ["登録"], screens: [.start, .manage],
      arguments: "[--deck DECK]",
      english: "write a new question", japanese: "新しい質問を登録します",
      options: [
        OptionEntry(
          name: "deck", value: "DECK", english: "the deck to put it in", japanese: "登録先の問題集")
      ]
    ) { arguments throws(CommandError) in
      .open(
        .register(
          deck: arguments.value("deck"),
          newDeck: arguments.language.text("My questions", "マイ問題集")))
    },
    CommandEntry(
      name: "register", aliases: ["登録", "save", "保存"], screens: [.register],
      english: "put the question into the bank", japanese: "質問を登録します"
    ) { _ throws(CommandError) in .register(.register) },
    CommandEntry(
      name: "cancel", aliases: ["キャンセル"], screens: [.register],
      english: "empty the form", japanese: "フォームを空にします"
    ) { _ throws(CommandError) in .register(.cancel) },
  ]
}
