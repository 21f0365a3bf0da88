/// Knows the current screen contents and returns the bytes that change them to the next frame.
///
/// It moves the cursor relatively and asks nothing to draw: replies would mix with typed input, and
/// saved positions are wrong after scrolling.
///
/// A frame that fills the window is drawn on the alternate screen (mode 1049 of xterm). The
/// terminal keeps the main screen meanwhile, and puts the cursor back where it was there.
struct Renderer {
  /// The frame on the main screen.
  private var previous: Frame?
  /// The frame on the alternate screen, and the window for which it was drawn; `nil` while the
  /// terminal shows the main screen.
  private var alternate: (frame: Frame, columns: Int, height: Int)?
  private var drawnColumns = 0
  private var drawnHeight = 0
  /// The blank rows at the top of the previous frame.
  private var gap = 0
  /// The rows of earlier frames that lower windows have pushed into the scrollback. They stand directly
  /// above the frame, and a terminal brings them back when its window is higher again.
  private var pushed = 0
  /// Whether the terminal reports the mouse.
  private var isMouseOn = false
  /// Whether to bracket updates so that the terminal shows them all at once (mode 2026).
  var isSynchronised = true
  /// Whether the terminal has an alternate screen. Otherwise a frame that fills the window clears
  /// the screen before it and after it.
  var hasAlternateScreen = true

  /// The frame that the terminal shows.
  var shown: Frame? { alternate?.frame ?? previous }

  /// Whether the terminal shows a frame that fills the window.
  var fillsWindow: Bool { alternate != nil }

  /// The bytes that print `above` into the scrollback and draw `frame` below it. Empty when nothing
  /// changes. Nothing can be printed above a frame that fills the window.
  mutating func bytes(
    for frame: Frame, above: [String] = [], columns: Int, height: Int = .max,
    _ ambiguous: AmbiguousWidth = .unknown
  ) -> [UInt8] {
    if frame.fillsWindow { return bytes(filling: frame, columns, height, ambiguous) }
    let leaving = leavingAlternate()
    let isResized = drawnColumns != columns || drawnHeight != height
    let back = rowsBack(columns: columns, height: height)
    let taken = previous.map { rowCount(of: $0, columns: columns, ambiguous) + back }
    // A frame that needs fewer rows after a change of the width stays at the bottom, or the next
    // fold would push it into the scrollback although there are blank rows below it.
    if let taken, gap > 0 || isResized {
      gap = max(0, min(taken, height) - frame.rows.count - above.count)
    } else {
      gap = 0
    }
    let frame = frame.lowered(by: gap)
    if previous == frame, !isResized, above.isEmpty {
      return Array((leaving + turningMouse(on: frame.takesMouse)).utf8)
    }
    var out = beginning + leaving + "\r"
    var old = previous
    if let last = previous, let taken, !above.isEmpty || isResized {
      let cursorRow = rowsAboveCursor(of: last, columns: columns, ambiguous) + back
      out += up(cursorRow) + erasing(taken, cursorRow: cursorRow, height: height)
      old = nil
    }
    out += printing(above, columns, ambiguous)
    // Printed rows are now between them and the frame.
    if !above.isEmpty { pushed = 0 }
    // A terminal that has cut its rows instead of folding them may still show text here.
    out += showing(frame, over: old, erases: isResized && taken != nil, ambiguous)
    previous = frame
    (drawnColumns, drawnHeight) = (columns, height)
    return Array(out.utf8)
  }

  /// The bytes that draw `frame` on the alternate screen. After a change of the window all of it is
  /// drawn again, because terminals disagree about what they keep there.
  private mutating func bytes(
    filling frame: Frame, _ columns: Int, _ height: Int, _ ambiguous: AmbiguousWidth
  ) -> [UInt8] {
    let old = alternate.flatMap {
      $0.columns == columns && $0.height == height ? $0.frame : nil
    }
    if old == frame { return [] }
    var out = beginning
    if alternate == nil, hasAlternateScreen { out += "\u{1B}[?1049h" }
    out += old == nil ? Self.clearing : "\r"
    out += showing(frame, over: old, erases: false, ambiguous)
    alternate = (frame, columns, height)
    return Array(out.utf8)
  }

