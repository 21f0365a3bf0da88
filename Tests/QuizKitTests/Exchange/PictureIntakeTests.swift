import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Bringing in the pictures to which a file refers.
@Suite struct PictureIntakeTests {
  private let board = SamplePicture.png(width: 620, height: 410)
  private let other = SamplePicture.gif(width: 3, height: 4)

  /// Reads a file beside which these files are.
  private func read(
    _ text: String, _ name: String = "q.md", format: String? = nil, limit: Int = 64_000_000,
    beside files: [String: [UInt8]] = [:]
  ) throws -> (file: QuestionFile, new: [PictureIntake.NewPicture]) {
    let intake = PictureIntake(limit: limit) { path in
      if path.hasPrefix("../") { return .outside }
      return files[path].map { .bytes($0) } ?? .missing
    }
    let file = try QuestionFile.read(
      Array(text.utf8), name: name, format: format.flatMap(QuestionFormat.named), pictures: intake)
    return (file, intake.takeNew())
  }

  private func question(_ text: String) -> String { "1. \(text)\n   - [x] Yes\n   - [ ] No\n" }

  private func codes(_ file: QuestionFile) -> [String] { file.problems.map(\.code) }

  // MARK: Markdown

  @Test
  func `a picture of Markdown is kept where the text refers to it, and the text is as before`()
    throws
  {
    let text = question("Which pin is SDA? ![Pins of the board](img/board.png \"x\")")
    let (file, new) = try read(text, beside: ["img/board.png": board])
    let content = try #require(file.questions.first).content
    #expect(content.text == "Which pin is SDA? [image: Pins of the board]")
    #expect(file.problems == [])
    let picture = try #require(content.pictures.all.first)
    #expect(picture.label == "Pins of the board" && picture.description == "Pins of the board")
    let attachment = try #require(picture.attachment)
    #expect(
      attachment
        == Attachment(
          digest: ContentDigest(of: board), mediaType: "image/png", size: board.count,
          name: "board.png", width: 620, height: 410))
    #expect(new.map(\.bytes) == [board])
    // What is compared and searched is the same as without the picture.
    let without = try #require(
      try QuestionFile.read(Array(text.utf8), name: "q.md").questions.first)
    #expect(without.digest == file.questions[0].digest)
    #expect(without.content.isAlike(content))
  }

  @Test func `pictures of choices, of HTML and of the commentary are kept`() throws {
    let text = """
      1. Which one?
         - [x] ![](a%20b.png)
         - [ ] <img alt="B" src='c.gif'>

         Explanation: ![why](c.gif)
      """
    let (file, new) = try read(text, beside: ["a b.png": board, "c.gif": other])
    let content = try #require(file.questions.first).content
    #expect(content.placedPictures.map(\.place) == [.choice(0), .choice(1), .commentary])
    #expect(content.pictures.all.map(\.name) == ["a b.png", "c.gif", "c.gif"])
    #expect(content.pictures.all.map(\.description) == [nil, "B", "why"])
    #expect(content.neededPictures.count == 2)
    #expect(new.count == 2)
  }

  /// Ways to write an image whose address is elsewhere in the file.
  @Test(arguments: [
    ("![Pins][board]", "[board]: img/a.png \"Pins\"", "Pins"),
    ("![Pins][Board  One]", "[board one]: <img/a.png>", "Pins"),
    ("![Pins][]", "   [pins]: img/a.png", "Pins"), ("![Pins]", "[Pins]: img/a.png 'x'", "Pins"),
    ("![][board]", "[board]: img/a.png", "board"),
  ])
  func `an image that is defined elsewhere is kept, and its definition is no text`(
    image: String, definition: String, label: String
  ) throws {
    for text in [
      question("Which? \(image)") + "\n\(definition)\n",
      "\(definition)\n\n" + question("Which? \(image)"),
    ] {
      let (file, new) = try read(text, beside: ["img/a.png": board])
      #expect(file.problems == [])
      let content = try #require(file.questions.first).content
      #expect(content.text == "Which? [image: \(label)]")
      #expect(content.choices.map(\.text) == ["Yes", "No"] && content.commentary.isEmpty)
      #expect(content.pictures.all.map(\.name) == ["a.png"] && new.count == 1)
    }
  }

  @Test func `a picture in a definition is read once, however many images refer to it`() throws {
    let data = "data:image/png;base64," + Data(board).base64EncodedString()
    let text =
      (1...3).map { question("What \($0)? ![][image1] ![][image1]") + "\n" }.joined()
      + "[image1]: <\(data)>\n"
    let (file, new) = try read(text)
    #expect(file.problems == [] && new.map(\.bytes) == [board])
    #expect(file.questions.map(\.content.pictures.attachments.count) == [1, 1, 1])
  }

  /// What looks like a definition or a reference and is none.
  @Test(arguments: [
    ("See [a]", "[a]: b.png"), ("`![a]`", "[a]: b.png"), ("![a]", "[a]: is it right?"),
    ("![^a]", "[^a]: b.png"), ("\\![a]", "[a]: b.png"),
  ])
  func `a text that refers to no image stays as it is`(text: String, line: String) throws {
    let (file, new) = try read("\(line)\n\n" + question("Why \(text)?"), beside: ["b.png": board])
    #expect(file.questions.first?.content.text.contains(text.replacing("\\", with: "")) == true)
    #expect(new.isEmpty && file.questions.first?.content.pictures.isEmpty == true)
  }

  @Test func `a picture that many questions show is handed over once`() throws {
    let text = (1...5).map { "\($0). What \($0)? ![x](a.png)\n   - [x] Y\n   - [ ] N\n" }.joined()
    let (file, new) = try read(text, beside: ["a.png": board])
    #expect(file.questions.count == 5 && new.count == 1)
    #expect(file.questions.allSatisfy { $0.content.pictures.attachments.count == 1 })
  }

  // MARK: What is not brought in

  @Test func `nothing is fetched from the net, and the address is kept`() throws {
    for address in ["https://example.org/a.png", "//example.org/a.png", "ftp://x/a.png"] {
      let (file, new) = try read(question("Which? ![A](\(address))"))
      let picture = try #require(file.questions.first?.content.pictures.all.first)
      #expect(picture == Picture(label: "A", at: address))
      #expect(codes(file) == ["image-dropped"] && new.isEmpty)
      #expect(file.problems[0].message(in: .english).contains(address))
    }
  }

  @Test func `a path that leads out, and one to nothing, are named`() throws {
    let (file, new) = try read(question("Which? ![A](../a.png) ![B](b.png)"))
    #expect(codes(file) == ["image-dropped", "image-dropped"] && new.isEmpty)
    #expect(file.problems[0].message(in: .english).contains("leads out of the folder"))
    #expect(file.problems[1].message(in: .english).contains("not at b.png"))
    #expect(file.questions.first?.content.pictures.all.map(\.address) == ["../a.png", "b.png"])
  }

  @Test func `what is no picture, too large or a bomb is named, and the question is read`() throws {
    let files = [
      "text.png": Array("no picture".utf8),
      "bomb.png": SamplePicture.png(width: 99_999, height: 99_999),
      "large.png": board + [UInt8](repeating: 0, count: Attachment.mostBytes),
    ]
    for (name, word) in [("text", "is no PNG"), ("bomb", "million pixels"), ("large", "8 MB")] {
      let (file, new) = try read(question("Which? ![A](\(name).png)"), beside: files)
      #expect(file.questions.count == 1 && new.isEmpty)
      #expect(file.problems.first?.message(in: .english).contains(word) == true, "\(name)")
    }
  }

  @Test func `all pictures of a file together have a limit`() throws {
    let pictures = (0..<9).map { SamplePicture.png(width: 5, height: 5, salt: UInt8($0)) }
    let text = (0..<9).map {
      "\($0 + 1). What \($0)? ![x\($0)](\($0).png)\n   - [x] Y\n   - [ ] N\n"
    }
    let (file, new) = try read(
      text.joined(), limit: 4 * pictures[0].count,
      beside: Dictionary(uniqueKeysWithValues: pictures.enumerated().map { ("\($0).png", $1) }))
    #expect(file.questions.count == 9 && new.count == 4)
    #expect(codes(file) == ["images-too-large"])
  }

  // MARK: Other formats

  @Test func `a data URL is the picture itself`() throws {
    let data = "data:image/png;base64," + Data(board).base64EncodedString()
    let (file, new) = try read(question("Which? ![A](\(data))"))
    #expect(new.map(\.bytes) == [board] && file.problems == [])
    #expect(file.questions.first?.content.pictures.all.first?.attachment?.name == "picture.png")
  }

  @Test func `Moodle's files are in the question`() throws {
    let text = """
      <quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[
      <p>Which? <img src="@@PLUGINFILE@@/the%20board.png" alt="Pins"></p>]]></text>
      <file name="the board.png" path="/" encoding="base64">\(Data(board).base64EncodedString())</file>
      </questiontext>
      <answer fraction="100" format="html"><text><![CDATA[<img src="@@PLUGINFILE@@/c.gif">]]></text>
      <file name="c.gif" path="/" encoding="base64">\(Data(other).base64EncodedString())</file></answer>
      <answer fraction="0"><text>No</text></answer></question></quiz>
      """
    let (file, new) = try read(text, "q.xml")
    let content = try #require(file.questions.first).content
    #expect(content.text == "Which? [image: Pins]" && content.choices[0].text == "[image: c.gif]")
    #expect(content.placedPictures.map(\.place) == [.text, .choice(0)])
    #expect(new.map(\.bytes) == [board, other] && file.problems == [])
  }

  @Test func `columns and fields may say where a picture is`() throws {
    let files = ["a.png": board]
    let table = "question,choice1,choice2,correct,image\nWhich?,Y,N,1,a.png\n"
    let json = #"[{"question": "Which?", "options": ["Y", "N"], "answer": "Y", "image": "a.png"}]"#
    for (name, text) in [("q.csv", table), ("q.json", json)] {
      let (file, new) = try read(text, name, beside: files)
      let content = try #require(file.questions.first).content
      #expect(content.text == "Which?" && new.count == 1, "\(name)")
      #expect(content.placedPictures.map(\.place) == [.text])
      #expect(codes(file).isEmpty, "\(name): \(codes(file))")
    }
  }

  @Test func `a format that keeps its texts to the letter keeps the pictures in them`() throws {
    let table = "question,choice1,choice2,correct\nWhich? ![A](a.png),<img src=a.png>,N,1\n"
    let (file, new) = try read(table, "q.csv", beside: ["a.png": board])
    let content = try #require(file.questions.first).content
    #expect(content.text == "Which? ![A](a.png)" && new.count == 1)
    #expect(content.placedPictures.map(\.place) == [.text, .choice(0)])
  }

  @Test func `cards of Anki in HTML keep theirs`() throws {
    let text =
      "#separator:tab\n#html:true\n<img src=\"flag.png\">\tEngland\n<img src=\"b.gif\">\tWales\n"
    let (file, new) = try read(text, "notes.txt", beside: ["flag.png": board, "b.gif": other])
    #expect(file.questions.map(\.content.text) == ["[image: flag.png]", "[image: b.gif]"])
    #expect(
      file.questions.compactMap(\.content.pictures.all.first?.attachment?.name) == [
        "flag.png", "b.gif",
      ])
    #expect(new.count == 2)
  }

  // MARK: Packages

  private func package(_ files: [(String, [UInt8])]) -> [UInt8] {
    var zip = ZipOutput()
    return files.flatMap { zip.file($0.0, $0.1) } + zip.end()
  }

  private func read(package: [UInt8], _ name: String) throws -> (
    file: QuestionFile, new: [PictureIntake.NewPicture]
  ) {
    let intake = PictureIntake(limit: 64_000_000)
    let file = try QuestionFile.read(package, name: name, pictures: intake)
    return (file, intake.takeNew())
  }

  @Test func `a zip of Markdown has its pictures inside, and none outside`() throws {
    let text = question("Which? ![A](../img/a.png) ![B](../../b.png)")
    let (file, new) = try read(
      package: package([("quiz/q.md", Array(text.utf8)), ("img/a.png", board)]), "q.zip")
    #expect(new.map(\.bytes) == [board])
    #expect(codes(file) == ["image-dropped"])
    #expect(file.questions.first?.content.pictures.all.map(\.label) == ["A", "B"])
  }

  @Test func `QTI finds the files of its cartridge`() throws {
    let item = """
      <questestinterop><item ident="a"><presentation><material><mattext texttype="text/html">\
      &lt;p&gt;Which? &lt;img src="$IMS-CC-FILEBASE$/pics/a.png" alt="Pins"&gt;&lt;/p&gt;</mattext></material>
      <response_lid ident="r" rcardinality="Single"><render_choice>
      <response_label ident="1"><material><mattext>Y</mattext></material></response_label>
      <response_label ident="2"><material><mattext>N</mattext></material></response_label>
      </render_choice></response_lid></presentation><resprocessing><respcondition>
      <conditionvar><varequal respident="r">1</varequal></conditionvar>
      <setvar action="Set">100</setvar></respcondition></resprocessing></item></questestinterop>
      """
    let (file, new) = try read(
      package: package([
        ("imsmanifest.xml", Array("<manifest/>".utf8)), ("quiz/q.xml", Array(item.utf8)),
        ("web_resources/pics/a.png", board),
      ]), "q.imscc")
    #expect(file.questions.first?.content.text == "Which? [image: Pins]")
    #expect(new.map(\.bytes) == [board], "\(file.problems)")
  }

  @Test func `H5P shows a picture above the question`() throws {
    let content = """
      {"question": "Which?", "answers": [{"text": "Y", "correct": true}, {"text": "N", "correct": false}],
       "media": {"type": {"params": {"file": {"path": "images/a.png"}, "alt": "Pins"}}}}
      """
    let (file, new) = try read(
      package: package([
        ("h5p.json", Array(#"{"mainLibrary": "H5P.MultiChoice", "title": "Q"}"#.utf8)),
        ("content/content.json", Array(content.utf8)), ("content/images/a.png", board),
      ]), "q.h5p")
    #expect(file.questions.first?.content.pictures.all.map(\.label) == ["Pins"])
    #expect(new.map(\.bytes) == [board], "\(file.problems)")
  }

  @Test func `Word's pictures are those of their paragraphs`() throws {
    func paragraph(_ text: String, _ picture: (String, String)? = nil) -> String {
      let drawing =
        picture.map {
          "<w:r><w:drawing><wp:docPr id='1' name='Picture 1' descr='\($0.0)'/><a:blip r:embed='\($0.1)'/></w:drawing></w:r>"
        } ?? ""
      return "<w:p><w:r><w:t>\(text)</w:t></w:r>\(drawing)</w:p>"
    }
    let body = [
      paragraph("1. Which one?", ("Screen", "rId1")), paragraph("A. Yes"), paragraph("B. No"),
      paragraph("Answer: A"), paragraph("2. Which other?", ("Screen", "rId2")), paragraph("A. Yes"),
      paragraph("B. No"), paragraph("Answer: B"),
    ].joined()
    let document =
      "<w:document xmlns:w='w' xmlns:r='r' xmlns:a='a' xmlns:wp='wp'><w:body>\(body)</w:body></w:document>"
    let relations = """
      <Relationships><Relationship Id="rId1" Type="t/image" Target="media/1.png"/>
      <Relationship Id="rId2" Type="t/image" Target="media/2.gif"/></Relationships>
      """
    let (file, new) = try read(
      package: package([
        ("word/document.xml", Array(document.utf8)),
        ("word/_rels/document.xml.rels", Array(relations.utf8)),
        ("word/media/1.png", board), ("word/media/2.gif", other),
      ]), "q.docx")
    #expect(
      file.questions.map { $0.content.pictures.all.first?.attachment?.name } == ["1.png", "2.gif"])
    #expect(new.map(\.bytes) == [board, other], "\(file.problems)")
  }

  // MARK: Limits

  /// The same picture wherever a file can have it.
  private func places() -> [(name: String, file: [UInt8])] {
    let data = Data(board).base64EncodedString()
    let moodle = """
      <quiz><question type="truefalse"><questiontext format="html"><text><![CDATA[
      Is it? <img src="@@PLUGINFILE@@/a.png">]]></text>
      <file name="a.png" path="/" encoding="base64">\(data)</file></questiontext>
      <answer fraction="100"><text>true</text></answer>
      <answer fraction="0"><text>false</text></answer></question></quiz>
      """
    let text = question("Which? ![A](a.png)")
    return [
      ("beside.md", Array(text.utf8)),
      ("address.md", Array(question("Which? ![A](data:image/png;base64,\(data))").utf8)),
      (
        "defined.md",
        Array((question("Which? ![A][1]") + "\n[1]: <data:image/png;base64,\(data)>\n").utf8)
      ),
      ("moodle.xml", Array(moodle.utf8)),
      ("package.zip", package([("q.md", Array(text.utf8)), ("a.png", board)])),
    ]
  }

  @Test func `wherever a picture is, all together have one limit`() throws {
    for (name, bytes) in places() {
      for (limit, isKept) in [(board.count, true), (board.count - 1, false)] {
        let intake = PictureIntake(limit: limit) { $0 == "a.png" ? .bytes(board) : .missing }
        let file = try QuestionFile.read(bytes, name: name, pictures: intake)
        #expect(file.questions.count == 1, "\(name): \(file.problems)")
        #expect(intake.takeNew().map(\.bytes) == (isKept ? [board] : []), "\(name)")
        #expect(codes(file) == (isKept ? [] : ["images-too-large"]), "\(name)")
      }
    }
  }

  @Test func `a picture of more than 8 MB is left out, however it is written`() throws {
    let large = board + [UInt8](repeating: 0, count: Attachment.mostBytes)
    let data = Data(large).base64EncodedString()
    let (beside, _) = try read(question("Which? ![A](a.png)"), beside: ["a.png": large])
    let (address, new) = try read(question("Which? ![A](data:image/png;base64,\(data))"))
    for file in [beside, address] {
      #expect(codes(file) == ["image-dropped"])
      #expect(file.problems.first?.message(in: .english).contains("8 MB") == true)
    }
    #expect(new.isEmpty)
  }

  @Test func `a picture in Base64 that is far too large is said to be so, and a damaged one too`()
    throws
  {
    func moodle(_ data: String) -> String {
      """
      <quiz><question type="truefalse"><questiontext format="html"><text><![CDATA[
      Is it? <img src="@@PLUGINFILE@@/a.png">]]></text>
      <file name="a.png" path="/" encoding="base64">\(data)</file></questiontext>
      <answer fraction="100"><text>true</text></answer>
      <answer fraction="0"><text>false</text></answer></question></quiz>
      """
    }
    let large = String(repeating: "A", count: 2 * Attachment.mostBytes + 4)
    for text in [moodle(large), question("Which? ![A](data:image/png;base64,\(large))")] {
      let name = text.hasPrefix("<") ? "q.xml" : "q.md"
      let intake = PictureIntake(limit: 64_000_000)
      var options = ReadingOptions()
      options.maximumBytes = 64_000_000
      let file = try QuestionFile.read(
        Array(text.utf8), name: name, options: options, pictures: intake)
      #expect(file.questions.count == 1, "\(name)")
      #expect(file.problems.map(\.code) == ["image-dropped"])
      #expect(file.problems.first?.message(in: .english).contains("8 MB") == true, "\(name)")
    }
    let (damaged, _) = try read(moodle("iVBORw0KGgo"), "q.xml")
    #expect(codes(damaged) == ["image-dropped"])
    #expect(damaged.problems.first?.message(in: .english).contains("damaged") == true)
  }

  // MARK: Places

  @Test func `labels with brackets and labels that stand twice find their pictures`() {
    let digests = [board, other].map { ContentDigest(of: $0) }
    func picture(_ label: String, _ index: Int) -> Picture {
      Picture(
        label: label,
        Attachment(digest: digests[index], mediaType: "image/png", size: 1, name: "\(index).png"))
    }
    var content = QuestionContent(
      text: "[image: a[0]] and [image: x]",
      choices: [Choice("[image: x]"), Choice("`[image: x]`")],
      correct: 0)
    content.pictures = Pictures([picture("x", 0), picture("x", 1), picture("a[0]", 1)])
    #expect(content.placedPictures.map(\.place) == [.text, .text, .choice(0)])
    #expect(content.placedPictures.map(\.picture.label) == ["a[0]", "x", "x"])
    #expect(
      content.placedPictures.map { $0.picture.attachment?.name } == ["1.png", "0.png", "1.png"])
  }

  @Test func `a question with pictures is coded as it was, and one without has no member more`()
    throws
  {
    var content = QuestionContent(text: "?", choices: [Choice("a"), Choice("b")], correct: 0)
    let plain = try JSONEncoder().encode(content)
    #expect(!String(decoding: plain, as: UTF8.self).contains("pictures"))
    content.pictures = Pictures([
      Picture(label: "x", at: "https://example.org"),
      Picture(
        label: "y",
        Attachment(
          digest: ContentDigest(of: board), mediaType: "image/png", size: 3, name: "n", width: 1,
          height: 2)),
    ])
    let coded = try JSONEncoder().encode(content)
    #expect(try JSONDecoder().decode(QuestionContent.self, from: coded) == content)
  }
}
