import QuizSupport
import Terminal

/// A view on the screen, and the part of it that is shown: the place of the cursor in its list, and
/// how far its text is scrolled.
///
/// Text and list are one column of lines, so that a long question and its choices page together.
struct Pane {
  private(set) var liveView: LiveView
  /// Identifies the list that the cursor is in, or the subject of a view without one.
  private(set) var id: ViewID = ""
  /// Whether the details of the row at the cursor are shown.
  private(set) var isOpen = false
  /// Whether the details of the row at the cursor were not completely shown at the last drawing.
  private var hidesDetails = true
  /// The cursor in the list.
  private var rows = RowCursor()
  /// The row that the list has last named for the cursor.
  private var start = 0
  /// The column of text and list.
  private var columnScroll = ScrollPosition()
  private var detailScroll = ScrollPosition()
  /// The row that was clicked last; `nil` when the list has changed since then.
  private var clicked: Int?
  /// Lays the view out for another window; `nil` for a screen, because its state does that.
  private let layOut: ((Theme) -> LiveView)?

  /// The result of taking a row.
  enum Taken: Equatable {
    case command(Command)
    /// A yes or a no to the question.
    case answer(Bool)
  }

  /// The pane of a screen.
  init(_ liveView: LiveView) {
    (self.liveView, layOut) = (liveView, nil)
  }

  /// A pane over the screen.
  init(_ theme: Theme, layOut: @escaping (Theme) -> LiveView) {
    (liveView, self.layOut) = (layOut(theme), layOut)
    enter()
  }

  /// Shows the view of another state.
  ///
  /// - Parameter kept: The pane in which a list was shown before.
  /// - Returns: The pane with the list that the user has left, if the new list is another one.
  mutating func show(_ next: LiveView, kept: (ViewID) -> Pane? = { _ in nil }) -> Pane? {
    let earlier = liveView.list
    if next.question != liveView.question { clicked = nil }
    var left: Pane?
    // A search that follows each key shows a new list with each of them. Their cursors need not be
    // kept.
    if let earlier, earlier.id != next.list?.id, liveView.find == nil || next.find == nil {
      left = self
    }
    if let id = next.list?.id, earlier?.id != id, var kept = kept(id) {
      kept.clicked = clicked
      self = kept
    }
    // Another subject begins with its first line.
    let follows =
      next.followed != nil && next.followed != liveView.followed
      && next.subject == liveView.subject
    liveView = next
    enter(after: earlier)
    if follows { columnScroll.follow() }
    return left
  }

  /// Adopts the rows of the view. In a list with another identity the cursor starts again.
  ///
  /// - Parameter earlier: The list that was shown before.
  private mutating func enter(after earlier: RowList? = nil) {
    let id = liveView.list?.id ?? liveView.subject
    guard self.id == id else { return startAgain(id) }
    guard let list = liveView.list else { return }
    let kept = earlier.flatMap { row(after: $0, in: list) }
    rows.enter(list)
    if let kept {
      start = list.start
      rows.place(at: kept)
      columnScroll.follow()
    } else if start != list.start {
      start = list.start
      rows.go(near: start)
      columnScroll.follow()
    }
  }

  /// Forgets what was shown, and puts the cursor where the list has it.
  private mutating func startAgain(_ id: ViewID) {
    self = Pane(liveView, clicked: clicked, layOut: layOut)
    self.id = id
    guard let list = liveView.list else { return }
    start = list.start
    rows.enter(list)
    rows.place(at: start)
    if list.isSingleLine { columnScroll.follow() }
  }

  private init(_ liveView: LiveView, clicked: Int?, layOut: ((Theme) -> LiveView)?) {
    self.liveView = liveView
    self.clicked = clicked
    self.layOut = layOut
  }

  /// The place of the row at the cursor in a list that follows the commands of its rows; `nil` when
  /// the row is gone, or when the list now begins on another row.
  private func row(after earlier: RowList, in next: RowList) -> Int? {
    func command(_ list: RowList, _ row: Int) -> Command? {
      row < list.count ? list.command(row) : nil
    }
    guard next.followsCommands, earlier.id == next.id,
      command(earlier, earlier.start) == command(next, next.start),
      let kept = command(earlier, rows.row)
    else { return nil }
    return (0..<next.count).first { next.command($0) == kept }
  }

