import Testing

@testable import QuizExchange

/// Tests cards, and questions with several parts, in the qa-repl JSON format.
@Suite struct BackupPartTests {
  private static let questions = [
    QuestionContent(
      text: "Capital of France?", solution: .card(CardSolution(back: "Paris\non the Seine"))),
    QuestionContent(
      text: "[[1]] [[2]] in France.",
      solution: .gaps(
        GapsSolution([
          .typed(
            TextSolution(
              accepted: [
                AcceptedText("Paris"), AcceptedText("Lu*", fraction: 0.5, feedback: "old"),
              ],
              isCaseSensitive: true)),
          .picked(GapChoices(["is", "are"], correct: 0)),
        ])), commentary: "c", tags: ["t"]),
    QuestionContent(
      text: "Sort.", choices: [Choice("one"), Choice("two", feedback: "f")], solution: .order),
    QuestionContent(
      text: "Match.",
      solution: .match(
        MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")], extra: ["3"]))),
  ]

  private func written(_ contents: [QuestionContent]) -> [UInt8] {
    BackupDocument(questions: contents.map { ParsedQuestion(content: $0) }).bytes
  }

  @Test(arguments: questions)
  func `each kind comes back, in a document of version 3`(_ content: QuestionContent) throws {
    let bytes = written([content])
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"version\": 3,"))
    let file = try QuestionFile.read(bytes, name: "b.json")
    #expect(file.problems.isEmpty, "\(file.problems)")
    #expect(file.contents == [content])
    let export = try #require(
      QuestionFormat.json.write([ExportedQuestion(content: content)], name: "b.json"))
    #expect(export.bytes == bytes)
  }

  @Test func `a document without them has version 2`() {
    let content = QuestionContent(text: "?", choices: [Choice("a"), Choice("b")], correct: 0)
    let text = String(decoding: written([content]), as: UTF8.self)
    #expect(text.contains("\"version\": 2,"))
  }

  @Test(arguments: QuestionFormat.all.filter { $0.writer != nil && $0.name != "json" })
  func `a format that does not hold a kind says so`(_ format: QuestionFormat) throws {
    let left = Self.questions.filter { !format.kinds.contains($0.kind) }
    let export = try #require(
      format.write(left.map { ExportedQuestion(content: $0) }, name: "out"))
    #expect(export.written == 0)
    #expect(
      export.problems.map(\.fault) == left.map { .kindNotWritten($0.kind, format: format.title) })
  }

  @Test(
    arguments: [
      (#""kind":"card","text":"q""#, "missing-field"),
      (#""kind":"card","text":"q","back":" ""#, "empty-back"),
      (#""kind":"card","text":"q","back":"b","choices":["a","b"]"#, "choices-of-other-kind"),
      (#""kind":"gaps","text":"q","gaps":[]"#, "no-gaps"),
      (#""kind":"gaps","text":"q [[1]]","gaps":[]"#, "gap-without-answers"),
      (#""kind":"gaps","text":"q [[1]]","gaps":[{"accepted":[]}]"#, "gap-without-answers"),
      (#""kind":"gaps","text":"q [[1]]","gaps":["a","b"]"#, "gap-not-in-text"),
      (
        #""kind":"gaps","text":"q [[1]]","gaps":[{"choices":["a"],"correct":1}]"#, "bad-gap-choices"
      ),
      (
        #""kind":"gaps","text":"q [[1]]","gaps":[{"choices":["a","b"],"correct":3}]"#,
        "bad-gap-choices"
      ),
      (#""kind":"gaps","text":"q [[1]]","gaps":[{"choices":["a","b"]}]"#, "wrong-type"),
      (#""kind":"order","text":"q","choices":["a"]"#, "too-few-choices"),
      (#""kind":"order","text":"q","choices":["a",""]"#, "empty-choice"),
      (#""kind":"match","text":"q","pairs":[{"left":"a","right":"b"}]"#, "too-few-pairs"),
      (
        #""kind":"match","text":"q","pairs":[{"left":"a","right":"b"},{"left":"","right":"c"}]"#,
        "empty-pair"
      ),
      (
        #""kind":"match","text":"q","pairs":[{"left":"a","right":"b"},{"left":"c","right":"b"}]"#,
        "nothing-to-match"
      ),
      (#""kind":"match","text":"q","pairs":[{"left":"a"},{"left":"c","right":"b"}]"#, "wrong-type"),
    ])
  func `what is missing is said`(_ members: String, _ code: String) throws {
    let file = try readText(
      "{\"format\":\"qa-repl\",\"version\":3,\"questions\":[{\(members)}]}", name: "b.json")
    #expect(file.problems.map(\.code) == [code])
    #expect(file.contents.isEmpty)
  }

  @Test func `members of another kind of question stay as they are`() throws {
    let file = try readText(
      """
      {"format":"qa-repl","version":1,"questions":[
      {"text":"q?","choices":["x","y"],"correct":2,"back":"side","gaps":[1]}]}
      """, name: "b.json")
    #expect(file.contents.first?.otherFields == ["back": "\"side\"", "gaps": "[1]"])
    #expect(try QuestionFile.read(written(file.contents), name: "b.json").contents == file.contents)
  }

  @Test func `cards with the same front and other backs are two versions of one`() {
    let (one, other) = (
      Self.questions[0],
      QuestionContent(
        text: Self.questions[0].text, solution: .card(CardSolution(back: "Lyon")))
    )
    #expect(QuestionDigest(one) == QuestionDigest(other))
    #expect(one.isAlike(other))
  }
}
