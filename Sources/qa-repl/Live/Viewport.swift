import QuizSupport

/// The part of a view that is on the screen: the place of the cursor in its list, and the scroll
/// position of its text.
///
/// Text and list are one column of lines, so that a long question and its choices page together.
struct Viewport: Equatable {
  /// Whether the details of the row at the cursor are shown.
  private(set) var isOpen = false
  /// The cursor in the list.
  private(set) var rows = RowCursor()
  /// Whether the details of the row at the cursor were not completely shown at the last drawing.
  private(set) var hidesDetails = true

  private var list = ""
  /// The row that the list has last named for the cursor.
  private var start = 0
  /// The column of text and list.
  private var columnScroll = ScrollPosition()
  private var detailScroll = ScrollPosition()
  /// The lines of the choices in that column.
  private var choices = ChoiceLines()

  /// The number of cells before each row of a list, for the cursor.
  static let margin = 4
  /// The width from which on details are beside the list, until they are opened.
  static let columnsForTwo = 100

  /// The fewest rows of a list that there must be room for below a text that stays in place: while
  /// details are open, counting their rows, and otherwise.
  static let (leastOpen, leastRows) = (9, 4)

  /// Adopts the current content of `liveView`. In a list with another identity the cursor starts
  /// again.
  ///
  /// - Parameter earlier: The list that was shown before.
  mutating func enter(_ liveView: LiveView, subject: String, after earlier: RowList? = nil) {
    guard let next = liveView.list else {
      if list != subject { self = Viewport(list: subject) }
      return
    }
    guard list == next.id else {
      self = Viewport(next)
      return
    }
    let kept = earlier.flatMap { row(after: $0, in: next) }
    rows.enter(next)
    if let kept {
      start = next.start
      rows.place(at: kept)
      columnScroll.follow()
    } else if start != next.start {
      start = next.start
      rows.go(near: start)
      columnScroll.follow()
    }
  }

  /// The place of the row at the cursor in a list that follows the commands of its rows; `nil` when
  /// the row is gone, or when the list now begins on another row.
  private func row(after earlier: RowList, in next: RowList) -> Int? {
    func command(_ list: RowList, _ row: Int) -> Command? {
      row < list.count ? list.command(row) : nil
    }
    guard next.followsCommands, earlier.id == next.id,
      command(earlier, earlier.start) == command(next, next.start),
      let kept = command(earlier, cursor)
    else { return nil }
    return (0..<next.count).first { next.command($0) == kept }
  }

  /// The row of the list at the cursor, from 0 and counted among all rows.
  var cursor: Int { rows.row }

  /// Whether the list has rows at all.
  var hasRows: Bool { rows.count > 0 }

  /// The row at the cursor; `nil` when there is none.
  var row: Int? { hasRows ? cursor : nil }

  /// Moves the cursor to a row, from 0 and counted among all rows. When the filter hides it, all
  /// rows are shown.
  mutating func place(at row: Int, in list: RowList) {
    rows.go(to: row, in: list)
    showCursor()
  }

  /// Shows another kind of rows.
  mutating func filter(_ list: RowList, by step: Int) {
    rows.filter(list, by: step)
    showCursor()
  }

  /// The row that is looked at in place of the list; `nil` while the list is shown.
  func look(in list: RowList?) -> (row: Int, look: RowList.Look)? {
    guard isOpen, hasRows, let list, let look = list.look, list.number(of: cursor) != nil else {
      return nil
    }
    return (cursor, look)
  }

  /// Shows the details of the row at the cursor, or hides them.
  mutating func toggleDetails(isOpen: Bool? = nil) {
    self.isOpen = isOpen ?? !self.isOpen
    detailScroll.rewind()
  }

  /// Whether there was something to move to at the last drawing: another row, or more of the text.
  func canMove(in liveView: LiveView) -> Bool {
    rows.count > 1 || (columnScroll.canScroll && liveView.list?.isSingleLine != true)
  }

  /// Whether the details, the text or the question went on below the window at the last drawing.
  func hasMore(of liveView: LiveView) -> Bool {
    if isOpen { return detailScroll.hasMore }
    return liveView.list?.isSingleLine != true && columnScroll.hasMore
  }

  /// Brings the choice at the cursor on the screen. Returns `false` when it was there.
  mutating func reveal() -> Bool {
    let isHidden = choices.hides(rows.position, columnScroll)
    if isHidden { showCursor() }
    return isHidden
  }

