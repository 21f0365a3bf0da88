import QuizKit
import QuizSupport

extension OptionEntry {
  /// How many lines of a list make a page.
  static let linesOnPage = OptionEntry(
    name: "limit", value: "N", english: "so many lines on a page instead of \(ListPage.size)",
    japanese: "1 ページの行数(指定しないと \(ListPage.size) 行)")
}

extension [CommandEntry] {
  /// The commands that turn the pages of a screen's list.
  static func pages(
    of screen: ScreenName, next: some Equatable & Sendable, previous: some Equatable & Sendable
  ) -> Self {
    [
      CommandEntry(
        name: ">>", aliases: ["next", "次へ"], screens: [screen],
        english: "the next page of the list", japanese: "一覧の次のページ"
      ) { _ throws(CommandError) in .screen(next) },
      CommandEntry(
        name: "<<", aliases: ["prev", "前へ"], screens: [screen],
        english: "the page before", japanese: "一覧の前のページ"
      ) { _ throws(CommandError) in .screen(previous) },
    ]
  }
}

extension Arguments {
  /// How many lines of a list make a page: what `--limit` says.
  func linesOnPage() throws(CommandError) -> Int { try number("limit") ?? ListPage.size }

  /// The first page of a list, of as many lines as `--limit` says.
  func firstPage() throws(CommandError) -> ListPage {
    ListPage(1, total: 0, size: try linesOnPage())
  }
}
