import QuizKit
import QuizSupport
import Terminal

/// A list at a live terminal, in which the arrow keys move a cursor and Enter takes a row.
///
/// A long list requests its rows one by one, so that its cost depends only on the rows on the
/// screen.
struct RowList {
  /// Identifies the list. Another list has a cursor of its own.
  let id: ViewID
  /// The number of rows without those before and after them.
  let itemCount: Int
  /// The rows before and after all others, such as the one that hands in. They have no number, and
  /// every filter shows those at the end.
  private(set) var beginnings: [Extra] = []
  private(set) var endings: [Extra] = []
  /// The row on which the cursor starts, from 0. When it changes, the cursor goes there.
  let start: Int
  /// Whether each row is one line.
  let isSingleLine: Bool
  /// Whether each row begins with its number.
  let isNumbered: Bool
  /// The kinds of rows that can be shown alone. The first of them shows all.
  let filters: [Filter]
  /// The command that shows the next kind of rows for 1, or the one before for -1, where the screen
  /// divides them; `nil` where it does not.
  private(set) var turn: ((_ step: Int) -> Command)?
  /// Whether the details are shown without being asked for.
  let showsDetails: Bool
  /// The lines of a row, at most `columns` cells wide, without the cursor and the number.
  func lines(_ row: Int, _ columns: Int) -> [String] {
    extra(at: row).map { [$0.line(columns)] }
      ?? drawn.lines(row - beginnings.count, columns, otherwise: layOut)
  }

  private let layOut: (_ item: Int, _ columns: Int) -> [String]
  private var drawn = DrawnRows()
  private let loadedItems: Range<Int>
  private let commandOfItem: (_ item: Int) -> Command?
  private let hintOfItem: (_ item: Int) -> String?
  private let detailsOfItem: ((_ item: Int, _ theme: Theme) -> [String])?
  private let readingOfItem: ((_ item: Int) -> Command?)?
  private let onwardOfItem: (_ item: Int) -> Command?
  private let subjectOfItem: (_ item: Int) -> RowSubject?
  private let loading: ((ListWindow) -> Command)?
  /// The command that tells the screen on which row the cursor is, for a screen that acts on it.
  let select: ((_ row: Int) -> Command)?
  /// The command that ticks a row; `nil` for a list without ticks.
  let tick: ((_ row: Int) -> Command)?
  /// The effect of Right on a row, for the row of hints, such as "→ play, edit".
  let onwardHint: String?
  /// The numbers of the rows where they are not 1, 2, 3 and so on, because others are left out.
  var numbers: [Int]?

  /// The number of a row, from 1; `nil` for a row before or after those that have numbers.
  func number(of row: Int) -> Int? {
    let item = row - beginnings.count
    guard (0..<itemCount).contains(item) else { return nil }
    return numbers.map { $0[item] } ?? item + 1
  }

  /// The digits of the highest number; none where the rows have no numbers.
  var digits: Int {
    guard isNumbered else { return 0 }
    return String(number(of: beginnings.count + itemCount - 1) ?? 0).count
  }

  /// The row with a number; `nil` when there is none.
  func row(numbered number: Int) -> Int? {
    let item = numbers.map { $0.firstIndex(of: number) } ?? number - 1
    return item.flatMap { (0..<itemCount).contains($0) ? beginnings.count + $0 : nil }
  }

  /// How a row is looked at in place of the list; `nil` where its details are below the list.
  var look: Look?

  /// A row that is looked at by itself.
  struct Look {
    /// The rows above the text.
    let heading: (_ row: Int, _ theme: Theme) -> [String]
    /// The text, so that what matters most is in the first rows.
    let text: (_ row: Int, _ rows: Int, _ theme: Theme) -> [String]
    /// The rows to which Left and Right go.
    let others: [Int]
    /// The effects of the keys.
    let hints: (_ row: Int, _ theme: Theme) -> [String]

    /// The next of the ``others`` after a row, or the one before it for -1; `nil` at the end.
    func next(to row: Int, by step: Int) -> Int? {
      step > 0 ? others.first { $0 > row } : others.last { $0 < row }
    }
  }

  /// Whether the cursor stays with the command of its row when rows come or go above it.
  var followsCommands = false
  /// The list that this one concludes. The cursor in that list no longer matters.
  var replaces: ViewID?
  /// How Del deletes the row at the cursor; `nil` where it deletes nothing.
  var removal: Removal?

