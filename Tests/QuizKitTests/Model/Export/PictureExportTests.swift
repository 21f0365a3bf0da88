import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Pictures in files for other programs, and on paper.
@Suite struct PictureExportTests {
  private static let board = "<svg width='620' height='410'/>"
  private static let circle = "<svg viewBox='0 0 9 9'/>"
  private static let text = """
    1. Which pin is SDA? ![Pins of it](img/the%20board.svg)
       - [x] ![](img/circle.svg)
       - [ ] None
    """

  private func filled() throws -> TestWorld {
    let test = TestWorld(files: [
      "q.md": Self.text, "img/the board.svg": Self.board, "img/circle.svg": Self.circle,
    ])
    try test.importer.run(ImportOptions(files: ["q.md"], deck: "Pins"))
    #expect(try test.store.attachments.all().count == 2)
    return test
  }

  private func questions(_ test: TestWorld) throws -> [Question] {
    try test.world.store.fetch(FetchDescriptor<Question>())
  }

  /// The result of an export.
  private func export(_ test: TestWorld, _ options: ExportOptions) throws -> ExportOutcome {
    var outcome: ExportOutcome?
    let handle = test.exporter.outcomes.observe { outcome = $0 }
    defer { handle.dispose() }
    try test.exporter.run(options)
    return try #require(outcome)
  }

  @Test(arguments: ["quiz.md", "quiz.xml", "quiz.zip", "quiz.gift"])
  func `what a format writes brings the pictures back`(_ name: String) throws {
    let test = try filled()
    let format = name == "quiz.xml" ? "moodle-xml" : name == "quiz.zip" ? "qti" : nil
    let outcome = try export(test, ExportOptions(file: name, format: format))
    #expect(outcome.export.problems.isEmpty, "\(outcome.export.problems)")
    let target = TestWorld()
    target.files.texts = test.files.texts.filter { $0.key.hasPrefix("quiz") }
    target.files.blobs = test.files.blobs
    try target.importer.run(ImportOptions(files: [name]))
    let content = try #require(try questions(target).first).content
    #expect(try target.store.attachments.all() == test.store.attachments.all())
    #expect(content.placedPictures.map(\.place) == [.text, .choice(0)])
    #expect(content.pictures.all.map(\.name) == ["the board.svg", "circle.svg"])
    // GIFT keeps its texts to the letter, so the image stays as HTML writes it.
    if name == "quiz.gift" { return }
    #expect(try content.text == questions(test)[0].content.text)
    #expect(try content.choices.map(\.text) == questions(test)[0].content.choices.map(\.text))
  }

  @Test func `other formats name what they leave out`() throws {
    let test = try filled()
    for name in ["quiz.csv", "quiz.aiken", "quiz.xlsx"] {
      let problems = try export(test, ExportOptions(file: name)).export.problems
      #expect(problems.map(\.code).contains("pictures-lost"), "\(name)")
    }
    #expect(
      try !export(test, ExportOptions(file: "quiz.json")).export.problems.map(\.code).contains(
        "pictures-lost"))
  }

  @Test func `a name that leads elsewhere stays in the folder of the pictures`() {
    for name in ["..", "../../x.svg", "a/b.svg", "a b\u{1B}.svg", "日.svg"] {
      let path = Attachment(
        digest: ContentDigest(of: []), mediaType: "image/svg+xml", size: 0, name: name
      ).exportPath
      #expect(path.split(separator: "/").count == 2 && !path.contains(".."), "\(path)")
      #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
  }

  @Test func `a paper has the pictures in itself`() throws {
    let test = try filled()
    try test.exams.add("E", ExamBlueprint(questions: 1, passMark: Percent(hundredths: 5000)))
    let paper = try ExamPaper(of: try test.exams.exam(named: "E"), seed: 1, from: test.bank)
    let html = try ExamSheet(
      paper: paper, language: .english, drawing: .plain, pictures: test.pictures
    ).text
    let data = Data(Self.board.utf8).base64EncodedString()
    #expect(html.contains("<img alt=\"Pins of it\" src=\"data:image/svg+xml;base64,\(data)\">"))
    #expect(html.contains("img-src data:"))
  }
}
