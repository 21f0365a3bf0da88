import QuizKit
import QuizSupport
import TestKit
import Testing

@testable import Terminal
@testable import qa_repl

/// Tests that what is drawn, typed and searched takes four times as long for four times as much,
/// whatever comes again and again.
@Suite struct HostileShapeTests {
  private enum Place {
    case drawing, search, command, keys, line, suggestion
  }

  private static let shapes: [(place: Place, shapes: [HostileShape])] = [
    (
      .drawing,
      [
        .init("", "*a "), .init("", "**a* "), .init("", "_a_"),
        .init("", "*", middle: "a", closing: "*"),
        .init("", "`"), .init("", "` `` "), .init("", "[", middle: "a", closing: "](b)"),
        .init("", "![", middle: "a", closing: "]"), .init("", "[a](", middle: "b", closing: ")"),
        .init("", "[a]: b\n"), .init("", "<b>", middle: "a", closing: "</b>"), .init("", "<sub>"),
        .init("", "<sub>", middle: "a", closing: "</sub>"), .init("", "<sup>", "</sup>"),
        .init("", "<code>", middle: "a", closing: "</code>"), .init("", "<i><b>"),
        .init("", "</i>"),
        .init("", "<a href=\"", "b"), .init("", "<ul><li>", middle: "a", closing: "</li></ul>"),
        .init("", "<table><tr><td>"), .init("", "<pre>"), .init("", "<!--"), .init("", "<p>a</p>"),
        .init("", "&amp;"), .init("", "&amp"), .init("", "&#x"), .init("", "&#0;"),
        .init("", "&", "lt;"),
        .init("", "$"), .init("", "$a"), .init("", "$a$ "), .init("", "$$a$$\n"), .init("", "\\("),
        .init("", "\\[a\\]"),
        .init("", "\\(", middle: "a", closing: "\\)"),
        .init("$", "\\frac{", middle: "1", closing: "}", "$"),
        .init("", "$x^{", middle: "2", closing: "}$"), .init("$", "\\sqrt", "$"),
        .init("$", "a+", "b$"),
        .init("", "[latex]"), .init("$$\\begin{pmatrix}", "1&", "\\end{pmatrix}$$"),
        .init("", "$5 "), .init("", "a 1 "), .init("", "1 a "),
        .init("", "|"), .init("|a|\n|-|\n", "|b"), .init("|a|\n|-|\n", "|b|\n"),
        .init("|", "a|", "\n|-|"),
        .init("a\n", "|-", "|\n"), .init("", "- "), .init("", "- a\n"), .init("", "1. a\n"),
        .init("", "  - a\n"),
        .init("", "> "), .init("", "> a\n"), .init("", "> - "), .init("", "# a\n"),
        .init("", "a\n===\n"),
        .init("", "```\n"), .init("```\n", "`", ""), .init("```\n", "a\n", "```"),
        .init("", "~~~a\n"), .init("", "~~"),
        .init("", "\\"), .init("", "\\*"), .init("", "\n"), .init("", "a\\\n"), .init("", "a  \n"),
        .init("", "---\n"),
        .init("", "http://a"), .init("", "http://a.b/("), .init("", "www."), .init("", "a@"),
        .init("", "<http://a>"),
        .init("", "R&D! "), .init("", "a!["), .init("", "e\u{301}"), .init("a", "\u{301}"),
        .init("", "\u{200D}"),
        .init("", "👩‍"), .init("", "🇩"), .init("", "\u{202E}"), .init("", "\u{1B}["),
        .init("", "\u{0}"), .init("", "日本 "),
        .init("", "日"), .init("", "a"), .init("", "a "), .init("", "\t"), .init("", " "),
        .init("", "\u{AD}"), .init("", "[["),
        .init("```swift\n", "/*", "\n```"), .init("```swift\n", "\"\\(", "\n```"),
        .init("```swift\n", "\"\"\"\n", "```"),
        .init("```python\n", "'''", "\n```"), .init("```python\n", "#\n", "```"),
        .init("```js\n", "`${", "\n```"),
        .init("```js\n", "/a", "\n```"), .init("```c\n", "'\\", "\n```"),
        .init("```html\n", "<a ", "\n```"),
        .init("```html\n", "<!--", "\n```"), .init("```sql\n", "--", "\n```"),
        .init("```bash\n", "$(", "\n```"),
        .init("```bash\n", "<<A\n", "```"), .init("```ruby\n", "=begin\n", "```"),
        .init("```json\n", "{\"a\":", "\n```"),
        .init("```rust\n", "r#\"", "\n```"), .init("```css\n", "a{", "\n```"),
        .init("```lua\n", "[[", "\n```"),
        .init("```haskell\n", "{-", "\n```"), .init("```yaml\n", "a: ", "\n```"),
        .init("```c\n", "1.e", "\n```"),
      ]
    ),
    (
      .search,
      [
        .init("", "a"), .init("", "ab"), .init("", "aa b"), .init("", "e\u{301}"), .init("", "ｶﾞ"),
        .init("", "が"),
        .init("", "ß"), .init("", "\n"), .init("", "👩‍"),
      ]
    ),
    (
      .command,
      [
        .init("", "a"), .init("search ", "a "), .init("search ", "\""), .init("search ", "\"a\" "),
        .init("search ", "'a "),
        .init("", "\\"),
        .init("quiz ", "--count 1 "), .init("quiz ", "--"), .init("delete ", "1,"),
        .init("delete ", "1-"), .init("delete ", "1 "),
        .init("", "　"), .init("", "ａ"), .init("quiz --deck ", "'a' "), .init("", "1 "),
        .init("quiz --tag ", "a,"),
      ]
    ),
    (
      .keys,
      [
        .init("", "\u{1B}"), .init("", "\u{1B}["), .init("", "\u{1B}[1;"), .init("\u{1B}[", "1;"),
        .init("\u{1B}]11;", "a"),
        .init("", "\u{1B}[<0;1;1M"), .init("\u{1B}[200~", "a"), .init("\u{1B}[200~", "\u{1B}[20"),
        .init("", "\u{1B}[200~a\u{1B}[201~"),
        .init("", "a"), .init("", "日"), .init("", "\u{1B}[M"), .init("", "\u{1B}P"),
        .init("", "\r"),
      ]
    ),
    (
      .line,
      [
        .init("", "a"), .init("", "日"), .init("", "e\u{301}"), .init("", "\n"),
        .init("", "\u{200D}"), .init("", "a\n"), .init("", "👩‍"),
      ]
    ),
    (.suggestion, [.init("", "a"), .init("", "quiz"), .init("", "日"), .init("", "e\u{301}")]),
  ]

