import QuizKit
import QuizSupport

extension CommandEntry {
  /// The commands for decks: making, renaming, deleting and selecting them.
  static let decks: [CommandEntry] = [
    CommandEntry(
      name: "decks", aliases: ["問題集"], screens: [.start], isEverywhere: true,
      arguments: "[--limit N]",
      english: "make, rename, delete and select decks", japanese: "問題集の作成、改名、削除、選択をします",
      options: [.linesOnPage], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      .open(
        .list(DecksState.self, arguments.flag("limit") ? try arguments.firstPage() : .whole))
    },
    CommandEntry(
      name: "new", aliases: ["作成"], screens: [.decks], arguments: "NAME",
      english: "make a deck", japanese: "問題集を作ります"
    ) { arguments throws(CommandError) in .screen(DecksCommand.new(try arguments.next("NAME"))) },
    CommandEntry(
      name: "rename", aliases: ["名前変更"], screens: [.decks], arguments: "DECK NAME",
      english: "give a deck another name", japanese: "問題集の名前を変えます",
      onRow: Explanation("give this deck another name", "この問題集の名前を変えます")
    ) { arguments throws(CommandError) in
      let name = try arguments.next("DECK")
      return .screen(DecksCommand.rename(name, to: try arguments.next("NAME")))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.decks], arguments: "DECK…",
      english: "delete decks with their questions, by name or number: 1 3-5",
      japanese: "問題集を質問ごと削除します(名前か番号、1 3-5 など)",
      onRow: Explanation(
        "this deck and its questions go into the trash", "この問題集を質問ごとごみ箱に入れます")
    ) { arguments throws(CommandError) in
      .screen(DecksCommand.delete([try arguments.next("DECK")] + arguments.remaining()))
    },
    select(on: [.start], isEverywhere: true) { .application(.select(deck: $0)) },
    select(on: [.decks]) { .screen(DecksCommand.select($0)) },
  ]

  private static func select(
    on screens: [ScreenName], isEverywhere: Bool = false,
    _ command: @escaping @Sendable (String?) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: "select", aliases: ["選択"], screens: screens, isEverywhere: isEverywhere,
      arguments: "[DECK]",
      english:
        "play this deck, by name or number, where none is named, and write into it; none means all",
      japanese: "ふだん出題と登録に使う問題集を選びます(名前か番号、省略するとすべて)",
      group: isEverywhere ? .bank : nil,
      onRow: Explanation(
        "quizzes ask this deck where none is named, and new questions go there",
        "この問題集を、ふだんの出題と登録に使います")
    ) { arguments throws(CommandError) in command(arguments.nextIfAny()) }
  }
}
