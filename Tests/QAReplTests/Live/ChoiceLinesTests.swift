import QuizSupport
import Testing

@testable import qa_repl

/// Choices of one, three and eight lines below a question of six, in a window of five lines.
@Suite final class ChoiceLinesTests {
  private let choices = ChoiceLines([1, 3, 8], from: 6)
  private var scroll = ScrollPosition()

  private func show(from top: Int) {
    scroll = ScrollPosition()
    _ = scroll.fit(18, in: Room(6))
    scroll.scroll(.rows(top))
  }

  private func reads(_ rows: Int, at position: Int) -> Bool {
    choices.reads(.rows(rows), at: position, scroll)
  }

  @Test func `a choice is hidden while its first line is not on the screen`() {
    show(from: 1)
    #expect(choices.hides(0, scroll) && choices.hides(1, scroll))
    show(from: 2)
    #expect(!choices.hides(0, scroll) && choices.hides(1, scroll))
    show(from: 8)
    #expect(choices.hides(0, scroll) && choices.hides(1, scroll) && !choices.hides(2, scroll))
  }

  @Test func `lines that all fit hide nothing, and no key reads them`() {
    _ = scroll.fit(18, in: Room(18))
    #expect(!choices.hides(2, scroll))
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
    #expect(choices.position(near: 0, scroll) == 0)
    show(from: 7)
    #expect(choices.position(near: 0, scroll) == 1)
    show(from: 3)
    #expect(choices.position(near: 2, scroll) == 1)
    show(from: 0)
    #expect(choices.position(near: 2, scroll) == 0)
    show(from: 12)
    #expect(choices.position(near: 2, scroll) == 2)
  }
}
