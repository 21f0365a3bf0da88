import QuizKit

extension CommandEntry {
  /// The search: how one gets there, and its commands.
  static let search: [CommandEntry] = [
    find(on: [.start, .manage]) { .open(.search($0)) },
    find(on: [.search]) { .search(.find($0)) },
    CommandEntry(
      name: "<<", aliases: ["prev", "前へ"], screens: [.search],
      english: "the page before", japanese: "前のページへ"
    ) { _ throws(CommandError) in .search(.back) },
    CommandEntry(
      name: ">>", aliases: ["next", "次へ"], screens: [.search],
      english: "the page after", japanese: "次のページへ"
    ) { _ throws(CommandError) in .search(.forward) },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.search], arguments: "N",
      english: "open question number N of the list", japanese: "一覧の N 番目の質問を開きます"
    ) { arguments throws(CommandError) in .search(.go(try arguments.nextNumber("N"))) },
  ]

  private static func find(
    on screens: [ScreenName], _ command: @escaping @Sendable (SearchQuery) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: "search", aliases: ["検索"], screens: screens, arguments: "WORDS [OPTIONS]",
      english: "find questions by their words", japanese: "質問、選択肢、解説から言葉を探します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
        OptionEntry(name: "tag", value: "TAG", english: "only this tag", japanese: "このタグだけ"),
        OptionEntry(
          name: "since", value: "DATE", english: "registered on 2000-01-31 or later",
          japanese: "この日(2000-01-31 など)以降に登録したものだけ"),
        OptionEntry(
          name: "limit", value: "N", english: "list at most so many", japanese: "一覧にする数の上限"),
      ]
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
