import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct PackageFileTests {
  private let item =
    "<questestinterop><assessment title=\"A quiz\"><item><presentation><material><mattext>Q"
    + "</mattext></material><response_lid ident=\"r\"><render_choice>"
    + "<response_label ident=\"1\"><material><mattext>x</mattext></material></response_label>"
    + "<response_label ident=\"2\"><material><mattext>y</mattext></material></response_label>"
    + "</render_choice></response_lid></presentation><resprocessing><respcondition>"
    + "<conditionvar><varequal respident=\"r\">2</varequal></conditionvar>"
    + "<setvar>100</setvar></respcondition></resprocessing></item></assessment></questestinterop>"

  private func read(
    _ sample: ZipSample, name: String = "quiz.zip", format: QuestionFormat? = nil,
    longest: Int? = nil
  ) throws -> QuestionFile {
    var options = ReadingOptions()
    options.maximumBytes = longest ?? options.maximumBytes
    return try QuestionFile.read(sample.bytes, name: name, format: format, options: options)
  }

  @Test func `a package is read whatever its name is`() throws {
    let file = try read(ZipSample(["imsmanifest.xml": "<manifest/>", "a/b.xml": item]), name: "x")
    #expect(file.format?.name == "qti")
    #expect(file.questions.map(\.category) == ["A quiz"])
  }

  @Test func `a file is known by its beginning wherever that is cut`() throws {
    let before = try #require(item.firstRange(of: "<mattext>Q<")).lowerBound
    let start = item[..<before].utf8.count + 9
    for place in 4_085...4_097 {
      let text = String(repeating: "x", count: place - start) + "🦊あé"
      let document = item.replacing("<mattext>Q<", with: "<mattext>\(text)<")
      let file = try read(ZipSample(["imsmanifest.xml": "<manifest/>", "a.xml": document]))
      #expect(file.contents.map(\.text) == [text])
      let question = String(repeating: "x", count: place) + "🦊あé{=a ~b}\n"
      let list = try read(ZipSample(["a.txt": question, "b.txt": "Q {=a ~b}\n"]))
      #expect(list.questions.count == 2)
    }
  }

  @Test func `a document in an encoding that nobody can tell is named`() throws {
    let bytes = Array(item.replacing("<mattext>Q<", with: "<mattext>cafe<").utf8)
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: "cafe".utf8) })
    var damaged = bytes
    damaged[place + 3] = 0xE9
    let sample = ZipSample(entries: [
      ZipSample.Entry(name: "imsmanifest.xml", contents: Array("<manifest/>".utf8)),
      ZipSample.Entry(name: "a.xml", contents: damaged),
      ZipSample.Entry(name: "b.xml", contents: bytes),
    ])
    let file = try read(sample)
    #expect(file.questions.count == 1)
    #expect(file.problems.first?.code == "unknown-encoding")
  }

  @Test func `problems name the file in the package and its line`() throws {
    let file = try read(
      ZipSample([
        "imsmanifest.xml": "<m/>", "a/b.xml": item + "\n", "c.xml": "<questestinterop>\n<item>",
      ]))
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.file) == ["quiz.zip: c.xml"])
    #expect(file.places == ["2:syntax"])
  }

  @Test func `of two files with the same quiz the whole one is read`() throws {
    let file = try read(
      ZipSample(["q1/assessment_qti.xml": item, "non_cc_assessments/q1.xml.qti": item]))
    #expect(file.questions.count == 1)
  }

  private func choice(_ text: String) -> String {
    "<assessmentItem><responseDeclaration identifier=\"R\"><correctResponse><value>A</value>"
      + "</correctResponse></responseDeclaration><itemBody><p>\(text)</p>"
      + "<choiceInteraction responseIdentifier=\"R\"><simpleChoice identifier=\"A\">a"
      + "</simpleChoice><simpleChoice identifier=\"B\">b</simpleChoice></choiceInteraction>"
      + "</itemBody></assessmentItem>"
  }

  @Test func `a test finds its items in other spellings, and names those that are missing`()
    throws
  {
    let test =
      "<assessmentTest title=\"My test\"><assessmentItemRef href=\"Items\\1.XML\"/>"
      + "<assessmentItemRef href=\"items/2.xml\"/></assessmentTest>"
    let file = try read(ZipSample(["items/1.xml": choice("one"), "t.xml": test]))
    #expect(file.questions.map(\.category) == ["My test"])
    #expect(file.problems.map(\.fault) == [.filesMissing(["items/2.xml"])])
  }

  @Test func `packages in a package are named`() throws {
    let file = try read(ZipSample(["a.xml": item, "b/inner.zip": "PK", "c.h5p": "PK"]))
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.fault) == [.packagesPassedOver(["b/inner.zip", "c.h5p"])])
    #expect(
      try read(ZipSample(["inner.zip": "PK\u{3}\u{4}\u{0}"])).problems.map(\.code)
        == ["files-passed-over", "no-questions"])
  }

  @Test func `a text that several questions share is named`() throws {
    let shared = choice("one").replacing(
      "<itemBody>", with: "<assessmentStimulusRef href=\"s.xml\"/><itemBody>")
    #expect(try read(ZipSample(["a.xml": shared])).problems.map(\.code) == ["passage-dropped"])
    let section = item.replacing(
      "<item>",
      with: "<section><presentation_material><flow_mat><material><mattext>Read this.</mattext>"
        + "</material></flow_mat></presentation_material></section><item>")
    #expect(try read(ZipSample(["a.xml": section])).problems.map(\.code) == ["passage-dropped"])
  }

  @Test func `the items of a test are its deck, in its order`() throws {
    let test =
      "<assessmentTest title=\"My test\"><assessmentItemRef href=\"../items/2.xml\"/>"
      + "<assessmentItemRef href=\"../items/1%2Exml\"/><assessmentSectionRef href=\"t.xml\"/>"
      + "</assessmentTest>"
    let file = try read(
      ZipSample([
        "items/1.xml": choice("one"), "items/2.xml": choice("two"), "items/3.xml": choice("three"),
        "test/t.xml": test,
      ]))
    #expect(file.contents.map(\.text) == ["two", "one", "three"])
    #expect(file.questions.map(\.category) == ["My test", "My test", nil])
  }

  @Test func `a package of texts is read like a folder`() throws {
    let file = try read(
      ZipSample([
        "deck/one.md": "### Q\n- [ ] a\n- [x] b\n", "two.gift": "Q2{=a ~b}\n", "notes.bin": "\u{0}",
        ".hidden": "x", "__MACOSX/._one.md": "x",
      ]))
    #expect(file.questions.map(\.category) == ["one", "two"])
    #expect(file.problems.map(\.code) == ["files-passed-over"])
    #expect(file.problems.first?.fault == .filesPassedOver(["notes.bin"]))
  }

  @Test func `a named format of texts is that of every file`() throws {
    let file = try read(ZipSample(["a.txt": "Q{=a ~b}\n"]), format: .gift)
    #expect(file.questions.count == 1)
    #expect(try read(ZipSample(["a.txt": "x"]), format: .h5p).places == ["no-questions"])
    #expect(try readText("x", format: .xlsx).places == ["1:not-this-format"])
  }

  @Test func `names that leave the package are named and not read`() throws {
    let file = try read(ZipSample(["a.xml": item, "../a.xml": item]))
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.code) == ["names-leave-package"])
  }

  @Test func `a package without questions says so`() throws {
    #expect(try read(ZipSample(["imsmanifest.xml": "<manifest/>"])).places == ["no-questions"])
    #expect(try read(ZipSample([:])).isUnusable)
  }

  @Test func `a damaged file does not keep the others from being read`() throws {
    var sample = ZipSample(["imsmanifest.xml": "<m/>", "a.xml": item, "b.xml": item])
    sample.entries[1].checksum = 1
    let file = try read(sample)
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.code) == ["package-damaged"])
    #expect(file.problems[0].message(in: .english).contains("a.xml"))
  }

  @Test func `all that is unpacked counts for the limit`() throws {
    let long = item + "<!--\(String(repeating: "x", count: 10_000))-->"
    let file = try read(ZipSample(["a.xml": long, "b.xml": long]), longest: 26_000)
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.code) == ["package-too-large"])
  }

  @Test func `entities of a document type are refused with the name of the file`() throws {
    let bomb = "<!DOCTYPE a [<!ENTITY b \"c\">]><questestinterop>&b;</questestinterop>"
    let file = try read(ZipSample(["imsmanifest.xml": "<m/>", "a.xml": bomb]))
    #expect(file.problems.map(\.file).first == "quiz.zip: a.xml")
    #expect(file.problems.map(\.code).first == "syntax")
  }

  @Test(arguments: [
    ("%PDF-1.7", "PDF"), ("{\\rtf1", "RTF"), ("SQLite format 3\u{0}", "Anki"),
    ("Rar!\u{1A}", "zip"),
  ])
  func `files of other programs say what to do`(beginning: String, word: String) throws {
    let file = try readText(beginning)
    #expect(file.places == ["package-unsupported"])
    #expect(file.isUnusable)
    #expect(file.problems[0].message(in: .english).contains(word))
    #expect(file.problems[0].fault.hint != nil)
  }

  @Test(arguments: [
    ("collection.anki2", "", "Anki"), ("moodle_backup.xml", "", "Moodle"),
    ("mimetype", "application/vnd.oasis.opendocument.text", "OpenDocument text"),
    ("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "spreadsheet"),
    ("ppt/presentation.xml", "", "slides"),
  ])
  func `packages of other programs say what to do`(
    name: String, contents: String, word: String
  ) throws {
    let file = try read(ZipSample([name: contents]))
    #expect(file.places == ["package-unsupported"])
    #expect(file.problems[0].message(in: .english).contains(word))
  }

  @Test(
    arguments: [
      ("backup-moodle2.mbz", .moodleBackup), ("moodle.tar", .moodleBackup),
      ("other.tar", .otherArchive), (nil, .moodleBackup),
    ] as [(String?, ForeignFile)])
  func `a compressed archive is Moodle's unless its name says otherwise`(
    name: String?, kind: ForeignFile
  ) {
    let header: [UInt8] = [0x1F, 0x8B, 8, name == nil ? 0 : 8, 0, 0, 0, 0, 0, 3]
    #expect(ForeignFile.found(in: header + Array((name ?? "other.tar").utf8) + [0, 1, 2]) == kind)
  }

  @Test func `old files of Office are told apart by the names in them`() {
    let mark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let word: [UInt8] = "WordDocument".utf8.flatMap { [$0, UInt8(0)] }
    #expect(ForeignFile.found(in: mark + word) == .oldWord)
    #expect(ForeignFile.found(in: mark) == .oldExcel)
  }

  @Test func `references in a package do not leave it`() {
    #expect(FileName.resolved("../b.xml", in: "a/") == "b.xml")
    #expect(FileName.resolved("../../b.xml", in: "a/") == nil)
    #expect(FileName.resolved("/xl/b.xml", in: "a/") == "xl/b.xml")
    #expect(FileName.resolved("./c%20d.xml?x", in: "a/") == "a/c d.xml")
  }

  @Test func `the encoding of a document is the one that it names`() throws {
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9]
    #expect(PackagedText.encoding(of: latin) == .windows1252)
    #expect(PackagedText.encoding(of: [0x3C, 0, 0x61, 0]) == .utf16LittleEndian)
    #expect(
      PackagedText.encoding(of: Array("<?xml version='1.0'encoding='latin1'?>é".utf8)) == nil)
  }

  @Test func `a page of HTML or XML is never a list of questions`() throws {
    let page = "<!DOCTYPE html>\n<html><style>\np { a: b }\n\nq {= c }\n</style></html>"
    let data = "<?xml version=\"1.0\"?>\n<data>\na,b,c,d\ne,f,g,g\n</data>"
    let file = try read(ZipSample(["a.html": page, "b.dat": data, "c.txt": "Q {=a ~b}\n"]))
    #expect(file.contents.map(\.text) == ["Q"])
    #expect(file.problems.map(\.code) == ["files-passed-over"])
  }
}
