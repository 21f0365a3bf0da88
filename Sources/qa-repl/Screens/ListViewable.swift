import QuizKit
import QuizSupport

/// The state of a screen that is a list, at least while none of its items is open.
///
/// Printed, a list is its title, a page of its rows, and one row with the result of the last
/// command or with what can be done. At a live terminal it has a cursor.
protocol ListViewable: Viewable where OwnCommand: ListCommand {
  /// The number of lines in the whole list.
  var lineCount: Int { get }
  /// The part of the list that is printed.
  var page: ListPosition { get }
  /// The message about the last command.
  var message: Message? { get }

  /// The row above the list.
  func title(_ theme: Theme) -> String
  /// A chart between the title and the rows.
  func chart(_ theme: Theme) -> [String]
  /// The rows of the page as they are printed.
  func printed(_ theme: Theme) -> [String]
  /// The rows at a live terminal.
  func rows(_ theme: Theme) -> RowList
  /// What can be done with the list, or how to begin if it is empty; may be empty.
  func hint(_ strings: Strings) -> String
  /// The keys of the screen besides those of every list.
  func keys(_ strings: Strings) -> [KeyBinding]
}

extension ListViewable {
  func chart(_ theme: Theme) -> [String] { [] }
  func keys(_ strings: Strings) -> [KeyBinding] { [] }
  func view(_ theme: Theme) -> [String] { listView(theme) }
  func liveView(_ theme: Theme) -> LiveView { listStage(theme) }

  /// The list as it is printed.
  func listView(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(palette.heading(title(theme))) + chart(theme) + printed(theme)
    if page.pages > 1 { lines += theme.lines(palette.faint(strings.page(page))) }
    let hint = hint(strings)
    guard message == nil, !hint.isEmpty else { return lines + (message?.view(theme) ?? []) }
    return lines + theme.lines(palette.faint(hint))
  }

  /// The list at a live terminal.
  func listStage(_ theme: Theme) -> LiveView {
    var liveView = LiveView(
      rows(theme), of: Self.screen, title: title(theme), message: message,
      empty: hint(theme.strings), keys: keys(theme.strings), theme)
    let chart = chart(theme)
    if !chart.isEmpty { liveView.body = chart }
    return liveView
  }
}

extension Destination {
  /// Opens a list at a page.
  static func list<State: ListViewable>(
    _ state: State.Type, _ page: ListPosition
  ) -> Destination {
    Destination(State.screen, page) { _, _ in ScreenRoute<State, ListPosition>(page) }
  }
}

extension RowList {
  /// The rows of a list. The state has loaded only `items`; the first of them has the number
  /// `first`, from 1.
  init<State: ListViewable, Item>(
    of state: State, id: String, _ items: [Item], first: Int?, showsDetails: Bool = false,
    row: @escaping (_ item: Item, _ columns: Int) -> String,
    command: @escaping (_ row: Int) -> Command?, hint: String,
    details: ((_ item: Item, _ theme: Theme) -> [String])? = nil,
    reading: ((_ row: Int) -> Command?)? = nil
  ) {
    self.init(
      id: id, total: state.lineCount, first: first, items: items, showsDetails: showsDetails,
      row: row,
      command: command, hint: hint, details: details, reading: reading,
      load: { .screen(State.OwnCommand.move(.show($0))) })
  }
}

extension Message {
  /// The confirmation at the end of a screen. Other messages are failures, which are already
  /// reported as errors.
  func view(_ theme: Theme) -> [String] {
    let codes = [
      "saved", "deleted", "registered", "restored", "draft-restored", "draft-unreadable",
    ]
    guard codes.contains(code) else { return [] }
    return theme.lines(theme.palette.right(theme.strings(self)))
  }
}

extension Strings {
  /// The page number and how to turn the page.
  func page(_ page: ListPosition) -> String {
    self(
      "Page \(page.number) of \(page.pages); “>>” and “<<” turn it.",
      "\(page.number)/\(page.pages) ページ(>> と << でめくります)")
  }
}
