import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The words of a search are marked where they were found.
@Suite struct FoundTextTests {
  private func theme(_ depth: ColorDepth = .basic) -> Theme {
    Theme(strings: Strings(language: .english), palette: Palette(depth: depth), columns: 80)
  }

  /// The text with `<` and `>` around the painted parts.
  private func marked(_ text: String, _ words: String..., cells: Int? = nil) -> String {
    let found = FoundText(text, words: words)
    let drawn = cells.map { found.drawn(cells: $0, theme()) } ?? found.drawn(theme())
    return drawn.replacing("\u{1B}[1m\u{1B}[36m", with: "<").replacing("\u{1B}[0m", with: ">")
  }

  @Test func `each place of each word is marked`() {
    #expect(marked("a lamb and a Lambda", "lamb") == "a <lamb> and a <Lamb>da")
    #expect(marked("red apple, green pear", "pear", "red") == "<red> apple, green <pear>")
  }

  @Test(arguments: [
    ("ﾃｽﾄです", "テスト", "<ﾃｽﾄ>です"), ("これはてすと", "ﾃｽﾄ", "これは<てすと>"), ("ＳＷＩＦＴの問題", "swift", "<ＳＷＩＦＴ>の問題"),
    ("ｶﾞﾗｽの窓", "ガラス", "<ｶﾞﾗｽ>の窓"), ("ΟΔΟΣ", "οδος", "<ΟΔΟΣ>"),
    ("cafe\u{301}s", "CAFÉ", "<cafe\u{301}>s"),
    ("㈱日本", "株", "<㈱>日本"),
  ])
  func `width, case and kana make no difference`(text: String, word: String, marks: String) {
    #expect(marked(text, word) == marks)
  }

  @Test(arguments: [("lamb", true), ("a lamb", true), ("a goat", false)])
  func `in a row with styles of its own the words are painted as well`(
    text: String, isFound: Bool
  ) {
    let row = "\u{1B}[2m\(text)\u{1B}[0m"
    let drawn = FoundText.marking(["lamb"], in: row, theme())
    #expect(drawn.contains("\u{1B}[36m") == isFound)
    #expect(isFound || drawn == row)
  }

  @Test func `words that overlap are marked as one`() {
    #expect(marked("abcd", "abc", "bcd") == "<abcd>")
    #expect(marked("aaa", "aa") == "<aa>a")
  }

  @Test func `without words nothing is marked`() {
    #expect(marked("text") == "text")
    #expect(marked("text", "") == "text")
    #expect(marked("", "text") == "")
  }

  @Test func `a word that is only in a choice marks nothing`() {
    #expect(marked("What is it?", "lambda") == "What is it?")
  }

  @Test func `without colours the text is as it was`() {
    #expect(FoundText("a lamb", words: ["lamb"]).drawn(theme(.none)) == "a lamb")
  }

  @Test func `a text that fits is not cut`() {
    #expect(marked("a lamb here", "lamb", cells: 11) == "a <lamb> here")
    #expect(marked("here a lamb", "lamb", cells: 11) == "here a <lamb>")
  }

  @Test func `a text is cut at its end while the place is seen`() {
    #expect(marked("a lamb and much more", "lamb", cells: 12) == "a <lamb> and..")
  }

  @Test func `the beginning is cut when the place lies behind the end`() {
    #expect(
      marked("much text before one finds the lamb at the end", "lamb", cells: 20)
        == "..s the <lamb> at th..")
    #expect(marked("much text before one finds the lamb", "lamb", cells: 20) == "..s the <lamb>")
  }

  @Test(arguments: 4...46)
  func `the row is never wider than asked, and the place is seen when it fits`(cells: Int) {
    let text = "much text before one finds the lamb at the end"
    let drawn = FoundText(text, words: ["lamb"]).drawn(cells: cells, theme(.none))
    #expect(displayWidth(drawn) <= cells)
    #expect(cells < 8 || drawn.contains("lamb"))
  }

  @Test(arguments: 4...40)
  func `full-width characters are never cut in half`(cells: Int) {
    let text = "最初に設立された日本の大学はどこですか。京都ではありません。"
    let drawn = FoundText(text, words: ["京都"]).drawn(cells: cells, theme(.none))
    #expect(displayWidth(drawn) <= cells)
    #expect(cells < 8 || drawn.contains("京都"))
  }

  @Test func `a place that is wider than the row is seen from its beginning`() {
    #expect(marked("see abcdefghijkl", "abcdefghijkl", cells: 8) == "..<abcd>..")
  }
}
