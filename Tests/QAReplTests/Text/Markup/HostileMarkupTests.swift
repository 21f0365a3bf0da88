import TestKit
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct HostileMarkupTests {
  @Test(arguments: [
    "What does `print` say? Hello, World!", "AT&T is great!", "a *bold* move!", "R&D!",
    "It costs $5!", "Use snake_case!", "1 < 2!", "*WOW!", "_x FINAL!", "[a!", "*a!é", "`a` b!`c`",
    "*vec![1](x)", "*a![", "*b!\nc", "- *a!\n- b!", "| *a! | b! |\n|-|-|\n| c! | *d! |",
  ])
  func `an exclamation mark behind a word is drawn, wherever the text ends`(text: String) {
    let theme = Drawing.theme(.direct, columns: 40)
    let marks = text.count { $0 == "!" }
    #expect(theme.drawn(text).joined().count { $0 == "!" } == marks)
    #expect(theme.line(of: text).count { $0 == "!" } == marks)
  }

  @Test(arguments: ["sub", "sup"])
  func `tags within tags are each read once`(name: String) {
    let count = 10_000
    let open = String(repeating: "<\(name)>", count: count)
    let text = open + "a" + String(repeating: "</\(name)>", count: count)
    let time = ThreadTime.seconds { _ = Drawing.rows(text, columns: 80) }
    #expect(time < 5, "\(name): \(time) s")
  }

  @Test func `code behind an exclamation mark keeps its marks`() {
    #expect(Drawing.line("wow!`code`") == Drawing.line("wow! `code`").replacing("! ", with: "!"))
  }

  @Test(arguments: [
    "*a ", "a* ", "*a* ", "`a ", "_a", "**a*", "``` `` ` ", "[", "]", "[a](", "[a](b", "[]( ", "<",
    "<b ", "<b>", "</b>", "<b \"", "<code>", "<br>", "<li><ul>", "&", "&a", "&#", "!", "![",
    "![a](",
    "~~", "~~a ", "> ", "- ", "- a\n", "- 5\n", "1. a\n", "> a\n", "```\n", "```a\n", "~~~\n", "|",
    "|-", "a|b\n", "a|b\n-|-\n", "\\", "\\*", "\\[", "\\<b>", "http://", "http://*** ", "<pre>",
    "<sup>", "<sup>a", "<p>", "  - a\n", "\n",
  ])
  func `a hundred thousand bytes of marks are drawn at once`(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    let theme = Drawing.theme(.direct, columns: 80)
    let time = ThreadTime.seconds {
      _ = theme.drawn(text)
      _ = theme.line(of: text)
    }
    #expect(time < 5, "\(piece): \(time) s")
  }

  @Test(arguments: [
    "/*", "\"", "'", "`", "'''", "\"\"\"", "<", "<a ", "#", "@", "1.", "a:", "$", "=begin",
  ])
  func `code that is nothing but marks is read at once`(piece: String) {
    let code = String(repeating: piece, count: 10_000 / piece.utf8.count)
    let time = ThreadTime.seconds {
      for language in CodeLanguage.all { _ = CodeLexer.lines(of: [code], language) }
    }
    #expect(time < 5, "\(piece): \(time) s")
  }
}
