import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// A list and a text in windows of different heights.
@Suite final class PaneTests {
  private lazy var pane = Pane(liveView(nil))

  private func theme(_ columns: Int = 80) -> Theme {
    Theme(strings: Strings(language: .english), palette: Palette(), columns: columns)
  }

  private func list(
    _ count: Int, id: ViewID = "list", start: Int = 0, filters: [RowList.Filter] = [],
    details: ((Int, Theme) -> [String])? = nil
  ) -> RowList {
    RowList(
      id: id, count: count, start: start, filters: filters, lines: { row, _ in ["row \(row + 1)"] },
      details: details)
  }

  private func liveView(_ list: RowList?, body: [String] = []) -> LiveView {
    var liveView = LiveView(screen: .search, theme())
    (liveView.list, liveView.body) = (list, body)
    return liveView
  }

  private func enter(_ liveView: LiveView) {
    _ = pane.show(liveView)
  }

  private func lines(room: Int = 5, columns: Int = 80) -> [String] {
    rows(room: room, columns: columns).map(\.text)
  }

  private func rows(room: Int, columns: Int = 80) -> [RegionRow] {
    pane.lines(room: Room(room), theme(columns))
  }

  private func moves(_ move: CursorMove) -> Bool {
    pane.move(move)
  }

  private func move(_ moves: CursorMove...) -> [Bool] {
    moves.map { move in
      defer { _ = lines() }
      return pane.move(move)
    }
  }

  @Test func `the cursor starts on the row that the list names`() {
    let list = liveView(list(3, start: 1))
    enter(list)
    #expect(lines() == ["    row 1", "  > row 2", "    row 3"])
  }

  @Test func `the row that a list names later is found among the rows of a filter`() {
    let filters = ["all", "every other"].map {
      RowList.Filter(name: $0, rows: Array(stride(from: 0, to: 6, by: $0 == "all" ? 1 : 2)))
    }
    let first = list(6, filters: filters)
    enter(liveView(first))
    _ = pane.filter(by: 1)
    enter(liveView(list(6, start: 2, filters: filters)))
    #expect(pane.row == 2)
    // The filter hides that row, so the next one has the cursor.
    enter(liveView(list(6, start: 3, filters: filters)))
    #expect(pane.row == 4)
  }

  @Test func `the cursor stops at both ends and says that it cannot move`() {
    let list = liveView(list(3))
    enter(list)
    _ = lines()
    #expect(move(.rows(-1), .rows(1), .rows(1), .rows(1)) == [false, true, true, false])
    #expect(pane.row == 2)
  }

  @Test func `a page is as many rows as fit, and one of them stays on the screen`() {
    let list = liveView(list(20))
    enter(list)
    _ = lines()
    _ = move(.pages(1))
    #expect(pane.row == 3)
    _ = move(.pages(1), .pages(-1))
    #expect(pane.row == 3)
  }

  @Test func `home and end lead to the first row and to the last`() {
    let list = liveView(list(20))
    enter(list)
    _ = lines()
    _ = move(.toEnd)
    #expect(lines().prefix(4) == ["    row 17", "    row 18", "    row 19", "  > row 20"])
    _ = move(.toStart)
    #expect(lines().first == "  > row 1")
  }

  @Test func `the last line says which rows are on the screen`() {
    let list = liveView(list(20))
    enter(list)
    #expect(lines().last == "    1-4 of 20")
    _ = move(.toEnd)
    #expect(lines().last == "    17-20 of 20")
  }

  @Test func `a list that fits has no line about its rows`() {
    let list = liveView(list(5))
    enter(list)
    #expect(lines().count == 5)
    #expect(lines().last == "    row 5")
  }

