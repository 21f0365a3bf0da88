import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that offers the ways of playing a deck.
  static let ways = Screen(english: "ways", japanese: "出題方法", commands: CommandEntry.ways) {
    (route: WaysRoute, models) in
    try WaysViewModel(
      deck: route.model, bank: models.bank, quizzes: models.quizzes, history: models.history)
  }
}

extension Destination {
  /// Opens the ways of playing a deck; without a name, of the selected deck or the whole bank.
  static func ways(deck: String?) -> Destination {
    Destination(.ways, deck) { models, _ in WaysRoute(try models.bank.deckToPlay(named: deck)) }
  }
}

extension CommandEntry {
  fileprivate static let ways: [CommandEntry] = [
    CommandEntry(
      name: "ways", aliases: ["出題方法"], screens: [.start, .decks], isEverywhere: true,
      arguments: "[DECK]",
      english: "the ways to play a deck: practice, mistakes, against the clock",
      japanese: "問題集の出題方法を選びます（練習、間違えた質問、時間制限など）", group: .play,
      alone: .endsWithoutChange
    ) { arguments throws(CommandError) in .open(.ways(deck: arguments.nextIfAny())) },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.ways], arguments: "N",
      english: "play in way number N", japanese: "N 番目の方法で始めます", isForScripts: true
    ) { arguments throws(CommandError) in
      .screen(WaysCommand.go(try arguments.nextNumber("N")))
    },
  ]
}

extension WaysCommand: ScreenCommand {}

extension WaysState: Viewable {
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let rows = items.map { "\($0.number). " + row($0, theme.columns.map { $0 - 3 }, theme) }
    return theme.lines(theme.palette.heading(title(strings))) + rows
      + theme.lines(theme.palette.faint(items.isEmpty ? strings.nothingToPlay : strings.waysHint))
  }

  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    var list = RowList(
      id: ViewID("ways", deck), count: items.count,
      lines: { index, columns in [row(items[index], columns, theme)] },
      command: { .screen(WaysCommand.go($0 + 1)) },
      hint: { _ in strings("Enter start", "Enter 始める") })
    func extra(_ name: String, _ command: Command) -> RowList.Extra {
      RowList.Extra(
        line: { theme.fitted(name, to: $0) }, hint: strings("Enter open", "Enter 開く"),
        command: command)
    }
    list = list.ending(with: [
      extra(strings("Change questions", "質問の編集"), .open(.manage(deck: deck))),
      extra(
        strings("New question", "質問の登録"),
        .open(.register(deck: deck, newDeck: strings.newDeck))),
    ])
    let number = items.first { $0.way == .play }?.count ?? 0
    guard questions > 1 else { return LiveView(list, of: .ways, title: title(strings), theme) }
    func ask(_ number: Int) -> KeyBinding.Action {
      .perform(.screen(WaysCommand.ask(number < questions ? number : 0)))
    }
    var view = LiveView(
      list, of: .ways,
      title: title(strings) + "  \(theme.signs.earlier) \(number) \(theme.signs.later)", theme)
    var another = KeyBinding(hint: theme.signs.leftRight + strings(" how many", " 出題数"))
    // One by one up to ten, then ten by ten. Before the first number is that of all questions.
    another.actions = [
      .named(.left): ask(number > 10 ? (number - 1) / 10 * 10 : number - 1),
      .named(.right): ask(number < 10 ? number + 1 : (number / 10 + 1) * 10),
    ]
    view.keys.insert(another, at: 1)
    return view
  }

  private func title(_ strings: Strings) -> String {
    "\(deck.map(\.sanitisedLine) ?? strings.allDecks)  \(strings.questions(questions))"
  }

  /// A way and what it is like. Where there is no room for all of it, the last parts are left out.
  private func row(_ item: Item, _ columns: Int?, _ theme: Theme) -> String {
    let cells = items.map { theme.width(theme.strings.name(of: $0)) }.max() ?? 0
    let name = theme.strings.name(of: item).padded(to: cells, .leading, theme.ambiguous)
    var notes = theme.strings.notes(on: item)
    func line() -> String { name + "  " + notes.joined(separator: theme.strings.comma) }
    guard let columns else { return line() }
    while !notes.isEmpty, theme.width(line()) > columns { notes.removeLast() }
    return theme.fitted(line().trimmingTrailingBlanks, to: columns)
  }
}

extension Theme {
  /// The hint that Right shows the ways to play a deck, and the ways to its questions.
  var toWays: String { signs.toRight + strings(" play, edit", " 出題・編集") }
}

extension Strings {
  fileprivate func name(of item: WaysState.Item) -> String {
    switch item.way {
    case .play: self("Play \(figure(item.count))", "\(figure(item.count)) 問を出題")
    case .practice: self("Practise", "練習")
    case .review: self("Review what is due", "復習")
    case .mistakes: self("What was wrong", "間違えた質問")
    case .timed: self("Against the clock", "時間制限")
    case .all: self("All \(figure(item.count))", "全 \(figure(item.count)) 問")
    case .shuffled: self("Shuffled", "シャッフル")
    case .inOrder: self("In order", "作成者の順番")
    }
  }

  /// The description of a way, in parts, the most important one first.
  fileprivate func notes(on item: WaysState.Item) -> [String] {
    let last = item.playedLast ? [self("as last time", "前回と同じ")] : []
    switch item.way {
    case .play, .all: return [self("answers at the end", "正解は最後に表示")] + last
    case .shuffled:
      return [self("\(figure(item.count)) at random", "無作為に \(figure(item.count)) 問")]
        + [self("choices too", "選択肢も")] + last
    case .inOrder:
      return [self("the first \(figure(item.count))", "最初の \(figure(item.count)) 問")]
        + [self("choices too", "選択肢も")] + last
    case .practice:
      return [self("told at once", "すぐに正解を表示"), self("with the commentary", "解説つき")] + last
    case .review, .mistakes:
      let isPart = item.count < item.questions
      let part =
        isPart ? [self("\(figure(item.count)) at a time", "\(figure(item.count)) 問ずつ")] : []
      return [self("\(item.questions)", "\(item.questions) 問")] + part + last
    case .timed:
      let limit = brief(.seconds(item.timeLimit ?? 0))
      return [self("\(figure(item.count)) in \(limit)", "\(limit)で \(figure(item.count)) 問")] + last
    }
  }

  fileprivate var waysHint: String { self("“go N” starts one of them.", "go N で始めます。") }
  fileprivate var nothingToPlay: String {
    self("There are no questions to play.", "出題する質問がありません。")
  }
}
