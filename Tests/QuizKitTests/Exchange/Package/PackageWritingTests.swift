import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct PackageWritingTests {
  /// One question of each kind, with everything that authors write.
  private let questions: [ExportedQuestion] = [
    QuestionContent(
      text: "One & <only>?", choices: [Choice("a", feedback: "no"), Choice("b\n  c"), Choice("d")],
      solution: .single(SingleSolution(1, weights: [0.5, 1, -0.25])), commentary: "why\nnot",
      tags: ["t", "two words"], title: "A title", externalID: "x1"),
    QuestionContent(
      text: "True", choices: [Choice("True"), Choice("False")], solution: .trueFalse(1)),
    QuestionContent(
      text: "Several\n```swift\nlet a = 1\n  b\n```",
      choices: [Choice("a"), Choice("b"), Choice("a")],
      solution: .several(SeveralSolution(correct: [0, 2]))),
    QuestionContent(
      text: "Weighted", choices: [Choice("a"), Choice("b"), Choice("c")],
      solution: .several(SeveralSolution(correct: [0, 1], weights: [0.7, 0.3, -1]))),
    QuestionContent(
      text: "Text",
      solution: .text(
        TextSolution(
          accepted: [
            AcceptedText("Pa*s"), AcceptedText("2\\*3", fraction: 0.5, feedback: "half"),
          ], isCaseSensitive: true))),
    QuestionContent(
      text: "Number",
      solution: .number(
        NumberSolution(accepted: [
          AcceptedNumber(.value(3.14, tolerance: 0.01)), AcceptedNumber(.range(1, 2)),
        ]))),
  ].map { ExportedQuestion(category: "Deck & more", content: $0) }

  private let newKinds: [ExportedQuestion] = [
    QuestionContent(
      text: "A [[1]] and [[2]].",
      solution: .gaps(
        GapsSolution([
          .typed(TextSolution(accepted: [AcceptedText("x"), AcceptedText("y")])),
          .typed(TextSolution(accepted: [AcceptedText("z")])),
        ]))),
    QuestionContent(
      text: "Pick [[1]]",
      solution: .gaps(GapsSolution([.picked(GapChoices(["x", "y"], correct: 1))]))),
    QuestionContent(
      text: "Match",
      solution: .match(
        MatchSolution([MatchPair("1", "one"), MatchPair("2", "two")], extra: ["three"]))),
    QuestionContent(
      text: "Order", choices: [Choice("1", feedback: "first"), Choice("2")], solution: .order),
  ].map { ExportedQuestion(category: "Deck & more", content: $0) }

  private func back(
    _ questions: [ExportedQuestion], through format: QuestionFormat
  ) throws -> [ExportedQuestion] {
    let written = try #require(format.write(questions, name: "out"))
    #expect(written.problems == [])
    let file = try QuestionFile.read(written.bytes, name: "out.zip")
    #expect(file.format?.name == format.name)
    #expect(file.problems.filter { $0.level != .warning } == [])
    return file.questions.map { ExportedQuestion(category: $0.category, content: $0.content) }
  }

  @Test func `a gap that the text shows twice is one in QTI`() throws {
    let gaps = ["a", "b"].map { Gap.typed(TextSolution(accepted: [AcceptedText($0)])) }
    let content = QuestionContent(
      text: "[[1]], [[2]] and [[1]]", solution: .gaps(GapsSolution(gaps)))
    let written = try #require(
      QuestionFormat.qti.write([ExportedQuestion(content: content)], name: "o.zip"))
    let back = try QuestionFile.read(written.bytes, name: "o.zip")
    #expect(back.contents == [content])
  }

  @Test func `every kind comes back from QTI`() throws {
    #expect(try back(questions + newKinds, through: .qti) == questions + newKinds)
  }

  @Test func `every kind comes back from a spreadsheet`() throws {
    #expect(try back(questions, through: .xlsx) == questions)
  }

  @Test func `what QTI cannot hold is named`() throws {
    let card = QuestionContent(text: "front", solution: .card(CardSolution(back: "back")))
    let written = try #require(
      QuestionFormat.qti.write([ExportedQuestion(content: card)], name: "out"))
    #expect(written.problems.map(\.code) == ["kind-not-written"])
  }

  @Test func `each deck is a quiz of the package`() throws {
    var others = questions
    others[0].category = "Other"
    let written = try #require(QuestionFormat.qti.write(others, name: "out"))
    let archive = try ZipArchive(written.bytes)
    #expect(archive.entries.count { $0.name.hasSuffix("assessment_meta.xml") } == 2)
    #expect(archive.entries.first?.name == "imsmanifest.xml")
  }

  @Test func `the same questions give the same bytes`() {
    #expect(
      QuestionFormat.qti.write(questions, name: "a")?.bytes
        == QuestionFormat.qti.write(questions, name: "b")?.bytes)
  }

  @Test func `a text that is too long for a cell is named`() throws {
    let long = QuestionContent(
      text: String(repeating: "x", count: 40_000), choices: [Choice("a"), Choice("b")], correct: 0)
    let written = try #require(
      QuestionFormat.xlsx.write([ExportedQuestion(content: long)], name: "out"))
    #expect(written.problems.map(\.code) == ["cell-too-long"])
  }
}
