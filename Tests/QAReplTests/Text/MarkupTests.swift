import QuizKit
import QuizStore
import Testing

@testable import qa_repl

@Suite struct MarkupTests {
  /// The drawn text with `<b>` for bold.
  private func drawn(_ text: String) -> String {
    Markup(palette: Palette(depth: .basic)).drawn(text)
      .replacing("\u{1B}[1m", with: "<b>")
      .replacing("\u{1B}[0m", with: "</>")
  }

  @Test(arguments: [
    ("a *b* c", "a <b>b</> c"), ("a **b c** d", "a <b>b c</> d"), ("_a_ b", "<b>a</> b"),
    ("***a*** b", "<b>a</> b"), ("*a **b** c*", "<b>a b c</>"), ("これは*重要*です", "これは<b>重要</>です"),
    ("**注意:** 次", "<b>注意:</> 次"), ("*a*, *b*", "<b>a</>, <b>b</>"), ("__init__", "<b>init</>"),
    ("**a*", "*<b>a</>"), ("*a\nb*", "<b>a</>\n<b>b</>"), ("(*a*)", "(<b>a</>)"),
  ])
  func `emphasis is bold and loses its marks`(text: String, shown: String) {
    #expect(drawn(text) == shown)
  }

  @Test(arguments: [
    "2*3*4", "snake_case_name", "a * b", "a * b * c", "x**2 + y**2", "*args, **kwargs", "a*b c*d",
    "* one\n* two", "***", "_ _", "f(a)*g(b)*h", #"\*a\*"#, "*a", "a*", "``a`", "**「重要」**です",
    "*a\n\nb*", "2 * (3 + 4) * 5", "~~~\nno end", "*.txt and *.md",
  ])
  func `what a reader would not see as emphasis stays as it is`(text: String) {
    #expect(drawn(text) == text)
  }

  @Test(arguments: [
    ("a `b` c", "a <b>b</> c"), ("x `` a`b ``", "x <b>a`b</>"), ("x `*a*`", "x <b>*a*</>"),
    ("*a `b*` c*", "<b>a <b>b*</><b> c</>"), ("x ` `", "x <b> </>"), (#"x `\`"#, #"x <b>\</>"#),
    ("`a` and `b", "<b>a</> and `b"),
  ])
  func `code is bold and marks nothing`(text: String, shown: String) {
    #expect(drawn(text) == shown)
  }

  @Test(arguments: [
    ("a\n```swift\nlet *b*\n\n  c\n```\nd", "a\n    let *b*\n\n      c\nd"),
    ("~~~~\n~~~\n~~~~", "~~~"), ("```\na\nb\n```", "\n    a\n    b"),
    ("```\nx\n```", "x"), ("  ```\n  a\n   b\n  ```\nc", "\n    a\n     b\nc"),
    ("```\na", "```\na"), ("``` a`b", "``` a`b"),
  ])
  func `a fenced block is indented and its fences are gone`(text: String, shown: String) {
    #expect(drawn(text) == shown)
  }

  @Test(arguments: [
    ("What is\n\n```js\nlet *b*\n\n  c()\n```\nhere?", "What is let *b* c() here?"),
    ("```\na\n```", "a"), ("a *b* `c`\nd", "a b c d"), ("2*3*4", "2*3*4"), ("a\n\nb", "a  b"),
  ])
  func `a row of a list has the text without its marks`(text: String, shown: String) {
    #expect(Markup(palette: Palette(depth: .basic)).line(text) == shown)
  }

  @Test func `a row without colours keeps the marks`() {
    #expect(Markup(palette: Palette()).line("a *b*\n```\nc\n```") == "a *b* ``` c ```")
  }

  @Test(arguments: [
    "manage", "search sum", "quiz|finish", "quiz|finish|result",
    "manage|delete 1|trash",
  ])
  func `lists show what a question says instead of its marks`(lines: String) throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let question = "\"What is the *sum*?\n```js\n1 + 1\n```\""
    let program = try TestProgram(
      samples: false,
      files: TestFiles(contents: [
        "a.csv": "question,choice1,choice2,correct\n\(question),1,`2`,1\n"
      ]), store: store)
    program.run("import a.csv")
    let desk = try LiveDesk(store: store, palette: Palette(depth: .basic))
    for line in lines.split(separator: "|") { desk.type(line + "\r") }
    #expect(desk.rows.contains { $0.contains("What is the sum? 1 + 1") }, "\(desk.rows)")
  }

