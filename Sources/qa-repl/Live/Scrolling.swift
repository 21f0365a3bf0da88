import Terminal

extension Pane {
  /// The scroll position of lines that do not all fit on the screen.
  struct ScrollPosition: Equatable {
    /// The first line on the screen.
    private(set) var top = 0
    /// The number of lines that there was room for at the last drawing.
    private(set) var room = Room(1)
    /// The farthest position to which the lines can be scrolled, as they were drawn last.
    private var last = 0
    /// The lines of the choices of a question, as they were drawn last; none for rows of one line each.
    var choices: [Range<Int>] = []
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
    /// fit, the last line of `room` is left for ``note(above:of:_:)``.
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

    // MARK: - The choices among the lines

    /// Adopts choices of so many lines each, one below the other.
    ///
    /// - Parameter first: The line at which the first one begins.
    mutating func setChoices(_ counts: [Int], from first: Int) {
      choices = []
      for count in counts {
        let start = choices.last?.upperBound ?? first
        choices.append(start..<(start + count))
      }
    }

    /// The lines of the choice at a position, from 0; `nil` when there is none.
    func lines(ofChoice position: Int) -> Range<Int>? {
      choices.indices.contains(position) ? choices[position] : nil
    }

    /// Whether not even the first line of a choice is on the screen.
    func hidesChoice(_ position: Int) -> Bool {
      guard let range = lines(ofChoice: position), canScroll else { return false }
      return !shown.contains(range.lowerBound)
    }

    /// Whether an arrow key goes on by one line, instead of to another choice: until the choice at
    /// the cursor is on the screen, and from the first choice back to the beginning of the question.
    func reads(_ move: CursorMove, at position: Int) -> Bool {
      guard case .rows(let distance) = move, let range = lines(ofChoice: position), canScroll else {
        return false
      }
      if distance > 0 { return range.upperBound > shown.upperBound }
      return position == 0 || !shown.contains(range.lowerBound)
    }

    /// The position of a choice that is on the screen, as near as possible to `position`; the first
    /// choice while none is.
    func choice(near position: Int) -> Int {
      guard let range = lines(ofChoice: position), hidesChoice(position) else { return position }
      let visible = choices.indices.filter { shown.contains(choices[$0].lowerBound) }
      let isAbove = range.lowerBound < shown.lowerBound
      return (isAbove ? visible.first ?? position : visible.last) ?? 0
    }

    // MARK: - Notes

    /// A note that says which of how many rows of a list are on the screen; empty when all are.
    ///
    /// - Parameters:
    ///   - above: The number of lines above the rows that are counted.
    ///   - count: The number of these rows. Those below them, such as one that hands in, are not
    ///     counted either.
    func note(above: Int, of count: Int, _ theme: Theme) -> [String] {
      guard count > 0 else { return [] }
      let end = max(min(shown.upperBound - above, count), 1)
      let first = min(max(top - above, 0) + 1, end)
      return note(theme.rows(first, end, of: count), theme)
    }

    /// A note that says how far a text has been on the screen; empty when all of it is.
    func note(_ theme: Theme) -> [String] {
      let strings = theme.strings
      let (end, total) = (strings.figure(shown.upperBound), strings.figure(last + room.rows))
      return note(strings("\(end) of \(total)", "\(end) / \(total)"), theme)
    }

    private func note(_ text: String, _ theme: Theme) -> [String] {
      canScroll ? ["    " + theme.palette.faint(text)] : []
    }
  }
}

extension Theme {
  /// A note in place of the blank row between a text and a list, while the text is out of sight.
  func rowsAbove(_ count: Int) -> String {
    let rows = strings(count == 1 ? "1 row above" : "\(count) rows above", "上に \(count) 行")
    return "    " + palette.faint(rows)
  }
}

