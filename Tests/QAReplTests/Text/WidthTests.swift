import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct WidthTests {
  @Test(
    arguments: [
      ("abc", 3), ("日本語", 6), ("ＡＢ", 4), ("ﾊﾟｸﾞ", 4), ("が", 2), ("か\u{3099}", 2),
      ("か\u{FF9E}", 3), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇯🇵", 2), ("☁️", 2), ("1️⃣", 2),
      ("葛\u{E0100}", 2), ("e\u{301}", 1), ("ก็", 1), ("\u{200B}", 0), ("한글", 4), ("〇", 2),
      ("×", 1), ("①", 1), ("", 0),
    ])
  func `a text takes the cells of its clusters`(text: String, cells: Int) {
    #expect(displayWidth(text) == cells)
  }

  @Test func `colours take no cells`() {
    #expect(displayWidth("\u{1B}[1;32m〇\u{1B}[0m ok") == 5)
  }

  @Test(arguments: ["👨‍👩‍👧", "☁️", "×", "①", "α"])
  func `a cluster that terminals draw differently is uncertain`(character: Character) {
    #expect(character.isWidthUncertain())
  }

  @Test(arguments: ["a", "日", "ﾊ", "が", "🇯🇵"] as [Character])
  func `a cluster that all terminals draw alike is certain`(character: Character) {
    #expect(!character.isWidthUncertain())
  }

  @Test func `a mark after a colour does not join the colour`() {
    #expect(glyphs(in: "\u{1B}[0m\u{301}x").map(\.cells) == [0, 0, 1])
  }

  @Test(arguments: ["×", "…", "“", "①", "α", "█", "─", "●", "→", "§"])
  func `an ambiguous character takes what the terminal gives it`(text: String) {
    #expect(displayWidth(text) == 1)
    #expect(displayWidth(text, .narrow) == 1)
    #expect(displayWidth(text, .wide) == 2)
    #expect(displayWidth("\u{1B}[1m\(text)\u{1B}[0ma", .wide) == 3)
  }

  @Test(arguments: ["a", "ő", "日", "〇", "👍🏽", "▸", "✓", "░", "ﾊ", "\u{301}"])
  func `other characters take the same everywhere`(text: String) {
    #expect(displayWidth(text, .wide) == displayWidth(text))
  }

  @Test func `a known width needs no column after the character`() {
    #expect(!Character("█").isWidthUncertain())
    #expect(!Character("×").isWidthUncertain(.narrow))
    #expect(!Character("×").isWidthUncertain(.wide))
    #expect(Character("☁️").isWidthUncertain(.narrow))
  }

  @Test(arguments: [5, 8, 13])
  func `text is wrapped, cut and filled by the terminal's width`(columns: Int) {
    let text = "a × b … “c” ── d"
    #expect(
      text.wrapped(to: columns, .wide).allSatisfy { displayWidth($0, .wide) <= columns })
    #expect(displayWidth(text.truncated(to: columns, .wide), .wide) <= columns)
    #expect(displayWidth("×".padded(to: columns, .leading, .wide), .wide) == columns)
    #expect(displayWidth("×".padded(to: columns, .trailing, .wide), .wide) == columns)
  }

  @Test func `bars are made of other signs where blocks are too wide`() {
    var theme = Theme(
      strings: Strings(language: .english), palette: Palette(), signs: .unicode)
    #expect(theme.gauge(1, of: 2, cells: 6, .accent) == "███░░░")
    theme.ambiguous = .wide
    #expect(theme.gauge(1, of: 2, cells: 6, .accent) == "[##--]")
  }
}
