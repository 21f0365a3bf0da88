import TestKit
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests that every reader takes four times as long for four times as much, whatever comes again
/// and again.
@Suite struct HostileReaderTests {
  private enum Source {
    case format(String)
    /// A text that is put into a package, or into the markup around it.
    case word, workbook, lesson, item
  }

  private static let shapes: [(source: Source, shapes: [HostileShape])] = [
    (
      .format("gift"),
      [
        .init("q{", "~"), .init("q{", "="), .init("q{", "\\"), .init("q{", "#", "}"),
        .init("q{=", "a->", "b}"), .init("q{#", "=1:2 ", "}"), .init("", "{", "=a}"),
        .init("", "q{=a ~b}\n\n"), .init("", "$CATEGORY: a\n\n"), .init("", "[html]", "q{=a}"),
        .init("q{=", "\\n", "~b}"), .init("<p>", "&lt;", "{T}"), .init("", "// a\n", "q{T}"),
        .init("q{", "=%50%a ", "}"), .init("::", "a::", "q{T}"), .init("q ", "}", "{T}"),
        .init("q{=a ~b####", "#", "}"), .init("[markdown]q{", "=a#", "}"),
      ]
    ),
    (
      .format("aiken"),
      [
        .init("q\n", "A. a\n", "ANSWER: A\n"), .init("", "q\nA. a\nB. b\nANSWER: A\n\n"),
        .init("", "\n"), .init("q\n", "A) \n"), .init("", "ANSWER:", " A"),
        .init("q\nA. a\nB. b\nANSWER: ", "A", "\n"),
      ]
    ),
    (
      .format("csv"),
      [
        .init("", "\""), .init("", ","), .init("", "\"\","), .init("question,a,b,correct\n", "q,"),
        .init("question,a,b,correct\n", "q,x,y,A\n"),
        .init("question,a,b,correct\n\"", "\"\"", "\""),
        .init("question,correct,", "a,", "\nq,1"), .init("", "a;b,c\td\n"), .init("", "\r"),
        .init("question,a,b,correct,tags\nq,x,y,A,\"", "a;", "\""), .init("sep=", ";"),
        .init("question,choices,correct\nq,\"", "a|", "\",1"), .init("=", "\"=a\","),
        .init("question,a,b,correct\nq,x,y,\"", "A,", "\""),
        .init("question,choices,correct\nq,\"", "a", "|b\",1"),
        .init("question,choices,correct\nq,\"", "\\", "|b\",1"),
      ]
    ),
    (
      .format("tsv"),
      [
        .init("", "\t"), .init("question\ta\tb\tcorrect\n", "q\tx\ty\tA\n"), .init("", "\"\t\n"),
      ]
    ),
    (
      .format("anki"),
      [
        .init("#html:true\n", "<b>"), .init("#html:true\n", "&amp", "\ta"), .init("", "#a\n"),
        .init("", "{{c1::", "}}\ta"), .init("", "{{c1::a}} ", "\ta"), .init("", "q\ta\n"),
        .init("#separator:tab\n", "\"a\"\t"), .init("#html:true\n", "<div><!--"),
        .init("#tags:", "a ", "\nq\ta"), .init("#html:true\n", "<img src=\"a\">", "\tb"),
      ]
    ),
    (
      .format("json"),
      [
        .init("{\"format\":\"qa-repl\",\"version\":1,\"questions\":[", "{},", "{}]}"),
        .init("{\"format\":\"qa-repl\",\"version\":1,\"questions\":[{\"text\":\"", "\\n", "\"}]}"),
        .init("{\"format\":\"qa-repl\",\"version\":1,\"questions\":", "[", closing: "]", "}"),
        .init(
          "{\"format\":\"qa-repl\",\"version\":1,\"a\":{", "\"a\":1,", "\"b\":1},\"questions\":[]}"),
        .init("{\"format\":\"qa-repl\",\"version\":1,", "\"a\":[],", "\"questions\":[]}"),
        .init(
          "{\"format\":\"qa-repl\",\"version\":1,\"questions\":[{\"text\":\"q\",\"choices\":[",
          "\"a\",", "\"b\"],\"correct\":1}]}"),
        .init(
          "{\"format\":\"qa-repl\",\"version\":1,\"questions\":[],\"decks\":[", "{\"id\":1},",
          "{}]}"),
        .init("{\"format\":\"qa-repl\",\"version\":1,\"questions\":[", "1e", "]}"),
      ]
    ),
    (
      .format("jsonl"),
      [
        .init("", "{"), .init("", "["), .init("", "\""), .init("", "{}\n"), .init("", "\\u"),
        .init("{\"question\":\"q\",\"choices\":[", "\"a\",", "\"b\"],\"answer\":\"a\"}"),
        .init("", "{\"question\":\"q\",\"choices\":[\"a\",\"b\"],\"answer\":\"a\"}\n"),
        .init("", "{\"a\":", middle: "1", closing: "}"),
        .init("{\"question\":\"", "\\u00e9", "\"}"),
        .init("{\"question\":\"", "\\ud83d", "\"}"), .init("[", "1,", "1]"), .init("", "-"),
        .init("{\"question\":\"q\",\"answer\":\"", "A,", "\",\"choices\":[\"a\",\"b\"]}"),
      ]
    ),
    (
      .format("markdown"),
      [
        .init("", "# "), .init("", "- [x] a\n"), .init("", "```\n"), .init("", "> "),
        .init("", "|"),
        .init("", "## q\n- [x] a\n- [ ] b\n\n"), .init("## q\n", "<details>\n"), .init("", "**"),
        .init("", "1. "), .init("", "1. q\nA. x\nB. y\nAnswer: A\n\n"), .init("", "A. x\n"),
        .init("", "Answer: A\n"), .init("1. q\nA. x\nB. y\nAnswer: ", "(", "A"), .init("", "---\n"),
        .init("1. q\nA. x\nB. y\nAnswer: B. ", "বাংলা "), .init("## q\n- [x] ", "`", "\n- [ ] b\n"),
        .init("q\n\n", "A. x\nB. y\n\n"), .init("q\n\n", "- [ ] a\n- [ ] b\n\n"),
        .init("# h\n\n", "q?\n\n- [x] a\n- [ ] b\n\n"),
        .init("", "1) a\n2) b\n"), .init("", "<summary>"), .init("## q\n", "- a\n", "- [x] b\n"),
        .init("", "Q: a\nA: b\n"), .init("", "   "), .init("", "\t- a\n"), .init("", "![a](b)"),
        .init("", "Explanation: a\n"), .init("1. q\n", "*A. x*\n", "Answer: A\n"),
        .init("", "(A) a (B) b\n"), .init("1. q\nA. x\nB. ", "y", "\nAnswer: B. x\n"),
        .init("", "# q\n"),
        .init("1. q\nA. x\nB. y\nAnswers:\n", "1. A\n"),
        .init("", "<!-- -->"), .init("", "e\u{301}"), .init("", "\u{3000}"), .init("", "\r\n"),
        .init("1. q\nA. x\nB. y\n", "Answer: ", "A"), .init("", "問題"), .init("", "正解: A\n"),
        .init("1. q\nA. x\nB. y\nAnswer: A and B", " and A"), .init("", "= "), .init("", "::: a\n"),
      ]
    ),
    (
      .format("hascard"),
      [
        .init("", "# a\nb\n---\n"), .init("# q\n", "_a_ "), .init("# q\n", "- [*] a\n"),
        .init("# q\n", "* a\n"), .init("# q\n", "1. a\n"), .init("", "---\n"), .init("# q\n", "_"),
      ]
    ),
    (
      .format("opentdb"),
      [
        .init("{\"results\":[", "{},", "{}]}"), .init("[\"", "&quot;", "\"]"),
        .init(
          "{\"results\":[",
          "{\"question\":\"q\",\"correct_answer\":\"a\",\"incorrect_answers\":[\"b\"]},", "{}]}"),
        .init("[\"", "%41", "\"]"), .init("[\"", "QUJD", "\"]"),
      ]
    ),
    (
      .format("opentriviaqa"),
      [.init("", "#Q q\n^ a\nA a\nB b\n\n"), .init("", "#Q "), .init("#Q q\n", "^ a\n")]
    ),
    (
      .format("moodle-xml"),
      [
        .init("<quiz>", "<question type=\"multichoice\">", "</quiz>"), .init("", "<"),
        .init("", "</a>"),
        .init("<quiz>", "<a>", closing: "</a>", "</quiz>"), .init("<quiz>", "&amp;", "</quiz>"),
        .init("<quiz ", "a=\"b\" ", "></quiz>"), .init("<quiz>", "<![CDATA[", "]]></quiz>"),
        .init("<quiz>", "<![CDATA[a]]>", "</quiz>"), .init("<!DOCTYPE ", "[", ">"),
        .init("<quiz>", "<?a ", "?></quiz>"),
        .init(
          "<quiz><question type=\"multichoice\"><questiontext><text>q</text></questiontext>",
          "<answer fraction=\"0\"><text>a</text></answer>", "</question></quiz>"),
        .init(
          "<quiz><question type=\"cloze\"><questiontext><text>", "{1:SA:=a}",
          "</text></questiontext></question></quiz>"),
        .init(
          "<quiz><question type=\"cloze\"><questiontext><text>", "{1:MC:a~",
          "</text></questiontext></question></quiz>"),
        .init(
          "<quiz><question type=\"cloze\"><questiontext><text>{1:SA:", "~%50%a#",
          "=b}</text></questiontext></question></quiz>"),
        .init(
          "<quiz><question type=\"cloze\"><questiontext><text>{1:SA:=", "\\}",
          "}</text></questiontext></question></quiz>"),
        .init(
          "<quiz><question type=\"multichoice\"><questiontext format=\"html\"><text>", "&lt;p&gt;",
          "</text></questiontext></question></quiz>"),
        .init(
          "<quiz><question type=\"multichoice\"><questiontext format=\"html\"><text><![CDATA[",
          "<pre>", "]]></text></questiontext></question></quiz>"),
        .init(
          "<quiz><question type=\"matching\"><questiontext><text>q</text></questiontext>",
          "<subquestion><text>a</text><answer><text>b</text></answer></subquestion>",
          "</question></quiz>"),
        .init(
          "<quiz><question type=\"ddwtos\"><questiontext><text>", "[[1]]",
          "</text></questiontext><dragbox><text>a</text></dragbox></question></quiz>"),
      ]
    ),
    (
      .format("exam"),
      [
        .init("exam a\n", "section b: 1 of tag c\n"), .init("", "exam a\nquestions 1\n"),
        .init("exam a\nquestions ", "1,"), .init("exam a\nsection b: 1 of ", "tag c, "),
        .init("", "#\n"),
      ]
    ),
    (
      .word,
      [
        .init("", "<w:p><w:r><w:t>1. q</w:t></w:r></w:p>"),
        .init("", "<w:p><w:r><w:t>A. a</w:t></w:r></w:p>"),
        .init("<w:p>", "<w:r><w:t>a</w:t></w:r>", "</w:p>"),
        .init("<w:p><w:r><w:t>q{", "~a ", "}</w:t></w:r></w:p>"),
        .init("", "<w:p>", closing: "</w:p>"),
        .init(
          "<w:tbl>", "<w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr>", "</w:tbl>"),
        .init("", "<w:tbl><w:tr><w:tc>", closing: "</w:tc></w:tr></w:tbl>"),
        .init("<w:p><w:r><w:t>1. q", "_", "</w:t></w:r></w:p>"),
        .init("<w:p><w:r><w:t>1. q ", "A) x ", "</w:t></w:r></w:p>"),
        .init("", "<w:p><w:r><w:t>Answer: A</w:t></w:r></w:p>"),
        .init("<w:p><w:r>", "<w:br/>", "</w:r></w:p>"),
      ]
    ),
    (
      .workbook,
      [
        .init("", "<row><c t=\"inlineStr\"><is><t>a</t></is></c></row>"),
        .init("<row>", "<c><v>1</v></c>", "</row>"),
        .init("", "<row r=\"9\"/>"),
        .init("<row><c t=\"inlineStr\"><is>", "<r><t>a</t></r>", "</is></c></row>"),
        .init("<row>", "<c r=\"ZZ1\"><v>1</v></c>", "</row>"),
      ]
    ),
    (
      .lesson,
      [
        .init("{\"questions\":", "[", closing: "]", "}"),
        .init("{\"questions\":[", "\"a *b* c\",", "\"\"]}"),
        .init("{\"questions\":[\"", "*a/", "\"]}"), .init("{\"questions\":[\"", "*a* ", "\"]}"),
        .init("{\"questions\":[\"", "*", "\"]}"),
        .init("{\"question\":\"", "<p>", "\",\"answers\":[]}"),
      ]
    ),
    (
      .item,
      [
        .init(
          "<p>q</p><choiceInteraction responseIdentifier=\"R\">",
          "<simpleChoice identifier=\"A\">a</simpleChoice>", "</choiceInteraction>"),
        .init("", "<p>", closing: "</p>"),
        .init("", "<choiceInteraction>", closing: "</choiceInteraction>"),
        .init("<p>", "<textEntryInteraction responseIdentifier=\"R\"/>", "</p>"),
        .init("", "<img src=\"a\"/>"), .init("<p>", "&lt;", "</p>"),
      ]
    ),
  ]

