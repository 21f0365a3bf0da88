import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct BlockTests {
  @Test(arguments: [
    ("a\n```none\nlet *b*\n\n  c\n```\nd", "a\n\n  let *b*\n\n    c\n\nd"),
    ("~~~~\n~~~\n~~~~", "  ~~~"), ("```\na\nb\n```", "  a\n  b"), ("```\nx\n```", "  x"),
    ("  ```\n  a\n   b\n  ```\nc", "  a\n   b\n\nc"), ("```\na", "```\na"), ("``` a`b", "``` a`b"),
    ("a\n\n    b\n\nc *d*", "a\n\n    b\n\nc <b>d</>"), ("```\n```", "```\n```"),
  ])
  func `a fenced block is two columns in and its fences are gone`(text: String, shown: String) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    ("* one\n* two", "• one\n• two"), ("x\n- *a*\n- b\ny", "x\n• <b>a</>\n• b\ny"),
    ("1. a\n2. *b*", "1. a\n2. <b>b</>"), ("3) a\n   `b`\n4) c", "3) a\n   <b>b</>\n4) c"),
    ("- a\n  - b\n    - c\n- d", "• a\n  • b\n    • c\n• d"),
    ("1. a\n   - b\n   - c\n\n2. d", "1. a\n   • b\n   • c\n\n2. d"),
    ("- a\n  ```\n  x\n  ```\n- b", "• a\n    x\n• b"), ("- a\n\n  b\n- c", "• a\n\n  b\n• c"),
  ])
  func `a list has its signs, and what is inside an item is behind the sign`(
    text: String, shown: String
  ) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    "- 5", "* a", "x\n- 5\n- 6", "  12\n+ 34\n+ 56", "It was in\n1945. And", "> 5", "x\n> 5",
    "> 5 or so.", "> a", "> all others",
    ">>> print(1)\n>>> 2", "a|b", "a | b\nc | d", "-a\n-b", "1.5\n2.5", "--\n--", "x\n- one item",
  ])
  func `what may be something else than a list or a quote stays as it is`(text: String) {
    #expect(Drawing.drawn(text) == text)
  }

  @Test func `a long item goes on behind its sign`() {
    #expect(
      Drawing.rows("10. one two three four\n11. five", columns: 14)
        == ["10. one two", "    three four", "11. five"])
  }

  @Test(arguments: [
    ("> *a*\n> b", "<dim>│</> <b>a</>\n<dim>│</> b"), ("x\n> a\ny", "x\n<dim>│</> a\ny"),
    ("> a\n>\n> > b", "<dim>│</> a\n<dim>│</> \n<dim>│</> <dim>│</> b"),
    ("> - a\n> - b", "<dim>│</> • a\n<dim>│</> • b"),
    ("> It is *so* long.", "<dim>│</> It is <b>so</> long."),
    ("> 三つ目は「*か*」です。", "<dim>│</> 三つ目は「<b>か</>」です。"),
  ])
  func `a quote has a line at its left`(text: String, shown: String) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test func `without colours lists, quotes, tables and code have their shape`() {
    let text = "- a *b*\n- c\n> q\n> r\n\n```js\nlet a\n```\na|b\n-|-\n`1`|2"
    let shown = "• a *b*\n• c\n│ q\n│ r\n\n  let a\n\na   │ b\n────┼──\n`1` │ 2"
    #expect(Drawing.drawn(text, depth: .none) == shown)
  }

  @Test(arguments: [
    ("What is\n\n```js\nlet *b*\n\n  c()\n```\nhere?", "What is let *b* c() here?"),
    ("```\na\n```", "a"), ("a *b* `c`\nd", "a b c d"), ("2*3*4", "2*3*4"), ("a\n\nb", "a  b"),
    ("- a\n- *b*", "• a • b"), ("> a\n> b", "a b"), ("x|y\n-|-\n1|2", "x | y 1 | 2"),
    ("[a](https://b.c) ~~d~~", "a d"), ("```\n```", "``` ```"),
  ])
  func `a row of a list has the text without its marks`(text: String, shown: String) {
    #expect(Drawing.line(text) == shown)
  }

  @Test(arguments: [
    ("x\n```\na\n```\ny", "x\n\n  a\n\ny"), ("x\n\n```\na\n```\n\ny", "x\n\n  a\n\ny"),
    ("```\na\n```\n```\nb\n```", "  a\n\n  b"),
    ("x\na|b\n-|-\n1|2", "x\n\n<b>a</> <dim>│</> <b>b</>\n<dim>──┼──</>\n1 <dim>│</> 2"),
    ("x\n\n\n\ny", "x\n\n\n\ny"),
  ])
  func `one blank row is around code and tables, and no more than was written between prose`(
    text: String, shown: String
  ) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test func `a choice keeps its rows together`() {
    let frame = TextFrame(sign: "1  ", indent: 3, role: nil, theme: Drawing.theme(columns: 40))
    #expect(DrawnText("x\n```\na\n```\ny", in: frame).rows == ["1  x", "     a", "   y"])
  }

  @Test func `behind a label, prose is aligned and code is two columns in`() {
    let theme = Drawing.theme(columns: 40)
    #expect(
      theme.drawn("What is it?\n```\na\nb\n```\nAnd *why*?", after: "Question 12: ")
        .map(Drawing.named)
        == ["Question 12: What is it?", "", "  a", "  b", "", "  And <b>why</>?"])
    #expect(
      theme.drawn("```\na\nb\n```", after: "Answer: ", in: .right).map(Drawing.named)
        == ["Answer:", "<right>  a</>", "<right>  b</>"])
    #expect(theme.drawn("```\na\n```", after: "Answer: ") == ["Answer: a"])
    #expect(
      theme.drawn("x\n- a\n- b", after: "Question 12: ", end: " !")
        == ["Question 12: x", "  • a", "  • b", "  !"])
  }
}
