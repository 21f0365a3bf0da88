import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests HTML, character references and images in the texts of Markdown lists.
@Suite struct MarkdownHTMLTests {
  /// The text of a question read from Markdown.
  private func text(_ markdown: String) throws -> String? {
    try readText("## \(markdown)\n- [x] a\n- [ ] b\n", name: "test.md").contents.first?.text
  }

  @Test(arguments: [
    ("one<br/>two <br> three", "one\ntwo\nthree"),
    ("one<br/>two <b>x</b> y", "one\ntwo **x** y"),
    ("one <br />\n  two", "one\n  two"),
    ("<b>bold</b> and <STRONG>strong</STRONG>", "**bold** and **strong**"),
    ("an <i>italic</i> <em class=\"x\">word</em>", "an *italic* *word*"),
    ("all<b> of it </b>here", "all **of it** here"),
    ("<b>both <i>of</i></b>", "**both *of***"),
    ("<code>a &lt; b</code> and <kbd>x`y</kbd>", "`a < b` and ``x`y``"),
    (
      "see\n<pre><code class=\"language-swift\">let a = 1\n    let b = &amp;a\n</code></pre>\nso",
      "see\n```swift\nlet a = 1\n    let b = &a\n```\nso"
    ),
    ("1 &lt; 2 &amp;&amp; 3 &gt; 2, &eacute;", "1 < 2 && 3 > 2, é"),
    ("&amp;lt;", "&lt;"), ("R&D; AT&T", "R&D; AT&T"),
    ("<p>one</p><p>two</p>", "one\ntwo"),
    ("<span style='x'>plain</span>", "plain"),
  ])
  func `HTML becomes line breaks, emphasis and code`(markdown: String, expected: String) throws {
    #expect(try text(markdown) == expected)
  }

  @Test(arguments: [
    "a&#0;b", "a&#xD800;b", "a&#1;b", "a&#65533;b", "a&#x81;b",
    "`<b>x</b>` and ``&lt; ` <br>``", "What does <table> mean?", "Is <b> or <i> right?",
    "a < b > c", "<b></b>", "Array<Int>", "Is it <br", "x<sup>2</sup>",
  ])
  func `code, other tags and half a pair stay as they are`(markdown: String) throws {
    #expect(try text(markdown) == markdown)
  }

  @Test func `a fence is not interpreted`() throws {
    let code = "```html\n<b>x</b>&lt;<br/>\n![a](b.png)\n```"
    #expect(try text("See\n\(code)") == "See\n\(code)")
  }

  @Test func `a backslash keeps HTML as text`() throws {
    #expect(try text("\\<b>x\\</b> \\&lt; \\![a](b)\n\\<br>") == "<b>x</b> &lt; ![a](b)\n<br>")
  }

  @Test func `a choice that is nothing but a tag stays`() throws {
    let file = try readText("## Which?\n- [x] <br>\n- [ ] <hr>\n- [ ] <p>\n", name: "t.md")
    #expect(file.contents.first?.choiceTexts == ["<br>", "<hr>", "<p>"])
  }

  @Test func `an image stands as its name and is a warning with its line`() throws {
    let file = try readText(
      """
      ## What is ![a red fox](img/fox.png "Fox")?
      ![](img/map.svg?raw=true)
      - [x] <img src="x/y.jpg" width=20>
      - [ ] ![one][two]
      - [ ] b

      <img alt='a chart' src=c.png>
      """, name: "t.md")
    let content = try #require(file.contents.first)
    #expect(content.text == "What is [image: a red fox]?\n[image: map.svg]")
    #expect(content.choiceTexts == ["[image: y.jpg]", "[image: one]", "b"])
    #expect(content.commentary == "[image: a chart]")
    #expect(
      file.places == ["1", "2", "3", "4", "7"].map { $0 + ":image-dropped" })
    #expect(file.problems.allSatisfy { $0.fault.hint != nil })
  }

  @Test func `lettered choices and commentaries have HTML as well`() throws {
    let file = try readText(
      "1. a<br/>b\n- A. <i>x</i>\n- B. y&nbsp;z\n\nAnswer: A<br/>\nExplanation: <b>so</b><br/>\n"
        + "and so<br/>\n",
      name: "t.md")
    let content = try #require(file.contents.first)
    #expect(content.text == "a\nb")
    #expect(content.choiceTexts == ["*x*", "y\u{A0}z"])
    #expect(content.commentary == "**so**\nand so")
  }

  @Test func `other formats keep tags and references as text`() throws {
    let row = "<b>q</b> &lt;?,<br>x,![a](b.png),A\n"
    #expect(try readText(row, name: "t.csv").contents.first?.text == "<b>q</b> &lt;?")
    let aiken = "<b>q</b> &lt;?\nA. <br>x\nB. y\nANSWER: A\n"
    #expect(try readText(aiken, name: "t.aiken").contents.first?.text == "<b>q</b> &lt;?")
    let cards = "# <b>q</b>\n- x\n* &lt;\n---\n"
    #expect(try readText(cards, name: "t.txt").contents.first?.text == "<b>q</b>")
  }

  @Test(arguments: [
    "<b>x</b>", "a <br/> b", "&lt; &amp;lt;", "![a](b.png)", "\\<b>\\</b>", "\\\\&lt;", "`<b>` <b>",
    "`<!-- x -->` y", "<!-- x -->", "a `b <!-- c", "![<!--](x) -->", "`a", "![a`](x) <!-- `",
    "<img src=\"`\"> <!-- ` -->", "<pre>\na\n</pre>", "<quiz>", "\\<quiz>", "```a``` <b>b</b>",
    "x\n<b>y</b>\n  &lt;", "--> ```\n# a", "<!--\n```\n-->\n```", "\\`<b>`</b>",
  ])
  func `what looks like HTML is written so that it comes back`(text: String) throws {
    let content = QuestionContent(
      text: text, choices: [Choice(text), Choice("x\n" + text)], correct: 1,
      commentary: text + "\n\n" + text)
    let exported = ExportedQuestion(category: nil, content: content)
    let file = try #require(QuestionFormat.markdown.write([exported, exported], name: "o.md"))
    let back = try QuestionFile.read(file.bytes, name: "o.md")
    #expect(back.contents == [content, content])
    #expect(back.problems.isEmpty)
  }
}
