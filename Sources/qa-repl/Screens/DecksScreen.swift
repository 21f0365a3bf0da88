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
      details: { row, theme in
        let deck = decks[found[row]]
        return theme.deckDetails(
          deck.name, questions: deck.questions, preview?.deck == deck.name ? preview : nil)
      },
      reading: { row in
        let name = decks[found[row]].name
        return preview?.deck == name ? nil : .screen(DecksCommand.preview(name))
      })
    list.removal = .byCommand
    list.numbers = found.map { $0 + 1 }
    list.subject = { RowSubject(deck: decks[found[$0]].name) }
    list.onward = { .open(.ways(deck: decks[found[$0]].name)) }
    list.onwardHint = theme.toWays
    return list
  }
}
