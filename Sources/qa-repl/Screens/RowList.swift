import QuizSupport

/// A list at a live terminal, in which the arrow keys move a cursor and Enter takes a row.
///
/// A long list requests its rows one by one, so that its cost depends only on the rows on the
/// screen.
struct RowList {
  /// Identifies the list. Another list has a cursor of its own.
  let id: String
  /// The number of rows, with those that end something.
  private(set) var count: Int
  /// The rows after all others, which end something, such as handing in. They have no number, and
  /// every filter shows them.
  private(set) var endings: [Ending] = []
  /// The row on which the cursor starts, from 0. When it changes, the cursor goes there.
  let start: Int
  /// Whether each row is one line.
  let isSingleLine: Bool
  /// Whether each row begins with its number.
  let isNumbered: Bool
  /// The kinds of rows that can be shown alone. The first of them shows all.
  let filters: [Filter]
  /// The rows for which ``lines`` and ``details`` have data.
  private(set) var loaded: Range<Int>
  /// Whether the details are shown without being asked for.
  let showsDetails: Bool
  /// The lines of a row, at most `columns` cells wide, without the cursor and the number.
  func lines(_ row: Int, _ columns: Int) -> [String] {
    row < itemCount
      ? drawn.lines(row, columns, otherwise: layOut)
      : [endings[row - itemCount].text.truncated(to: columns)]
  }

  private let layOut: (_ row: Int, _ columns: Int) -> [String]
  private var drawn = DrawnRows()
  /// The command that Enter gives; `nil` when Enter shows the details.
  private(set) var command: (_ row: Int) -> Command?
  /// The effect of Enter on a row, for the row of hints.
  private(set) var hint: (_ row: Int) -> String?
  /// The details of a row, shown beside the list or below it.
  private(set) var details: ((_ row: Int, _ theme: Theme) -> [String])?
  /// The command that tells the screen on which row the cursor is, for a screen that acts on it.
  let select: ((_ row: Int) -> Command)?
  /// The command that ticks a row; `nil` for a list without ticks.
  let tick: ((_ row: Int) -> Command)?
  /// The command that Right gives, which opens what else can be done with a row; `nil` for a row
  /// without more. Left goes back from there.
  var onward: CommandOfRow = { _ in nil }
  /// The effect of Right on a row, for the row of hints, such as "→ ways to play".
  var onwardHint: String?
  /// The command that reads what the details of a row show, or `nil` when the state has it already;
  /// `nil` for a list whose state has all details, so that they can be shown in any window.
  private(set) var reading: ((_ row: Int) -> Command?)?
  /// The numbers of the rows where they are not 1, 2, 3 and so on, because others are left out.
  var numbers: [Int]?

  /// The number of a row, from 1.
  func number(of row: Int) -> Int { numbers.map { $0[row] } ?? row + 1 }

  /// The digits of the highest number; none where the rows have no numbers.
  var digits: Int {
    guard isNumbered else { return 0 }
    return String(itemCount > 0 ? number(of: itemCount - 1) : 0).count
  }

  /// The row with a number; `nil` when there is none.
  func row(numbered number: Int) -> Int? {
    let row = numbers.map { $0.firstIndex(of: number) } ?? number - 1
    return row.flatMap { (0..<itemCount).contains($0) ? $0 : nil }
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

  /// The subject of a row, as commands name it; `nil` for a row that no command can name.
  var subject: SubjectOfRow
  /// Whether the cursor stays with the command of its row when rows come or go above it.
  var followsCommands = false
  /// The list that this one concludes. The cursor in that list no longer matters.
  var replaces: String?
  /// The command that loads other rows.
  let load: ((ListWindow) -> Command)?

  /// The command that something does with a row; `nil` for none.
  typealias CommandOfRow = (_ row: Int) -> Command?
  /// The subject of a row; `nil` for a row that no command can name.
  typealias SubjectOfRow = (_ row: Int) -> RowSubject?

  /// The number of rows without those that end something.
  var itemCount: Int { count - endings.count }

  /// A row that ends something.
  struct Ending {
    let text: String
    /// The effect of Enter, for the row of hints.
    let hint: String
    let command: Command
  }

  /// The same list with rows at its end. All its other rows are loaded.
  func ending(with endings: [Ending]) -> RowList {
    var list = self
    let items = itemCount
    (list.endings, list.count) = (endings, items + endings.count)
    list.loaded = 0..<list.count
    list.command = { [command] in $0 < items ? command($0) : endings[$0 - items].command }
    list.reading = reading.map { reading in { $0 < items ? reading($0) : nil } }
    list.hint = { [hint] in $0 < items ? hint($0) : endings[$0 - items].hint }
    list.details = details.map { details in { $0 < items ? details($0, $1) : [] } }
    list.subject = { [subject] in $0 < items ? subject($0) : nil }
    return list
  }

  /// Some of the rows.
  struct Filter {
    var name: String
    var rows: [Int]
  }

  /// A list whose rows are all loaded.
  init(
    id: String, count: Int, start: Int = 0, isSingleLine: Bool = true, isNumbered: Bool = false,
    filters: [Filter] = [],
    lines: @escaping (_ row: Int, _ columns: Int) -> [String],
    command: @escaping (_ row: Int) -> Command? = { _ in nil },
    hint: @escaping (_ row: Int) -> String? = { _ in nil },
    details: ((_ row: Int, _ theme: Theme) -> [String])? = nil,
    reading: ((_ row: Int) -> Command?)? = nil,
    tick: ((_ row: Int) -> Command)? = nil
  ) {
    (self.tick, self.reading) = (tick, reading)
    (self.id, self.count, self.start, self.isSingleLine) = (id, count, start, isSingleLine)
    (layOut, self.command, self.hint, self.details) = (lines, command, hint, details)
    self.filters = filters.filter { !$0.rows.isEmpty }
    (loaded, showsDetails, select, load) = (0..<count, false, nil, nil)
    self.isNumbered = isNumbered
    subject = { _ in nil }
  }

  /// A long list. The state has loaded only `items`; the first of them has the number `first`, from
  /// 1.
  init<Item>(
    id: String, total: Int, first: Int?, items: [Item], start: Int = 0,
    showsDetails: Bool = false, row: @escaping (_ item: Item, _ columns: Int) -> String,
    command: @escaping (_ row: Int) -> Command?, hint: String,
    details: ((_ item: Item, _ theme: Theme) -> [String])? = nil,
    reading: ((_ row: Int) -> Command?)? = nil,
    select: ((_ row: Int) -> Command)? = nil, load: @escaping (ListWindow) -> Command
  ) {
    self.reading = reading
    let first = (first ?? 1) - 1
    let loaded = first..<(first + items.count)
    (self.id, count, self.start, self.loaded) = (id, total, start, loaded)
    (self.showsDetails, self.command) = (showsDetails, command)
    (self.select, self.load) = (select, load)
    (isSingleLine, isNumbered, filters, tick) = (true, true, [], nil)
    subject = { RowSubject(number: $0 + 1) }
    layOut = { index, columns in
      [loaded.contains(index) ? row(items[index - first], columns) : ""]
    }
    self.hint = { _ in hint }
    self.details = details.map { details in
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