  @Test func `a text above a list stays where it is, and is not counted`() {
    let list = liveView(list(20), body: ["bar a", "bar b"])
    enter(list)
    #expect(lines(room: 8).prefix(4) == ["bar a", "bar b", "", "  > row 1"])
    _ = pane.move(.toEnd)
    let shown = rows(room: 8)
    #expect(shown.prefix(4).map(\.text) == ["bar a", "bar b", "", "    row 17"])
    #expect(shown.suffix(2).map(\.text) == ["  > row 20", "    17-20 of 20"])
    #expect(shown.prefix(4).map { $0.target?.row } == [nil, nil, nil, 16])
  }

  @Test func `where a text leaves a list too few rows it goes with them, and is not counted`() {
    let list = liveView(list(20), body: ["bar a", "bar b"])
    enter(list)
    let start = lines(room: 6)
    #expect(start.first == "bar a" && start.last == "    1-2 of 20")
    _ = pane.move(.toEnd)
    #expect(lines(room: 6).suffix(2) == ["  > row 20", "    16-20 of 20"])
  }

  @Test func `open details leave the text above the list where it is if there is room`() {
    let list = liveView(
      list(6) { _, _ in (1...20).map { "detail \($0)" } }, body: ["bar a", "bar b"])
    enter(list)
    pane.toggleDetails()
    let shown = lines(room: 15)
    #expect(shown.prefix(4) == ["bar a", "bar b", "", "  > row 1"])
    #expect(shown.contains("    1-3 of 6") && shown.contains("  detail 1"))
    let small = lines(room: 8)
    #expect(small.prefix(2) == ["  > row 1", "    1-1 of 6"] && small.contains("  detail 1"))
  }

  @Test func `an empty list has no row to take and none to move to`() {
    let list = liveView(list(0))
    enter(list)
    #expect(pane.row == nil)
    #expect(lines().isEmpty)
    #expect(move(.rows(1), .pages(1), .toEnd, .toStart) == [false, false, false, false])
  }

  @Test func `the cursor keeps its row when a list gets longer`() {
    let short = liveView(list(3, start: 2))
    enter(short)
    enter(liveView(list(9, start: 2)))
    #expect(pane.row == 2)
  }

  @Test func `the cursor goes to the last row when its own is gone`() {
    let long = liveView(list(9))
    enter(long)
    _ = move(.toEnd)
    enter(liveView(list(4)))
    #expect(pane.row == 3)
  }

  @Test func `another list starts anew`() {
    let first = liveView(list(9))
    enter(first)
    _ = move(.toEnd)
    enter(liveView(list(9, id: "other")))
    #expect(pane.row == 0)
  }

  @Test func `the cursor goes to a row that the screen names anew`() {
    let list = liveView(list(9))
    enter(list)
    _ = move(.toEnd)
    enter(liveView(self.list(9, start: 3)))
    #expect(pane.row == 3)
  }

  // MARK: - Filters

  private let all = RowList.Filter(name: "all", rows: Array(0..<6))
  private let odd = RowList.Filter(name: "odd", rows: [0, 2, 4])

  @Test func `a filter leaves its rows, and tab goes round`() throws {
    let list = liveView(list(6, filters: [all, odd]))
    enter(list)
    _ = pane.filter(by: 1)
    #expect(lines() == ["  > row 1", "    row 3", "    row 5"])
    _ = pane.filter(by: 1)
    #expect(lines(room: 9).count == 6)
  }

  // MARK: - Details

  private func detailed(_ lines: Int = 2) -> LiveView {
    liveView(list(9, details: { row, _ in (1...lines).map { "detail \(row + 1).\($0)" } }))
  }

  @Test func `at 100 columns the details stand beside the list`() {
    let list = detailed()
    enter(list)
    let rows = lines(columns: 100)
    #expect(rows[0] == "  > row 1".padded(to: 48) + "   detail 1.1")
    #expect(rows[1] == "    row 2".padded(to: 48) + "   detail 1.2")
  }

