import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct FittingTests {
  @Test func `a text is padded in cells on the side away from its alignment`() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect("日本".padded(to: 6, .trailing) == "  日本")
    #expect("日本語".padded(to: 4) == "日本語")
  }

  @Test func `a text that is too long is cut between clusters and marked`() {
    #expect("日本語の問題".truncated(to: 9) == "日本語..")
    #expect("short".truncated(to: 9) == "short")
    #expect("日本語".truncated(to: 3) == "日")
  }

  @Test func `a cut keeps the end of a colour`() {
    #expect("\u{1B}[1mabcdefgh\u{1B}[0m".truncated(to: 6) == "\u{1B}[1mabcd..\u{1B}[0m")
  }

  @Test(arguments: [
    (Signs.ascii, AmbiguousWidth.narrow, "abcdef.."), (.unicode, .narrow, "abcdefg…"),
    (.unicode, .wide, "abcdef…"), (.unicode, .unknown, "abcdef…"),
  ])
  func `a cut is marked with the sign that the terminal can show, in the cells that it may take`(
    signs: Signs, ambiguous: AmbiguousWidth, cut: String
  ) {
    let theme = Theme(
      strings: Strings(language: .english), palette: Palette(), signs: signs,
      ambiguous: ambiguous)
    #expect(theme.fitted("abcdefghijk", to: 8) == cut)
    #expect(theme.fitted("abcdefgh", to: 8) == "abcdefgh")
    #expect(FoundText("abcdefghijk", words: []).drawn(cells: 8, theme) == cut)
    #expect(displayWidth(theme.folded("One long name of a deck", to: 12), ambiguous) <= 12)
    #expect(theme.folded("One long name of a deck", to: 12).contains(signs == .ascii ? ".." : "…"))
  }
}
