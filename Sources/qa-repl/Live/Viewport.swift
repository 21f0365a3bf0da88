import QuizKit

/// What of a stage is on the screen: the place of the cursor in its list, and how far its text is
/// scrolled.
///
/// Text and list are one column of lines, so that a long question and its choices page together.
struct Viewport: Equatable {
  /// The row of the list at which the cursor stands, from 0 and counted among all rows.
  var cursor: Int { shown.indices.contains(position) ? shown[position] : position }
  /// Whether the details of the row at the cursor are shown.
  private(set) var isOpen = false

  private var list = ""
  private var start = 0
  private var count = 0
  /// The rows that the filter lets through; empty without a filter.
  private var shown: [Int] = []
  /// The name of the filter in force; `nil` for the first one, which shows all.
  private var filter: String?
  /// The place of the cursor among the rows that the filter lets through.
  private var position = 0
  /// The first line on the screen.
  private var top = 0
  /// Whether the cursor must be on the screen. When the user pages through a text, it need not.
  private var followsCursor = false
  /// The farthest that the text can be scrolled, as it was drawn last.
  private var lastTop = 0
  /// The first line of the details on the screen.
  private var detailTop = 0
  /// The farthest that the details can be scrolled, and how many lines of them are on the screen.
  private var (lastDetailTop, detailRoom) = (0, 1)
  /// What a click in each line of the last drawing chooses.
  private(set) var targets: [ClickTarget?] = []
  /// Which lines of text and list are on the screen.
  private var shownLines = 0..<0
  /// Whether there was more of the row at the cursor than its details at the last drawing.
  private(set) var hidesDetails = true
  /// The number of lines for list and text at the last drawing.
  private var room = 1

  /// The number of cells before each row of a list, for the cursor.
  static let margin = 4
  /// From this width on, details stand beside the list, until they are opened.
  static let columnsForTwo = 100

  /// How many rows of a list there have to be room for below a text that stays where it is: while details are open, with
  /// those, and otherwise.
  private static let (leastOpen, leastRows) = (9, 4)

  /// Takes over what `stage` shows now. A list with another identity starts anew.
  mutating func enter(_ stage: Stage, subject: String) {
    guard let next = stage.list else {
      if list != subject { self = Viewport(list: subject) }
      return
    }
    if list != next.id {
      self = Viewport(list: next.id)
      (position, start) = (next.start, next.start)
      followsCursor = next.isSingleLine
    } else if start != next.start {
      (position, start, followsCursor) = (next.start, next.start, true)
    }
    let rows = inForce(next.filters).map { next.filters[$0].rows }
    if rows == nil { filter = nil }
    shown = rows ?? []
    count = rows?.count ?? next.count
    position = max(0, min(position, count - 1))
  }

  /// Moves the cursor to a row, from 0 and counted among all rows. When the filter hides it, all
  /// rows are shown.
  mutating func place(at row: Int, in list: RowList?) {
    if filter == nil { return place(at: row) }
    if let index = shown.firstIndex(of: row) { return place(at: index) }
    (filter, shown, count) = (nil, [], list?.count ?? count)
    place(at: row)
  }

  /// Moves the cursor to a position among the rows that the filter lets through.
  private mutating func place(at position: Int) {
    self.position = max(0, min(position, count - 1))
    followsCursor = true
    detailTop = 0
  }

  /// The index of the filter in force among `filters`; `nil` when all rows are shown.
  private func inForce(_ filters: [RowList.Filter]) -> Int? {
    guard let filter, let index = filters.firstIndex(where: { $0.name == filter }), index > 0
    else { return nil }
    return index
  }

  /// Returns `false` when there is nothing to move to.
  mutating func move(_ move: CursorMove, in stage: Stage) -> Bool {
    let before = self
    let pages =
      isOpen || stage.list == nil || (stage.list?.isSingleLine == false && !followsRows(move))
    if pages {
      scroll(move)
    } else {
      switch move {
      case .rows(let distance), .wheel(let distance): place(at: position + distance)
      case .pages(let distance): place(at: position + distance * max(1, room - 1))
      case .toStart: place(at: 0)
      case .toEnd: place(at: count - 1)
      }
    }
    return self != before
  }

  private func followsRows(_ move: CursorMove) -> Bool {
    switch move {
    case .pages: false
    case .wheel: lastTop == 0
    case .rows, .toStart, .toEnd: true
    }
  }

  private mutating func scroll(_ move: CursorMove) {
    func moved(_ line: Int, _ room: Int, _ last: Int) -> Int {
      let line =
        switch move {
        case .rows(let distance): line + distance
        case .pages(let distance): line + distance * max(1, room - 1)
        case .wheel(let distance): line + distance * 3
        case .toStart: 0
        case .toEnd: last
        }
      return max(0, min(line, last))
    }
    if isOpen {
      switch move {
      case .rows(let distance): return place(at: position + distance)
      case .wheel(let distance) where lastDetailTop == 0: return place(at: position + distance)
      default: break
      }
      detailTop = moved(detailTop, detailRoom, lastDetailTop)
    } else {
      let earlier = top
      top = moved(top, room, lastTop)
      if top != earlier { followsCursor = false }
    }
  }

