import QuizSupport
import Testing

@testable import qa_repl

@Suite struct LinkTests {
  @Test(arguments: [
    ("[the *manual*](https://a.b/c_d_e)!", "the <b>manual</> <dim>(https://a.b/c_d_e)</>!"),
    ("詳細は[こちら](https://a.b)です", "詳細はこちら <dim>(https://a.b)</>です"),
    ("[a](/b 'a title') c", "a <dim>(/b)</> c"),
    ("[a](https://b.c/d_(e))", "a <dim>(https://b.c/d_(e))</>"),
    ("[https://a.b](https://a.b)", "https://a.b"), ("see [a](b.html)", "see a <dim>(b.html)</>"),
    ("[`a`](b.html)", "<b>a</> <dim>(b.html)</>"),
  ])
  func `a link is its text with the address dim behind it`(text: String, shown: String) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    "list[0](x)", "list[0](a.b)", "list()[0](a.b)", "list[1][0](a.b)", "[a](b c)", "[a]",
    "[a] (https://b.c)", "[](https://a.b)", "[a](",
    "[a](b", "[1, 2](3)", "https://a.b/c_d_e and http://x.y/*z*", "<https://a.b/c_d_e>", "![a",
    "d![0](x.y)",
  ])
  func `what is not a link stays as it is`(text: String) {
    #expect(Drawing.drawn(text) == text)
  }

  @Test(arguments: [
    ("![a cat](img/cat.png)", "[image: a cat]", "[画像: a cat]"),
    ("![](img/cat.png?x=1) b", "[image: cat.png] b", "[画像: cat.png] b"),
    (#"<img src="a/b.png" alt="the sea">"#, "[image: the sea]", "[画像: the sea]"),
    ("<img src='a/b.png'/>", "[image: b.png]", "[画像: b.png]"),
    ("![](data:image/png;base64,AAAA)", "[image]", "[画像]"),
  ])
  func `an image is what it shows, or the name of its file`(
    text: String, english: String, japanese: String
  ) {
    #expect(Drawing.rows(text) == [english])
    #expect(Drawing.rows(text, language: .japanese) == [japanese])
  }
}
