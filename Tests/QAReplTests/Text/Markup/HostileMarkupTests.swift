import Testing

@testable import qa_repl

@Suite struct HostileMarkupTests {
  @Test(arguments: [
    "*a ", "a* ", "*a* ", "`a ", "_a", "**a*", "``` `` ` ", "[", "]", "[a](", "[a](b", "[]( ", "<",
    "<b ", "<b>", "</b>", "<b \"", "<code>", "<br>", "<li><ul>", "&", "&a", "&#", "!", "![",
    "![a](",
    "~~", "~~a ", "> ", "- ", "- a\n", "- 5\n", "1. a\n", "> a\n", "```\n", "```a\n", "~~~\n", "|",
    "|-", "a|b\n", "a|b\n-|-\n", "\\", "\\*", "\\[", "\\<b>", "http://", "http://*** ", "<pre>",
    "<sup>", "<p>", "  - a\n", "\n",
  ])
  func `a hundred thousand bytes of marks are drawn at once`(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    let theme = Drawing.theme(.direct, columns: 80)
    let time = ContinuousClock().measure {
      _ = theme.drawn(text)
      _ = theme.line(of: text)
    }
    #expect(time < .seconds(5), "\(piece): \(time)")
  }

  @Test(arguments: [
    "/*", "\"", "'", "`", "'''", "\"\"\"", "<", "<a ", "#", "@", "1.", "a:", "$", "=begin",
  ])
  func `code that is nothing but marks is read at once`(piece: String) {
    let code = String(repeating: piece, count: 10_000 / piece.utf8.count)
    let time = ContinuousClock().measure {
      for language in CodeLanguage.all { _ = CodeLexer.lines(of: [code], language) }
    }
    #expect(time < .seconds(5), "\(piece): \(time)")
  }
}
