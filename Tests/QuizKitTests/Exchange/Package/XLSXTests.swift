import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct XLSXTests {
  /// A workbook with sheets of rows of XML cells.
  private func workbook(
    _ sheets: KeyValuePairs<String, String>, texts: [String] = [], styles: String = ""
  ) -> [UInt8] {
    let names = sheets.enumerated().map {
      "<sheet name=\"\($0.element.key)\" sheetId=\"\($0.offset + 1)\" r:id=\"s\($0.offset)\"/>"
    }.joined()
    let targets = sheets.indices.map {
      "<Relationship Id=\"s\($0)\" Type=\"x/worksheet\" Target=\"/xl/sheet\($0).xml\"/>"
    }.joined()
    var files: [(String, String)] = [
      ("xl/workbook.xml", "<workbook xmlns:r=\"r\"><sheets>\(names)</sheets></workbook>"),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships>\(targets)"
          + "<Relationship Id=\"t\" Type=\"x/sharedStrings\" Target=\"sharedStrings.xml\"/>"
          + "<Relationship Id=\"u\" Type=\"x/styles\" Target=\"styles.xml\"/></Relationships>"
      ),
      (
        "xl/sharedStrings.xml",
        "<sst>\(texts.map { "<si><t>\($0)</t></si>" }.joined())</sst>"
      ), ("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"),
    ]
    for (index, sheet) in sheets.enumerated() {
      files.append(
        (
          "xl/sheet\(index).xml",
          "<worksheet><sheetData>\(sheet.value)</sheetData></worksheet>"
        ))
    }
    return ZipSample(entries: files.map { .init(name: $0.0, contents: Array($0.1.utf8)) }).bytes
  }

  private func text(_ place: String, _ text: String) -> String {
    "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
  }

  private func row(_ number: Int, _ texts: String...) -> String {
    let cells = texts.enumerated().map { index, value in
      let place = "\("ABCDEFGH".map(String.init)[index])\(number)"
      return value.isEmpty ? "" : text(place, value)
    }
    return "<row r=\"\(number)\">\(cells.joined())</row>"
  }

  private func read(_ bytes: [UInt8]) throws -> QuestionFile {
    try QuestionFile.read(bytes, name: "quiz.xlsx")
  }

  private let heading = ["Question", "Answer 1", "Answer 2", "Correct"]

  @Test func `a sheet is read like a table, and its rows keep their numbers`() throws {
    let file = try read(
      workbook([
        "Sheet1": row(3, "Question", "A", "B", "Correct") + row(7, "Q\nmore", "x", "y", "B")
          + row(9, "R", "x", "y", "C")
      ]))
    #expect(file.format?.name == "xlsx")
    #expect(file.questions.map(\.line) == [7])
    #expect(file.questions.map(\.category) == [nil])
    #expect(file.contents.map(\.correctText) == ["y"])
    #expect(file.places == ["9:answer-not-a-choice"])
    #expect(file.problems.map(\.file) == ["quiz.xlsx: Sheet1"])
  }

  @Test func `several sheets are several decks`() throws {
    let rows = row(1, "Question", "A", "B", "Correct") + row(2, "Q", "x", "y", "B")
    let file = try read(
      workbook(["One": rows, "Help": row(1, "Read me"), "Two": rows, "Empty": ""]))
    #expect(file.questions.map(\.category) == ["One", "Two"])
    #expect(file.problems.map(\.code) == ["files-passed-over"])
  }

  @Test func `of several sheets only the one that is named is read`() throws {
    let rows = row(1, "Question", "A", "B", "Correct") + row(2, "Q", "x", "y", "B")
    let bare = row(1, "Frage", "eins", "zwei", "gut") + row(2, "R", "x", "y", "x")
    let bytes = workbook(["One": rows, "Zwei": bare])
    var options = ReadingOptions()
    options.list = "Zwei"
    options.hasHeading = true
    options.columns = [
      NamedColumn(.question): .number(1), NamedColumn(.choice, number: 1): .number(2),
      NamedColumn(.choice, number: 2): .number(3), NamedColumn(.correct): .number(4),
    ]
    let file = try QuestionFile.read(bytes, name: "quiz.xlsx", options: options)
    #expect(file.contents.map(\.text) == ["R"] && file.contents.map(\.correctText) == ["x"])
    options.list = "Drei"
    #expect(
      try QuestionFile.read(bytes, name: "quiz.xlsx", options: options).places == ["no-column"])
  }

  @Test func `cells are shown as the sheet shows them`() throws {
    let styles =
      "<numFmts><numFmt numFmtId=\"164\" formatCode=\"&quot;$&quot;#,##0\"/></numFmts>"
      + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"9\"/><xf numFmtId=\"164\"/>"
      + "<xf numFmtId=\"14\"/></cellXfs>"
    let cells =
      "<row r=\"2\">\(text("A2", "Q"))<c r=\"B2\" s=\"1\"><v>0.95</v></c>"
      + "<c r=\"C2\" s=\"2\"><v>12500</v></c><c r=\"D2\" s=\"3\"><v>45000</v></c>"
      + "<c r=\"E2\" t=\"b\"><v>1</v></c><c r=\"F2\" t=\"s\"><v>0</v></c>"
      + "<c r=\"G2\"><f>1/3</f><v>0.30000000000000004</v></c><c r=\"H2\"><v>1.0</v></c></row>"
    let names = row(
      1, "Question", "Choice 1", "Choice 2", "Choice 3", "Choice 4", "Choice 5", "Choice 6",
      "Correct")
    let file = try read(workbook(["S": names + cells], texts: ["shared"], styles: styles))
    #expect(
      file.contents.map(\.choiceTexts)
        == [["95%", "$12,500", "2023-03-15", "TRUE", "shared", "0.3"]])
    #expect(file.contents.map(\.correctText) == ["95%"])
  }

  @Test func `words around a number are shown, and dates may begin in 1904`() throws {
    let styles =
      "<numFmts><numFmt numFmtId=\"164\" formatCode=\"0&quot; kg&quot;\"/>"
      + "<numFmt numFmtId=\"165\" formatCode=\"#,##0.00\\ [$€-407]\"/></numFmts>"
      + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/></cellXfs>"
    let cells =
      "<row r=\"2\">\(text("A2", "Q"))<c r=\"B2\" s=\"1\"><v>5</v></c>"
      + "<c r=\"C2\" s=\"2\"><v>1234.5</v></c>\(text("D2", "A"))</row>"
    let file = try read(
      workbook(["S": row(1, "Question", "A", "B", "Correct") + cells], styles: styles))
    #expect(file.contents.map(\.choiceTexts) == [["5 kg", "1,234.50 €"]])
    var formats = CellFormats()
    formats.take(
      MarkupElement(
        name: "cellXfs", line: 1,
        nodes: [
          .element(MarkupElement(name: "xf", line: 1, attributes: ["numFmtId": "14"]))
        ]))
    #expect(formats.text(of: "45000", style: 0) == "2023-03-15")
    formats.begins1904 = true
    #expect(formats.text(of: "45000", style: 0) == "2027-03-16")
  }

  @Test(arguments: [
    ("20", "0.5", "12:00"), ("20", "0.25", "6:00"), ("21", "0.75", "18:00:00"),
    ("18", "0.5", "12:00 PM"), ("18", "0", "12:00 AM"), ("19", "0.75", "6:00:00 PM"),
    ("22", "45292.5", "2024-01-01 12:00"), ("45", "0.0006944444", "01:00"),
    ("46", "1.5", "36:00:00"), ("46", "0.25", "6:00:00"), ("165", "0.375", "09:00"),
    ("166", "45292", "2024-01-01"), ("167", "1.5", "2160:00"), ("168", "0.5", "43200"),
    ("169", "0.5", "12:00"), ("20", "-0.5", "-0.5"),
  ])
  func `times are shown as in the sheet`(format: String, value: String, shown: String) {
    var formats = CellFormats()
    let codes = [
      "165": "hh:mm", "166": "dd.mm.", "167": "[m]:ss", "168": "[s]", "169": "h\"時\"mm\"分\"",
    ]
    formats.take(
      MarkupElement(
        name: "numFmts", line: 1,
        nodes: codes.map {
          .element(
            MarkupElement(
              name: "numFmt", line: 1, attributes: ["numFmtId": $0.key, "formatCode": $0.value]))
        }))
    formats.take(
      MarkupElement(
        name: "cellXfs", line: 1,
        nodes: [.element(MarkupElement(name: "xf", line: 1, attributes: ["numFmtId": format]))]))
    #expect(formats.text(of: value, style: 0) == shown)
  }

  @Test func `headings and keys may end in a mark, and texts of keys have commas`() throws {
    let file = try read(
      workbook([
        "S": row(1, "Question:", "a)", "b)", "正解番号") + row(2, "Q", "x", "y", "B.")
          + row(3, "R", "x", "y", "(a)")
      ]))
    #expect(file.contents.map(\.correctText) == ["y", "x"])
    let texts = try read(
      workbook([
        "S": row(1, "Question", "A", "B", "C", "Correct")
          + row(2, "Q", "1,000", "2,000", "3,000", "1,000|3,000")
      ]))
    #expect(texts.contents.map(\.solution.rightChoices) == [[0, 2]])
  }

  @Test func `headings of templates are understood, and columns without one left out`() throws {
    let names = row(
      2, "", "Question - max 120 characters", "Answer 1 - max 75 characters",
      "Answer 2 (Optional)", "Time limit (sec) – 5, 10", "Correct answer(s) - choose at least one")
    let file = try read(
      workbook([
        "S": row(1, "Quiz template") + names + row(3, "1", "Q", "a", "b", "20", "2")
          + row(4, "2")
      ]))
    #expect(file.contents.map(\.correctText) == ["b"])
    #expect(file.contents.map(\.timeLimit) == ["20"])
    #expect(file.errors == 0)
  }

  @Test func `rows of a template that explain it or only have a number are no questions`() throws {
    let names = row(
      1, "Question #", "Question Text", "Question Type", "Option 1", "Option 2",
      "Correct Answer", "Time in seconds")
    let file = try read(
      workbook([
        "S": names
          + row(
            2, "", "Text of the question (required)", "Question Type (default: one)",
            "Text for option 1", "Text for option 2", "Correct Answer", "Time in seconds")
          + row(3, "1", "Q", "Multiple Choice", "x", "y", "2", "30") + row(4, "2")
          + row(5, "3", "", "Multiple Choice", "", "", "", "20")
      ]))
    #expect(file.contents.map(\.correctText) == ["y"])
    #expect(file.problems.isEmpty)
  }

  @Test func `headings may be in other languages, and keys the names of columns`() throws {
    for names in [
      ["Perguntas", "Opção 1", "Opção 2", "Resposta"], ["문제", "보기a", "보기b", "정답"],
      ["Вопрос", "Вариант 1", "Вариант 2", "Правильный ответ"],
      ["Questions", "Option 1", "Option 2", "Correct Key (A, B, C, or D)"],
    ] {
      let file = try read(
        workbook(["S": row(1, names[0], names[1], names[2], names[3]) + row(2, "Q", "x", "y", "2")])
      )
      #expect(file.contents.map(\.correctText) == ["y"], "\(names)")
    }
    let named = try read(
      workbook([
        "S": row(1, "question", "option1", "option2", "answer")
          + row(2, "Q", "x", "y", "option2") + row(3, "R", "x", "y", "Option 1")
      ]))
    #expect(named.contents.map(\.correctText) == ["y", "x"])
    let labelled = try read(
      workbook([
        "S": row(1, "question", "option1", "option2", "answer") + row(2, "Q", "x", "y", "b. y")
          + row(3, "R", "x", "y", "a. y")
      ]))
    #expect(labelled.contents.map(\.correctText) == ["y"])
    #expect(labelled.places == ["3:answer-not-a-choice"])
  }

  @Test func `the key may be the points of each choice`() throws {
    let file = try read(
      workbook([
        "S": row(1, "Question", "Answer A", "Answer B", "Points A", "Points B")
          + row(2, "Q", "x", "y", "0", "1")
      ]))
    #expect(file.contents.map(\.correctText) == ["y"])
  }

  @Test func `columns called by numbers are the choices beside a question and a key`() throws {
    let file = try read(
      workbook(["S": row(1, "Question", "1", "2", "Correct") + row(2, "Q", "x", "y", "2")]))
    #expect(file.contents.map(\.correctText) == ["y"])
  }

  @Test func `a cell far to the right does not take memory for every row`() throws {
    let cells = (1...200).map { "<row r=\"\($0)\"><c r=\"XFD\($0)\"><v>1</v></c></row>" }.joined()
    var options = ReadingOptions()
    options.maximumBytes = 1_000_000
    let file = try QuestionFile.read(
      workbook(["S": cells]), name: "a.xlsx", options: options)
    #expect(file.problems.map(\.code) == ["columns-ignored", "no-questions"])
  }
}
