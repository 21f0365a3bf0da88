/// Knows the current screen contents and returns the bytes that change them to the next frame.
///
/// It moves the cursor relatively and asks nothing to draw: replies would mix with typed input, and
/// saved positions are wrong after scrolling.
struct Renderer {
  private(set) var previous: Frame?
  private var drawnColumns = 0
  private var drawnHeight = 0
  /// The blank rows at the top of the previous frame.
  private var gap = 0
  /// Whether the terminal reports the mouse.
  private var isMouseOn = false
  /// Whether to bracket updates so that the terminal shows them all at once (mode 2026).
  var isSynchronised = true

  /// The bytes that print `above` into the scrollback and draw `frame` below it. Empty when nothing
  /// changes.
  mutating func bytes(
    for frame: Frame, above: [String] = [], columns: Int, height: Int = .max,
    _ ambiguous: AmbiguousWidth = .unknown
  ) -> [UInt8] {
    let isResized = drawnColumns != columns || drawnHeight != height
    let taken = previous.map { rowCount(of: $0, columns: columns, ambiguous) }
    // A frame that needs fewer rows after a change of the width stays at the bottom, or the next
    // fold would push it into the scrollback although there are blank rows below it.
    if let taken, gap > 0 || isResized {
      gap = max(0, min(taken, height) - frame.rows.count - above.count)
    } else {
      gap = 0
    }
    let frame = frame.lowered(by: gap)
    if previous == frame, !isResized, above.isEmpty { return [] }
    var out = (isSynchronised ? "\u{1B}[?2026h" : "") + "\u{1B}[?25l\r"
    var old = previous
    if let last = previous, let taken, !above.isEmpty || isResized {
      out += up(rowsAboveCursor(of: last, columns: columns, ambiguous)) + erasing(taken)
      old = nil
    }
    // Autowrap is on here, so that a long line stays one line for copying and for the terminal's
    // reflow.
    for line in above {
      let fits = displayWidth(line, ambiguous) < columns
      out += (fits ? placed(line, ambiguous) : line) + "\r\n"
    }
    // Autowrap is off from here on, so that a wrongly measured width cannot push a row down.
    out += "\u{1B}[?7l"
    // A terminal that has cut its rows instead of folding them may still show text here.
    let drawn = drawing(frame, over: old, erases: isResized && taken != nil, ambiguous)
    out += drawn.text + moving(from: drawn.row, to: frame.cursorRow)
    out += "\r" + right(frame.cursorColumn)
    out += turningMouse(on: frame.takesMouse)
    out += "\u{1B}[?7h\u{1B}[?25h" + (isSynchronised ? "\u{1B}[?2026l" : "")
    previous = frame
    (drawnColumns, drawnHeight) = (columns, height)
    return Array(out.utf8)
  }

  /// The bytes that erase the frame and leave the cursor in its first row.
  mutating func end(columns: Int, _ ambiguous: AmbiguousWidth = .unknown) -> [UInt8] {
    guard let last = previous else { return [] }
    forget()
    let out =
      turningMouse(on: false) + "\r" + up(rowsAboveCursor(of: last, columns: columns, ambiguous))
      + erasing(rowCount(of: last, columns: columns, ambiguous))
    return Array(out.utf8)
  }

  /// Forgets the screen contents, because something else has written to the screen.
  mutating func forget() {
    previous = nil
    gap = 0
  }

  /// Takes over a terminal that shows no frame and does not report the mouse.
  mutating func begin() {
    forget()
    isMouseOn = false
  }

  /// Whether the terminal still shows the last frame where it was drawn.
  func isCurrent(columns: Int, height: Int) -> Bool {
    previous != nil && drawnColumns == columns && drawnHeight == height
  }

  /// Lets the terminal report presses and the wheel, with numbers of any size (modes 1000 and
  /// 1006), or leaves the mouse to it.
  private mutating func turningMouse(on isOn: Bool) -> String {
    guard isOn != isMouseOn else { return "" }
    isMouseOn = isOn
    return isOn ? "\u{1B}[?1000h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1000l"
  }

  /// Draws the rows that differ from the `old` ones, starting at its cursor, and returns the row in
  /// which it leaves the cursor.
  private func drawing(
    _ frame: Frame, over old: Frame?, erases: Bool, _ ambiguous: AmbiguousWidth
  ) -> (text: String, row: Int) {
    let rows = old?.rows ?? []
    var out = ""
    var line = old?.cursorRow ?? 0
    for (index, row) in frame.rows.enumerated() {
      if index < rows.count {
        guard rows[index] != row else { continue }
        out += moving(from: line, to: index)
      } else if index > 0 {
        // Only a line end makes a row at the bottom of the screen.
        out += moving(from: line, to: index - 1) + "\r\n"
      }
      out += erases ? "\r\u{1B}[K" : ""
      out +=
        RowChange(from: index < rows.count ? rows[index].text : "", to: row.text, ambiguous).text
      line = index
    }
    guard rows.count > frame.rows.count else { return (out, line) }
    // Do not erase from the first cell: tmux would push the screen into the scrollback (tmux#3090).
    out += moving(from: line, to: frame.rows.count - 1) + "\r\n\u{1B}[J\u{1B}[A"
    return (out, frame.rows.count - 1)
  }

  /// The text with an explicit cursor column after each character whose width terminals disagree
  /// on.
  private func placed(_ text: String, _ ambiguous: AmbiguousWidth) -> String {
    guard text.contains(where: { $0.isWidthUncertain(ambiguous) }) else { return text }
    return RowChange(from: "", to: text, ambiguous).text
  }

  /// The rows above the cursor in the old frame, counting rows that a narrower terminal has
  /// folded.
  private func rowsAboveCursor(
    of frame: Frame, columns: Int, _ ambiguous: AmbiguousWidth
  ) -> Int {
    guard columns < drawnColumns, columns > 0 else { return frame.cursorRow }
    return rowCount(of: frame.rows[..<frame.cursorRow], columns, ambiguous)
      + frame.cursorColumn / columns
  }

  private func rowCount(of frame: Frame, columns: Int, _ ambiguous: AmbiguousWidth) -> Int {
    guard columns < drawnColumns, columns > 0 else { return frame.rows.count }
    return rowCount(of: frame.rows[...], columns, ambiguous)
  }

  private func rowCount(
    of rows: ArraySlice<Row>, _ columns: Int, _ ambiguous: AmbiguousWidth
  ) -> Int {
    rows.reduce(0) { $0 + $1.foldedCount(columns: columns, ambiguous) }
  }

  /// Erases `count` rows and returns to the first.
  private func erasing(_ count: Int) -> String {
    let rows = Array(repeating: "\u{1B}[2K", count: count)
    return rows.joined(separator: "\u{1B}[B") + up(count - 1)
  }

  private func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }
  private func moving(from row: Int, to other: Int) -> String {
    other > row ? "\u{1B}[\(other - row)B" : up(row - other)
  }
  private func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }
}