  /// Lays the view out again for another theme.
  mutating func layOut(again theme: Theme) {
    if let layOut { liveView = layOut(theme) }
  }

  /// The row at the cursor; `nil` when there is none.
  var row: Int? { rows.count > 0 ? rows.row : nil }

  /// Whether there was something to move to at the last drawing: another row, or more of the text.
  var canMove: Bool {
    rows.count > 1 || (columnScroll.canScroll && liveView.list?.isSingleLine != true)
  }

  /// Whether the details, the text or the question went on below the window at the last drawing.
  var hasMore: Bool {
    if isOpen { return detailScroll.hasMore }
    return liveView.list?.isSingleLine != true && columnScroll.hasMore
  }

  /// The row that is looked at in place of the list; `nil` while the list is shown.
  private var look: (row: Int, look: RowList.Look)? {
    guard isOpen, let row, let list = liveView.list, let look = list.look,
      list.number(of: row) != nil
    else { return nil }
    return (row, look)
  }

  /// The command that tells the screen on which row the cursor is now; `nil` when the screen knows
  /// it already or does not use it.
  var selection: Command? {
    guard let list = liveView.list, let row, row != list.start else { return nil }
    return list.select?(row)
  }

  /// The command that ticks the row at the cursor, or takes its tick away.
  var tick: Command? { row.flatMap { liveView.list?.tick?($0) } }

  /// The command that opens what else can be done with the row at the cursor; `nil` for none.
  var onward: Command? { row.flatMap { liveView.list?.onward($0) } }

  /// The subject of the row at the cursor, as commands name it; `nil` without such a row.
  var subject: RowSubject? { row.flatMap { liveView.list?.subject($0) } }

  /// The keys that do something with the row at the cursor: those that take it or go on from it.
  func rowKeys(_ signs: Signs) -> [RowKey] {
    guard let list = liveView.list, let row else { return [] }
    return [(list.hint(row), list.command(row)), (list.onwardHint, list.onward(row))].compactMap {
      guard let hint = $0.0, let command = $0.1 else { return nil }
      return RowKey(hint: KeyHint(hint, signs), command: command)
    }
  }

  /// The details of the row at the cursor; `nil` when the row has none.
  var details: ((Theme) -> [String])? {
    guard let list = liveView.list, list.hasDetails, let row else { return nil }
    return { list.details(row, $0) }
  }

  /// The command that reads the details beside the list; `nil` when it is there, or when the window
  /// is too narrow for it.
  func reading(_ theme: Theme) -> Command? {
    guard (theme.columns ?? 0) >= Self.columnsForTwo, liveView.list?.hasDetails == true
    else { return nil }
    return row.flatMap { liveView.list?.reading($0) }
  }

  /// The rows on the screen that the view has not loaded yet; `nil` when it has them all.
  var missing: ListWindow? {
    guard let list = liveView.list, list.loadsRows, !rows.isFiltered, row != nil else {
      return nil
    }
    let (position, count, room) = (rows.position, rows.count, columnScroll.room.rows)
    let first = min(columnScroll.top, position)
    let last = min(count, max(columnScroll.top + room, position + 1))
    guard !(list.loaded.lowerBound <= first && last <= list.loaded.upperBound) else { return nil }
    let start = max(0, first - room)
    return ListWindow(first: start, count: min(count, last + room) - start)
  }

  // MARK: - Keys

  /// Returns `false` when there is nothing to move to.
  mutating func move(_ move: CursorMove) -> Bool {
    let before = (rows, columnScroll, detailScroll)
    if columnScroll.reads(move, at: rows.position) {
      columnScroll.scroll(move)
    } else if movesCursor(move) {
      rows.move(move, page: columnScroll.page)
      showCursor()
      // A question begins with its text.
      if move == .toStart, !columnScroll.choices.isEmpty { columnScroll.rewind() }
    } else if isOpen {
      detailScroll.scroll(move)
    } else {
      columnScroll.scroll(move)
      rows.place(at: columnScroll.choice(near: rows.position))
    }
    return (rows, columnScroll, detailScroll) != before
  }

