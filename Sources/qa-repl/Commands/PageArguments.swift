import QuizKit
import QuizSupport

extension OptionEntry {
  /// How many lines of a list make a page.
  static let linesOnPage = OptionEntry(
    name: "limit", value: "N", english: "so many lines on a page instead of \(ListPosition.size)",
    japanese: "1 ページの行数(省略すると \(ListPosition.size) 行)")
}

extension [CommandEntry] {
  /// The commands that turn the pages of a screen's list.
  static func pages<C: ListCommand>(of screen: ScreenName, by type: C.Type) -> Self {
    [
      .plain(
        ">>", ["next", "次へ"], on: screen, C.move(.nextPage),
        "the next page of the list", "一覧の次のページへ進みます"
      ).forScripts,
      .plain(
        "<<", ["prev", "前へ"], on: screen, C.move(.previousPage),
        "the page before", "一覧の前のページへ戻ります"
      ).forScripts,
    ]
  }
}

extension Arguments {
  /// How many lines of a list make a page, as given with `--limit`.
  func linesOnPage() throws(CommandError) -> Int { try number("limit") ?? ListPosition.size }

  /// The first page of a list, of as many lines as `--limit` says.
  func firstPage() throws(CommandError) -> ListPosition {
    ListPosition(1, total: 0, size: try linesOnPage())
  }
}
