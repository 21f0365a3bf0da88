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
      japanese: "指定しないときに出題し、登録先にする問題集を選びます(名前か番号、省略するとすべて)",
      group: isEverywhere ? .bank : nil,
      onRow: Explanation(
        "quizzes ask this deck where none is named, and new questions go there",
        "指定のないクイズでこの問題集を出題し、新しい質問の登録先にします")
    ) { arguments throws(CommandError) in command(arguments.nextIfAny()) }
  }
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

  func keys(_ strings: Strings) -> [KeyBinding] {
    decks.count > 1 ? [KeyBinding(hint: strings("/ filter", "/ 絞り込み"))] : []
  }

  func liveView(_ theme: Theme) -> LiveView {
    var liveView = listStage(theme)
    guard decks.count > 1 else { return liveView }
    liveView.find = LiveView.Find(
      text: query, command: { .screen(DecksCommand.find($0)) },
      ending: .screen(DecksCommand.find("")))
    if matches.isEmpty {
      liveView.body = theme.lines(
        theme.palette.faint(theme.strings("No deck is called so.", "その名前の問題集はありません。")))
    }
    return liveView
  }

  func hint(_ strings: Strings) -> String {
    if decks.isEmpty { return strings("“new NAME” makes one.", "new 名前 で作成します。") }
    return strings(
      "“new NAME”, “rename DECK NAME”, “delete DECK”, “select DECK” for the next quiz.",
      "new 名前、rename 元の名前 新しい名前、delete 名前、select 名前(次のクイズの問題集)が使えます。")
  }

  func rows(_ theme: Theme) -> RowList {
    let found = matches
    var list = RowList(
      id: query.isEmpty ? "decks" : "decks \(query)", count: found.count, isNumbered: true,
      lines: { row, columns in [decks.row(found[row], columns, selected: selectedDeck, theme)] },
      command: { .open(.manage(deck: decks[found[$0]].name)) },
      hint: { _ in theme.strings("Enter questions", "Enter 質問一覧") },
      details: { row, theme in decks[found[row]].details(preview, theme) },
      reading: { row in
        let name = decks[found[row]].name
        return preview?.deck == name ? nil : .screen(DecksCommand.preview(name))
      })
    list.numbers = found.map { $0 + 1 }
    list.subject = { RowSubject(deck: decks[found[$0]].name) }
    list.onward = { .open(.ways(deck: decks[found[$0]].name)) }
    list.onwardHint = theme.toWays
    return list
  }
}