  @Test func `the time to draw, to search and to type grows as the text does`() {
    var faults: [String] = []
    for (place, shapes) in Self.shapes {
      for shape in shapes {
        if let fault = shape.fault({ Self.take($0, at: place) }) {
          faults.append("\(place): \(fault)")
        }
      }
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  private static let table = CommandTable(Screen.all)

  private static func take(_ text: String, at place: Place) {
    switch place {
    case .drawing:
      let theme = Drawing.theme(.direct, columns: 80)
      _ = theme.drawn(text)
      _ = theme.line(of: text)
    case .search:
      let theme = Drawing.theme(.direct, columns: 80)
      _ = FoundText(text.sanitisedLine, words: ["a", "ab", "か", "\u{301}"]).drawn(cells: 80, theme)
      _ = FoundText.marking(["a", "aab"], in: text.sanitisedLine, theme)
    case .command:
      for screen in [ScreenName.start, .quiz, .manage] {
        _ = try? CommandParser(table: table, screen: screen, language: .english).command(line: text)
      }
    case .keys:
      var parser = KeyParser()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: 1024) {
        _ = parser.feed(Array(bytes[start..<min(bytes.count, start + 1024)]))
      }
      _ = parser.timeout()
    case .line:
      var buffer = EditBuffer()
      buffer.insert(text.sanitisedTyping)
      _ = TextLayout(buffer, prompt: "> ", columns: 80)
      buffer.transpose()
      buffer.move(to: 0)
      buffer.remove(to: buffer.characters.count)
    case .suggestion:
      _ = Suggestion.nearest(
        to: text, among: CommandTable(Screen.all).entries(on: .start).map(\.name))
    }
  }
}