  /// Whether `move` goes to another row, and does not scroll.
  private func movesCursor(_ move: CursorMove) -> Bool {
    if look != nil { return false }
    guard isOpen || liveView.list?.isSingleLine == false else { return liveView.list != nil }
    return switch move {
    case .rows: true
    case .wheel: !(isOpen ? detailScroll : columnScroll).canScroll
    case .pages: false
    case .toStart, .toEnd: !isOpen
    }
  }

  /// Moves the cursor to a row, from 0 and counted among all rows. When the filter hides it, all
  /// rows are shown.
  mutating func place(at row: Int) {
    rows.go(to: row)
    showCursor()
  }

  private mutating func showCursor() {
    columnScroll.follow()
    detailScroll.rewind()
  }

  /// Shows another kind of rows, or the next row that is worth a look. Returns `false` when the list
  /// does not divide its rows into kinds.
  ///
  /// - Parameter step: 1 for the next kind, -1 for the one before.
  mutating func filter(by step: Int) -> Bool {
    guard let list = liveView.list, !list.filters.isEmpty else { return false }
    if let (row, look) = look {
      if let next = look.next(to: row, by: step) { place(at: next) }
    } else {
      rows.filter(by: step)
      showCursor()
    }
    return true
  }

  /// Shows the details of the row at the cursor, or hides them.
  mutating func toggleDetails(isOpen: Bool? = nil) {
    self.isOpen = isOpen ?? !self.isOpen
    detailScroll.rewind()
  }

  /// Brings the choice at the cursor on the screen. Returns `false` when it was there.
  mutating func reveal() -> Bool {
    let isHidden = columnScroll.hidesChoice(rows.position)
    if isHidden { showCursor() }
    return isHidden
  }

  /// The effect of a click on a row of the list: the first click moves the cursor to the row, and
  /// the next one takes it, or ticks it where several choices can be right.
  mutating func click(_ row: Int) -> KeyBinding.Action {
    guard let list = liveView.list else { return .nothing }
    let isSecond = clicked == row && rows.row == row
    clicked = row
    place(at: row)
    guard isSecond else { return .nothing }
    return list.tick == nil ? .take : .tick
  }

  /// Takes the row at the cursor, or the row with this number, from 1.
  ///
  /// - Returns: The result; `nil` when the list is empty, or when the row only showed its details
  ///   or itself.
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  mutating func take(_ number: Int?) throws(ListRefusal) -> Taken? {
    guard let list = liveView.list, number != nil || row != nil else { return nil }
    if liveView.isOverScreen { return .answer(rows.row == 0) }
    // A choice that is out of sight is not meant.
    if number == nil, reveal() { return nil }
    if let number {
      guard let row = list.row(numbered: number) else {
        throw .noSuchLine(number: number, count: list.itemCount)
      }
      place(at: row)
      if list.select != nil { return nil }
    }
    if let command = list.command(rows.row) { return .command(command) }
    toggleDetails(isOpen: number == nil ? nil : true)
    return nil
  }

  // MARK: - Drawing

  /// The rows above text and list.
  func status(_ theme: Theme) -> [String] {
    look.map { $0.look.heading($0.row, theme) } ?? liveView.status
  }

  /// The hint that there is more below the window, if there is. A text in the whole window has
  /// hints of its own.
  func more(_ strings: Strings) -> [String] {
    hasMore && !liveView.hidesScreen
      ? [strings("PgDn more", "PgDn 続き")] : []
  }

  /// The hints on the keys.
  func hints(_ theme: Theme) -> [String] {
    let strings = theme.strings
    if let (row, look) = look { return look.hints(row, theme) }
    return more(strings)
      + liveView.hints(row, canMove: canMove, hidesDetails: hidesDetails)
  }

