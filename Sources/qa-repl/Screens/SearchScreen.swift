import QuizKit
import QuizSupport
import Signals
import Terminal

extension Screen {
  /// The screen that lists the questions found by a search.
  static let search = Screen(english: "search", japanese: "検索", commands: CommandEntry.search) {
    (route: SearchRoute, models) in
    try SearchViewModel(search: route.search, quizzes: models.quizzes)
  }
}

extension Destination {
  /// Opens the search results for `query`.
  static func search(_ query: SearchQuery) -> Destination {
    Destination(.search, query) { models, _ in
      let timeZone = models.world.timeZone
      return SearchRoute(
        search: try QuestionSearch(bank: models.bank, query: query, timeZone: timeZone))
    }
  }
}

extension CommandEntry {
  fileprivate static let search: [CommandEntry] = [
    find(on: [.start, .manage], isEverywhere: true) { .open(.search($0)) },
    find(on: [.search]) { .screen(SearchCommand.find($0)) },
    .plain(
      "<<", ["prev", "前へ"], on: .search, SearchCommand.move(.previousPage),
      "the page before", "前のページへ戻ります"
    ).forScripts,
    .plain(
      ">>", ["next", "次へ"], on: .search, SearchCommand.move(.nextPage),
      "the page after", "次のページへ進みます"
    ).forScripts,
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.search], arguments: "N",
      english: "open question number N of the list", japanese: "一覧の N 番目の質問を開きます",
      onRow: Explanation("open this question", "この質問を開きます")
    ) { arguments throws(CommandError) in
      .screen(SearchCommand.go(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.search], arguments: "N…",
      english: "delete questions of the list: 1 3-5", japanese: "一覧の質問を削除します（1 3-5 など）",
      onRow: Explanation("this question goes into the trash", "この質問をごみ箱に入れます")
    ) { arguments throws(CommandError) in
      .screen(SearchCommand.delete(try arguments.nextNumbers("N")))
    },
    .file(on: .search, "N") { .screen(SearchCommand.file($0 ?? 1)) },
    .picture(ofRowOn: .search) { .screen(SearchCommand.picture($0, $1)) },
  ]

  private static func find(
    on screens: [ScreenName], isEverywhere: Bool = false,
    _ command: @escaping @Sendable (SearchQuery) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: "search", aliases: ["検索"], screens: screens, isEverywhere: isEverywhere,
      arguments: "WORDS [OPTIONS]",
      english: "find questions by their words", japanese: "質問、選択肢、解説を言葉で検索します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
        OptionEntry(name: "tag", value: "TAG", english: "only this tag", japanese: "このタグだけ"),
        OptionEntry(
          name: "since", value: "DATE", english: "registered on 2000-01-31 or later",
          japanese: "この日（2000-01-31 など）以降に登録したものだけ"),
        OptionEntry(
          name: "limit", value: "N", english: "list at most so many", japanese: "表示する件数の上限"),
      ], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      var query = SearchQuery(
        deck: arguments.value("deck"), tag: arguments.value("tag"),
        since: try arguments.day("since"), limit: try arguments.number("limit"))
      query.words = arguments.remaining()
      if query == SearchQuery(limit: query.limit) { query.words = [try arguments.next("WORDS")] }
      return command(query)
    }
  }
}

extension SearchCommand: ListCommand {}

extension SearchState: ListViewable {
  var lineCount: Int { min(total, limit ?? .max) }
  var message: Message? { nil }

  func title(_ theme: Theme) -> String {
    theme.found(total, words: query, deck: deck, tag: tag, since: since)
  }

  func printed(_ theme: Theme) -> [String] {
    items.flatMap { item in
      let number = "\(item.number). ".padded(to: 5, .trailing)
      let question = item.question.sanitisedLine.truncated(to: 100)
      let deck = theme.palette.faint("[\(item.deck.sanitisedLine)]")
      return theme.lines("\(number)\(question)  \(deck)", indent: 5) + theme.place(item.place)
    }
  }

  func hint(_ strings: Strings) -> String { items.isEmpty ? "" : strings.searchHint }
  func keys(_ strings: Strings) -> [KeyBinding] { [.search(strings), .pictureOfRow] }

  func rows(_ theme: Theme) -> RowList {
    let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
    let deckCells = items.map { theme.width($0.deck.sanitisedLine) }.max() ?? 0
    var list = RowList(
      of: self, id: ViewID("search", query, deck, tag, since), items, first: items.first?.number,
      row: { item, columns in item.row(columns, words, deckCells: deckCells, theme) },
      command: { .screen(SearchCommand.go($0 + 1)) }, hint: theme.strings("Enter open", "Enter 開く"),
      details: { item, theme in item.details(words, theme) },
      subject: { row in
        let item = items.first { $0.number == row + 1 }
        return RowSubject(
          number: row + 1, pictures: item?.pictures,
          idleWords: item?.place == nil ? ["file"] : [])
      })
    list.removal = .byCommand
    return list.preceded(
      by: decks.map { found in
        let (deck, way) = (found.deck, found.way)
        return RowList.Extra(
          line: { deckRow(deck, words, $0, theme) },
          hint: theme.strings.plays(way, of: deck.questions),
          command: .application(.quiz(way.options(deck: deck.name, count: deck.questions))),
          onward: .open(.ways(deck: deck.name)), onwardHint: theme.toWays,
          subject: RowSubject(deck: deck.name))
      })
  }

