/// The live region at the bottom of the screen, and the cursor position in it.
struct Frame: Equatable {
  var rows: [Row]
  var cursorRow: Int
  var cursorColumn: Int
  /// The targets of a click in each row, from the first one on; `nil` for a row where a click
  /// chooses nothing. Without any target, the mouse is left to the terminal.
  var targets: [ClickTarget?] = []
  /// Whether the frame takes the whole window, on the alternate screen of the terminal.
  var fillsWindow = false
}

/// The row of a list that a click in a row of the region chooses.
struct ClickTarget: Equatable {
  /// The row of the list, from 0.
  var row: Int
  /// The number of columns from the left in which a click chooses the row; `nil` for all of them.
  var columns: Int?
}

/// A row above the prompt, and the target of a click in it.
struct RegionRow: Equatable {
  var text: String
  var target: ClickTarget?
}

/// The size of the screen in cells.
struct ScreenSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
  /// How wide the screen draws `×`, `…` and the like.
  var ambiguous = AmbiguousWidth.unknown
}

extension Frame {
  /// The frame, moved down by `count` blank rows.
  func lowered(by count: Int) -> Frame {
    guard count > 0 else { return self }
    let blank = Array(repeating: Row(text: "", cells: 0), count: count)
    let none = [ClickTarget?](repeating: nil, count: targets.isEmpty ? 0 : count)
    return Frame(
      rows: blank + rows, cursorRow: cursorRow + count, cursorColumn: cursorColumn,
      targets: none + targets)
  }

  /// Whether the mouse can choose something.
  var takesMouse: Bool { targets.contains { $0 != nil } }

  /// The row of a list that a click chooses.
  ///
  /// - Parameters:
  ///   - cell: The cell that was clicked.
  ///   - cursor: The position of this frame's cursor, as the terminal reports it.
  func row(at cell: ScreenCell, cursor: ScreenCell) -> Int? {
    let index = cell.row - cursor.row + cursorRow
    guard targets.indices.contains(index), let target = targets[index],
      cell.column <= target.columns ?? .max
    else { return nil }
    return target.row
  }

  /// Stacks status rows, the input and the rows below it, cut to the height of the screen.
  ///
  /// One row of the screen stays free for text that scrolls up, unless the frame fills the window.
  /// When there are too few rows, the rows below are dropped first, then status rows from the last.
  /// A long input shows a window around the cursor, with marks for the hidden rows above and below.
  init(
    status: [RegionRow], input: TextLayout, below: [String], size: ScreenSize,
    fillsWindow: Bool = false
  ) {
    func row(_ text: String) -> Row { Row(text, columns: size.columns, size.ambiguous) }
    let room = Room(max(1, size.rows - (fillsWindow ? 0 : 1)))
    let shown = status.prefix((room - max(1, min(3, input.rows.count))).rows)
    let below = below.prefix((room - shown.count - input.rows.count).rows).map(row)
    let window = Frame.window(
      of: input.rows, around: input.cursor.row, room: (room - shown.count - below.count).rows,
      mark: row)
    rows = shown.map { row($0.text) } + window.rows + below
    cursorRow = shown.count + window.cursorRow
    cursorColumn = input.cursor.column
    targets = shown.map(\.target)
    self.fillsWindow = fillsWindow
  }

  /// - Parameter mark: Makes the row that is shown in place of hidden ones.
  private static func window(
    of rows: [Row], around cursor: Int, room: Int, mark: (String) -> Row
  ) -> (rows: [Row], cursorRow: Int) {
    guard rows.count > room else { return (rows, cursor) }
    let first = max(0, min(cursor - room / 2, rows.count - room))
    var window = Array(rows[first..<(first + room)])
    let cursorRow = cursor - first
    let hiddenBelow = rows.count - first - room
    if first > 0, cursorRow > 0 { window[0] = mark(Margin.indented("^ \(first + 1)")) }
    if hiddenBelow > 0, cursorRow < room - 1 {
      window[room - 1] = mark(Margin.indented("v \(hiddenBelow + 1)"))
    }
    return (window, cursorRow)
  }
}
