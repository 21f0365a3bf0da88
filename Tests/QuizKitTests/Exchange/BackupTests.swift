import Testing

@testable import QuizKit

@Suite struct BackupTests {
  private let question = ParsedQuestion(
    line: 1, category: "Deck \"1\"",
    content: QuestionContent(
      kind: .trueFalse, text: "Is it?\n\t\\ 🙂",
      choices: [Choice("True", feedback: "f"), Choice("False")],
      correct: 1, commentary: "c", tags: ["a b", "c"], title: "t", externalID: "id"))

  @Test func `everything of a question and every section comes back`() throws {
    let history = Array(#"[{"score":3,"at":1.50,"name":"é","ok":true,"none":null,"list":[]}]"#.utf8)
    let document = BackupDocument(
      questions: [question], sections: [.init(name: "history", json: history)])
    let source = SourceText(document.bytes, name: "bank.json")
    let intake = Intake(file: "bank.json")
    let back = try #require(try BackupDocument.read(source, into: intake))
    #expect(back.questions.map(\.content) == [question.content])
    #expect(back.questions.map(\.category) == [question.category])
    #expect(back.sections == document.sections)
    #expect(intake.problems.isEmpty)
  }

  @Test func `the format is told by its envelope`() throws {
    let bytes = BackupDocument(questions: [question]).bytes
    let file = try QuestionFile.read(bytes, name: "any.json")
    #expect(file.format?.name == "json")
    #expect(file.contents == [question.content])
  }

  @Test func `a newer version is refused with its number`() throws {
    let file = try readText(
      "{\"format\":\"qa-repl\",\"version\":2,\"questions\":[]}", name: "b.json")
    #expect(file.problems.map(\.fault) == [.newerVersion(found: 2, known: 1)])
    #expect(file.isUnusable)
  }

  @Test func `fields that this version does not know are named`() throws {
    let file = try readText(
      "{\"format\":\"qa-repl\",\"version\":1,\"questions\":[\n{\"text\":\"q?\",\"choices\":[\"x\",\"y\"],"
        + "\"correct\":2,\"colour\":1},{\"text\":\"r?\",\"choices\":[\"x\",\"y\"],\"correct\":0}]}",
      name: "b.json")
    #expect(file.contents.map(\.correctText) == ["y"])
    #expect(file.problems.map(\.code) == ["answer-not-a-choice", "columns-ignored"])
  }
}
