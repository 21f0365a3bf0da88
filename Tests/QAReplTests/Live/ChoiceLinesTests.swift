import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Choices of one, three and eight lines below a question of six, in a window of five lines.
@Suite final class ChoiceLinesTests {
  private var scroll = ChoiceLinesTests.atStart

  private static var atStart: Pane.ScrollPosition {
    var scroll = Pane.ScrollPosition()
    scroll.setChoices([1, 3, 8], from: 6)
    return scroll
  }

  private func show(from top: Int) {
    scroll = Self.atStart
    _ = scroll.fit(18, in: Room(6))
    scroll.scroll(.rows(top))
  }

  private func reads(_ rows: Int, at position: Int) -> Bool {
    scroll.reads(.rows(rows), at: position)
  }

  @Test func `a choice is hidden while its first line is not on the screen`() {
    show(from: 1)
    #expect(scroll.hidesChoice(0) && scroll.hidesChoice(1))
    show(from: 2)
    #expect(!scroll.hidesChoice(0) && scroll.hidesChoice(1))
    show(from: 8)
    #expect(scroll.hidesChoice(0) && scroll.hidesChoice(1) && !scroll.hidesChoice(2))
  }

  @Test func `lines that all fit hide nothing, and no key reads them`() {
    _ = scroll.fit(18, in: Room(18))
    #expect(!scroll.hidesChoice(2))
    #expect(!reads(1, at: 0) && !reads(-1, at: 0))
  }

  @Test func `Down reads until the end of the choice at the cursor is on the screen`() {
    show(from: 0)
    #expect(reads(1, at: 0))
    show(from: 2)
    #expect(!reads(1, at: 0) && reads(1, at: 1))
    show(from: 5)
    #expect(!reads(1, at: 1) && reads(1, at: 2))
    show(from: 13)
    #expect(!reads(1, at: 2))
  }

  @Test func `Up reads back to the beginning of a choice, and from the first one to the question`()
  {
    show(from: 13)
    #expect(reads(-1, at: 2))
    show(from: 10)
    #expect(!reads(-1, at: 2) && reads(-1, at: 0))
    show(from: 0)
    #expect(reads(-1, at: 0))
  }

  @Test func `the choice nearest to one that is hidden is the next on the screen`() {
    show(from: 6)
    #expect(scroll.choice(near: 0) == 0)
    show(from: 7)
    #expect(scroll.choice(near: 0) == 1)
    show(from: 3)
    #expect(scroll.choice(near: 2) == 1)
    show(from: 0)
    #expect(scroll.choice(near: 2) == 0)
    show(from: 12)
    #expect(scroll.choice(near: 2) == 2)
  }
}
