import TestKit
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests packages that are made to take much time or memory. They are small, and what is in them
/// would grow without a limit.
@Suite struct HostilePackageTests {
  private func read(_ files: KeyValuePairs<String, String>, longest: Int? = nil) throws
    -> QuestionFile
  {
    var options = ReadingOptions()
    options.maximumBytes = longest ?? options.maximumBytes
    return try QuestionFile.read(
      ZipSample(files).bytes, name: "a.zip", format: nil, options: options)
  }

  private func workbook(
    sheets: String = "<sheet name=\"a\" r:id=\"1\"/>", _ rows: String, strings: String = "",
    styles: String = "", longest: Int = 1_000_000
  ) throws -> QuestionFile {
    try read(
      [
        "xl/workbook.xml": "<workbook><sheets>\(sheets)</sheets></workbook>",
        "xl/_rels/workbook.xml.rels":
          "<R><Relationship Id=\"1\" Type=\"a/worksheet\" Target=\"s.xml\"/>"
          + "<Relationship Id=\"2\" Type=\"a/sharedStrings\" Target=\"t.xml\"/>"
          + "<Relationship Id=\"3\" Type=\"a/styles\" Target=\"y.xml\"/></R>",
        "xl/s.xml": "<w>\(rows)</w>", "xl/t.xml": "<sst>\(strings)</sst>",
        "xl/y.xml": "<s>\(styles)</s>",
      ], longest: longest)
  }

  @Test func `cells that share a long text take no more than the limit`() throws {
    let cells = String(repeating: "<c t=\"s\"><v>0</v></c>", count: 10_000)
    let file = try workbook(
      "<row>\(cells)</row>",
      strings: "<si><t>\(String(repeating: "a", count: 90_000))</t></si>")
    #expect(file.problems.map(\.code).contains("package-too-large"))
    #expect(file.problems.map(\.file).contains("a.zip: xl/s.xml") == false)
  }

  @Test func `a text that is longer than any name is no name of a column`() {
    #expect(NamedColumn(name: "  question") != nil)
    #expect(NamedColumn(name: String(repeating: " ", count: 1_000) + "question") == nil)
  }

  @Test func `a million empty rows in front of a cell take no room`() throws {
    let rows = (1...30).map { "<row r=\"\($0)\"><c><v>1</v></c></row>" }.joined()
    let file = try workbook(rows + "<row r=\"1048576\"><c><v>1</v></c></row>")
    #expect(file.places.last == "1048576:too-few-columns")
  }

  @Test func `a file that is said to be many sheets is read once`() throws {
    let row = "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c><c t=\"s\"><v>2</v></c></row>"
    let sheets = (1...50).map { "<sheet name=\"s\($0)\" r:id=\"1\"/>" }.joined()
    let texts = ["question", "correct", "choice"].map { "<si><t>\($0)</t></si>" }.joined()
    let file = try workbook(sheets: sheets, row + row, strings: texts)
    #expect(file.read + file.errors == 1)
  }

  @Test func `a format of a hundred thousand digits is not one`() throws {
    let zeros = String(repeating: "0", count: 100_000)
    let file = try workbook(
      "<row><c t=\"inlineStr\"><is><t>question</t></is></c>"
        + "<c t=\"inlineStr\"><is><t>answer</t></is></c></row>"
        + "<row><c t=\"inlineStr\"><is><t>q</t></is></c><c s=\"0\"><v>0.5</v></c></row>",
      styles: "<numFmts><numFmt numFmtId=\"200\" formatCode=\"0.\(zeros)\"/></numFmts>"
        + "<cellXfs><xf numFmtId=\"200\"/></cellXfs>")
    #expect(!file.problems.contains { "\($0)".contains("0.50000") })
    #expect(!file.contents.contains { "\($0.solution)".contains("0.50000") })
  }

  @Test func `an item with more parts than a quiz can ask is refused`() throws {
    let item = "<item>\(String(repeating: "<a/>", count: 20_000))</item>"
    let file = try read([
      "imsmanifest.xml": "<m/>", "a.xml": "<questestinterop>\n\(item)</questestinterop>",
    ])
    #expect(file.places == ["2:syntax"])
    #expect(file.problems.map(\.file) == ["a.zip: a.xml"])
  }

  @Test func `a name longer than any is not read`() throws {
    let name = String(repeating: "a", count: 5_000)
    let file = try read(["imsmanifest.xml": "<m/>", "a.xml": "<questestinterop><\(name)"])
    #expect(file.places == ["1:syntax"])
  }

  @Test func `tests that refer to each other without end are each read once`() throws {
    let count = 2_000
    var entries = (0..<count).map { index in
      ZipSample.Entry(
        name: "t\(index).xml",
        contents: Array(
          ("<assessmentTest><assessmentSectionRef href=\"t\((index + 1) % count).xml\"/>"
            + "</assessmentTest>").utf8))
    }
    entries.append(ZipSample.Entry(name: "imsmanifest.xml", contents: Array("<m/>".utf8)))
    let file = try QuestionFile.read(
      ZipSample(entries: entries).bytes, name: "a.zip", format: nil, options: ReadingOptions())
    #expect(file.places == ["no-questions"])
  }

  @Test func `a text of H5P with too many gaps is refused at once`() throws {
    let gaps = String(repeating: "*a*", count: 20_000)
    let file = try read([
      "h5p.json": "{\"mainLibrary\":\"H5P.Blanks\"}",
      "content/content.json": "{\"questions\":[\"\(gaps)\"]}",
    ])
    #expect(file.problems.map(\.code) == ["too-many-gaps"])
  }

  @Test func `more paragraphs than a book has are not read`() throws {
    let file = try read([
      "word/document.xml": "<d>\(String(repeating: "<p/>", count: 200_001))</d>"
    ])
    #expect(file.problems.map(\.code).contains("package-too-large"))
  }

  @Test(arguments: [1, 0])
  func `a file whose beginning cannot be read is named`(flags: Int) throws {
    var damaged = ZipSample.Entry(name: "b.xml", contents: [0xFF, 0xFF], method: 8)
    damaged.flags = flags
    let manifest = ZipSample.Entry(name: "imsmanifest.xml", contents: Array("<m/>".utf8))
    let file = try QuestionFile.read(
      ZipSample(entries: [manifest, damaged]).bytes, name: "a.zip", format: nil,
      options: ReadingOptions())
    #expect(file.problems.contains { "\($0)".contains("b.xml") })
    #expect(!file.problems.map(\.code).contains("no-questions"))
  }

  @Test func `a name that no system takes is refused`() throws {
    let name = String(repeating: "a/", count: 5_000) + "b.xml"
    let sample = ZipSample(entries: [ZipSample.Entry(name: name)])
    let file = try QuestionFile.read(
      sample.bytes, name: "a.zip", format: nil, options: ReadingOptions())
    #expect(file.places == ["package-unsupported"])
  }
}