  @Test func `below 100 columns the details stand under the list when they are opened`() {
    let list = detailed()
    enter(list)
    #expect(!lines(columns: 99).contains { $0.contains("detail") })
    pane.toggleDetails()
    #expect(
      lines(room: 9, columns: 99) == [
        "  > row 1", "    row 2", "    1-2 of 9", "", "  detail 1.1", "  detail 1.2",
      ])
  }

  @Test func `opened details have the whole width at 100 columns too`() {
    let list = detailed()
    enter(list)
    pane.toggleDetails()
    #expect(lines(room: 9, columns: 100).last == "  detail 1.2")
  }

  @Test func `the cursor walks on with the details open`() {
    let list = detailed()
    enter(list)
    pane.toggleDetails()
    _ = move(.rows(1))
    #expect(lines(room: 9).suffix(2) == ["  detail 2.1", "  detail 2.2"])
  }

  @Test func `long details are paged through by their own height`() {
    let list = detailed(20)
    enter(list)
    pane.toggleDetails()
    #expect(lines(room: 12).suffix(2) == ["  detail 1.7", "    7 of 20"])
    #expect(moves(.pages(1)))
    #expect(lines(room: 12).suffix(2) == ["  detail 1.13", "    13 of 20"])
    #expect(moves(.toEnd))
    #expect(lines(room: 12).last == "    20 of 20")
    #expect(!moves(.pages(1)))
  }

  @Test func `the details of another row are read from their beginning`() {
    let list = detailed(20)
    enter(list)
    pane.toggleDetails()
    _ = lines(room: 12)
    _ = pane.move(.toEnd)
    _ = pane.move(.rows(1))
    #expect(lines(room: 12).last == "    7 of 20")
  }

  // MARK: - Texts

  @Test func `a text scrolls by rows and pages and stops at its ends`() {
    let text = liveView(nil, body: (1...10).map { "line \($0)" })
    enter(text)
    #expect(lines() == ["line 1", "line 2", "line 3", "line 4", "    4 of 10"])
    #expect(move(.rows(-1), .rows(1)) == [false, true])
    #expect(lines().first == "line 2")
    #expect(move(.pages(1)) == [true])
    #expect(lines().first == "line 5")
    #expect(move(.toEnd, .rows(1), .pages(1)) == [true, false, false])
    #expect(lines().last == "    10 of 10")
    #expect(move(.toStart) == [true])
    #expect(lines().first == "line 1")
  }

  @Test func `a text that fits does not scroll`() {
    let text = liveView(nil, body: ["one", "two"])
    enter(text)
    _ = lines()
    #expect(move(.rows(1), .pages(1), .toEnd) == [false, false, false])
  }

  private func question(_ lines: Int, choices: Int = 3) -> LiveView {
    let list = RowList(
      id: "quiz", count: choices, isSingleLine: false, lines: { row, _ in ["choice \(row + 1)"] })
    return liveView(list, body: (1...lines).map { "line \($0)" })
  }

  @Test func `a question that does not fit is read from its beginning`() {
    let question = question(8)
    enter(question)
    #expect(lines() == ["line 1", "line 2", "line 3", "line 4", "    4 of 12"])
  }

  @Test func `a question pages together with its choices`() {
    let question = question(8)
    enter(question)
    _ = lines()
    _ = move(.pages(1), .pages(1), .pages(1))
    #expect(
      lines() == ["", "  > choice 1", "    choice 2", "    choice 3", "    12 of 12"])
  }

  @Test func `the arrow keys read a question line by line until its choice is on the screen`() {
    let question = question(8)
    enter(question)
    _ = lines()
    for line in 2...7 {
      #expect(move(.rows(1)) == [true])
      #expect(lines().first == "line \(line)")
    }
    #expect(lines()[3] == "  > choice 1")
    _ = move(.rows(1))
    #expect(lines().prefix(4) == ["line 8", "", "    choice 1", "  > choice 2"])
    _ = move(.rows(-1))
    #expect(lines()[2] == "  > choice 1")
    for line in (1...7).reversed() {
      #expect(move(.rows(-1)) == [true])
      #expect(lines().first == "line \(line)")
    }
    #expect(move(.rows(-1)) == [false])
  }

  @Test func `a page takes the cursor to a choice that is on the screen`() {
    let question = question(8, choices: 9)
    enter(question)
    _ = lines()
    _ = move(.pages(1), .pages(1), .pages(1))
    #expect(lines()[0] == "  > choice 1")
    _ = move(.pages(1))
    #expect(lines()[0] == "  > choice 4")
    _ = move(.pages(-1), .pages(-1))
    #expect(lines() == ["line 7", "line 8", "", "  > choice 1", "    10 of 18"])
    _ = move(.toEnd)
    #expect(lines()[3] == "  > choice 9")
    _ = move(.toStart)
    #expect(lines()[0] == "line 1" && pane.row == 0)
  }

  @Test func `a choice that is not on the screen is brought there instead of being taken`() {
    let question = question(8)
    enter(question)
    _ = lines()
    #expect(pane.hasMore)
    let isRevealed = pane.reveal()
    #expect(isRevealed && lines()[3] == "  > choice 1")
    let isRevealedAgain = pane.reveal()
    #expect(!isRevealedAgain)
    _ = move(.toEnd)
    #expect(!pane.hasMore)
  }

  @Test func `choices that do not fit keep the one at the cursor on the screen`() {
    let question = question(2, choices: 9)
    enter(question)
    for _ in 1...8 { _ = move(.rows(1)) }
    #expect(lines().contains("  > choice 9"))
  }

  @Test func `a text above a list of one row leaves nothing to move to, however long it is`() {
    let liveView = liveView(list(1), body: (1...9).map { "line \($0)" })
    enter(liveView)
    _ = lines()
    #expect(!pane.canMove)
  }

  // MARK: - Long lists

  private func long(_ loaded: Range<Int>, of total: Int = 1000) -> LiveView {
    liveView(
      RowList(
        id: "long", total: total, first: loaded.isEmpty ? nil : loaded.lowerBound + 1,
        items: Array(loaded), row: { item, _ in "row \(item + 1)" },
        command: { .screen(NotesCommand.open($0 + 1)) }, hint: "Enter open",
        load: { .screen(TrashCommand.move(.show($0))) }))
  }

  @Test func `rows that are known need not be loaded`() {
    let list = long(0..<20)
    enter(list)
    _ = lines()
    #expect(pane.missing == nil)
  }

  @Test func `rows that are not known are loaded with a screenful on both sides`() throws {
    let list = long(0..<20)
    enter(list)
    _ = lines()
    pane.place(at: 500)
    _ = lines()
    let missing = pane.missing
    #expect(missing == ListWindow(first: 493, count: 12))
    #expect(missing.map { $0.first <= 497 && 501 <= $0.first + $0.count } == true)
  }

  @Test func `the rows at the end are loaded, and none behind it`() {
    let list = long(0..<20)
    enter(list)
    _ = lines()
    _ = pane.move(.toEnd)
    _ = lines()
    let missing = pane.missing
    #expect(missing.map { $0.first + $0.count } == 1000)
  }

  @Test
  func `the row of the cursor is loaded before it is drawn, wherever the list was scrolled to`() {
    let list = long(900..<1000)
    enter(list)
    _ = lines()
    _ = pane.move(.toEnd)
    _ = lines()
    _ = pane.move(.toStart)
    #expect(pane.missing?.first == 0)
  }

  @Test func `a row that is not known yet stands empty with its number`() {
    let list = long(0..<2)
    enter(list)
    #expect(lines()[1] == "       2  row 2")
    #expect(lines()[2] == "       3  ")
  }

  @Test func `an empty long list loads nothing`() {
    let list = long(0..<0, of: 0)
    enter(list)
    _ = lines()
    #expect(pane.missing == nil)
  }
}
