import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Lines that do not all fit on the screen.
@Suite final class ScrollPositionTests {
  private var position = Pane.ScrollPosition()

  private func fit(_ count: Int, in room: Int, target: Range<Int>? = nil) -> Range<Int> {
    position.fit(count, in: Room(room), target: target)
  }

  private let theme = Theme(strings: Strings(language: .english), palette: Palette())

  private func note() -> [String] { position.note(theme) }

  @Test func `lines that fit are all on the screen, and nothing says which`() {
    #expect(fit(5, in: 5) == 0..<5)
    #expect(!position.canScroll && note().isEmpty)
  }

  @Test func `lines that do not fit leave the last line for the note`() {
    #expect(fit(10, in: 5) == 0..<4)
    #expect(position.canScroll && note() == ["    4 of 10"])
  }

  @Test func `one line of room has no place for the note`() {
    #expect(fit(10, in: 1) == 0..<1)
    #expect(!position.canScroll && note().isEmpty)
    #expect(fit(10, in: 0) == 0..<0)
  }

  @Test func `it scrolls by rows, pages and notches, and stops at both ends`() {
    _ = fit(20, in: 5)
    position.scroll(.rows(2))
    #expect(position.top == 2)
    position.scroll(.pages(1))
    #expect(position.top == 5)
    position.scroll(.wheel(-1))
    #expect(position.top == 2)
    position.scroll(.toEnd)
    #expect(fit(20, in: 5) == 16..<20)
    position.scroll(.rows(1))
    #expect(position.top == 16)
    position.scroll(.toStart)
    position.scroll(.rows(-1))
    #expect(position.top == 0)
  }

  @Test func `lines that have fitted cannot be scrolled`() {
    _ = fit(3, in: 5)
    position.scroll(.toEnd)
    #expect(position.top == 0)
  }

  @Test func `fewer lines, or room for more, bring it back to the end`() {
    _ = fit(20, in: 5)
    position.scroll(.toEnd)
    #expect(fit(10, in: 5) == 6..<10)
    #expect(fit(10, in: 8) == 3..<10)
  }

  @Test func `a target that is followed comes on the screen by the shortest way`() {
    #expect(fit(20, in: 5, target: 10..<12) == 0..<4)
    position.follow()
    #expect(fit(20, in: 5, target: 10..<12) == 8..<12)
    #expect(fit(20, in: 5, target: 9..<10) == 8..<12)
    #expect(fit(20, in: 5, target: 6..<7) == 6..<10)
  }

  @Test func `who pages away from the target leaves it behind`() {
    position.follow()
    _ = fit(20, in: 5, target: 0..<1)
    position.scroll(.pages(1))
    #expect(fit(20, in: 5, target: 0..<1) == 3..<7)
    position.follow()
    #expect(fit(20, in: 5, target: 0..<1) == 0..<4)
  }

  @Test func `a key that cannot scroll leaves the target followed`() {
    position.follow()
    _ = fit(20, in: 5, target: 0..<1)
    position.scroll(.rows(-1))
    #expect(fit(20, in: 5, target: 10..<11) == 7..<11)
  }

  @Test func `of rows the note says the first one too, and counts no lines above or below them`() {
    _ = fit(12, in: 5)
    #expect(position.note(above: 2, of: 9, theme) == ["    1-2 of 9"])
    position.scroll(.toEnd)
    _ = fit(12, in: 5)
    #expect(position.note(above: 2, of: 9, theme) == ["    7-9 of 9"])
  }

  @Test func `there is more until the end has been on the screen`() {
    _ = fit(12, in: 5)
    #expect(position.hasMore && position.shown == 0..<4)
    position.scroll(.rows(7))
    #expect(position.hasMore)
    position.scroll(.rows(1))
    #expect(!position.hasMore && position.shown == 8..<12 && note() == ["    12 of 12"])
    position.rewind()
    #expect(position.hasMore && position.top == 0)
  }
}
