import TestKit
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests what is counted while a package is read, and what happens at the limits.
@Suite struct PackageLimitTests {
  private func read(
    _ files: KeyValuePairs<String, String>, longest: Int = ReadingOptions.usualMaximumBytes
  ) throws -> QuestionFile {
    var options = ReadingOptions()
    options.maximumBytes = longest
    return try QuestionFile.read(
      ZipSample(files).bytes, name: "a.zip", format: nil, options: options)
  }

  private func items(_ texts: String...) throws -> QuestionFile {
    let items = texts.map { text in
      "<item><presentation><material><mattext texttype=\"text/html\">\(text)</mattext></material>"
        + "</presentation></item>\n"
    }
    return try read([
      "imsmanifest.xml": "<m/>", "a.xml": "<questestinterop>\(items.joined())</questestinterop>",
    ])
  }

  @Test func `a text of more megabytes than a question has is refused before it is copied`() throws
  {
    let file = try items(String(repeating: "a ", count: 2_100_000))
    #expect(file.problems.map(\.code) == ["syntax"])
    #expect(file.problems[0].file == "a.zip: a.xml")
    #expect(file.problems[0].message(in: .english).hasSuffix("4 MB of text in one element"))
    #expect(file.problems[0].message(in: .japanese).contains("4 MB"))
  }

  @Test func `tags of HTML count as the elements of an item`() throws {
    let file = try items(String(repeating: "&lt;b&gt;", count: 10_001), "q")
    #expect(file.places == ["1:syntax", "2:not-multiple-choice"])
  }

