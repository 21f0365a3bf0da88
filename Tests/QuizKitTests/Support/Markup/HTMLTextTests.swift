import Testing

@testable import QuizSupport

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("a<br>b", "a\nb"), ("<B>a</B> <i>b</i>", "**a** *b*"), ("a <!-- <b> --> b", "a  b"),
    ("<!-- a", "<!-- a"), ("1 < 2 > 1", "1 < 2 > 1"), ("<b", "<b"), ("<b <b <b", "<b <b <b"),
    ("<a title='>'>x</a>", "x"), ("<a title='>x</a> y>", "x y>"), ("<漢字>x", "x"), ("<①>x", "<①>x"),
    ("&lt;b&gt;", "<b>"), ("<code>a &lt; b</code>", "`a < b`"),
    ("<img src=\"x/y.png\" alt=\"\">", "[image: y.png]"), ("<h1é>x", "x"),
    ("<pre>a\n b</pre>c", "```\na\n b\n```\nc"), ("<PRE>a</PRE>", "```\na\n```"), ("<", "<"),
  ])
  func `tags become Markdown or are left out`(html: String, text: String) {
    #expect(HTMLText.markdown(html) == text)
  }

  @Test(arguments: [
    ("a<br>b<p>c</p>d", "a\nbc\nd"), ("[sound:a.mp3]x", "x"), ("[sound:a", "[sound:a"),
    ("[a] <b>c</b>", "[a] c"), ("&amp;lt;", "&lt;"), ("[", "["), ("<!---->x", "x"),
  ])
  func `tags and sounds are left out of plain text`(html: String, text: String) {
    #expect(HTMLText.plain(html) == text)
  }

  @Test func `marks without an end are looked for once`() {
    for mark in ["<", "<b", "<!--", "[sound:", "<a \"", "<pre>", "</", "&", "&#"] {
      let text = String(repeating: mark, count: 50_000)
      #expect(HTMLText.markdown(text).utf8.count <= text.utf8.count)
      #expect(HTMLText.plain(text).utf8.count <= text.utf8.count)
    }
  }
}
