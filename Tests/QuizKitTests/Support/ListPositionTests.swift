import Testing

@testable import QuizSupport

@Suite struct ListPositionTests {
  private func window(_ first: Int, _ count: Int, total: Int = 100) -> ListPosition {
    ListPosition(ListWindow(first: first, count: count), total: total)
  }

  private func moved(
    _ position: ListPosition, _ moves: ListMove..., total: Int
  ) throws -> ListPosition {
    var position = position
    for move in moves { try position.perform(move, total: total) }
    return position
  }

  @Test(arguments: [(0, 1), (1, 1), (20, 1), (21, 2), (100, 5)])
  func `a list has as many pages as it needs, at least one`(total: Int, pages: Int) {
    #expect(ListPosition(1, total: total).pages == pages)
  }

  @Test(arguments: [(-1, 1), (0, 1), (3, 3), (9, 5)])
  func `the nearest page that exists is taken`(asked: Int, number: Int) {
    #expect(ListPosition(asked, total: 100).number == number)
  }

  @Test func `a page has twenty lines, the last one what is left`() {
    #expect(ListPosition(2, total: 45).positions(total: 45) == 20..<40)
    #expect(ListPosition(3, total: 45).positions(total: 45) == 40..<45)
    #expect(ListPosition(1, total: 0).positions(total: 0) == 0..<0)
  }

  @Test func `pages turn until there are no more`() throws {
    let second = try moved(ListPosition(1, total: 45), .nextPage, total: 45)
    #expect(second.positions(total: 45) == 20..<40)
    #expect(throws: ListRefusal.lastPage) {
      try moved(second, .nextPage, .nextPage, total: 45)
    }
    #expect(throws: ListRefusal.firstPage) {
      try moved(second, .previousPage, .previousPage, total: 45)
    }
  }

  @Test func `a window has the lines that were asked for`() {
    #expect(window(33, 12).positions(total: 100) == 33..<45)
    #expect(window(33, 12).number == 2)
  }

  @Test func `a window ends where the list ends`() {
    #expect(window(95, 12).positions(total: 100) == 95..<100)
    #expect(window(95, 12).positions(total: 50) == 50..<50)
  }

  @Test func `a window stays when the list changes`() {
    #expect(window(33, 12).adapted(to: 90).positions(total: 90) == 33..<45)
    #expect(window(33, 12).adapted(to: 40).positions(total: 40) == 33..<40)
  }

  @Test func `turning the page leaves the window for the page`() throws {
    #expect(try moved(window(33, 12), .nextPage, total: 100).positions(total: 100) == 40..<60)
  }

  @Test func `at the start a window keeps its height`() {
    #expect(window(33, 12).toStart().positions(total: 100) == 0..<12)
    #expect(ListPosition(3, total: 100).toStart().positions(total: 100) == 0..<20)
  }

  @Test func `the line of a number counts from one`() throws {
    #expect(try ["a", "b"].line(2) == "b")
    for number in [-1, 0, 3] {
      #expect(throws: ListRefusal.noSuchLine(number: number, count: 2)) {
        try ["a", "b"].line(number)
      }
    }
    #expect(throws: ListRefusal.noSuchLine(number: 1, count: 0)) { try [String]().line(1) }
  }

  @Test func `a page has as many lines as were asked for`() throws {
    let page = ListPosition(1, total: 10, size: 4)
    #expect(page.pages == 3)
    #expect(try moved(page, .nextPage, .nextPage, total: 10).positions(total: 10) == 8..<10)
    #expect(try moved(page, .nextPage, total: 10).adapted(to: 6).positions(total: 6) == 4..<6)
    #expect(try moved(page, .show(ListWindow(first: 9, count: 3)), total: 10).number == 3)
  }

  @Test func `a page may be longer than any list`() {
    let page = ListPosition(1, total: 10, size: .max)
    #expect(page.pages == 1)
    #expect(page.positions(total: 10) == 0..<10)
  }
}
