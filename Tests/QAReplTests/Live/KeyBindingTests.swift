import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

@Suite struct KeyBindingTests {
  @Test func `a digit enters itself in half and in full width`() {
    let actions = KeyBinding.digits(4).actions
    for key in ["3", "３"] { #expect(actions[.text(key)] == .line("3")) }
    #expect(actions.count == 8)
  }

  @Test func `more than nine choices have no more than nine digits`() {
    let actions = KeyBinding.digits(12).actions
    #expect(actions.count == 18)
    #expect(actions[.text("９")] == .line("9"))
  }

  @Test func `digits that have just answered do nothing`() {
    let actions = KeyBinding.digits(2, answer: false).actions
    #expect(
      actions == [
        .text("1"): .nothing, .text("１"): .nothing, .text("2"): .nothing, .text("２"): .nothing,
      ])
  }

  @Test func `the space bar counts in full width too`() {
    let actions = KeyBinding.space("flag").actions
    #expect(actions == [.text(" "): .line("flag"), .text("　"): .line("flag")])
  }

  @Test func `of two bindings of a key the first counts`() {
    var stage = Stage(
      screen: .start, Look(strings: Strings(language: .english), palette: Palette()))
    stage.keys = [.line(.enter, "first"), .line(.enter, "second"), .line(.left, "third")]
    #expect(stage.actions[.named(.enter)] == .line("first"))
    #expect(stage.actions[.named(.left)] == .line("third"))
  }

  @Test func `the question mark and the slash count in full width too`() {
    let stage = Stage(
      screen: .start, Look(strings: Strings(language: .english), palette: Palette()))
    for key in ["?", "？"] { #expect(stage.actions[.text(key)] == .explain) }
    for key in ["/", "／"] { #expect(stage.actions[.text(key)] == .find) }
  }

  @Test func `only what can move has keys that move`() {
    var stage = Stage(
      screen: .start, Look(strings: Strings(language: .english), palette: Palette()))
    #expect(stage.actions[.named(.up)] == nil)
    stage.body = ["a text"]
    #expect(stage.actions[.named(.up)] == .move(.rows(-1)))
  }
}
