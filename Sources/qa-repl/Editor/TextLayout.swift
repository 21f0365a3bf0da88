/// A text being edited, laid out in rows after its prompt.
///
/// The last column of the screen stays empty, because terminals disagree about the cursor position
/// after a full row. A cursor after a full row is therefore at the start of the next row.
struct TextLayout: Equatable {
  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  fileprivate(set) var rows: [Row] = []
  /// The position of each character, and last the position after the final one.
  private(set) var positions: [Position] = []
  private let cursorIndex: Int

  var cursor: Position { positions[cursorIndex] }

  init(
    _ buffer: EditBuffer, prompt: String, columns: Int, _ ambiguous: AmbiguousWidth = .unknown
  ) {
    let width = max(2, columns - 1)
    // A prompt takes two thirds of the row besides the blanks before it, and leaves room for a
    // wide character.
    let blanks = prompt.prefix { $0 == " " }.count
    let prompt = prompt.truncated(to: min(width * 2 / 3 + blanks, width - 2), ambiguous)
    let promptCells = displayWidth(prompt, ambiguous)
    cursorIndex = buffer.cursor
    positions.reserveCapacity(buffer.characters.count + 1)

    var row = Row(text: prompt, cells: promptCells)
    let margin = Row(text: String(repeating: " ", count: promptCells), cells: promptCells)
    for character in buffer.characters {
      if character == "\n" {
        if row.cells >= width { wrap(&row, to: margin) }
        positions.append(Position(row: rows.count, column: row.cells))
        wrap(&row, to: margin)
        continue
      }
      let isPlain = character.isPlain
      let shown = isPlain ? String(character) : String(character).sanitised
      let cells = isPlain ? character.cells(ambiguous) : displayWidth(shown, ambiguous)
      if row.cells + cells > width || row.cells == width { wrap(&row, to: margin) }
      positions.append(Position(row: rows.count, column: row.cells))
      row.text += shown
      row.cells += cells
    }
    if row.cells >= width { wrap(&row, to: margin) }
    positions.append(Position(row: rows.count, column: row.cells))
    rows.append(row)
  }

  private mutating func wrap(_ row: inout Row, to margin: Row) {
    rows.append(row)
    row = margin
  }

  /// The index of the character nearest to the cursor's column, `distance` rows away; `nil` when
  /// there is no such row.
  func index(rowsFromCursor distance: Int) -> Int? {
    let target = cursor.row + distance
    guard rows.indices.contains(target) else { return nil }
    return positions.lastIndex {
      $0.row == target && $0.column <= cursor.column
    } ?? positions.firstIndex { $0.row == target }
  }
}

extension TextLayout {
  /// Appends a dim text to the last row, cut to the available width.
  mutating func append(
    faint text: String, columns: Int, _ ambiguous: AmbiguousWidth = .unknown
  ) {
    guard let last = rows.last else { return }
    let shown = text.sanitisedLine.truncated(to: max(0, columns - 1 - last.cells), ambiguous)
    rows[rows.count - 1] = Row(
      text: last.text + "\u{1B}[2m\(shown)\u{1B}[0m",
      cells: last.cells + displayWidth(shown, ambiguous))
  }
}
