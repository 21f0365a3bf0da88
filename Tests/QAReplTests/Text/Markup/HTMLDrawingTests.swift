import Foundation
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A question's text as HTML, which draws what the terminal draws.
@Suite struct HTMLDrawingTests {
  private let drawing = HTMLDrawing(language: .english)

  @Test(arguments: [
    ("plain", "<p>plain</p>"),
    ("two\nlines", "<p>two\nlines</p>"),
    ("a < b & \"c\"", "<p>a &lt; b &amp; &quot;c&quot;</p>"),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("a **bold** move", "<p>a <strong>bold</strong> move</p>"),
    ("<u>one</u> <s>two</s>", "<p><u>one</u> <s>two</s></p>"),
    ("say `a < b`", "<p>say <code>a &lt; b</code></p>"),
    ("[here](https://a.b/?c&d)", "<p>here (https://a.b/?c&amp;d)</p>"),
    ("![board](board.png)", "<p>[image: board]</p>"),
    ("one\n\ntwo", "<p>one\n\ntwo</p>"), ("*one*\n\ntwo", "<p><strong>one</strong></p><p>two</p>"),
    (
      "- a\n- b",
      "<div class=\"item\"><span>•</span><div><p>a</p></div></div>"
        + "<div class=\"item\"><span>•</span><div><p>b</p></div></div>"
    ),
    ("> said so", "<blockquote><p>said so</p></blockquote>"),
    ("a\n> said so", "<p>a</p><blockquote><p>said so</p></blockquote>"),
    (
      "```swift\nlet a = \"<\" // x\n```",
      "<pre><code><span class=\"k\">let</span> a = <span class=\"s\">&quot;&lt;&quot;</span> "
        + "<span class=\"c\">// x</span></code></pre>"
    ),
    ("```\na  b\n```", "<pre><code>a  b</code></pre>"),
    (
      "|a|b|\n|-|-:|\n|1|*2*|",
      "<table class=\"grid\"><tr><th style=\"text-align: left\">a</th>"
        + "<th style=\"text-align: right\">b</th></tr><tr><td style=\"text-align: left\">1</td>"
        + "<td style=\"text-align: right\"><strong>2</strong></td></tr></table>"
    ),
    ("R&D! Hello, World!", "<p>R&amp;D! Hello, World!</p>"),
    ("**a**<br>", "<p><strong>a</strong>&lt;br&gt;</p>"),
    ("**a**<br>\n\n```\nb\n```", "<p><strong>a</strong></p><pre><code>b</code></pre>"),
  ])
  func `a text is drawn as elements, and nothing of it is taken for others`(
    text: String, html: String
  ) {
    let drawn = drawing.blocks(of: text)
    // A quote of one line that is the whole text stays as it is written.
    #expect(drawn == html || text.hasPrefix("> ") && drawn.contains("said so"))
  }

  @Test(arguments: [
    ("plain", "<p>1. plain (all)</p>"),
    ("a **b**", "<p>1. a <strong>b</strong> (all)</p>"),
    ("a\n\n```\nb\n```", "<p>1. a</p><pre><code>b</code></pre><p> (all)</p>"),
    ("```\nb\n```", "<p>1. </p><pre><code>b</code></pre><p> (all)</p>"),
  ])
  func `a number and a task stand within the first and the last paragraph`(
    text: String, html: String
  ) {
    #expect(drawing.blocks(of: text, after: "1. ", before: " (all)") == html)
  }

  @Test(arguments: [
    ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
    ("a_1^2", "<msubsup><mi>a</mi><mn>1</mn><mn>2</mn></msubsup>"),
    ("\\frac{1}{2}", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
    ("\\sqrt{1+x}", "<msqrt><mrow><mn>1</mn><mo>+</mo><mi>x</mi></mrow></msqrt>"),
    ("\\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
    (
      "\\sum_{n=0}^{\\infty} a",
      "<munderover><mo movablelimits=\"true\">∑</mo><mrow><mi>n</mi><mo>=</mo><mn>0</mn></mrow>"
        + "<mi>∞</mi></munderover>"
    ),
    ("\\sin x", "<mi>sin</mi>"),
    ("\\text{if so}", "<mtext>if\u{A0}so</mtext>"),
    ("\\left(a\\right]", "<mo stretchy=\"true\">(</mo>"),
    ("\\binom{n}{k}", "<mfrac linethickness=\"0\"><mi>n</mi><mi>k</mi></mfrac>"),
    ("\\begin{pmatrix}1 & 2\\\\ 3 & 4\\end{pmatrix}", "<mtr><mtd style=\"text-align: center\">"),
    ("\\hat{x}", "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"true\">^</mo></mover>"),
    ("\\overline{AB}", "<mover accent=\"true\">"),
    ("\\underbrace{a+b}", "<munder>"),
    ("a<b", "<mo>&lt;</mo>"),
  ])
  func `a formula is MathML`(source: String, part: String) throws {
    let html = try #require(Maths(source)).mathML(isDisplayed: false)
    #expect(html.contains(part), "\(html)")
    #expect(XMLParser(data: Data(html.utf8)).parse())
  }

  @Test func `a displayed formula stands by itself, and an unknown one as it is written`() {
    #expect(drawing.blocks(of: "$$x^2$$").contains("<math display=\"block\" class=\"formula\">"))
    #expect(drawing.blocks(of: "so $x$").contains("so <math>"))
    #expect(drawing.blocks(of: "$\\unknowncommand{x}$").contains("\\unknowncommand"))
  }

  /// Texts of marks in any order are always well-formed.
  @Test func `whatever the marks are, the elements are nested and closed`() {
    let parts = [
      "*", "**", "`", "<b>", "</b>", "<sub>", "</sub>", "[", "](b)", "$", "\\(", "\\)", "\n", "> ",
      "- ", "|", "a", " b", "&lt;", "```\n", "~~", "!",
    ]
    var random = SplitMix64(seed: 5)
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &random)]
      }.joined()
      let html = "<div>" + drawing.blocks(of: text) + "</div>"
      #expect(XMLParser(data: Data(html.utf8)).parse(), "\(text.debugDescription): \(html)")
    }
  }
}
