import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct EmphasisTests {
  @Test(arguments: [
    ("a *b* c", "a <b>b</> c"), ("a **b c** d", "a <b>b c</> d"), ("_a_ b", "<b>a</> b"),
    ("***a*** b", "<b>a</> b"), ("*a **b** c*", "<b>a b c</>"), ("これは*重要*です", "これは<b>重要</>です"),
    ("**注意:** 次", "<b>注意:</> 次"), ("*a*, *b*", "<b>a</>, <b>b</>"), ("__init__", "<b>init</>"),
    ("**a*", "*<b>a</>"), ("*a\nb*", "<b>a</>\n<b>b</>"), ("(*a*)", "(<b>a</>)"),
    ("~~a~~ b", "<s>a</> b"),
  ])
  func `emphasis is bold, what is struck out is, and both lose their marks`(
    text: String, shown: String
  ) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    "2*3*4", "snake_case_name", "a * b", "a * b * c", "x**2 + y**2", "*args, **kwargs", "a*b c*d",
    "***", "_ _", "f(a)*g(b)*h", "*a", "a*", "``a`", "**「重要」**です", "*a\n\nb*", "2 * (3 + 4) * 5",
    "~~~\nno end", "*.txt and *.md", "~a~", "~~ a ~~", "~~~a~~~ b",
  ])
  func `what a reader would not see as emphasis stays as it is`(text: String) {
    #expect(Drawing.drawn(text) == text)
  }

  @Test(arguments: [
    (#"\*a\* b"#, "*a* b"), (#"\~a\~ b"#, "~a~ b"), (#"\`a\` b"#, "`a` b"),
    (#"snake\_case"#, "snake_case"),
    (#"\&lt; b"#, "&lt; b"),
  ])
  func `a backslash is hidden where the mark behind it would have been drawn`(
    text: String, shown: String
  ) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    #"\*"#, #"2 \* 3"#, #"C:\*.txt"#, #"\d+\.\d*"#, #"\(\w+"#, #"\\"#, #"a \\ b"#, #"\frac{1}{2}"#,
    #"\{a_1\}"#, #"\[0-9]*"#, #"\'"#, #"\n"#, #"\"#,
  ])
  func `any other backslash stays, as in a formula, a path or a regular expression`(text: String) {
    #expect(Drawing.drawn(text) == text)
  }

  @Test(arguments: [
    ("a `b` c", "a <b>b</> c"), ("x `` a`b ``", "x <b>a`b</>"), ("x `*a*`", "x <b>*a*</>"),
    ("x ` `", "x <b> </>"), (#"x `\`"#, #"x <b>\</>"#), ("`a` and `b", "<b>a</> and `b"),
  ])
  func `code is bold and marks nothing`(text: String, shown: String) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: ["a *b* `c` ~~d~~ <b>e</b>", "日本*語*", "**", "`c`"])
  func `without colours the marks of what would only be a style stay`(text: String) {
    #expect(Drawing.drawn(text, depth: .none) == text)
  }

  @Test(arguments: [
    "a *b* `c`", "```\na\n```", "- a\n- b", "a | b\n-|-\n1 | 2", "&lt;b", "日本*語*",
  ])
  func `output that is neither live nor coloured has every byte`(text: String) {
    let theme = Theme(strings: Strings(language: .english), palette: Palette())
    #expect(theme.drawn(text).joined(separator: "\n") == text)
    #expect(theme.line(of: text) == text.replacing("\n", with: " "))
  }

  @Test(arguments: [12, 17, 30])
  func `drawn text wraps by what is seen`(columns: Int) {
    let lines = Drawing.theme(.direct, columns: columns)
      .drawn("one *two three* four `five 日本語` six")
    #expect(lines.allSatisfy { displayWidth($0) <= columns })
    let plain = "one two three four five 日本語 six".wrapped(to: columns)
    #expect(lines.map(Drawing.plain) == plain)
  }
}