  /// Returns `false` when there is nothing to move to.
  mutating func move(_ move: CursorMove, in liveView: LiveView) -> Bool {
    let before = self
    if choices.reads(move, at: rows.position, columnScroll) {
      columnScroll.scroll(move)
    } else if movesCursor(move, in: liveView.list) {
      rows.move(move, page: columnScroll.page)
      showCursor()
      // A question begins with its text.
      if move == .toStart, choices[0] != nil { columnScroll.rewind() }
    } else if isOpen {
      detailScroll.scroll(move)
    } else {
      columnScroll.scroll(move)
      rows.place(at: choices.position(near: rows.position, columnScroll))
    }
    return self != before
  }

  /// Whether `move` goes to another row, and does not scroll.
  private func movesCursor(_ move: CursorMove, in list: RowList?) -> Bool {
    if look(in: list) != nil { return false }
    guard isOpen || list?.isSingleLine == false else { return list != nil }
    return switch move {
    case .rows: true
    case .wheel: !(isOpen ? detailScroll : columnScroll).canScroll
    case .pages: false
    case .toStart, .toEnd: !isOpen
    }
  }

  /// Goes to the next row that is worth a look, or to the one before it for -1. Returns `false` when
  /// no row is looked at.
  mutating func look(by step: Int, in list: RowList) -> Bool {
    guard let (row, look) = look(in: list) else { return false }
    if let next = look.next(to: row, by: step) { place(at: next, in: list) }
    return true
  }

  private mutating func showCursor() {
    columnScroll.follow()
    detailScroll.rewind()
  }

  // MARK: - Drawing

  /// The rows on the screen that the view has not loaded yet; `nil` when it has them all.
  func missing(in liveView: LiveView) -> ListWindow? {
    guard let list = liveView.list, list.load != nil, !rows.isFiltered, hasRows else { return nil }
    let (position, count, room) = (rows.position, rows.count, columnScroll.room.rows)
    let first = min(columnScroll.top, position),
      last = min(count, max(columnScroll.top + room, position + 1))
    guard !(list.loaded.lowerBound <= first && last <= list.loaded.upperBound) else { return nil }
    let start = max(0, first - room)
    return ListWindow(first: start, count: min(count, last + room) - start)
  }

  /// Lays out text and list of `liveView` in the rows that there are, and scrolls as far as needed.
  ///
  /// - Parameter hasCursor: Whether the list has a cursor now. It has none while a question is
  ///   asked.
  mutating func lines(
    of liveView: LiveView, room: Room, theme: Theme, hasCursor: Bool = true
  ) -> [RegionRow] {
    hidesDetails = true
    choices = ChoiceLines()
    guard room.rows > 0 else { return [] }
    let columns = theme.columns ?? 80
    if let (row, look) = look(in: liveView.list) {
      let inner = theme.narrowed(to: columns - 2)
      let text = look.text(row, room.rows, inner).map { $0.isEmpty ? "" : "  " + $0 }
      return part(of: text, room: room, theme).map { RegionRow(text: $0) }
    }
    if let list = liveView.list, list.isSingleLine, let text = liveView.body, !text.isEmpty, hasRows
    {
      var below = liveView
      below.body = []
      let rest = room - text.count - 1
      if rest.rows >= (isOpen ? Self.leastOpen : min(rows.count, Self.leastRows)) {
        // The text above the rows stays in place while they move.
        return (text + [""]).map { RegionRow(text: $0) }
          + lines(of: below, room: rest, theme: theme, hasCursor: hasCursor)
      }
      if isOpen { return lines(of: below, room: room, theme: theme, hasCursor: hasCursor) }
    }
    guard let list = liveView.list, list.isSingleLine, let layOut = list.details, hasRows,
      columns >= Self.columnsForTwo || isOpen || list.showsDetails
    else { return column(of: liveView, room: room, columns: columns, theme, hasCursor) }
    let row = list.loaded.contains(cursor) ? cursor : nil
    if columns >= Self.columnsForTwo, !isOpen {
      let left = columns / 2 - 2
      let right = theme.narrowed(to: columns - left - 3)
      let shown = column(of: liveView, room: room, columns: left, theme, hasCursor)
      let text = part(of: row.map { layOut($0, right) } ?? [], room: room, theme)
      return beside(shown, text, left: left, theme)
    }
    let share = Room(max(1, min(rows.count, room.rows / 3)))
    let shown = column(of: liveView, room: share, columns: columns, theme, hasCursor)
    let inner = theme.narrowed(to: columns - 2)
    let text = row.map { layOut($0, inner).map { $0.isEmpty ? "" : "  " + $0 } } ?? []
    let rest = room - shown.count
    let air = rest.rows > text.count ? [""] : []
    return shown
      + (air + part(of: text, room: rest - air.count, theme)).map { RegionRow(text: $0) }
  }