  /// The name of a deck with the found words marked, and its size.
  private func deckRow(
    _ deck: DeckSummary, _ words: [String], _ columns: Int, _ theme: Theme
  ) -> String {
    let size = "  " + theme.strings.questions(deck.questions)
    let room = max(4, columns - theme.width(size))
    let name = theme.folded(deck.name.sanitisedLine, to: room)
    return FoundText(name, words: words).drawn(cells: room, theme) + theme.palette.faint(size)
  }

  func question(before command: SearchCommand, _ strings: Strings) -> String? {
    if case .picture(let row, let number) = command {
      return items.first { $0.number == row }?.pictures.question(before: number, strings)
    }
    guard case .delete(let numbers) = command, numbers.isIn(total) else { return nil }
    return strings.deleteQuestions(numbers.count)
  }

  func liveView(_ theme: Theme) -> LiveView {
    var liveView = listStage(theme)
    if query.isEmpty { liveView.afterthought = .screen(SearchCommand.prepare) }
    liveView.find = LiveView.Find(text: query) { text in
      let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
      return .screen(
        SearchCommand.find(
          SearchQuery(words: words, deck: deck, tag: tag, since: since, limit: limit)))
    }
    return liveView
  }

}

extension SearchState.Item {
  /// The question on one line, with the found words marked, and the name of its deck. Where a word
  /// is only in a choice or elsewhere, that text follows in brackets.
  ///
  /// - Parameter deckCells: The width of the widest name of a deck in the list.
  fileprivate func row(
    _ columns: Int, _ words: [String], deckCells: Int, _ theme: Theme
  ) -> String {
    // In a window of two columns the deck is shown beside the list.
    if columns * 3 < (theme.columns ?? 80) * 2 { return found(words, columns, theme) }
    let cells = min(deckCells, 22, columns / 3 + 2)
    let deck = theme.folded(deck.sanitisedLine, to: cells)
    return theme.row(deck, columns, endColumns: cells) { found(words, $0, theme) }
  }

  private func found(_ words: [String], _ cells: Int, _ theme: Theme) -> String {
    let text = FoundText(theme.line(of: question, content.kind), words: words)
    guard let other = other(words) else { return text.drawn(cells: cells, theme) }
    let match = FoundText(theme.line(of: other), words: words)
    let room = min(match.width(theme), cells / 2 - 3)
    let head = text.drawn(cells: max(0, cells - room - 3), theme)
    return head + " (" + match.drawn(cells: room, theme) + ")"
  }

  /// The first text beside the question that has a word which the question does not have.
  private func other(_ words: [String]) -> String? {
    let missing = words.filter { !FoundText.has($0, in: question) }
    guard !missing.isEmpty else { return nil }
    return texts.first { text in missing.contains { FoundText.has($0, in: text) } }
  }

  /// The texts beside the question, in the order in which a reader sees them.
  private var texts: [String] {
    content.choices.map(\.text) + content.solution.texts + [content.commentary]
      + content.tags
  }

  /// The whole question with the found words marked, and its deck.
  fileprivate func details(_ words: [String], _ theme: Theme) -> [String] {
    func marked(_ rows: [String]) -> [String] {
      rows.map { FoundText.marking(words, in: $0, theme) }
    }
    func lines(_ text: String, after head: String) -> [String] {
      marked(theme.drawn(text, after: head))
    }
    let look = theme.forChoices(content.choices.map(\.text))
    let choices = content.choices.enumerated().flatMap { index, choice in
      let frame = TextFrame(behind: "  \(index + 1)  ", theme: look)
      return marked(DrawnText(choice.text, in: frame).rows)
    }
    let answers = content.solution.texts.flatMap { lines($0, after: "  ") }
    let commentary = content.commentary.isEmpty ? [] : [""] + lines(content.commentary, after: "")
    let tags =
      content.tags.isEmpty
      ? []
      : [""] + lines(content.tags.joined(separator: theme.strings.comma), after: theme.strings.tags)
    return theme.lines(theme.palette.faint(deck.sanitisedLine)) + [""]
      + lines(content.kind.shown(question), after: "")
      + theme.rows(of: pictures, inRow: number) + [""] + choices + answers + commentary + tags
      + theme.place(place)
  }
}

extension Theme {
  /// How many questions a search has found, and what it looked for.
  func found(
    _ count: Int, words: String, deck: String?, tag: String?, since: Day?
  ) -> String {
    var parts = [strings.found(count)]
    if !words.isEmpty { parts.append(strings.searched(words.sanitisedLine)) }
    if let deck { parts.append(named(deck)) }
    if let tag { parts.append(strings.tags + tag.sanitisedLine) }
    if let since { parts.append(strings.since(since)) }
    return parts.joined(separator: "  ")
  }
}

extension Strings {
  fileprivate func found(_ count: Int) -> String {
    self("\(questions(count)) found", "検索結果 \(figure(count)) 件")
  }

  fileprivate func since(_ day: Day) -> String {
    self("since \(day.text)", "\(day.text) 以降")
  }

  fileprivate var searchHint: String {
    self(
      "“go N” opens a question, “search WORDS” looks for others.", "go N で質問を開き、search で検索し直せます。")
  }
}

/// The route to the results of a search.
struct SearchRoute: Route {
  typealias State = SearchState

  /// The search.
  let search: QuestionSearch

  /// Emits the route to the questions when one of the results was chosen.
  var onward: Signal<any Route>? { search.chosen.map { ManageRoute($0) } }

  /// Creates the route to the results of `search`.
  init(search: QuestionSearch) {
    self.search = search
  }
}
