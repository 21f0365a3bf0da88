import Testing

@testable import QuizExchange

@Suite struct BackupTests {
  private let question = ParsedQuestion(
    line: 1, category: "Deck \"1\"",
    content: QuestionContent(
      text: "Is it?\n\t\\ 🙂",
      choices: [Choice("True", feedback: "f"), Choice("False")],
      solution: .trueFalse(1), commentary: "c", tags: ["a b", "c"], title: "t", externalID: "id"))

  @Test func `everything of a question and every section comes back`() throws {
    let history = Array(#"[{"score":3,"at":1.50,"name":"é","ok":true,"none":null,"list":[]}]"#.utf8)
    let document = BackupDocument(
      questions: [question], sections: [.init(name: "history", json: history)])
    let source = SourceText(document.bytes, name: "bank.json")
    let collector = QuestionCollector(file: "bank.json")
    _ = try QuestionFile.read(source, into: collector)
    #expect(collector.questions.map(\.content) == [question.content])
    #expect(collector.questions.map(\.category) == [question.category])
    #expect(collector.sections.map(\.name) == ["history"])
    #expect(collector.sections.map(\.json) == [history])
    #expect(collector.problems.isEmpty)
  }

  @Test func `the format is told by its envelope`() throws {
    let bytes = BackupDocument(questions: [question]).bytes
    let file = try QuestionFile.read(bytes, name: "any.json")
    #expect(file.format?.name == "json")
    #expect(file.contents == [question.content])
  }

  @Test func `a newer version is refused with its number`() throws {
    let file = try readText(
      "{\"format\":\"qa-repl\",\"version\":4,\"questions\":[]}", name: "b.json")
    #expect(file.problems.map(\.fault) == [.newerVersion(found: 4, known: 3)])
    #expect(file.isUnusable)
  }

  @Test func `fields of a question that this version does not know come back`() throws {
    let file = try readText(
      """
      {"format":"qa-repl","version":1,"questions":[
      {"text":"q?","choices":["x","y"],"correct":2,"time":20,"colour":{"b":[1.50,null],"a":"é\\n"}}\
      ]}
      """, name: "b.json")
    #expect(
      file.contents.first?.otherFields == ["time": "20", "colour": #"{"b":[1.50,null],"a":"é\n"}"#])
    let bytes = BackupDocument(questions: file.questions).bytes
    #expect(try QuestionFile.read(bytes, name: "b.json").contents == file.contents)
    #expect(file.problems.isEmpty)
  }

  @Test func `fields that nothing can keep are named`() throws {
    let text = """
      {"format":"qa-repl","version":1,"colours":[1],"decks":[],"questions":[
      {"text":"q?","choices":["x",{"text":"y","colour":1}],"correct":2}]}
      """
    let collector = QuestionCollector(file: "b.json", sectionNames: ["decks"])
    _ = try QuestionFile.read(SourceText(Array(text.utf8), name: "b.json"), into: collector)
    #expect(
      collector.problems.map(\.fault)
        == [.fieldsIgnored(["colours"]), .fieldsIgnored(["choices.colour"])])
  }

  @Test func `a right answer that is not among the choices is an error`() throws {
    let file = try readText(
      #"{"format":"qa-repl","version":1,"questions":[{"text":"r?","choices":["x","y"],"correct":0}"#
        + #"]}"#,
      name: "b.json")
    #expect(file.problems.map(\.code) == ["answer-not-a-choice"])
  }

  @Test func `an element without a text is told so, whatever its key says`() throws {
    let file = try readText(
      #"{"format":"qa-repl","version":1,"questions":[{},{"choices":["x","y"],"correct":"?"}]}"#,
      name: "b.json")
    #expect(file.problems.map(\.fault) == [.emptyStem, .emptyStem])
  }

  @Test func `the envelope may stand behind the questions`() throws {
    let file = try readText(
      #"{"questions":[{"text":"r?","choices":["x","y"],"correct":1}],"version":1,"format":"#
        + #""qa-repl"}"#,
      name: "b.json", format: .json)
    #expect(file.contents.count == 1)
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: [2, 20, 60, 100, 130])
  func `a file that was cut off is not read at all`(count: Int) throws {
    let bytes = BackupDocument(questions: [question, question]).bytes
    let file = try QuestionFile.read(Array(bytes.dropLast(count)), name: "b.json", format: .json)
    #expect(file.isUnusable)
    #expect(file.problems.first?.code == "syntax")
  }
}