  @Test func `questions beyond the most of a package are not read`() throws {
    let collector = QuestionCollector(file: "a.zip")
    collector.options.maximumBytes = 1_000_000
    collector.beginPackage(size: 0, mostQuestions: 2)
    let source = SourceText(Array("q{=a ~b}\n\nr{=a ~b}\n\ns{=a ~b}\n\nt{=a ~b}\n".utf8), name: "a")
    #expect(throws: ReadingCancelled.self) {
      try QuestionFormat.gift.reader.read(source, into: collector)
    }
    #expect(collector.accepted == 2)
    #expect(collector.isFull)
    #expect(collector.problems.map(\.code) == ["package-too-large"])
    #expect(collector.problems[0].message(in: .english).hasPrefix("more than 2 questions"))
  }

  @Test(arguments: [(400, 1_000), (500, 1_000), (900, 600), (1_600, 0)])
  func `a large package leaves less room for what is in it`(size: Int, room: Int) {
    let collector = QuestionCollector(file: "a.zip")
    collector.options.maximumBytes = 1_000
    collector.beginPackage(size: size, mostQuestions: 2)
    #expect(collector.budget == room)
  }

  @Test func `what becomes of a package counts like what is unpacked`() throws {
    let text = (1...100).map { "question \($0){=right ~wrong}\n\n" }.joined()
    let files: KeyValuePairs<String, String> = ["a.gift": text]
    #expect(try read(files, longest: 20 * text.utf8.count).questions.count == 100)
    let file = try read(files, longest: 5 * text.utf8.count)
    #expect((1..<100).contains(file.questions.count))
    #expect(file.problems.map(\.code) == ["package-too-large"])
    #expect(file.problems[0].file == "a.zip: a.gift")
    #expect(try read(files, longest: text.utf8.count + 10).questions.isEmpty)
  }

  @Test func `a text in another encoding needs room for what it is decoded to`() throws {
    let latin = Array("q é{=caf".utf8) + [0xE9] + Array(" ~b}\n".utf8)
    func read(longest: Int) throws -> QuestionFile {
      var options = ReadingOptions()
      options.maximumBytes = longest
      let sample = ZipSample(entries: [ZipSample.Entry(name: "a.gift", contents: latin)])
      return try QuestionFile.read(sample.bytes, name: "a.zip", format: nil, options: options)
    }
    #expect(try read(longest: 1_000).questions.count == 1)
    #expect(try read(longest: 3 * latin.count).problems.map(\.code).contains("package-too-large"))
  }

  @Test func `a file whose two sizes lie alike is named`() throws {
    for size in [0, 10, 3_000] {
      var entry = ZipSample.Entry(
        name: "a.xml", contents: Array("<questestinterop><item/></questestinterop>".utf8))
      entry.size = size
      let manifest = ZipSample.Entry(name: "imsmanifest.xml", contents: Array("<m/>".utf8))
      let file = try QuestionFile.read(
        ZipSample(entries: [manifest, entry]).bytes, name: "a.zip", format: nil,
        options: ReadingOptions())
      #expect(file.places == ["package-damaged"])
      #expect(file.problems[0].message(in: .english).contains("“a.xml”"))
    }
  }

  @Test func `references that lead out of the package are named and not followed`() throws {
    let file = try read([
      "t.xml": "<assessmentTest><assessmentItemRef href=\"../../x.xml\"/>"
        + "<assessmentItemRef href=\"/etc/passwd\"/></assessmentTest>",
      "imsmanifest.xml": "<m/>",
    ])
    #expect(file.problems.map(\.code) == ["names-leave-package", "files-missing", "no-questions"])
    #expect(file.problems[0].message(in: .english).hasSuffix(": ../../x.xml"))
  }

  @Test func `an answer of H5P with very many alternatives is refused at once`() throws {
    let answers = (0..<10_001).map { "a\($0)" }.joined(separator: "/")
    let file = try read([
      "h5p.json": "{\"mainLibrary\":\"H5P.Blanks\"}",
      "content/content.json": "{\"questions\":[\"*\(answers)*\"]}",
    ])
    #expect(file.problems.map(\.code) == ["too-many-answers"])
    #expect(file.problems[0].message(in: .japanese).contains("10001"))
  }

  @Test func `deep elements of an item of QTI 2 keep their text and their feedback`() throws {
    let start = String(repeating: "<div>", count: 80)
    let end = String(repeating: "</div>", count: 80)
    let file = try read([
      "imsmanifest.xml": "<m/>",
      "a.xml": "<assessmentItem><responseDeclaration identifier=\"R\"><correctResponse>"
        + "<value>A</value></correctResponse></responseDeclaration><itemBody>\(start)Which?\(end)"
        + "<choiceInteraction responseIdentifier=\"R\"><simpleChoice identifier=\"A\">a"
        + "</simpleChoice><simpleChoice identifier=\"B\">b</simpleChoice></choiceInteraction>"
        + "\(start)<feedbackBlock><feedbackBlock>Because.</feedbackBlock></feedbackBlock>\(end)"
        + "</itemBody></assessmentItem>",
    ])
    #expect(file.contents.map(\.text) == ["Which?"])
    #expect(file.contents.map(\.commentary) == ["Because."])
  }

  // MARK: Sheets

  private func sheet(_ rows: String, longest: Int = ReadingOptions.usualMaximumBytes) throws
    -> QuestionFile
  {
    try read(
      [
        "xl/workbook.xml": "<workbook><sheets><sheet name=\"a\" r:id=\"1\"/></sheets></workbook>",
        "xl/_rels/workbook.xml.rels":
          "<R><Relationship Id=\"1\" Type=\"a/worksheet\" Target=\"s.xml\"/></R>",
        "xl/s.xml": "<w>\(rows)</w>",
      ], longest: longest)
  }

  private func row(_ cells: String...) -> String {
    "<row>"
      + cells.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined() + "</row>"
  }

  @Test func `a cell far to the right is named and the questions are read`() throws {
    let file = try sheet(
      row("question", "correct", "choice1", "choice2") + row("q", "1", "a", "b")
        + "<row><c r=\"XFD3\"><v>7</v></c></row>")
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.code) == ["columns-ignored"])
    #expect(file.problems[0].message(in: .english) == "columns not used: XFD")
  }

  @Test func `rows of a single cell on the right count for the cells before it`() throws {
    let file = try sheet(
      String(repeating: "<row><c r=\"ALL1\"><v>1</v></c></row>", count: 100), longest: 500_000)
    #expect(file.problems.map(\.code).contains("package-too-large"))
  }

  @Test func `a cell with more text than a spreadsheet takes is left out and named`() throws {
    let file = try sheet(
      row("question", "correct", "choice1", "choice2")
        + row("q", "1", "a", "b", String(repeating: "x", count: 100_001)))
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.code) == ["package-too-large"])
    #expect(file.problems[0].message(in: .english).hasPrefix("the cell in column E has more"))
  }

  @Test func `only escapes that are whole stand for a character`() throws {
    let file = try sheet(
      row("question", "correct", "choice1", "choice2")
        + row("_x0041_ _x0041 _x+041_ _xD800_ _x000D_q_x", "1", "a", "b"))
    #expect(file.contents.map(\.text) == ["A _x0041 _x+041_ _xD800_ \nq_x"])
  }
}