extension Theme {
  /// The names of kinds of rows in one row, as far as there is room beside the one that is shown. A
  /// sign at an end says that there are more.
  func kinds(_ names: [String], chosen: Int, cells: Int) -> String {
    let texts = names.enumerated().map { $0 == chosen ? "[\($1)]" : $1 }
    let gap = "  "
    func fits(_ range: ClosedRange<Int>) -> Bool {
      let ends = (range.lowerBound > 0 ? 1 : 0) + (range.upperBound + 1 < texts.count ? 1 : 0)
      let taken = texts[range].reduce(0) { $0 + width($1) }
      return taken + gap.count * (range.count - 1) + (cutMark.cells + gap.count) * ends <= cells
    }
    var (first, last) = (0, chosen)
    while first < chosen, !fits(first...last) { first += 1 }
    while last + 1 < texts.count, fits(first...last + 1) { last += 1 }
    let row = (first...last).map { index in
      index == chosen ? palette.chosen(texts[index]) : palette.faint(texts[index])
    }
    let more = palette.faint(signs.cut)
    let (before, after) = (first > 0 ? [more] : [], last + 1 < texts.count ? [more] : [])
    return (before + row + after).joined(separator: gap)
  }
}

extension Pane {
  /// The cursor of a list, which moves among the rows that the filter lets through.
  struct RowCursor: Equatable {
    /// The place of the cursor among the rows that the filter lets through, from 0.
    private(set) var position = 0
    /// The number of rows that the filter lets through.
    private(set) var count = 0
    /// The number of rows of the list, and of those at its end, which every filter shows.
    private var (all, endings) = (0, 0)
    private var filters: [RowList.Filter] = []
    /// The name of the filter in force; `nil` for the first one, which shows all.
    private var filter: String?
    /// The rows that the filter lets through; empty without a filter.
    private var shown: [Int] = []

    /// The row at the cursor, from 0 and counted among all rows.
    var row: Int { row(at: position) }

    /// Whether a filter hides rows.
    var isFiltered: Bool { filter != nil }

    /// The row at a place among those that the filter lets through.
    func row(at position: Int) -> Int {
      shown.indices.contains(position) ? shown[position] : position
    }

    /// Adopts the rows and filters of `list`. If the list no longer has the filter, all rows are
    /// shown.
    mutating func enter(_ list: RowList) {
      filters = list.filters
      all = list.count
      endings = list.endings.count
      use(inForce)
      place(at: position)
    }

    /// Goes to a place among the rows that the filter lets through, or to the last one before it.
    mutating func place(at position: Int) {
      self.position = max(0, min(position, count - 1))
    }

    /// Goes to a row, counted among all rows. When the filter hides it, all rows are shown.
    mutating func go(to row: Int) {
      if isFiltered, let index = shown.firstIndex(of: row) { return place(at: index) }
      if isFiltered { use(nil) }
      place(at: row)
    }

    /// Goes to a row, counted among all rows. When the filter hides it, goes to the next one that is
    /// shown.
    mutating func go(near row: Int) {
      place(at: isFiltered ? shown.firstIndex { $0 >= row } ?? count - 1 : row)
    }

    /// Moves the cursor by `move`, and stops at the ends.
    ///
    /// - Parameter page: The rows that a page has.
    mutating func move(_ move: CursorMove, page: Int) {
      switch move {
      case .rows(let distance), .wheel(let distance): place(at: position + distance)
      case .pages(let distance): place(at: position + distance * page)
      case .toStart: place(at: 0)
      case .toEnd: place(at: count - 1)
      }
    }

    /// Shows another kind of rows. The cursor stays on its row, or goes to the next one that is
    /// shown.
    ///
    /// - Parameter step: 1 for the next kind, -1 for the one before.
    mutating func filter(by step: Int) {
      guard !filters.isEmpty else { return }
      let row = row
      let next = ((inForce ?? 0) + step + filters.count) % filters.count
      use(next > 0 ? next : nil)
      go(near: row)
    }

    /// The names of the filters in one row. The one in force is marked.
    func names(_ theme: Theme) -> [String] {
      guard filters.count > 1 else { return [] }
      let names = filters.map { "\($0.name) \($0.rows.count)" }
      return ["    " + theme.kinds(names, chosen: inForce ?? 0, cells: (theme.columns ?? 80) - 4)]
    }

    /// The index of the filter in force; `nil` when all rows are shown.
    private var inForce: Int? {
      guard let filter, let index = filters.firstIndex(where: { $0.name == filter }), index > 0
      else { return nil }
      return index
    }

    /// Puts a filter in force; `nil` shows all rows.
    private mutating func use(_ index: Int?) {
      filter = index.map { filters[$0].name }
      shown = index.map { filters[$0].rows + (all - endings..<all) } ?? []
      count = index == nil ? all : shown.count
    }
  }
}
