import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Lists with rows before and after those that have numbers.
@Suite struct RowListTests {
  private static let theme = Theme(strings: Strings(language: .english), palette: Palette())

  /// A list of a hundred rows of which some are loaded, with two rows before them.
  private func list(first: Int = 1, items: Int = 5) -> RowList {
    let list = RowList(
      id: "list", total: 100, first: first, items: (first..<(first + items)).map { "row \($0)" },
      row: { item, _ in item }, command: { .screen(SearchCommand.go($0 + 1)) }, hint: "open",
      details: { item, _ in ["details of \(item)"] },
      load: { .screen(SearchCommand.move(.show($0))) })
    return list.preceded(
      by: ["one", "two"].map { name in
        RowList.Extra(
          line: { _ in name }, hint: "play \(name)", command: .home, onward: .back,
          onwardHint: "ways", subject: RowSubject(deck: name))
      })
  }

  @Test func `rows before a list have no number, and the others keep theirs`() {
    let list = list()
    #expect(list.count == 102 && list.itemCount == 100)
    #expect((0..<4).map(list.number) == [nil, nil, 1, 2])
    #expect(list.row(numbered: 1) == 2 && list.row(numbered: 100) == 101)
    #expect(list.row(numbered: 0) == nil && list.row(numbered: 101) == nil)
    #expect((0..<4).map { list.lines($0, 20) } == [["one"], ["two"], ["row 1"], ["row 2"]])
    #expect(list.digits == 3)
  }

  @Test func `what is done with a row is that of the row`() {
    let list = list()
    #expect(list.command(0) == .home && list.command(2) == .screen(SearchCommand.go(1)))
    #expect(list.hint(1) == "play two" && list.hint(2) == "open")
    #expect(list.onward(0) == .back && list.onward(2) == nil)
    #expect(list.subject(1)?.deck == "two" && list.subject(3)?.number == 2)
    #expect(
      list.details(0, Self.theme) == [] && list.details(2, Self.theme) == ["details of row 1"])
    #expect(list.extra(at: 1)?.onwardHint == "ways" && list.extra(at: 2) == nil)
  }

  @Test(arguments: [
    (ListWindow(first: 0, count: 10), ListWindow(first: 0, count: 8)),
    (ListWindow(first: 0, count: 2), ListWindow(first: 0, count: 1)),
    (ListWindow(first: 1, count: 1), ListWindow(first: 0, count: 1)),
    (ListWindow(first: 50, count: 20), ListWindow(first: 48, count: 20)),
    (ListWindow(first: 1, count: 4), ListWindow(first: 0, count: 3)),
  ])
  func `a window of the screen asks for the rows of the list in it`(
    window: ListWindow, asked: ListWindow
  ) {
    #expect(list(first: 60).load(window) == .screen(SearchCommand.move(.show(asked))))
  }

  @Test func `what is loaded moves with the rows before it`() {
    #expect(list().loaded == 0..<7)
    #expect(list(first: 60).loaded == 61..<66)
  }

  @Test func `rows after a list have no number, and every filter shows them`() {
    let end = RowList.Extra(line: { _ in "end" }, hint: "hand in", command: .home)
    let list = RowList(id: "list", count: 3, isNumbered: true, lines: { row, _ in ["\(row)"] })
      .ending(with: [end])
    #expect(list.count == 4 && list.itemCount == 3 && list.number(of: 3) == nil)
    #expect(list.lines(3, 20) == ["end"] && list.command(3) == .home && list.command(0) == nil)
    #expect(list.row(numbered: 4) == nil && list.loaded == 0..<4)
  }
}
