import Testing

@testable import QuizExchange

@Suite struct MoodleXMLTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "quiz.xml")
  }

  private func question(_ answers: String, type: String = "multichoice", more: String = "")
    -> String
  {
    """
    <question type="\(type)"><name><text>Name</text></name>
    <questiontext format="html"><text><![CDATA[<p>Which &amp; one?</p>]]></text></questiontext>
    <generalfeedback><text>&lt;p&gt;Why&lt;/p&gt;</text></generalfeedback>\
    \(more)\(answers)</question>
    """
  }

  private func answer(_ text: String, _ fraction: String) -> String {
    "<answer "
      + "fraction=\"\(fraction)\"><text>\(text)</text><feedback><text>f</text></feedback></answer>"
  }

  @Test func `a question comes with its category, feedback, tags and number`() throws {
    let more = "<idnumber>q1</idnumber><tags><tag><text>t</text></tag></tags>"
    let file = try read(
      "<?xml version=\"1.0\"?>\n<!-- c --><quiz>\n<question type=\"category\"><category>"
        + "<text>$course$/top/Stars</text></category></question>\n"
        + question(answer("x", "100") + answer("y", "0"), more: more) + "</quiz>")
    let first = try #require(file.questions.first)
    #expect(first.line == 4)
    #expect(first.category == "Stars")
    #expect(first.content.text == "Which & one?")
    #expect(first.content.choices == [Choice("x", feedback: "f"), Choice("y", feedback: "f")])
    #expect(first.content.commentary == "Why")
    #expect(first.content.title == "Name")
    #expect(first.content.externalID == "q1")
    #expect(first.content.tags == ["t"])
  }

  @Test func `other kinds and hidden questions are skipped`() throws {
    let one = answer("x", "100") + answer("y", "0")
    let file = try read(
      "<quiz>" + question("", type: "matching") + question("", type: "essay")
        + question(one, more: "<hidden>1</hidden>")
        + question(one, more: "<single>false</single>") + "</quiz>")
    #expect(
      file.problems.map(\.code) == [
        "too-few-pairs", "not-multiple-choice", "hidden", "several-read-as-one",
      ])
    #expect(file.contents.count == 1)
  }

  @Test func `fractions are what choices are credit`() throws {
    let many = "<single>false</single>"
    let file = try read(
      "<quiz>"
        + question(
          answer("x", "50") + answer("y", "-33.33333") + answer("z", "50.00000"), more: many)
        + question(answer("x", "100") + answer("y", "100") + answer("z", "0"), more: many)
        + question(answer("x", "50") + answer("y", "50") + answer("z", "-50"), more: many)
        + question(answer("x", "100") + answer("y", "50"), more: many) + "</quiz>")
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(weights: [0.5, -0.3333333, 0.5])),
        .several(SeveralSolution(weights: [1, 1, 0])),
        .several(SeveralSolution(correct: [0, 1])), .single(SingleSolution(0, weights: [1, 0.5])),
      ])
    #expect(file.problems.map(\.code) == ["several-read-as-one"])
  }

  @Test func `short answers have their case, wildcards and feedback`() throws {
    let file = try read(
      "<quiz>"
        + question(
          answer("<![CDATA[<b>*</b>]]>", "100") + answer("y", "-20"), type: "shortanswer",
          more: "<usecase>1</usecase>")
        + question(answer("x", "100") + answer(" ", "0"), type: "shortanswer") + "</quiz>")
    #expect(
      file.contents.map(\.solution) == [
        .text(
          TextSolution(
            accepted: [
              AcceptedText("<b>*</b>", feedback: "f"),
              AcceptedText("y", fraction: 0, feedback: "f"),
            ], isCaseSensitive: true))
      ])
    #expect(file.problems.map(\.fault) == [.emptyAnswer(number: 2)])
  }

  @Test func `numbers have their tolerances, in old files too`() throws {
    func number(_ text: String, _ tolerance: String) -> String {
      answer(text, "100").replacing(
        "</answer>", with: "<tolerance>\(tolerance)</tolerance></answer>")
    }
    let file = try read(
      "<quiz>"
        + question(
          number("3.14", "0.01") + number("*", "") + "<answer>7<fraction>50</fraction></answer>",
          type: "numerical")
        + question(number("1e3", ""), type: "numerical", more: "<units><unit/></units>")
        + question(number("many", ""), type: "numerical")
        + question(number("1", "x"), type: "numerical")
        + question(number("{x}", "0"), type: "calculated") + "</quiz>")
    #expect(
      file.contents.map(\.solution) == [
        .number(
          NumberSolution(accepted: [
            AcceptedNumber(.value(3.14, tolerance: 0.01), feedback: "f"),
            AcceptedNumber(.any, feedback: "f"),
            AcceptedNumber(.value(7, tolerance: 0), fraction: 0.5),
          ])),
        .number(
          NumberSolution(accepted: [AcceptedNumber(.value(1000, tolerance: 0), feedback: "f")])),
      ])
    #expect(
      file.problems.map(\.fault) == [
        .fieldsIgnored(["units"]), .notANumber("many"), .notANumber("x"),
        .notMultipleChoice(.calculated),
      ])
  }

  @Test func `a statement keeps true before false`() throws {
    let file = try read(
      "<quiz>" + question(answer("false", "100") + answer("true", "0"), type: "truefalse")
        + "</quiz>")
    #expect(file.contents.first?.kind == .trueFalse)
    #expect(file.contents.first?.correctText == "False")
  }

  @Test func `HTML keeps its line breaks, emphasis and code`() throws {
    let text =
      "<p><b>Which</b> of&nbsp;<i>these</i>?<br/><code>a &amp;lt; b</code></p>"
      + "<pre><code class=\"language-c\">int x;\n  x++;</code></pre><table><b></b></table>"
    let file = try read(
      "<quiz>"
        + question(answer("<![CDATA[<strong>x</strong>]]>", "100") + answer("y", "0"))
        .replacing("<p>Which &amp; one?</p>", with: text) + "</quiz>")
    #expect(
      file.contents.first?.text
        == "**Which** of\u{A0}*these*?\n`a &lt; b`\n```c\nint x;\n  x++;\n```")
    #expect(file.contents.first?.correctText == "**x**")
  }

  @Test func `images are named, and a choice that is only one is an error`() throws {
    let image = "&lt;img src=&quot;@@PLUGINFILE@@/a.png&quot;&gt;"
    let file = try read(
      "<quiz>" + question(answer("see \(image)", "100") + answer("y", "0"))
        + question(answer(image, "100") + answer("y", "0")) + "</quiz>")
    #expect(file.contents.first?.choiceTexts.first == "see [image: a.png]")
    #expect(file.problems.map(\.code) == ["image-dropped", "image-only-choice"])
  }

  @Test func `a fault of the grammar is named with its line and what came before it stays`() throws
  {
    let good = question(answer("x", "100") + answer("y", "0"))
    let file = try read("<quiz>" + good + "\n<question type=\"essay\"></quest></quiz>")
    #expect(file.contents.count == 1)
    #expect(file.places == ["4:syntax"])
    #expect(try read("<quiz><question>").places == ["1:syntax"])
    #expect(try read("<html></html>").places == ["1:not-this-format"])
  }

  @Test func `entities of the file's own and bottomless nesting are refused`() throws {
    let bomb = "<!DOCTYPE quiz [<!ENTITY a \"aaaa\">]><quiz></quiz>"
    #expect(try read(bomb).problems.map(\.code) == ["syntax"])
    let deep = "<quiz>" + String(repeating: "<a>", count: 100_000)
    #expect(try read(deep).problems.map(\.code) == ["syntax"])
  }
}