  /// Whether the list has rows at all.
  var hasRows: Bool { count > 0 }

  /// Whether there was something to move to at the last drawing: another row, or more of the text.
  var canMove: Bool { count > 1 || lastTop > 0 }

  /// The row at the cursor; `nil` when there is none.
  var row: Int? { hasRows ? cursor : nil }

  /// Shows the details of the row at the cursor, or hides them.
  mutating func toggleDetails(isOpen: Bool? = nil) {
    self.isOpen = isOpen ?? !self.isOpen
    detailTop = 0
  }

  /// Shows the next kind of rows.
  mutating func nextFilter(of list: RowList) {
    guard !list.filters.isEmpty else { return }
    let row = cursor
    let next = ((inForce(list.filters) ?? 0) + 1) % list.filters.count
    filter = next > 0 ? list.filters[next].name : nil
    shown = next > 0 ? list.filters[next].rows : []
    count = next > 0 ? shown.count : list.count
    place(at: next > 0 ? shown.firstIndex { $0 >= row } ?? count - 1 : row)
  }

  /// The names of the filters in one row, the one in force marked.
  func names(of filters: [RowList.Filter], _ look: Look) -> [String] {
    guard filters.count > 1 else { return [] }
    let chosen = inForce(filters) ?? 0
    let names = filters.indices.map { index in
      let text = "\(filters[index].name) \(filters[index].rows.count)"
      return index == chosen ? look.palette.chosen("[\(text)]") : look.palette.faint(text)
    }
    return ["", "    " + names.joined(separator: " ")]
  }

  // MARK: - Drawing

  /// The rows on the screen that the stage has not loaded yet; `nil` when it has them all.
  func missing(in stage: Stage) -> ListWindow? {
    guard let list = stage.list, list.load != nil, filter == nil, count > 0 else { return nil }
    let first = min(top, position), last = min(count, max(top + room, position + 1))
    guard !(list.loaded.lowerBound <= first && last <= list.loaded.upperBound) else { return nil }
    let start = max(0, first - room)
    return ListWindow(first: start, count: min(count, last + room) - start)
  }

  /// Lays out text and list of `stage` in at most `room` lines, and scrolls as far as needed.
  ///
  /// - Parameter hasCursor: Whether the list has a cursor now. It has none while a question is
  ///   asked.
  mutating func lines(of stage: Stage, room: Int, look: Look, hasCursor: Bool = true) -> [String] {
    (targets, hidesDetails) = ([], true)
    guard room > 0 else { return [] }
    let columns = look.columns ?? 80
    if let list = stage.list, list.isSingleLine, let text = stage.body, !text.isEmpty, count > 0 {
      var below = stage
      below.body = []
      if room - text.count - 1 >= (isOpen ? Self.leastOpen : min(count, Self.leastRows)) {
        // What stands above the rows stays there while they move.
        let rows = lines(
          of: below, room: room - text.count - 1, look: look, hasCursor: hasCursor)
        targets = Array(repeating: nil, count: text.count + 1) + targets
        return text + [""] + rows
      }
      if isOpen { return lines(of: below, room: room, look: look, hasCursor: hasCursor) }
    }
    guard let list = stage.list, list.isSingleLine, let details = list.details, count > 0,
      columns >= Self.columnsForTwo || isOpen || list.showsDetails
    else { return column(of: stage, room: room, columns: columns, look, hasCursor) }
    let row = list.loaded.contains(cursor) ? cursor : nil
    if columns >= Self.columnsForTwo, !isOpen {
      let left = columns / 2 - 2
      let right = look.narrowed(to: columns - left - 3)
      let rows = column(of: stage, room: room, columns: left, look, hasCursor)
      targets = targets.map { $0.map { ClickTarget(row: $0.row, columns: left) } }
      let text = window(on: row.map { details($0, right) } ?? [], room: room, look)
      return beside(rows, text, left: left, look)
    }
    let share = max(1, min(count, room / 3))
    let rows = column(of: stage, room: share, columns: columns, look, hasCursor)
    let inner = look.narrowed(to: columns - 2)
    let text = row.map { details($0, inner).map { $0.isEmpty ? "" : "  " + $0 } } ?? []
    let air = room - rows.count > text.count ? [""] : []
    return rows + air + window(on: text, room: room - rows.count - air.count, look)
  }

