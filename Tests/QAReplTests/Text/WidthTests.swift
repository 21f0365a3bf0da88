import Testing

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
    #expect(character.isWidthUncertain)
  }

  @Test(arguments: ["a", "日", "ﾊ", "が", "🇯🇵"] as [Character])
  func `a cluster that all terminals draw alike is certain`(character: Character) {
    #expect(!character.isWidthUncertain)
  }

  @Test func `a mark after a colour does not join the colour`() {
    #expect(glyphs(in: "\u{1B}[0m\u{301}x").map(\.cells) == [0, 0, 1])
  }
}