  /// The bytes that erase the frame, print `above` where it began and leave the cursor below.
  mutating func end(
    above: [String] = [], columns: Int, _ ambiguous: AmbiguousWidth = .unknown
  ) -> [UInt8] {
    var out = leavingAlternate()
    if let last = previous {
      out += turningMouse(on: false) + "\r"
      let cursorRow = rowsAboveCursor(of: last, columns: columns, ambiguous)
      let count = rowCount(of: last, columns: columns, ambiguous)
      out += up(cursorRow) + erasing(count, cursorRow: cursorRow, height: drawnHeight)
    }
    forget()
    return Array((out + printing(above, columns, ambiguous)).utf8)
  }

  /// The bytes that clear the screen. What was on it is drawn again from the top.
  mutating func clear() -> [UInt8] {
    if let alternate { self.alternate = (alternate.frame, 0, 0) } else { forget() }
    return Array(Self.clearing.utf8)
  }

  /// Takes over a terminal that shows no frame and does not report the mouse.
  mutating func begin() {
    forget()
    (alternate, isMouseOn) = (nil, false)
  }

  /// Whether the terminal still shows the last frame where it was drawn.
  func isCurrent(columns: Int, height: Int) -> Bool {
    if let alternate { return (alternate.columns, alternate.height) == (columns, height) }
    return previous != nil && (drawnColumns, drawnHeight) == (columns, height)
  }

  private mutating func forget() {
    previous = nil
    (gap, pushed) = (0, 0)
  }

  /// The rows of earlier frames that are on the screen again, directly above the last one, because
  /// the window is higher now.
  ///
  /// Never more than there are, so that no row of another program is erased: a lower window keeps the
  /// row of the cursor, and may drop those below it instead of pushing as many up. A terminal that brings
  /// nothing back has the frame at its top, where going up ends. Another width folds the rows in the
  /// scrollback again, so they are no longer counted.
  private mutating func rowsBack(columns: Int, height: Int) -> Int {
    guard let previous, columns == drawnColumns else {
      pushed = 0
      return 0
    }
    guard height >= drawnHeight else {
      pushed += max(0, previous.cursorRow - (height - 1))
      return 0
    }
    let back = min(pushed, height - drawnHeight)
    pushed -= back
    return back
  }

  private static let clearing = "\u{1B}[H\u{1B}[2J"

  private var beginning: String { (isSynchronised ? "\u{1B}[?2026h" : "") + "\u{1B}[?25l" }

  /// Goes back to the main screen if the alternate one is shown.
  private mutating func leavingAlternate() -> String {
    guard alternate != nil else { return "" }
    alternate = nil
    if hasAlternateScreen { return "\u{1B}[?1049l" }
    forget()
    return Self.clearing
  }

  /// Prints lines that stay. Autowrap is on, so that a long line stays one line for copying and for
  /// the terminal's reflow.
  private func printing(_ lines: [String], _ columns: Int, _ ambiguous: AmbiguousWidth) -> String {
    lines.map { line in
      let fits = displayWidth(line, ambiguous) < columns
      return (fits ? placed(line, ambiguous) : line) + "\r\n"
    }.joined()
  }

