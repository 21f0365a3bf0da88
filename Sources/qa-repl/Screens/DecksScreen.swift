import QuizKit
import QuizSupport

extension Screen {
  /// The screen for managing decks.
  static let decks = Screen(
    english: "decks", japanese: "問題集",
    commands: CommandEntry.decks + .pages(of: .decks, by: DecksCommand.self)
  ) {
    (route: DecksRoute, models) in
    try DecksViewModel(bank: models.bank, reviews: models.reviews, page: route.model)
  }
}

extension CommandEntry {
  fileprivate static let decks: [CommandEntry] = [
    CommandEntry(
      name: "decks", aliases: ["問題集"], screens: [.start], isEverywhere: true,
      arguments: "[--limit N]",
      english: "make, rename, delete and select decks", japanese: "問題集を作成、変更、削除、選択します",
      options: [.linesOnPage]
    ) { arguments throws(CommandError) in
      .open(
        .list(DecksState.self, arguments.flag("limit") ? try arguments.firstPage() : .whole))
    },
    CommandEntry(
      name: "new", aliases: ["作成"], screens: [.decks], arguments: "NAME",
      english: "make a deck", japanese: "問題集を作ります"
    ) { arguments throws(CommandError) in .screen(DecksCommand.new(try arguments.next("NAME"))) },
    CommandEntry(
      name: "rename", aliases: ["名前変更"], screens: [.decks], arguments: "A B",
      english: "call deck A B", japanese: "問題集 A の名前を B に変えます"
    ) { arguments throws(CommandError) in
      let name = try arguments.next("A")
      return .screen(DecksCommand.rename(name, to: try arguments.next("B")))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.decks], arguments: "DECK…",
      english: "delete decks with their questions, by name or number: 1 3-5",
      japanese: "問題集を質問ごと削除します(名前か番号、1 3-5 など)"
    ) { arguments throws(CommandError) in
      .screen(DecksCommand.delete([try arguments.next("DECK")] + arguments.remaining()))
    },
    CommandEntry(
      name: "select", aliases: ["選択"], screens: [.decks], arguments: "[DECK]",
      english: "play this deck where none is named, and write into it; none means all",
      japanese: "指定しないときに出題し、登録先にする問題集を選びます(省略するとすべて)"
    ) { arguments throws(CommandError) in .screen(DecksCommand.select(arguments.nextIfAny())) },
  ]
}

extension DecksCommand: ListCommand {}

extension DecksState: ListViewable {
  var lineCount: Int { decks.count }

  func title(_ theme: Theme) -> String {
    theme.strings.bank(decks: decks.count, questions: decks.reduce(0) { $0 + $1.questions })
  }

  func printed(_ theme: Theme) -> [String] {
    Array(shown).lines(selected: selectedDeck, numbers: shown.indices, of: decks.count, theme)
  }

  func hint(_ strings: Strings) -> String {
    if decks.isEmpty { return strings("“new NAME” makes one.", "new 名前 で作成します。") }
    return strings(
      "“new NAME”, “rename A B”, “delete DECK”, “select DECK” for the next quiz.",
      "new 名前、rename A B、delete 名前、select 名前(次のクイズの問題集)が使えます。")
  }

  func rows(_ theme: Theme) -> RowList {
    RowList(
      id: "decks", count: decks.count, isNumbered: true,
      lines: { row, columns in [decks.row(row, columns, selected: selectedDeck, theme)] },
      command: { .open(.manage(deck: decks[$0].name)) },
      hint: { _ in theme.strings("Enter questions", "Enter 質問一覧") })
  }
}
