/// One row of the screen, ready to be drawn: cleaned, coloured, at most one cell less than the
/// screen is wide.
struct Row: Equatable {
  var text: String
  var cells: Int

  init(text: String, cells: Int) {
    self.text = text
    self.cells = cells
  }

  /// Measures the text, and cuts it where the screen ends.
  init(_ text: String, columns: Int) {
    self.text = text.truncated(to: max(1, columns - 1))
    cells = displayWidth(self.text)
  }
}

/// The live region at the bottom of the screen, and where the cursor rests in it.
struct Frame: Equatable {
  var rows: [Row]
  var cursorRow: Int
  var cursorColumn: Int
}

/// The size of the screen in cells.
struct ScreenSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

extension Frame {
  /// Status rows, what is being typed, and rows below it, cut to the height of the screen.
  ///
  /// One row of the screen stays free for what scrolls by. When there are too few, the rows below
  /// go first, then those of the status from its end; of a long text a window around the cursor is
  /// left, with marks for the rows above and below it.
  init(status: [String], input: TextLayout, below: [String], size: ScreenSize) {
    let room = max(1, size.rows - 1)
    let status = status.prefix(max(0, min(room - 1, room - min(3, input.rows.count))))
      .map { Row($0, columns: size.columns) }
    let below = below.prefix(max(0, room - status.count - input.rows.count))
      .map { Row($0, columns: size.columns) }
    let window = Frame.window(
      of: input.rows, around: input.cursor.row, room: room - status.count - below.count)
    rows = status + window.rows + below
    cursorRow = status.count + window.cursorRow
    cursorColumn = input.cursor.column
  }

  private static func window(of rows: [Row], around cursor: Int, room: Int)
    -> (rows: [Row], cursorRow: Int)
  {
    guard rows.count > room else { return (rows, cursor) }
    let first = max(0, min(cursor - room / 2, rows.count - room))
    var window = Array(rows[first..<(first + room)])
    let cursorRow = cursor - first
    let hiddenBelow = rows.count - first - room
    if first > 0, cursorRow > 0 { window[0] = Row("^ \(first + 1)", columns: 20) }
    if hiddenBelow > 0, cursorRow < room - 1 {
      window[room - 1] = Row("v \(hiddenBelow + 1)", columns: 20)
    }
    return (window, cursorRow)
  }
}