  @Test func `the time of every reader grows as its text does`() throws {
    var faults: [String] = []
    for (source, shapes) in Self.shapes {
      for shape in shapes {
        if let fault = try shape.fault({ _ = try Self.read($0, source) }) {
          faults.append("\(source): \(fault)")
        }
      }
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  private static func read(_ text: String, _ source: Source) throws -> QuestionFile {
    switch source {
    case .format(let name): return try readText(text, format: QuestionFormat.named(name))
    case .item:
      return try readText(
        "<assessmentItem identifier=\"i\"><responseDeclaration identifier=\"R\" cardinality=\"single\" "
          + "baseType=\"identifier\"><correctResponse><value>A</value></correctResponse>"
          + "</responseDeclaration><itemBody>\(text)</itemBody></assessmentItem>", name: "a.xml")
    case .lesson:
      return try package(
        [
          "h5p.json": "{\"title\":\"t\",\"mainLibrary\":\"H5P.Blanks\"}",
          "content/content.json": text,
        ],
        name: "a.h5p")
    case .word:
      return try package(
        ["word/document.xml": "<w:document xmlns:w=\"w\"><w:body>\(text)</w:body></w:document>"],
        name: "a.docx")
    case .workbook:
      return try package(
        [
          "xl/workbook.xml": "<workbook><sheets><sheet name=\"a\" r:id=\"1\"/></sheets></workbook>",
          "xl/_rels/workbook.xml.rels":
            "<R><Relationship Id=\"1\" Type=\"a/worksheet\" Target=\"s.xml\"/></R>",
          "xl/s.xml": "<w>\(text)</w>",
        ], name: "a.xlsx")
    }
  }

  private static func package(
    _ files: KeyValuePairs<String, String>, name: String
  ) throws -> QuestionFile {
    try QuestionFile.read(ZipSample(files).bytes, name: name)
  }
}
