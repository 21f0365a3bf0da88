import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ExamSheetTests {
  private let test = TestWorld()

  private func sheet(_ language: Language = .english, timed: Bool = false, name: String = "A & B")
    throws -> String
  {
    if try test.bank.decks().isEmpty {
      try test.add(
        (1...8).map { number in
          var content = QuestionContent.sample(
            "Q\(number) <script>alert(\"1\")</script>\nif a < b && c:\u{1B}[31m")
          content.externalID = "ext'\(number)"
          return content
        })
    }
    try test.exams.add(
      name,
      ExamBlueprint(
        questions: 5, timeLimit: 600_000, passMark: Percent(hundredths: 7000),
        marks: .init(right: Fraction(1), wrong: Fraction(-1, 3)),
        sections: [
          .init("One <1>", .number(questions: 2), timeLimit: timed ? 60_000 : nil),
          .init("Two", .number(questions: 3)),
        ]))
    let wanted = ExamExport(name, seed: 7, language: language)
    try test.examExporter.run(ExportOptions(file: "s.html", replaces: true, exam: wanted), wanted)
    return try #require(test.files.texts["s.html"])
  }

  @Test func `the same seed prints the same bytes`() throws {
    let first = try sheet()
    try test.exams.delete(["A & B"])
    #expect(try sheet() == first)
  }

  @Test func `a sheet is well-formed, and nothing of a question is taken for markup`() throws {
    for language in Language.allCases {
      let text = try sheet(language, timed: language == .japanese, name: language.rawValue)
      // HTML's elements without an end tag are not valid XML.
      let xml = text.replacing("<!DOCTYPE html>\n", with: "")
        .replacing(#/<(meta[^>]*)>/#) { "<\($0.1)/>" }
      let parser = XMLParser(data: Data(xml.utf8))
      #expect(parser.parse(), "\(String(describing: parser.parserError)) \(parser.lineNumber)")
      #expect(!text.contains("<script"))
      #expect(text.contains("&lt;script&gt;alert(&quot;1&quot;)"))
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test func `a page that is just full is not followed by one that has its head alone`() throws {
    // Otherwise there would be a gap below the last question.
    #expect(try sheet().contains(".question:last-child { margin-bottom: 0; }"))
  }

  @Test func `a sheet needs no network`() throws {
    let text = try sheet()
    #expect(text.contains("default-src 'none'"))
    for word in ["http:", "https:", "href", "src=", "url(", "@import", "<link"] {
      #expect(!text.contains(word))
    }
  }

  @Test func `questions come first, and the answers with commentary on pages of their own`() throws
  {
    let text = try sheet()
    let halves = text.components(separatedBy: "<table class=\"answers\">")
    try #require(halves.count == 2)
    #expect(halves[0].components(separatedBy: "class=\"text\"").count == 6)
    #expect(!halves[0].contains("because"))
    #expect(!halves[0].contains("ext&#39;"))
    #expect(halves[1].components(separatedBy: "because one").count == 6)
    #expect(halves[1].contains("#ext&#39;"))
    #expect(halves[1].contains("One &lt;1&gt;"))
    #expect(text.contains(".answers { break-before: page; }"))
    // The head of a table is repeated on each page.
    for half in halves { #expect(half.contains("<thead>") && half.contains("seed 7")) }
    #expect(halves[0].contains("5 questions · 10m · pass mark 70 % · marks +1, -1/3, 0"))
  }

  @Test func `the answers are those of the order that is printed`() throws {
    let text = try sheet()
    let halves = text.components(separatedBy: "<table class=\"answers\">")
    // Each right answer is "one", and its letter is the one before "one" in its question.
    let letters = halves[0].matches(of: #/☐</span><span>([A-D])\.</span><div><p>one</#).map {
      String($0.1)
    }
    let answers = halves[1].matches(of: #/<div><p>([A-D])\. one</#).map { String($0.1) }
    #expect(letters.count == 5)
    #expect(letters == answers)
    #expect(Set(letters).count > 1)
  }

  @Test func `a question with several right answers or a typed one is printed as such`() throws {
    let choices = ["one", "two", "three"].map { Choice($0) }
    try test.add([
      QuestionContent(
        text: "Several", choices: choices,
        solution: .several(SeveralSolution(correct: [0, 2], choose: 2))),
      QuestionContent(
        text: "Typed", choices: [],
        solution: .text(TextSolution(accepted: [AcceptedText("Paris")]))),
    ])
    try test.exams.add("Kinds", ExamBookTests.blueprint(2))
    let wanted = ExamExport("Kinds", seed: 1, language: .english)
    try test.examExporter.run(ExportOptions(file: "k.html", exam: wanted), wanted)
    let text = try #require(test.files.texts["k.html"])
    #expect(text.contains("Several (choose 2)"))
    #expect(text.contains("<div class=\"blank\"></div>"))
    #expect(
      text.contains("<span>\(text.contains("1. Typed") ? 1 : 2).</span><div><p>Paris</p></div>"))
    #expect(text.contains(#/<div><p>[A-C]\. (one|three)</p><p>[A-C]\. (one|three)</p></div>/#))
  }

  @Test func `gaps, orders and pairs are printed with lines to write on, and cards not at all`()
    throws
  {
    try test.add([
      QuestionContent(text: "Front", solution: .card(CardSolution(back: "Back"))),
      QuestionContent(
        text: "[[1]] <is> in [[2]].",
        solution: .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: [AcceptedText("Paris"), AcceptedText("Lutetia")])),
            .picked(GapChoices(["France", "a <b>"], correct: 0)),
          ]))),
      QuestionContent(
        text: "Sort.", choices: ["one", "two"].map { Choice($0) }, solution: .order),
      QuestionContent(
        text: "Match.",
        solution: .match(
          MatchSolution([MatchPair("hot & dry", "fire"), MatchPair("cold", "ice")], extra: ["x"]))),
    ])
    try test.exams.add("Parts", ExamBookTests.blueprint(3))
    let wanted = ExamExport("Parts", seed: 1, language: .english)
    try test.examExporter.run(ExportOptions(file: "p.html", exam: wanted), wanted)
    let text = try #require(test.files.texts["p.html"])
    let halves = text.components(separatedBy: "<table class=\"answers\">")
    try #require(halves.count == 2)
    let line = "<span class=\"gap\"></span>"
    #expect(halves[0].contains(". (1) \(line) &lt;is&gt; in (2) \(line).</p></div>"))
    #expect(halves[0].contains("<span>(2)</span><div><p>France / a &lt;b&gt;</p></div></li>"))
    #expect(halves[0].contains("Sort. (number them in order)"))
    #expect(halves[0].contains("<tr><td>\(line)</td><td><p>one</p></td></tr>"))
    #expect(halves[0].contains("Match. (write the letters)"))
    #expect(halves[0].contains("<tr><td><p>1. hot &amp; dry</p></td><td>\(line)</td><td><p>A. "))
    #expect(halves[0].contains("<tr><td></td><td></td><td><p>C. "))
    #expect(halves[1].contains("<p>(1) Paris / Lutetia</p><p>(2) France</p>"))
    #expect(halves[1].contains("<p>one → two</p>"))
    let letter = try #require(halves[0].firstMatch(of: #/([A-C])\. fire</#)?.1)
    #expect(halves[1].contains("<p>1 \(letter). fire</p><p>2 "))
    #expect(!text.contains("Front"))
    let xml = text.replacing("<!DOCTYPE html>\n", with: "")
      .replacing(#/<(meta[^>]*)>/#) { "<\($0.1)/>" }
    #expect(XMLParser(data: Data(xml.utf8)).parse())
  }

  @Test func `sections with times of their own have their names above them`() throws {
    #expect(try sheet(timed: true).contains("<h2>One &lt;1&gt; · 1m</h2>"))
    #expect(!(try sheet(.japanese, name: "untimed")).contains("<h2>"))
  }
}
