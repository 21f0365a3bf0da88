import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// A cursor among the rows that a filter lets through.
@Suite final class RowCursorTests {
  private var cursor = Pane.RowCursor()
  private let all = RowList.Filter(name: "all", rows: Array(0..<6))
  private let odd = RowList.Filter(name: "odd", rows: [0, 2, 4])
  private let two = RowList.Filter(name: "two", rows: [1])

  private func list(_ count: Int = 6, _ filters: RowList.Filter...) -> RowList {
    RowList(id: "list", count: count, filters: filters, lines: { row, _ in ["row \(row + 1)"] })
  }

  private var theme: Theme { Theme(strings: Strings(language: .english), palette: Palette()) }

  @Test func `it moves by rows and pages, and stops at both ends`() {
    cursor.enter(list(20))
    cursor.move(.pages(1), page: 7)
    #expect(cursor.row == 7)
    cursor.move(.rows(-1), page: 7)
    #expect(cursor.row == 6)
    cursor.move(.toEnd, page: 7)
    cursor.move(.wheel(1), page: 7)
    #expect(cursor.row == 19)
    cursor.move(.toStart, page: 7)
    cursor.move(.rows(-1), page: 7)
    #expect(cursor.row == 0)
  }

  @Test func `a list that gets shorter leaves it on the last row`() {
    cursor.enter(list(9))
    cursor.move(.toEnd, page: 1)
    cursor.enter(list(4))
    #expect(cursor.row == 3)
  }

  @Test func `a list without rows has it on the first place`() {
    cursor.enter(list(0))
    cursor.move(.toEnd, page: 1)
    #expect(cursor.position == 0 && cursor.count == 0)
  }

  @Test func `a filter leaves its rows, and the kinds go round`() {
    let list = list(6, all, odd)
    cursor.enter(list)
    cursor.filter(by: 1)
    #expect(cursor.isFiltered && cursor.count == 3)
    #expect((0..<3).map { cursor.row(at: $0) } == [0, 2, 4])
    cursor.filter(by: 1)
    #expect(!cursor.isFiltered && cursor.count == 6)
  }

  @Test func `it goes to the next row that the filter lets through, and stays there`() {
    let list = list(6, all, odd)
    cursor.enter(list)
    cursor.place(at: 3)
    cursor.filter(by: 1)
    #expect(cursor.row == 4)
    cursor.filter(by: 1)
    #expect(cursor.row == 4)
  }

  @Test func `it goes to the last row where the filter lets no later one through`() {
    let list = list(6, all, odd)
    cursor.enter(list)
    cursor.place(at: 5)
    cursor.filter(by: 1)
    #expect(cursor.row == 4)
  }

  @Test func `a filter without rows is not offered`() {
    let list = list(6, all, RowList.Filter(name: "none", rows: []), odd)
    #expect(list.filters.map(\.name) == ["all", "odd"])
  }

  @Test func `a list without filters has none to go to`() {
    let list = list(6)
    cursor.enter(list)
    cursor.filter(by: 1)
    #expect(!cursor.isFiltered && cursor.count == 6)
  }

  @Test func `a filter that has lost its last row shows all, not the next kind`() {
    let list = list(6, all, two, odd)
    cursor.enter(list)
    cursor.filter(by: 1)
    #expect(cursor.count == 1)
    cursor.enter(self.list(6, all, RowList.Filter(name: "two", rows: []), odd))
    #expect(!cursor.isFiltered && cursor.count == 6)
  }

  @Test func `a filter keeps what it shows when another kind appears before it`() {
    let list = list(6, all, odd)
    cursor.enter(list)
    cursor.filter(by: 1)
    cursor.enter(self.list(6, all, two, odd))
    #expect(cursor.isFiltered && cursor.count == 3)
  }

  @Test func `a row that the filter hides is shown when it is named`() {
    let list = list(6, all, odd)
    cursor.enter(list)
    cursor.filter(by: 1)
    cursor.go(to: 4)
    #expect(cursor.row == 4 && cursor.count == 3)
    cursor.go(to: 3)
    #expect(cursor.row == 3 && cursor.count == 6)
  }

  @Test func `the filter in force is marked, and each tells its number of rows`() {
    let list = list(6, all, odd)
    cursor.enter(list)
    cursor.filter(by: 1)
    #expect(cursor.names(theme) == ["    all 6  [odd 3]"])
  }

  @Test func `kinds that have no room beside the one in force give way to a sign`() {
    let names = ["all 13", "wrong 5", "guessed, right 1", "marked 2"]
    #expect(
      theme.kinds(names, chosen: 0, cells: 60)
        == "[all 13]  wrong 5  guessed, right 1  marked 2")
    #expect(theme.kinds(names, chosen: 0, cells: 40) == "[all 13]  wrong 5  guessed, right 1  ..")
    #expect(theme.kinds(names, chosen: 2, cells: 40) == "all 13  wrong 5  [guessed, right 1]  ..")
    #expect(theme.kinds(names, chosen: 3, cells: 12) == "..  [marked 2]")
  }

  @Test func `a list with one kind of rows does not name it`() {
    let list = list(6, all)
    cursor.enter(list)
    #expect(cursor.names(theme).isEmpty)
  }
}
