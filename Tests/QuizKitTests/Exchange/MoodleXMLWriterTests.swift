import Foundation
import Testing

@testable import QuizExchange

@Suite struct MoodleXMLWriterTests {
  private func written(
    _ contents: [QuestionContent], category: String? = nil
  ) throws -> ExportedFile {
    try #require(
      QuestionFormat.moodleXML.write(
        contents.map { ExportedQuestion(category: category, content: $0) }, name: "o.xml"))
  }

  private func text(_ content: QuestionContent) throws -> String {
    String(decoding: try written([content]).bytes, as: UTF8.self)
  }

  @Test func `a question is written as Moodle writes it`() throws {
    let content = QuestionContent(
      text: "Is 1 < 2 & `x`?", choices: [Choice("yes", feedback: "right"), Choice("]]> no")],
      correct: 0, commentary: "Count.", tags: ["a b"], title: "Order", externalID: "q-1")
    let file = try written([content], category: "Sums/Small")
    #expect(
      String(decoding: file.bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="utf-8"?>
        <quiz>
          <question type="category">
            <category>
              <text>$course$/top/Sums/Small</text>
            </category>
          </question>
          <question type="multichoice">
            <name>
              <text>Order</text>
            </name>
            <questiontext format="plain_text">
              <text><![CDATA[Is 1 < 2 & `x`?]]></text>
            </questiontext>
            <generalfeedback format="plain_text">
              <text>Count.</text>
            </generalfeedback>
            <defaultgrade>1</defaultgrade>
            <penalty>0.3333333</penalty>
            <hidden>0</hidden>
            <idnumber>q-1</idnumber>
            <single>true</single>
            <shuffleanswers>true</shuffleanswers>
            <answernumbering>abc</answernumbering>
            <answer fraction="100" format="plain_text">
              <text>yes</text>
              <feedback format="plain_text">
                <text>right</text>
              </feedback>
            </answer>
            <answer fraction="0" format="plain_text">
              <text><![CDATA[]]]]><![CDATA[> no]]></text>
              <feedback format="plain_text">
                <text></text>
              </feedback>
            </answer>
            <tags>
              <tag>
                <text>a b</text>
              </tag>
            </tags>
          </question>
        </quiz>

        """)
    #expect(file.problems.isEmpty)
    let back = try QuestionFile.read(file.bytes, name: "o.xml")
    #expect(back.contents == [content])
    #expect(back.questions.map(\.category) == ["Sums/Small"])
  }

  @Test func `each kind comes back as it was, and is written to the same bytes`() throws {
    let contents =
      QuestionContent.eachKind
      + [
        QuestionContent(
          text: "s", choices: [Choice("a"), Choice("b")],
          solution: .several(SeveralSolution(correct: [1]))),
        QuestionContent(
          text: "w", choices: [Choice("a"), Choice("b"), Choice("c")],
          solution: .several(SeveralSolution(weights: [1, 0.25, -1]))),
        QuestionContent(
          text: "t", choices: [Choice("誤り"), Choice("正しい", feedback: "f")],
          solution: .trueFalse(1)),
        QuestionContent(
          text: "r",
          solution: .number(
            NumberSolution(accepted: [AcceptedNumber(.range(0.1, 0.7)), AcceptedNumber(.any)]))),
        QuestionContent(text: "i", choices: [Choice("[image: a]"), Choice("b")], correct: 0),
      ]
    let file = try written(contents)
    #expect(file.written == contents.count)
    #expect(file.problems.isEmpty)
    let back = try QuestionFile.read(file.bytes, name: "o.xml")
    #expect(back.contents == contents)
    #expect(try written(back.contents).bytes == file.bytes)
  }

  @Test func `Moodle's words for each kind`() throws {
    let texts = try QuestionContent.eachKind.map(text)
    #expect(texts[1].contains("<question type=\"truefalse\" qa-repl=\"untitled\">"))
    #expect(
      texts[1].contains(
        "<answer fraction=\"100\" format=\"moodle_auto_format\">\n      <text>false"))
    #expect(texts[2].contains("<single>false</single>"))
    #expect(texts[2].contains("<answer fraction=\"-50\""))
    #expect(texts[3].contains("qa-repl=\"untitled\""))
    #expect(texts[4].contains("<question type=\"shortanswer\""))
    #expect(texts[4].contains("<usecase>1</usecase>"))
    #expect(texts[4].contains("<answer fraction=\"25\" format=\"moodle_auto_format\">"))
    #expect(texts[5].contains("<question type=\"numerical\""))
    #expect(texts[5].contains("<text>3.14</text>"))
    #expect(texts[5].contains("<tolerance>0.01</tolerance>"))
    // A range is written as its middle and half of its length.
    #expect(texts[5].contains("qa-repl=\"3..4.5\">\n      <text>3.75</text>"))
    #expect(texts[5].contains("<tolerance>0.75</tolerance>"))
  }

  @Test func `a question without a title has a name in Moodle, and none when it comes back`() throws
  {
    let content = QuestionContent(
      text: "What\nis it? " + String(repeating: "x", count: 100),
      choices: [Choice("a"), Choice("b")], correct: 0)
    let xml = try text(content)
    #expect(xml.contains("<text>What is it? " + String(repeating: "x", count: 68) + "</text>"))
    #expect(try readText(xml, name: "o.xml").contents == [content])
  }

  @Test(arguments: [
    ("plain", "plain_text"), ("a `code` b", "markdown"), ("**bold**", "markdown"),
    ("a `<b>` c", "markdown"), ("a <b> `c`", "plain_text"), ("R&amp;D `c`", "plain_text"),
    ("q\n```js\n<b>\n```", "markdown"), ("q\n```\n<b>\n```\n<i>", "plain_text"),
    ("~~~\n`<b>\n~~~\n`x`", "markdown"), ("an open ` <b>", "plain_text"),
  ])
  func `Moodle shows code, and takes nothing for HTML`(text: String, format: String) {
    #expect(MoodleTextFormat(text).rawValue == format)
  }

  @Test func `what XML must not have is left out, and the encoding is named`() throws {
    let content = QuestionContent(
      text: "a\u{FFFF}b\u{FFFE}", choices: [Choice("あ"), Choice("い")], correct: 0)
    #expect(try text(content).contains("<text>ab</text>"))
    var options = WritingOptions()
    options.encoding = .shiftJIS
    let other = QuestionContent(text: "q", choices: [Choice("あ"), Choice("い")], correct: 0)
    let file = try #require(
      QuestionFormat.moodleXML.write(
        [ExportedQuestion(content: other)], name: "o", options: options))
    #expect(file.bytes.starts(with: Array("<?xml version=\"1.0\" encoding=\"shift_jis\"?>".utf8)))
  }

  @Test func `decks change and end, and no question is a whole document too`() throws {
    let content = QuestionContent(text: "q", choices: [Choice("a"), Choice("b")], correct: 0)
    let decks: [String?] = [nil, "top", "top", "$x/y", nil]
    let file = try #require(
      QuestionFormat.moodleXML.write(
        decks.map { ExportedQuestion(category: $0, content: content) }, name: "o"))
    let back = try QuestionFile.read(file.bytes, name: "o.xml")
    #expect(back.questions.map(\.category) == decks)
    let xml = String(decoding: file.bytes, as: UTF8.self)
    #expect(xml.count { $0 == "$" } == 3 * 2 + 1)
    let none = try written([])
    #expect(
      String(decoding: none.bytes, as: UTF8.self)
        == "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<quiz>\n</quiz>\n")
  }

  @Test func `a time limit is a named loss`() throws {
    var content = QuestionContent(text: "q", choices: [Choice("a"), Choice("b")], correct: 0)
    content.otherFields = [QuestionContent.timeField: "20"]
    #expect(try written([content]).problems.map(\.code) == ["time-limit-lost"])
  }
}