  /// The ways in which a row is deleted.
  enum Removal {
    /// The screen's command `delete` deletes it.
    case byCommand
    /// A command of its own deletes it; `nil` for a row that cannot be deleted.
    case own((_ row: Int) -> Command?)
  }

  /// A row before or after the rows of the list.
  struct Extra {
    /// The text in at most so many cells.
    let line: (_ columns: Int) -> String
    /// The effect of Enter, for the row of hints.
    let hint: String
    let command: Command
    var onward: Command?
    /// The effect of Right, for the row of hints.
    var onwardHint: String?
    var subject: RowSubject?
  }

  /// The row before or after the others; `nil` for one of the others.
  func extra(at row: Int) -> Extra? {
    if row < beginnings.count { return beginnings[row] }
    let place = row - beginnings.count - itemCount
    return place < 0 ? nil : endings[place]
  }

  /// The same list with rows at its end.
  func turning(by turn: @escaping (_ step: Int) -> Command) -> RowList {
    var list = self
    list.turn = turn
    return list
  }

  func ending(with endings: [Extra]) -> RowList {
    var list = self
    list.endings = endings
    return list
  }

  /// The same list with rows before it.
  func preceded(by beginnings: [Extra]) -> RowList {
    var list = self
    list.beginnings = beginnings
    return list
  }

  /// The number of all rows.
  var count: Int { beginnings.count + itemCount + endings.count }

  /// The rows for which ``lines(_:_:)`` and ``details(_:_:)`` have data. Rows before and after the
  /// others are always there.
  var loaded: Range<Int> {
    let (first, end) = (loadedItems.lowerBound, loadedItems.upperBound)
    return
      (first == 0 ? 0 : first + beginnings.count)..<(end == itemCount
      ? count : end + beginnings.count)
  }

  /// The command that Enter gives; `nil` when Enter shows the details.
  func command(_ row: Int) -> Command? {
    extra(at: row).map(\.command) ?? commandOfItem(row - beginnings.count)
  }

  /// The effect of Enter on a row, for the row of hints.
  func hint(_ row: Int) -> String? {
    extra(at: row).map(\.hint) ?? hintOfItem(row - beginnings.count)
  }

  /// The command that Right gives, which opens what else can be done with a row; `nil` for a row
  /// without more. Left goes back from there.
  func onward(_ row: Int) -> Command? {
    extra(at: row).map(\.onward) ?? onwardOfItem(row - beginnings.count)
  }

  /// The subject of a row, as commands name it; `nil` for a row that no command can name.
  func subject(_ row: Int) -> RowSubject? {
    extra(at: row).map(\.subject) ?? subjectOfItem(row - beginnings.count)
  }

  /// Whether rows have details, shown beside the list or below it.
  var hasDetails: Bool { detailsOfItem != nil }

  /// The details of a row.
  func details(_ row: Int, _ theme: Theme) -> [String] {
    extra(at: row) == nil ? detailsOfItem?(row - beginnings.count, theme) ?? [] : []
  }

  /// Whether details have to be read before they are shown. Others can be shown in any window.
  var readsDetails: Bool { readingOfItem != nil }

  /// The command that reads what the details of a row show; `nil` when the state has it already.
  func reading(_ row: Int) -> Command? {
    extra(at: row) == nil ? readingOfItem?(row - beginnings.count) : nil
  }

  /// Whether rows are loaded when they come to be shown.
  var loadsRows: Bool { loading != nil }

  /// The command that loads other rows; `nil` where all are loaded.
  func load(_ window: ListWindow) -> Command? {
    let first = max(0, window.first - beginnings.count)
    // The window may be full of the rows before the list.
    let count = max(1, window.first + window.count - beginnings.count - first)
    return loading?(ListWindow(first: first, count: count))
  }

  /// Some of the rows.
  struct Filter: Equatable {
    var name: String
    var rows: [Int]
  }

