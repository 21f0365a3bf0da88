import QuizSupport

/// A view on the screen, and the part of it that is shown.
final class Layer {
  private(set) var liveView: LiveView
  private var viewport = Viewport()
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

  /// The layer of a screen.
  init(_ liveView: LiveView) {
    (self.liveView, layOut) = (liveView, nil)
  }

  /// A layer over the screen.
  init(_ theme: Theme, layOut: @escaping (Theme) -> LiveView) {
    (liveView, self.layOut) = (layOut(theme), layOut)
    viewport.enter(liveView, subject: liveView.subject)
  }

  /// Shows the view of another state.
  ///
  /// - Parameter kept: Where the cursor was when the list was shown before.
  /// - Returns: The cursor in the list that the user has left, if the new list is another one.
  func show(_ next: LiveView, kept: (String) -> Viewport?) -> (
    list: String, viewport: Viewport
  )? {
    let earlier = liveView.list
    if next.question != liveView.question { clicked = nil }
    var left: (list: String, viewport: Viewport)?
    // A search that follows each key shows a new list with each of them. Their cursors need not be
    // kept.
    if let earlier, earlier.id != next.list?.id, liveView.find == nil || next.find == nil {
      left = (earlier.id, viewport)
    }
    if let id = next.list?.id, earlier?.id != id, let kept = kept(id) { viewport = kept }
    liveView = next
    viewport.enter(next, subject: next.subject, after: earlier)
    return left
  }

  /// Lays the view out again for another theme.
  func layOut(again theme: Theme) {
    if let layOut { liveView = layOut(theme) }
  }

  /// The row at the cursor; `nil` when there is none.
  var row: Int? { viewport.row }

  /// Whether details are shown.
  var isOpen: Bool { viewport.isOpen }

  /// Whether there is something to move to.
  var canMove: Bool { viewport.canMove(in: liveView) }

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
    guard let details = liveView.list?.details, let row else { return nil }
    return { details(row, $0) }
  }

  /// The command that reads the details beside the list; `nil` when it is there, or when the window
  /// is too narrow for it.
  func reading(_ theme: Theme) -> Command? {
    guard (theme.columns ?? 0) >= Viewport.columnsForTwo, liveView.list?.details != nil
    else { return nil }
    return row.flatMap { liveView.list?.reading?($0) }
  }

  /// The rows that are on the screen but not loaded yet.
  var missing: ListWindow? { viewport.missing(in: liveView) }

  /// Returns `false` when there is nothing to move to.
  func move(_ move: CursorMove) -> Bool { viewport.move(move, in: liveView) }

  /// Shows another kind of rows. Returns `false` when there are no kinds.
  ///
  /// - Parameter step: 1 for the next kind, -1 for the one before.
  func filter(by step: Int) -> Bool {
    guard let list = liveView.list, !list.filters.isEmpty else { return false }
    if viewport.look(by: step, in: list) { return true }
    viewport.filter(list, by: step)
    return true
  }

  /// Shows or hides the details of the row at the cursor.
  func toggleDetails() { viewport.toggleDetails() }

  /// The effect of a click on a row of the list: the first click moves the cursor to the row, and
  /// the next one takes it, or ticks it where several choices can be right.
  func click(_ row: Int) -> KeyBinding.Action {
    guard let list = liveView.list else { return .nothing }
    let isSecond = clicked == row && viewport.cursor == row
    clicked = row
    viewport.place(at: row, in: list)
    guard isSecond else { return .nothing }
    return list.tick == nil ? .take : .tick
  }

  /// Takes the row at the cursor, or the row with this number, from 1.
  ///
  /// - Returns: The result; `nil` when the list is empty, or when the row only showed its details
  ///   or itself.
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  func take(_ number: Int?) throws(ListRefusal) -> Taken? {
    guard let list = liveView.list, number != nil || row != nil else { return nil }
    if liveView.isOverScreen { return .answer(viewport.cursor == 0) }
    // A choice that is out of sight is not meant.
    if number == nil, viewport.reveal() { return nil }
    if let number {
      guard let row = list.row(numbered: number) else {
        throw .noSuchLine(number: number, count: list.itemCount)
      }
      viewport.place(at: row, in: list)
      if list.select != nil { return nil }
    }
    if let command = list.command(viewport.cursor) { return .command(command) }
    viewport.toggleDetails(isOpen: number == nil ? nil : true)
    return nil
  }

  // MARK: - Drawing

  /// The rows above text and list.
  func status(_ theme: Theme) -> [String] {
    viewport.look(in: liveView.list).map { $0.look.heading($0.row, theme) } ?? liveView.status
  }

  /// The hint that there is more below the window, if there is. A text in the whole window has
  /// hints of its own.
  func more(_ strings: Strings) -> [String] {
    viewport.hasMore(of: liveView) && !liveView.hidesScreen
      ? [strings("PgDn more", "PgDn 続き")] : []
  }

  /// The hints on the keys.
  func hints(_ theme: Theme) -> [String] {
    let strings = theme.strings
    if let (row, look) = viewport.look(in: liveView.list) { return look.hints(row, theme) }
    return more(strings)
      + liveView.hints(row, canMove: canMove, hidesDetails: viewport.hidesDetails)
  }

  /// The names of the kinds of rows.
  func filters(_ theme: Theme) -> [String] {
    if viewport.look(in: liveView.list) != nil { return [] }
    return liveView.list.map { viewport.rows.names(of: $0.filters, theme) } ?? []
  }

  /// Text and list, in as many rows as there is room for.
  ///
  /// - Parameter indented: Puts the margin before a line of the text.
  func lines(
    room: Room, _ theme: Theme, hasCursor: Bool = true, indented: (String) -> String = { $0 }
  ) -> [RegionRow] {
    var liveView = liveView
    liveView.body = liveView.body?.map(indented)
    return viewport.lines(of: liveView, room: room, theme: theme, hasCursor: hasCursor)
  }
}

extension Layer {
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
    let needed = text.count + 1 + min(list.count, Viewport.leastRows)
    return room.rows >= needed ? room.rows - needed : .max
  }

  /// The rows of the screen in front: its status, text and list, and below them what is `asked` or
  /// said. There are blank rows above all, below the status, and above what is asked, as far
  /// as there is room.
  ///
  /// - Parameter height: The rows of the window.
  func rows(
    above asked: [RegionRow], height: Int, _ theme: Theme, hasCursor: Bool
  ) -> [RegionRow] {
    func plain(_ texts: [String]) -> [RegionRow] { texts.map { RegionRow(text: $0) } }
    let above = status(theme) + (hasCursor ? liveView.message : [])
    let status = plain(above.map(Margin.indented))
    let filters = plain(filters(theme))
    // Three rows are taken: the prompt, the hints and one row above the region.
    let room = Room(height) - 3 - status.count - asked.count - filters.count
    guard liveView.body != nil || liveView.list != nil else {
      return plain(room.rows >= 3 ? [""] : []) + status + asked
    }
    // A list and a long text scroll, so they can leave blank rows free. A question needs all rows.
    let scrolls = liveView.list?.isSingleLine ?? true
    let spare =
      scrolls && height >= Self.heightForAir ? min(filters.isEmpty ? 3 : 4, leisure(in: room)) : 0
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
    let bottom = air(if: !(status + rows).isEmpty)
    return top + status + middle + rows + gap + filters + bottom + asked
  }
}

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