  /// Draws a frame and puts the cursor in its place. Autowrap is off, so that a wrongly measured
  /// width cannot push a row down.
  private mutating func showing(
    _ frame: Frame, over old: Frame?, erases: Bool, _ ambiguous: AmbiguousWidth
  ) -> String {
    let drawn = drawing(frame, over: old, erases: erases, ambiguous)
    return "\u{1B}[?7l" + drawn.text + moving(from: drawn.row, to: frame.cursorRow)
      + "\r" + right(frame.cursorColumn) + turningMouse(on: frame.takesMouse)
      + "\u{1B}[?7h\u{1B}[?25h" + (isSynchronised ? "\u{1B}[?2026l" : "")
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
  ///
  /// A window that became lower may have lost the rows below that of the cursor. A line end makes them
  /// again, where going down would stop and going up would then end above the first row. Where
  /// the rows fill the window the first one is its top, at which going up ends.
  private func erasing(_ count: Int, cursorRow: Int, height: Int) -> String {
    let fillsWindow = cursorRow >= height - 1
    let rows = (0..<count).map { row in
      let next = row > cursorRow && !fillsWindow ? "\r\n" : "\u{1B}[B"
      return (row == 0 ? "" : next) + "\u{1B}[2K"
    }
    return rows.joined() + up(count - 1)
  }

  private func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }
  private func moving(from row: Int, to other: Int) -> String {
    other > row ? "\u{1B}[\(other - row)B" : up(row - other)
  }
  private func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }
}

/// The bytes that turn one row of the screen into another. They leave out the cells at both ends
/// that stay as they are.
struct RowChange {
  let text: String

  /// - Parameters:
  ///   - old: The text that the row shows now.
  ///   - new: The text that it is to show.
  init(from old: String, to new: String, _ ambiguous: AmbiguousWidth = .unknown) {
    let (old, new) = (Cell.row(old, ambiguous), Cell.row(new, ambiguous))
    var head = zip(old, new).prefix { $0 == $1 }.count
    // Terminals that draw such a character wider let the next character cover half of it.
    while head > 0, new[head - 1].isUncertain { head -= 1 }
    // tmux counts cells that are erased from the middle of a row as used, and folds such a row when
    // the window becomes narrower.
    if new.width < old.width { head = 0 }
    let tail = Self.tail(of: old, new, after: head)
    let column = new[..<head].width
    var out = "\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
    // Erase before writing: after a full row, erasing would remove its last character.
    if tail == 0, head < old.count { out += "\u{1B}[K" }
    text = out + new[head..<(new.count - tail)].drawn(from: column)
  }

  /// How many cells at the end stay in their columns.
  private static func tail(of old: [Cell], _ new: [Cell], after head: Int) -> Int {
    guard old.width == new.width else { return 0 }
    let room = min(old.count, new.count) - head
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let end = min(tail, room)
    let isCertain = (old[head..<(old.count - end)] + new[head..<(new.count - end)]).allSatisfy {
      !$0.isUncertain
    }
    return isCertain ? end : 0
  }
}

/// A character on the screen with its style and the marks that combine with it.
private struct Cell: Equatable {
  var text: String
  var width: Int
  var isUncertain: Bool
  /// The colour sequences in force since the last reset.
  var style: String

  static func row(_ text: String, _ ambiguous: AmbiguousWidth) -> [Cell] {
    var style = ""
    return glyphs(in: text, ambiguous).reduce(into: []) { row, glyph in
      if glyph.isStyle {
        style = glyph.endsStyle ? "" : style + glyph.text
      } else if glyph.cells == 0, !row.isEmpty {
        row[row.count - 1].text += glyph.text
      } else {
        row.append(
          Cell(
            text: glyph.text, width: glyph.cells, isUncertain: glyph.isUncertain, style: style))
      }
    }
  }
}

extension Collection<Cell> {
  fileprivate var width: Int { reduce(0) { $0 + $1.width } }

  /// The bytes that draw the cells, with an explicit cursor column after each character whose width
  /// terminals disagree on.
  fileprivate func drawn(from start: Int) -> String {
    var (out, column, style) = ("", start, "")
    for cell in self {
      if cell.style != style {
        out += cell.style.hasPrefix(style) ? "" : "\u{1B}[0m"
        out += cell.style.hasPrefix(style) ? cell.style.dropFirst(style.count) : cell.style[...]
        style = cell.style
      }
      out += cell.text
      column += cell.width
      if cell.isUncertain { out += "\u{1B}[\(column + 1)G" }
    }
    return style.isEmpty ? out : out + "\u{1B}[0m"
  }
}