  @Test(arguments: ["`a`", "`` a ``", "```js\na\n```"])
  func `a choice that is nothing but code looks like one in prose`(text: String) {
    #expect(drawn(text) == "a")
  }

  @Test(arguments: ColorDepth.allCases.dropFirst())
  func `code has no colour of its own and is not dim`(depth: ColorDepth) {
    #expect(Style(.code).parameters(depth, .dark) == "1")
  }

  @Test func `a choice of code is as bright as one of prose, and the verdict is seen on it`() throws
  {
    let store = MemoryStore(schema: QuestionBank.schema)
    let table =
      "question,choice1,choice2,choice3,correct\nWhat?,`code`,prose,\"```\nblock\n```\",1\n"
    let program = try TestProgram(
      samples: false, files: TestFiles(contents: ["a.csv": table]), store: store)
    program.run("import a.csv")
    let desk = try LiveDesk(store: store, palette: Palette(depth: .direct))
    func style(of text: String) throws -> String {
      let row = try #require(desk.rows.lastIndex { $0.contains(text) })
      let start = try #require(desk.rows[row].range(of: text)?.lowerBound)
      return desk.device.screen.styles[row][displayWidth(String(desk.rows[row][..<start]))]
    }
    desk.type("quiz --practice\r")
    for text in ["code", "block"] { #expect(try style(of: text) == style(of: "prose")) }
    desk.answer("3")
    #expect(try style(of: "code").contains("38;2;86;211;100"))
    #expect(try style(of: "block").contains("38;2;255;128;120"))
    #expect(try !style(of: "prose").contains("38;2"))
  }

  @Test func `code in a colour that means something keeps it`() {
    let palette = Palette(depth: .basic)
    let markup = Markup(palette: palette, isPainted: true)
    #expect(palette.right(markup.drawn("`a`")) == palette.right("a"))
    #expect(markup.drawn("```\na\nb\n```") == "\n    a\n    b")
  }

  @Test(arguments: ["a *b* `c`", "```\na\n```", "**", "日本*語*"])
  func `without colours no byte changes`(text: String) {
    #expect(Markup(palette: Palette()).drawn(text) == text)
  }

  @Test(arguments: [1, 7, 12, 30])
  func `drawn text wraps by what is seen`(columns: Int) {
    let text = Markup(palette: Palette(depth: .direct)).drawn("one *two three* four `five 日本語` six")
    let lines = text.wrapped(to: columns)
    #expect(lines.allSatisfy { displayWidth($0) <= max(columns, 2) })
    let plain = "one two three four five 日本語 six".wrapped(to: columns)
    #expect(lines.map { glyphs(in: $0).filter { !$0.isStyle }.map(\.text).joined() } == plain)
  }

  @Test(arguments: ["*a ", "a* ", "*a* ", "`a ", "_a", "**a*", "``` `` ` "])
  func `ten thousand marks are read at once`(piece: String) {
    let text = String(repeating: piece, count: 10_000)
    let time = ContinuousClock().measure { _ = drawn(text) }
    #expect(time < .seconds(5))
  }

  @Test func `a question is drawn in a quiz, and as it is written without colours`() throws {
    let text = "What does *this* `print`?"
    func shown(isColored: Bool) throws -> String {
      let program = try TestProgram(
        samples: false,
        files: TestFiles(contents: ["a.csv": "question,choice1,choice2,correct\n\(text),1,`2`,1\n"]
        ),
        isColored: isColored)
      return program.run("import a.csv", "quiz")
    }
    #expect(try shown(isColored: false).contains(text))
    #expect(try shown(isColored: false).contains("2. `2`"))
    #expect(
      try shown(isColored: true).contains(
        "What does \u{1B}[1mthis\u{1B}[0m \u{1B}[1mprint\u{1B}[0m?"))
  }
}
