import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct CodeDrawingTests {
  /// The code with `<key>` for keywords and so on.
  private func colored(_ code: String, _ language: String) -> String {
    Drawing.rows("```\(language)\n\(code)\n```").map { String($0.dropFirst(2)) }
      .joined(separator: "\n")
  }

  @Test(arguments: [
    ("js", "const a = 'b'; // c", "<key>const</> a = <string>'b'</>; <dim>// c</>"),
    (
      "javascript", "`a\n${b}` + 0x1F", "<string>`a</>\n<string>${b}`</> + <number>0x1F</>"
    ),
    ("typescript", "interface A { b: string }", "<key>interface</> A { b: <key>string</> }"),
    (
      "py", "def f(): return \"a\" # b",
      "<key>def</> f(): <key>return</> <string>\"a\"</> <dim># b</>"
    ),
    (
      "python", "'''a\nb''' if 1.5e-3",
      "<string>'''a</>\n<string>b'''</> <key>if</> <number>1.5e-3</>"
    ),
    (
      "java", "@Override int a = 'b'; /* c\nd */",
      "<key>@Override</> <key>int</> a = <string>'b'</>; <dim>/* c</>\n<dim>d */</>"
    ),
    ("c", "#include <a.h>", "<key>#include</> <a.h>"),
    ("c++", "auto a = nullptr;", "<key>auto</> a = <key>nullptr</>;"),
    ("cs", "var a = $\"b\";", "<key>var</> a = $<string>\"b\"</>;"),
    ("go", "func a() { `b\nc` }", "<key>func</> a() { <string>`b</>\n<string>c`</> }"),
    (
      "rust", "fn a<'a>(b: &'a str) { 'c' }",
      "<key>fn</> a<'a>(b: &'a <key>str</>) { <string>'c'</> }"
    ),
    (
      "swift", "let a = 0..<5, b = x.in",
      "<key>let</> a = <number>0</>..<<number>5</>, b = x.in"
    ),
    ("kt", "fun a(): Int = 1", "<key>fun</> a(): Int = <number>1</>"),
    ("php", "$class = NEW A; # b", "$class = <key>NEW</> A; <dim># b</>"),
    ("rb", "def a = puts 'b'", "<key>def</> a = <key>puts</> <string>'b'</>"),
    (
      "sh", "for a in $#; do echo \"$b\"; done # c",
      "<key>for</> a <key>in</> $#; <key>do</> <key>echo</> <string>\"$b\"</>; <key>done</> "
        + "<dim># c</>"
    ),
    ("sql", "Select a From b -- c", "<key>Select</> a <key>From</> b <dim>-- c</>"),
    (
      "html", "<p class=\"a\">don't</p> <!-- b -->",
      "<key><p</> class=<string>\"a\"</><key>></>don't<key></p</><key>></> <dim><!-- b --></>"
    ),
    (
      "css", "a:hover { color: red } /* b */", "a:hover { <key>color</>: red } <dim>/* b */</>"
    ),
    (
      "json", "{\"a\": \"b\", \"c\": [1, true]}",
      "{<key>\"a\"</>: <string>\"b\"</>, <key>\"c\"</>: [<number>1</>, <key>true</>]}"
    ),
    ("yml", "a-b: c # d", "<key>a-b</>: c <dim># d</>"),
    ("JS {1}", "new A", "<key>new</> A"), ("{.js}", "new A", "<key>new</> A"),
    ("", "new 'a' 1", "new 'a' 1"), ("brainfuck", "new 'a' 1", "new 'a' 1"),
    ("js", "it's a b", "it's a b"), ("js", "日本 = 1", "日本 = <number>1</>"),
  ])
  func `keywords, strings, comments and numbers have their colours`(
    language: String, code: String, shown: String
  ) {
    #expect(colored(code, language) == shown)
  }

  @Test(arguments: CodeLanguage.all.map { $0.names[0] })
  func `of code nothing is changed but its colour`(language: String) {
    let code = """
        if (a['b'] >= "c\\"") { /* 日本
      <b d='e'> -- # 0x1.5e-3 @f `g` */ } // '''h

      \"""i $j: 1..2  'k
      """
    let rows = Drawing.theme(columns: 30).drawn("a\n```\(language)\n\(code)\n```").dropFirst()
    #expect(
      rows.map { String(Drawing.plain($0).dropFirst(2)) }.joined()
        == code.replacing("\n", with: ""))
  }

  @Test func `each name of a language is there once`() {
    let names = CodeLanguage.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  @Test func `a row that is too long goes on with a sign, and is not wrapped at a blank`() {
    let text = "x\n```\nlet a = b + c + 日本語\n  d\n```"
    #expect(
      Drawing.rows(text, depth: .none, columns: 14)
        == ["x", "", "  let a = b + ", "↪ c + 日本語", "    d"])
    var theme = Drawing.theme(.none, columns: 14)
    theme.signs = .ascii
    #expect(theme.drawn("x\n```\nlet a = b + c\n```") == ["x", "", "  let a = b + ", "+ c"])
  }

  @Test func `a colour goes on in the next row`() {
    #expect(
      Drawing.rows("x\n```js\n'abcdefghijkl'\n```", columns: 12)
        == ["x", "", "  <string>'abcdefghi</>", "<dim>↪ </><string>jkl'</>"])
  }

  @Test func `code in a colour that means something has no other`() {
    let theme = Drawing.theme(columns: 40)
    #expect(
      theme.drawn("a\n```js\nlet b\n```", in: .right).map(Drawing.named)
        == ["<right>a</>", "", "<right>  let b</>"])
    #expect(theme.drawn("a `b`", in: .right).map(Drawing.named) == ["<right>a b</>"])
  }

  @Test(arguments: ColorDepth.allCases.dropFirst())
  func `code within a sentence has no colour of its own and is not dim`(depth: ColorDepth) {
    #expect(Style(.code).parameters(depth, .dark) == "1")
  }
}
