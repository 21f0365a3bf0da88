/// The scroll position of lines that do not all fit on the screen.
struct ScrollPosition: Equatable {
  /// The first line on the screen.
  private(set) var top = 0
  /// The number of lines that there was room for at the last drawing.
  private(set) var room = Room(1)
  /// The farthest position to which the lines can be scrolled, as they were drawn last.
  private var last = 0
  /// Whether the target must be on the screen. When the user pages through the lines, it need not.
  private var followsTarget = false

  /// Whether there was more than fits at the last drawing.
  var canScroll: Bool { last > 0 }

  /// Whether there was more below what was on the screen at the last drawing.
  var hasMore: Bool { top < last }

  /// The lines that were on the screen at the last drawing.
  var shown: Range<Int> { top..<(top + room.rows) }

  /// The number of lines by which a page scrolls. One line of the page before stays on the screen.
  var page: Int { max(1, room.rows - 1) }

  /// Brings the target on the screen at the next drawing, and keeps it there.
  mutating func follow() { followsTarget = true }

  /// Shows the lines from the first one on.
  mutating func rewind() { (top, followsTarget) = (0, false) }

  /// Scrolls by `move`, and stops at the ends.
  mutating func scroll(_ move: CursorMove) {
    let line =
      switch move {
      case .rows(let distance): top + distance
      case .pages(let distance): top + distance * page
      case .wheel(let distance): top + distance * 3
      case .toStart: 0
      case .toEnd: last
      }
    let earlier = top
    top = max(0, min(line, last))
    if top != earlier { followsTarget = false }
  }

  /// The lines, of `count`, that are on the screen now, scrolled as far as needed. When not all
  /// fit, the last line of `room` is left for ``note(above:_:)``.
  ///
  /// - Parameter target: The lines to follow.
  mutating func fit(_ count: Int, in room: Room, target: Range<Int>? = nil) -> Range<Int> {
    self.room = room
    guard count > room.rows, room.rows > 1 else {
      (top, last) = (0, 0)
      return 0..<min(count, room.rows)
    }
    self.room = room - 1
    let shown = self.room.rows
    last = count - shown
    if followsTarget, let target {
      top = max(min(top, target.lowerBound), target.upperBound - shown)
    }
    top = max(0, min(top, last))
    return top..<(top + shown)
  }

  /// A note that says which of how many rows of a list are on the screen; empty when all are.
  ///
  /// - Parameter above: The number of lines above the rows, which are not counted.
  func note(above: Int, _ theme: Theme) -> [String] {
    let (first, end) = (max(top - above, 0) + 1, max(shown.upperBound - above, 1))
    let total = last + room.rows - above
    return note(theme.strings("\(first)-\(end) of \(total)", "\(first)〜\(end) / \(total)"), theme)
  }

  /// A note that says how far a text has been on the screen; empty when all of it is.
  func note(_ theme: Theme) -> [String] {
    let (end, total) = (shown.upperBound, last + room.rows)
    return note(theme.strings("\(end) of \(total)", "\(end) / \(total)"), theme)
  }

  private func note(_ text: String, _ theme: Theme) -> [String] {
    canScroll ? ["    " + theme.palette.faint(text)] : []
  }
}

extension Theme {
  /// A note in place of the blank row between a text and a list, while the text is out of sight.
  func rowsAbove(_ count: Int) -> String {
    let rows = strings(count == 1 ? "1 row above" : "\(count) rows above", "上に \(count) 行")
    return "    " + palette.faint(rows)
  }
}