  /// The names of the kinds of rows.
  func filters(_ theme: Theme) -> [String] {
    look == nil ? rows.names(theme) : []
  }
}

extension Pane {
  /// The height of a window from which on a list leaves room for blank rows.
  private static let heightForAir = 14

  /// The rows that a view has to spare. A text above a list stays in place only if there is room,
  /// and a question that is answered is read at one glance if it can be.
  private func leisure(in room: Room) -> Int {
    guard let text = liveView.body, !text.isEmpty else { return .max }
    guard let list = liveView.list else {
      guard let first = liveView.firstRows else { return .max }
      // Where not all fits, the last row says so.
      return (room - (text.count <= room.rows ? text.count : first + 1)).rows
    }
    let needed = text.count + 1 + min(list.count, Self.leastRows)
    return room.rows >= needed ? room.rows - needed : .max
  }

  /// The rows of the screen in front: its status, text and list, and below them what is `asked` or
  /// said. There are blank rows above all, below the status, and above what is asked, as far
  /// as there is room.
  ///
  /// - Parameter height: The rows of the window.
  mutating func rows(
    above asked: [RegionRow], height: Int, _ theme: Theme, hasCursor: Bool
  ) -> [RegionRow] {
    func plain(_ texts: [String]) -> [RegionRow] { texts.map { RegionRow(text: $0) } }
    let above = status(theme) + (hasCursor ? liveView.message : [])
    let status = plain(above.map(Margin.indented))
    let filters = plain(filters(theme))
    // Three rows are taken: the prompt, the hints and one row above the region.
    let most = Room(height) - 3 - status.count - asked.count - filters.count
    // A message has a blank row above it. If there is no room for that, the rows above are cut.
    let isApart = !asked.isEmpty && most.rows > Self.leastRows
    let room = most - (isApart ? 1 : 0)
    guard liveView.body != nil || liveView.list != nil else {
      return plain(room.rows >= 3 ? [""] : []) + status + plain(isApart ? [""] : []) + asked
    }
    // A list and a long text scroll, so they can leave blank rows free, but not their last rows. A
    // question needs all rows.
    let scrolls = liveView.list?.isSingleLine ?? true
    let wanted =
      scrolls && height >= Self.heightForAir ? min(filters.isEmpty ? 3 : 4, leisure(in: room)) : 0
    let spare = min(wanted, max(0, room.rows - Self.leastRows))
    var rows = lines(
      room: room - spare, theme, hasCursor: hasCursor, indented: Margin.indented)
    if liveView.list?.count == 0, rows.last?.text.isEmpty == true { rows.removeLast() }
    var free = room - rows.count
    func air(if isWanted: Bool) -> [RegionRow] {
      guard isWanted, free.rows > 0 else { return [] }
      free -= 1
      return plain([""])
    }
    let top = air(if: true)
    let middle = air(if: !status.isEmpty && !rows.isEmpty)
    let gap = air(if: !filters.isEmpty && !rows.isEmpty)
    let bottom = isApart ? plain([""]) : air(if: !(status + rows).isEmpty)
    return top + status + middle + rows + gap + filters + bottom + asked
  }
}

extension Pane {
  /// The number of cells before each row of a list, for the cursor.
  private static let margin = 4
  /// The width from which on details are beside the list, until they are opened.
  private static let columnsForTwo = 100
  /// The fewest rows of a list that there must be room for below a text that stays in place: while
  /// details are open, counting their rows, and otherwise.
  private static let (leastOpen, leastRows) = (9, 4)