  private func beside(_ rows: [String], _ text: [String], left: Int, _ look: Look) -> [String] {
    let blank = String(repeating: " ", count: left)
    return (0..<max(rows.count, text.count)).map { line in
      let row = line < rows.count ? look.filled(rows[line], to: left) : blank
      return line < text.count && !text[line].isEmpty ? row + "   " + text[line] : row
    }
  }

  /// The part of the details that fits.
  private mutating func window(on text: [String], room: Int, _ look: Look) -> [String] {
    hidesDetails = text.count > room
    guard hidesDetails, room > 1 else {
      (detailTop, lastDetailTop) = (0, 0)
      return Array(text.prefix(room))
    }
    (detailRoom, lastDetailTop) = (room - 1, text.count - (room - 1))
    detailTop = min(detailTop, lastDetailTop)
    let end = detailTop + room - 1
    return text[detailTop..<end] + [look.place(detailTop + 1, end, of: text.count)]
  }

  /// Text and list, one below the other.
  private mutating func column(
    of stage: Stage, room: Int, columns: Int, _ look: Look, _ hasCursor: Bool
  ) -> [String] {
    let text = stage.body ?? []
    guard let list = stage.list else {
      return scrolled(text.count, target: nil, room: room, look) { text[$0] }
    }
    let digits = list.isNumbered ? String(list.count).count : 0
    let margin = Self.margin + (digits == 0 ? 0 : digits + 2)
    let width = max(4, columns - margin)
    let (shown, cursor) = (shown, position)
    func drawn(_ position: Int) -> [String] {
      let row = shown.isEmpty ? position : shown[position]
      let isAtCursor = hasCursor && position == cursor
      var mark = isAtCursor ? "  \(look.palette.chosen(look.signs.cursor)) " : "    "
      if digits > 0 { mark += "\(row + 1)".padded(to: digits, .trailing) + "  " }
      let blank = String(repeating: " ", count: margin)
      return list.lines(row, width).enumerated().map { ($0 == 0 ? mark : blank) + $1 }
    }
    let air = text.isEmpty ? 0 : 1
    let first = text.count + air
    if list.isSingleLine {
      let target = first + position
      // The text is there again when the cursor comes back to the first row.
      let start = position == 0 ? 0 : target
      let lines = scrolled(
        first + count, target: start..<(target + 1), above: first, room: room, look
      ) { line in
        line < text.count ? text[line] : line < first ? "" : drawn(line - first)[0]
      }
      // The keys move the cursor here, and the text only with it.
      lastTop = 0
      if hasCursor { aim { $0 < first ? nil : shown.isEmpty ? $0 - first : shown[$0 - first] } }
      return lines
    }
    let rows = (0..<count).map(drawn)
    let lines = text + (air == 1 ? [""] : []) + rows.joined()
    var target = first..<lines.count
    if target.count > room - 1 {
      let start = first + rows[..<position].reduce(0) { $0 + $1.count }
      target = start..<(start + rows[position].count)
    }
    let visible = scrolled(lines.count, target: target, room: room, look) { lines[$0] }
    let owners = rows.enumerated().flatMap { position, lines in
      Array(repeating: shown.isEmpty ? position : shown[position], count: lines.count)
    }
    if hasCursor { aim { $0 < first ? nil : owners[$0 - first] } }
    return visible
  }

  /// Notes what a click in each line on the screen chooses.
  private mutating func aim(_ row: (_ line: Int) -> Int?) {
    targets = shownLines.map { line in row(line).map { ClickTarget(row: $0) } }
  }

  /// The lines that are on the screen. When not all fit, the last one says which these are.
  ///
  /// - Parameter above: How many of the lines stand above the rows and are not counted.
  private mutating func scrolled(
    _ total: Int, target: Range<Int>?, above: Int = 0, room: Int, _ look: Look,
    _ line: (Int) -> String
  ) -> [String] {
    self.room = room
    guard total > room, room > 1 else {
      (top, lastTop) = (0, 0)
      shownLines = 0..<min(total, room)
      return shownLines.map(line)
    }
    self.room = room - 1
    if followsCursor, let target {
      top = max(min(top, target.lowerBound), target.upperBound - self.room)
    }
    lastTop = total - self.room
    top = max(0, min(top, lastTop))
    let end = top + self.room
    shownLines = top..<end
    let (first, last) = (max(top - above, 0) + 1, max(end - above, 1))
    return shownLines.map(line) + [look.place(first, last, of: total - above)]
  }
}

extension Viewport {
  private init(list: String) {
    self.list = list
  }
}

extension Look {
  /// The same look with at most `columns` cells.
  func narrowed(to columns: Int) -> Look {
    var look = self
    look.columns = columns
    return look
  }

  /// Says which lines of how many are on the screen.
  fileprivate func place(_ first: Int, _ last: Int, of total: Int) -> String {
    let text = strings("\(first)-\(last) of \(total)", "\(first)〜\(last) / \(total)")
    return "    " + palette.faint(text)
  }
}
