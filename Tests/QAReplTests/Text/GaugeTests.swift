import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct GaugeTests {
  @Test(arguments: [
    (0, "----------"), (1, "#---------"), (50, "#####-----"), (99, "#########-"),
    (100, "##########"),
  ])
  func `a bar is full only for everything and empty only for nothing`(part: Int, bar: String) {
    let shown = Gauge().bar(part, of: 100, cells: 10)
    #expect(shown.part + shown.rest == bar)
  }

  @Test func `a bar of nothing is empty`() {
    #expect(Gauge().bar(0, of: 0, cells: 4) == ("", "----"))
  }

  @Test(arguments: [
    (0, "░░░░"), (1, "█░░░"), (50, "██░░"), (53, "██░░"), (70, "███░"), (99, "███░"), (100, "████"),
  ])
  func `a bar of blocks has whole cells, so that no hole is before the rest`(part: Int, bar: String)
  {
    let shown = Gauge(signs: .unicode).bar(part, of: 100, cells: 4)
    #expect(shown.part + shown.rest == bar)
  }

  @Test(arguments: [(6, "[##--]"), (5, ""), (0, ""), (-3, "")])
  func `a bar in brackets is as wide as asked for, or left out`(cells: Int, bar: String) {
    let theme = Theme(strings: Strings(language: .english), palette: Palette())
    #expect(theme.gauge(1, of: 2, cells: cells, .accent) == bar)
  }

  @Test func `a bar of blocks has no brackets, its colour, and a dim rest`() {
    let theme = Theme(
      strings: Strings(language: .english), palette: Palette(depth: .basic), signs: .unicode)
    #expect(theme.gauge(1, of: 2, cells: 4, .right) == "\u{1B}[32m██\u{1B}[0m\u{1B}[2m░░\u{1B}[0m")
  }
}
