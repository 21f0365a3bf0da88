/// Knows the current screen contents and returns the bytes that change them to the next frame.
///
/// It moves the cursor relatively and never queries the terminal: replies would mix with typed
/// input, and saved positions are wrong after scrolling.
struct Renderer {
  private var previous: Frame?
  private var drawnColumns = 0
  /// Whether to bracket updates so that the terminal shows them all at once (mode 2026).
  var isSynchronised = true

  /// The bytes that print `above` into the scrollback and draw `frame` below it. Empty when nothing
  /// changes.
  mutating func bytes(
    for frame: Frame, above: [String] = [], columns: Int, _ ambiguous: AmbiguousWidth = .unknown
  ) -> [UInt8] {
    if previous == frame, drawnColumns == columns, above.isEmpty { return [] }
    var out = (isSynchronised ? "\u{1B}[?2026h" : "") + "\u{1B}[?25l\r"
    let isAnew = !above.isEmpty || (previous != nil && drawnColumns != columns)
    if let previous {
      out += up(rowsAboveCursor(of: previous, columns: columns))
      if isAnew { out += erasing(rowCount(of: previous, columns: columns)) }
    }
    // Autowrap is on here, so that a long line stays one line for copying and for the terminal's
    // reflow.
    for line in above {
      let fits = displayWidth(line, ambiguous) < columns
      out += (fits ? placed(line, ambiguous) : line) + "\r\n"
    }
    // Autowrap is off from here on, so that a wrongly measured width cannot push a row down.
    out += "\u{1B}[?7l"
    out += drawing(frame, over: isAnew ? [] : previous?.rows ?? [], ambiguous)
    out += up(frame.rows.count - 1 - frame.cursorRow) + "\r" + right(frame.cursorColumn)
    out += "\u{1B}[?7h\u{1B}[?25h" + (isSynchronised ? "\u{1B}[?2026l" : "")
    previous = frame
    drawnColumns = columns
    return Array(out.utf8)
  }

  /// The bytes that erase the frame and leave the cursor in its first row.
  mutating func end(columns: Int) -> [UInt8] {
    guard let last = previous else { return [] }
    previous = nil
    let out =
      "\r" + up(rowsAboveCursor(of: last, columns: columns))
      + erasing(rowCount(of: last, columns: columns))
    return Array(out.utf8)
  }

  /// Forgets the screen contents, because something else has written to the screen.
  mutating func forget() {
    previous = nil
  }

  private func drawing(_ frame: Frame, over old: [Row], _ ambiguous: AmbiguousWidth) -> String {
    var out = ""
    for (index, row) in frame.rows.enumerated() {
      if index > 0 { out += "\r\n" }
      if index < old.count, old[index] == row { continue }
      // Erase before writing: after a full row, erasing would remove its last character.
      if index < old.count { out += "\u{1B}[K" }
      out += placed(row.text, ambiguous)
    }
    // Do not erase from the first cell: tmux would push the screen into the scrollback (tmux#3090).
    return old.count > frame.rows.count ? out + "\r\n\u{1B}[J\u{1B}[A" : out
  }

  /// The text with an explicit cursor column after each character whose width terminals disagree
  /// on.
  private func placed(_ text: String, _ ambiguous: AmbiguousWidth) -> String {
    guard text.contains(where: { $0.isWidthUncertain(ambiguous) }) else { return text }
    var column = 0
    return glyphs(in: text, ambiguous).reduce(into: "") { out, glyph in
      out += glyph.text
      column += glyph.cells
      if glyph.isUncertain { out += "\u{1B}[\(column + 1)G" }
    }
  }

  /// The rows above the cursor in the old frame, counting rows that a narrower terminal has
  /// wrapped.
  private func rowsAboveCursor(of frame: Frame, columns: Int) -> Int {
    guard columns < drawnColumns, columns > 0 else { return frame.cursorRow }
    return frame.rows[..<frame.cursorRow].reduce(frame.cursorColumn / columns) {
      $0 + max(1, ($1.cells + columns - 1) / columns)
    }
  }

  private func rowCount(of frame: Frame, columns: Int) -> Int {
    guard columns < drawnColumns, columns > 0 else { return frame.rows.count }
    return frame.rows.reduce(0) { $0 + max(1, ($1.cells + columns - 1) / columns) }
  }

  /// Erases `count` rows and returns to the first.
  private func erasing(_ count: Int) -> String {
    let rows = Array(repeating: "\u{1B}[2K", count: count)
    return rows.joined(separator: "\u{1B}[B") + up(count - 1)
  }

  private func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }
  private func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }
}