  /// A list whose rows are all loaded.
  init(
    id: ViewID, count: Int, start: Int = 0, isSingleLine: Bool = true, isNumbered: Bool = false,
    filters: [Filter] = [],
    lines: @escaping (_ row: Int, _ columns: Int) -> [String],
    command: @escaping (_ row: Int) -> Command? = { _ in nil },
    hint: @escaping (_ row: Int) -> String? = { _ in nil },
    details: ((_ row: Int, _ theme: Theme) -> [String])? = nil,
    reading: ((_ row: Int) -> Command?)? = nil,
    tick: ((_ row: Int) -> Command)? = nil,
    onward: @escaping (_ item: Int) -> Command? = { _ in nil }, onwardHint: String? = nil,
    subject: @escaping (_ item: Int) -> RowSubject? = { _ in nil },
    select: ((_ row: Int) -> Command)? = nil
  ) {
    self.id = id
    itemCount = count
    self.start = start
    self.isSingleLine = isSingleLine
    layOut = lines
    commandOfItem = command
    hintOfItem = hint
    detailsOfItem = details
    readingOfItem = reading
    self.tick = tick
    self.filters = filters.filter { !$0.rows.isEmpty }
    loadedItems = 0..<count
    showsDetails = false
    self.select = select
    loading = nil
    self.isNumbered = isNumbered
    onwardOfItem = onward
    self.onwardHint = onwardHint
    subjectOfItem = subject
  }

  /// A long list. The state has loaded only `items`; the first of them has the number `first`, from
  /// 1.
  init<Item>(
    id: ViewID, total: Int, first: Int?, items: [Item], start: Int = 0,
    showsDetails: Bool = false, row: @escaping (_ item: Item, _ columns: Int) -> String,
    command: @escaping (_ row: Int) -> Command?, hint: String,
    details: ((_ item: Item, _ theme: Theme) -> [String])? = nil,
    reading: ((_ row: Int) -> Command?)? = nil,
    select: ((_ row: Int) -> Command)? = nil,
    subject: @escaping (_ item: Int) -> RowSubject? = { RowSubject(number: $0 + 1) },
    load: @escaping (ListWindow) -> Command
  ) {
    let first = (first ?? 1) - 1
    let loaded = first..<(first + items.count)
    self.id = id
    itemCount = total
    self.start = start
    loadedItems = loaded
    self.showsDetails = showsDetails
    commandOfItem = command
    readingOfItem = reading
    (self.select, loading) = (select, load)
    isSingleLine = true
    isNumbered = true
    filters = []
    tick = nil
    onwardOfItem = { _ in nil }
    onwardHint = nil
    subjectOfItem = subject
    layOut = { index, columns in
      [loaded.contains(index) ? row(items[index - first], columns) : ""]
    }
    hintOfItem = { _ in hint }
    detailsOfItem = details.map { details in
      { index, theme in loaded.contains(index) ? details(items[index - first], theme) : [] }
    }
  }
}

/// The lines of the rows that were already laid out. A moving cursor does not change them.
private final class DrawnRows {
  private var lines: [Int: [String]] = [:]
  private var columns = 0
  /// The most rows to keep. No window shows more.
  private static let limit = 500

  func lines(
    _ row: Int, _ columns: Int, otherwise layOut: (_ row: Int, _ columns: Int) -> [String]
  ) -> [String] {
    if self.columns != columns || lines.count >= Self.limit {
      (self.columns, lines) = (columns, [:])
    }
    if let known = lines[row] { return known }
    let new = layOut(row, columns)
    lines[row] = new
    return new
  }
}

/// The subject of a row of a list, as commands name it.
struct RowSubject: Equatable {
  /// The number of the row, from 1, that the commands of the screen take; `nil` where they take
  /// none.
  var number: Int?
  /// The name of the row's deck; `nil` for anything else.
  var deck: String?
  /// The name of the row's exam; `nil` for anything else.
  var exam: String?
  /// The names of commands that can do nothing with this row.
  var idleWords: Set<String> = []
}

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
    of state: State, id: ViewID, _ items: [Item], first: Int?, showsDetails: Bool = false,
    row: @escaping (_ item: Item, _ columns: Int) -> String,
    command: @escaping (_ row: Int) -> Command?, hint: String,
    details: ((_ item: Item, _ theme: Theme) -> [String])? = nil,
    reading: ((_ row: Int) -> Command?)? = nil,
    subject: @escaping (_ item: Int) -> RowSubject? = { RowSubject(number: $0 + 1) }
  ) {
    self.init(
      id: id, total: state.lineCount, first: first, items: items, showsDetails: showsDetails,
      row: row, command: command, hint: hint, details: details, reading: reading,
      subject: subject,
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
      "\(page.number)/\(page.pages) ページ（>> と << でめくります）")
  }
}