  private func beside(
    _ rows: [RegionRow], _ text: [String], left: Int, _ theme: Theme
  ) -> [RegionRow] {
    (0..<max(rows.count, text.count)).map { line in
      var row = line < rows.count ? rows[line] : RegionRow(text: "")
      row.text = theme.filled(row.text, to: left)
      row.target?.columns = left
      if line < text.count, !text[line].isEmpty { row.text += "   " + text[line] }
      return row
    }
  }

  /// The part of the details that fits.
  private mutating func part(of text: [String], room: Room, _ theme: Theme) -> [String] {
    hidesDetails = text.count > room.rows
    return detailScroll.fit(text.count, in: room).map { text[$0] } + detailScroll.note(theme)
  }

  /// Text and list, one below the other.
  private mutating func column(
    of liveView: LiveView, room: Room, columns: Int, _ theme: Theme, _ hasCursor: Bool
  ) -> [RegionRow] {
    let text = liveView.body ?? []
    guard let list = liveView.list else {
      let shown = columnScroll.fit(text.count, in: room).map { text[$0] }
      return (shown + columnScroll.note(theme)).map { RegionRow(text: $0) }
    }
    let first = text.count + (text.isEmpty ? 0 : 1)
    let cursor = hasCursor ? rows.position : nil
    func drawn(_ position: Int) -> [String] {
      Self.drawn(rows.row(at: position), of: list, isAtCursor: position == cursor, columns, theme)
    }
    if list.isSingleLine {
      // The text is shown again when the cursor comes back to the first row.
      let line = first + rows.position
      let visible = columnScroll.fit(
        first + rows.count, in: room, target: (rows.position == 0 ? 0 : line)..<(line + 1))
      return visible.map { line in
        guard line >= first else {
          let isCut = line > 0 && line == visible.lowerBound
          let shown = line < text.count ? text[line] : ""
          return RegionRow(text: isCut ? theme.rowsAbove(min(line + 1, text.count)) : shown)
        }
        return RegionRow(
          text: drawn(line - first)[0], target: hasCursor ? self.target(line - first) : nil)
      } + columnScroll.note(above: first, theme).map { RegionRow(text: $0) }
    }
    let blocks = (0..<rows.count).map(drawn)
    let lines = text + (text.isEmpty ? [] : [""]) + blocks.joined()
    choices = ChoiceLines(blocks.map(\.count), from: first)
    // Of a choice that is longer than the window the beginning is shown.
    let target = choices[rows.position].map { $0.prefix(max(1, (room - 1).rows)) }
    let visible = columnScroll.fit(lines.count, in: room, target: target)
    let owners = blocks.enumerated().flatMap { Array(repeating: $0, count: $1.count) }
    return visible.map { line in
      RegionRow(
        text: lines[line],
        target: hasCursor && line >= first ? self.target(owners[line - first]) : nil)
    } + columnScroll.note(theme).map { RegionRow(text: $0) }
  }

  /// The lines of a row, after the cursor and the number.
  private static func drawn(
    _ row: Int, of list: RowList, isAtCursor: Bool, _ columns: Int, _ theme: Theme
  ) -> [String] {
    let digits = list.digits
    let margin = Self.margin + (digits == 0 ? 0 : digits + 2)
    var mark = isAtCursor ? "  \(theme.palette.chosen(theme.signs.cursor)) " : "    "
    let number = list.number(of: row).map { "\($0)" } ?? ""
    if digits > 0 { mark += number.padded(to: digits, .trailing) + "  " }
    let blank = String(repeating: " ", count: margin)
    return list.lines(row, max(4, columns - margin)).enumerated().map {
      ($0 == 0 ? mark : blank) + $1
    }
  }

  /// The row that a click on a row of the list chooses, by its place among the rows that are shown.
  private func target(_ position: Int) -> ClickTarget { ClickTarget(row: rows.row(at: position)) }
}

extension Viewport {
  private init(list: String) { self.list = list }

  /// A viewport of a list whose cursor is where the list puts it.
  private init(_ list: RowList) {
    (self.list, start) = (list.id, list.start)
    rows.enter(list)
    rows.place(at: start)
    if list.isSingleLine { columnScroll.follow() }
  }
}
