import Testing

@testable import qa_repl

@Suite struct HTMLTests {
  @Test(arguments: [
    ("a <b>b</b> <strong>c</strong>", "a <b>b</> <b>c</>"),
    ("<i>a</i> <em>b</em>", "<b>a</> <b>b</>"), ("<u>a</u> <B>b</B>", "<u>a</> <b>b</>"),
    ("<s>a</s> <del>b</del>", "<s>a</> <s>b</>"), ("x<sup>2</sup> H<sub>2</sub>O", "x² H₂O"),
    ("x<sup>Q+1</sup>", "x^(Q+1)"), ("a<sub>αβ</sub>", "a_(αβ)"),
    ("<code>a*b*c &lt;x&gt;</code> d", "<b>a*b*c <x></> d"), ("a<br>b", "a\nb"),
    ("a <br/>\n b", "a\nb"), ("a\n<br>b", "a\nb"), ("*x* a<br><br>b", "<b>x</> a\n\nb"),
    ("<span style=\"a\">b</span> *c*", "b <b>c</>"),
  ])
  func `a pair of tags within a line is a style`(text: String, shown: String) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    "<br>", "<br/>", "<b>", "</b>", "<b></b>", "<b> </b>", "<p></p>", "<ul></ul>", "<li>",
    "<code></code>", "Which one? <br>", "<br> breaks", "<table>", "a <x>b</x>", "a < b > c",
    "x<y and y>z", "<i>a", "List<b>", "<a href='x'>b</a>", "Use <li> in <ul>", "<!-- a -->", "<hr>",
    "<pre> in <pre>",
  ])
  func `a tag without a partner, and what would become empty, stays as it is written`(text: String)
  {
    #expect(Drawing.drawn(text) == text)
    #expect(Drawing.line(text) == text)
  }

  @Test(arguments: [
    ("<p>a</p><p>b *c*</p>", "a\nb <b>c</>"),
    ("x<ul><li>a</li><li>b</li></ul>y", "x\n• a\n• b\ny"),
    ("<ol>\n  <li>a</li>\n  <li><p>b</p></li>\n</ol>", "1. a\n2. b"),
    ("<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>", "• a\n  • b\n  • c\n• d"),
    ("a <pre>x &lt; 1\n  y</pre> b", "a\n\n  x < 1\n    y\n\nb"),
    ("<pre><code class=\"language-js\">let a</code></pre>", "  <key>let</> a"),
    ("```\n<p>a</p>\n```\n`<p>b</p>` c", "  <p>a</p>\n\n<b><p>b</p></> c"),
  ])
  func `a block of HTML is the same as one of Markdown`(text: String, shown: String) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    ("1 &lt; 2 &amp;&amp; b", "1 < 2 && b"), ("&alpha; &#x3B2; &#947;", "α β γ"),
    ("a&nbsp;b", "a\u{A0}b"), ("&alpha;", "α"), ("&ast;a&ast;", "*a*"), ("&amp;lt; x", "&lt; x"),
    ("AT&T &c. &nothing; x", "AT&T &c. &nothing; x"), ("a &#27;[31m", "a &#27;[31m"),
    ("a &#x202E; b", "a &#x202E; b"), ("co&shy;op", "co&shy;op"),
    ("`&lt;` *a*", "<b>&lt;</> <b>a</>"), ("&lt;b&gt;x&lt;/b&gt;", "<b>x</b>"),
  ])
  func `a reference is its character, but in code and where nothing would be seen`(
    text: String, shown: String
  ) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: ["&lt;", "&nbsp;", "&amp;", "&#39;"])
  func `a reference to a sign of HTML that is the whole text stays`(text: String) {
    #expect(Drawing.drawn(text) == text)
  }
}
