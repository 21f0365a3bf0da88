import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct KeyBindingTests {
  private func digits(_ count: Int) -> [Key: KeyBinding.Action] {
    KeyBinding.digits(count) { .screen(QuizCommand.choose([$0])) }.actions
  }

  @Test func `a digit chooses in half and in full width`() {
    let actions = digits(4)
    for key in ["3", "３"] { #expect(actions[.text(key)] == .choice(3)) }
    #expect(actions.count == 8)
  }

  @Test func `more than nine choices have no more than nine digits`() {
    let actions = digits(12)
    #expect(actions.count == 18)
    #expect(actions[.text("９")] == .choice(9))
  }

  @Test func `digits that have just answered do nothing`() {
    let actions = KeyBinding.digits(2).actions
    #expect(
      actions == [
        .text("1"): .nothing, .text("１"): .nothing, .text("2"): .nothing, .text("２"): .nothing,
      ])
  }

  @Test func `the space bar counts in full width too`() {
    let actions = KeyBinding.space(.screen(QuizCommand.flag)).actions
    #expect(actions == [.text(" "): .flag, .text("　"): .flag])
  }

  @Test func `of two bindings of a key the first counts`() {
    var liveView = LiveView(
      screen: .start, Theme(strings: Strings(language: .english), palette: Palette()))
    liveView.keys = [
      .command(.enter, .home), .command(.enter, .back), .command(.left, .undo),
    ]
    #expect(liveView.actions[.named(.enter)] == .perform(.home))
    #expect(liveView.actions[.named(.left)] == .perform(.undo))
  }

  @Test func `the question mark and the slash count in full width too`() {
    let liveView = LiveView(
      screen: .start, Theme(strings: Strings(language: .english), palette: Palette()))
    for key in ["?", "？"] { #expect(liveView.actions[.text(key)] == .explain) }
    for key in ["/", "／"] { #expect(liveView.actions[.text(key)] == .find) }
  }

  @Test func `only what can move has keys that move`() {
    var liveView = LiveView(
      screen: .start, Theme(strings: Strings(language: .english), palette: Palette()))
    #expect(liveView.actions[.named(.up)] == nil)
    liveView.body = ["a text"]
    #expect(liveView.actions[.named(.up)] == .move(.rows(-1)))
  }
}