  /// Lays out text and list in the rows that there are, and scrolls as far as needed.
  ///
  /// - Parameters:
  ///   - hasCursor: Whether the list has a cursor now. It has none while a question is asked.
  ///   - indented: Puts the margin before a line of the text.
  mutating func lines(
    room: Room, _ theme: Theme, hasCursor: Bool = true, indented: (String) -> String = { $0 }
  ) -> [RegionRow] {
    hidesDetails = true
    columnScroll.choices = []
    guard room.rows > 0 else { return [] }
    if let (row, look) = look {
      let inner = theme.narrowed(to: (theme.columns ?? 80) - 2)
      let text = look.text(row, room.rows, inner).map { $0.isEmpty ? "" : "  " + $0 }
      return part(of: text, room: room, theme).map { RegionRow(text: $0) }
    }
    let text = (liveView.body ?? []).map(indented)
    guard liveView.list?.isSingleLine == true, row != nil, !text.isEmpty else {
      return lines(below: text, room: room, theme, hasCursor)
    }
    let rest = room - text.count - 1
    guard rest.rows >= (isOpen ? Self.leastOpen : min(rows.count, Self.leastRows)) else {
      return lines(below: isOpen ? [] : text, room: room, theme, hasCursor)
    }
    // The text above the rows stays in place while they move.
    return (text + [""]).map { RegionRow(text: $0) }
      + lines(below: [], room: rest, theme, hasCursor)
  }

  /// The list below a text that moves with it, and the details beside it or below.
  private mutating func lines(
    below text: [String], room: Room, _ theme: Theme, _ hasCursor: Bool
  ) -> [RegionRow] {
    let columns = theme.columns ?? 80
    guard let list = liveView.list, list.isSingleLine, list.hasDetails, let row,
      columns >= Self.columnsForTwo || isOpen || list.showsDetails
    else { return column(text, room: room, columns: columns, theme, hasCursor) }
    let known = list.loaded.contains(row) ? row : nil
    if columns >= Self.columnsForTwo, !isOpen {
      let left = columns / 2 - 2
      let right = theme.narrowed(to: columns - left - 3)
      let shown = column(text, room: room, columns: left, theme, hasCursor)
      let details = part(of: known.map { list.details($0, right) } ?? [], room: room, theme)
      return beside(shown, details, left: left, theme)
    }
    // Details leave half of the window to the list until the user opens them.
    let rowsOfList = isOpen ? room.rows / 3 : room.rows / 2 + 1
    let share = Room(max(1, min(rows.count, rowsOfList)))
    let shown = column(text, room: share, columns: columns, theme, hasCursor)
    let inner = theme.narrowed(to: columns - 2)
    let details = known.map { list.details($0, inner).map { $0.isEmpty ? "" : "  " + $0 } } ?? []
    let rest = room - shown.count
    let air = rest.rows > details.count ? [""] : []
    return shown
      + (air + part(of: details, room: rest - air.count, theme)).map { RegionRow(text: $0) }
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
    _ text: [String], room: Room, columns: Int, _ theme: Theme, _ hasCursor: Bool
  ) -> [RegionRow] {
    guard let list = liveView.list else {
      let target = liveView.followed?.prefix(max(1, (room - 1).rows))
      let shown = columnScroll.fit(text.count, in: room, target: target).map { text[$0] }
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
      } + note(below: first, of: list, theme).map { RegionRow(text: $0) }
    }
    let blocks = (0..<rows.count).map(drawn)
    let lines = text + (text.isEmpty ? [] : [""]) + blocks.joined()
    columnScroll.setChoices(blocks.map(\.count), from: first)
    // Of a choice that is longer than the window the beginning is shown.
    let target = columnScroll.lines(ofChoice: rows.position)?.prefix(max(1, (room - 1).rows))
    let visible = columnScroll.fit(lines.count, in: room, target: target)
    let owners = blocks.enumerated().flatMap { Array(repeating: $0, count: $1.count) }
    return visible.map { line in
      RegionRow(
        text: lines[line],
        target: hasCursor && line >= first ? self.target(owners[line - first]) : nil)
    } + columnScroll.note(theme).map { RegionRow(text: $0) }
  }

  /// A note that says which rows of a list are on the screen.
  ///
  /// - Parameter first: The line of the first row.
  private func note(below first: Int, of list: RowList, _ theme: Theme) -> [String] {
    let before = rows.isFiltered ? 0 : list.beginnings.count
    return columnScroll.note(
      above: first + before, of: rows.count - before - list.endings.count, theme)
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
