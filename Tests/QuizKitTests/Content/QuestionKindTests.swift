import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// One question of each kind, with every property that it can have.
extension QuestionContent {
  static let eachKind: [QuestionContent] = [
    QuestionContent(text: "One?", choices: [Choice("a"), Choice("b")], correct: 1),
    QuestionContent(
      text: "So?", choices: [Choice("True"), Choice("False")], solution: .trueFalse(1)),
    QuestionContent(
      text: "Which two?", choices: [Choice("a", feedback: "f"), Choice("b"), Choice("c")],
      solution: .several(SeveralSolution(weights: [0.5, -0.5, 0.5], choose: 2)),
      commentary: "both", tags: ["t"]),
    QuestionContent(
      text: "All?", choices: [Choice("a"), Choice("b")],
      solution: .several(SeveralSolution(correct: [0, 1]))),
    QuestionContent(
      text: "Capital?",
      solution: .text(
        TextSolution(
          accepted: [
            AcceptedText("Paris"), AcceptedText("L*t\\*", fraction: 0.25, feedback: "long ago"),
          ], isCaseSensitive: true))),
    QuestionContent(
      text: "Pi?",
      solution: .number(
        NumberSolution(accepted: [
          AcceptedNumber(.value(3.14, tolerance: 0.01)), AcceptedNumber(.value(3, tolerance: 0)),
          AcceptedNumber(.range(3, 4.5), fraction: 0.5, feedback: "near"),
          AcceptedNumber(.any, fraction: 0, feedback: "no"),
        ]))),
  ]

  /// A question with one choice to pick, whose choices have weights, including those at both ends
  /// of the range.
  static let weighted = QuestionContent(
    text: "Best?", choices: ["a", "b", "c", "d"].map { Choice($0) },
    solution: .single(SingleSolution(1, weights: [-1, 1, 0.5, -0.3333333])))
}

@Suite struct QuestionKindTests {
  @Test(arguments: QuestionContent.eachKind + [.weighted])
  func `a question of each kind comes back from a record as it was`(_ content: QuestionContent)
    throws
  {
    #expect(content.fault == nil)
    let bytes = try JSONEncoder().encode(content)
    #expect(try JSONDecoder().decode(QuestionContent.self, from: bytes) == content)
    let own = try bytes.withUnsafeBytes {
      try JSONTextDecoder().decode(QuestionContent.self, from: $0)
    }
    #expect(own == content)
  }

  @Test(arguments: StoreKind.inFiles)
  func `a bank keeps questions of each kind`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let test = TestWorld(store: try kind.open(on: disk, schema: QuestionBank.schema))
    let contents = QuestionContent.eachKind + [.weighted]
    try test.add(contents)
    try test.store.close()
    let again = StoreContext(try kind.open(on: disk, schema: QuestionBank.schema))
    let questions = try again.fetch(FetchDescriptor<Question>())
    #expect(questions.map(\.content) == contents)
  }

  @Test(arguments: [
    Response.choice(3), .choices([0, 2]), .choices([]), .typed("Paris"), .typed("3"), .typed(""),
    .recall(.again), .gaps([nil, "x"]), .order([1, 0]), .pairs([nil, 3]),
  ])
  func `an answer comes back from a record as it was`(_ response: Response) throws {
    let bytes = try JSONEncoder().encode([response])
    #expect(try JSONDecoder().decode([Response].self, from: bytes) == [response])
    let own = try bytes.withUnsafeBytes { try JSONTextDecoder().decode([Response].self, from: $0) }
    #expect(own == [response])
  }

  @Test func `qa-repl JSON writes each kind and reads it back`() throws {
    let questions = QuestionContent.eachKind.map { ExportedQuestion(content: $0) }
    let file = try #require(QuestionFormat.json.write(questions, name: "x.json"))
    #expect(file.problems.isEmpty)
    let back = try QuestionFile.read(file.bytes, name: "x.json")
    #expect(back.problems.map(\.code) == ["all-choices-right"])
    #expect(back.contents == QuestionContent.eachKind)
  }

  @Test func `qa-repl JSON is what people write`() throws {
    let file = try readText(
      """
      {"format":"qa-repl","version":2,"questions":[
      {"text":"r?","choices":["x","y","z"],"correct":[3,1]},
      {"text":"t?","kind":"text","accepted":["a",{"text":"b"}]},
      {"text":"n?","kind":"number","accepted":[3,{"from":1,"to":2},"*"]}]}
      """, name: "b.json")
    #expect(file.problems.isEmpty)
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(correct: [0, 2])),
        .text(TextSolution(accepted: [AcceptedText("a"), AcceptedText("b")])),
        .number(
          NumberSolution(accepted: [
            AcceptedNumber(.value(3, tolerance: 0)), AcceptedNumber(.range(1, 2)),
            AcceptedNumber(.any),
          ])),
      ])
  }

  @Test(arguments: [
    (#""choices":["x","y"],"correct":[1,3]"#, "answer-not-a-choice"),
    (#""choices":["x","y"],"correct":[]"#, "no-correct-choice"),
    (#""choices":["x"],"correct":[1]"#, "too-few-choices"),
    (#""choices":["x","y"],"correct":["x"]"#, "wrong-type"),
    (#""choices":["x","y"],"correct":[1],"choose":3"#, "bad-solution"),
    (#""choices":["x","y"],"correct":[1],"weights":[1]"#, "bad-solution"),
    (#""choices":["x","y"],"correct":[1],"weights":["a"]"#, "wrong-type"),
    (#""kind":"text""#, "missing-field"), (#""kind":"text","accepted":[]"#, "empty-answer"),
    (#""kind":"text","accepted":["  "]"#, "empty-answer"),
    (#""kind":"text","accepted":[{}]"#, "wrong-type"),
    (#""kind":"text","accepted":["a"],"choices":["x","y"]"#, "choices-of-typed-answer"),
    (#""kind":"number","accepted":["a"]"#, "not-a-number"),
    (#""kind":"number","accepted":[{"from":2,"to":1}]"#, "bounds-reversed"),
    (#""kind":"number","accepted":[1e999]"#, "bad-solution"),
  ])
  func `what cannot be right is named`(_ members: String, _ code: String) throws {
    let file = try readText(
      "{\"format\":\"qa-repl\",\"version\":2,\"questions\":[{\"text\":\"r?\",\(members)}]}",
      name: "b.json")
    #expect(file.problems.map(\.code) == [code])
  }

  @Test(arguments: [QuestionFormat.gift, .aiken, .csv, .tsv, .markdown, .anki])
  func `a format that does not hold a kind names what it leaves out`(_ format: QuestionFormat)
    throws
  {
    let questions = QuestionContent.eachKind.map { ExportedQuestion(content: $0) }
      .filter { !format.kinds.contains($0.content.kind) }
    let file = try #require(format.write(questions, name: "x"))
    #expect(file.written == 0)
    #expect(file.problems.filter { $0.code == "kind-not-written" }.count == questions.count)
  }

  @Test func `search finds what is accepted`() throws {
    let test = TestWorld()
    try test.add(QuestionContent.eachKind)
    let texts = try test.world.store.fetch(FetchDescriptor<Question>()).map(\.content.searchText)
    #expect(texts[4].contains("paris") && texts[4].contains("l*t*") && texts[5].contains("3.14"))
  }

  @Test(arguments: zip(QuestionContent.eachKind, [2, 2, 3, 3, 0, 0]))
  func `the chance of a lucky guess is one in so many`(_ content: QuestionContent, _ guesses: Int) {
    #expect(content.guesses == guesses)
    #expect(Guessing(choices: guesses).chance == (guesses == 0 ? 0 : 1 / Double(guesses)))
  }

  @Test func `many choices are many ways to guess`() {
    let choices = (0..<26).map { Choice("\($0)") }
    var solution = SeveralSolution(correct: [0, 1], choose: 13)
    #expect(
      QuestionContent(text: "?", choices: choices, solution: .several(solution)).guesses
        == 10_400_600)
    solution.choose = nil
    #expect(
      QuestionContent(text: "?", choices: choices, solution: .several(solution)).guesses
        == 67_108_863)
  }

  @Test func `an import keeps the order of the choices, and brings new weights`() {
    let old = QuestionContent(
      text: "?", choices: [Choice("a"), Choice("b"), Choice("c")],
      solution: .several(SeveralSolution(correct: [0, 2])))
    let new = QuestionContent(
      text: "?", choices: [Choice("c"), Choice("a"), Choice("b", feedback: "no")],
      solution: .several(SeveralSolution(weights: [0.25, 0.75, -1], choose: 2)))
    let updated = old.updated(by: new)
    #expect(updated.choices.map(\.text) == ["a", "b", "c"])
    #expect(updated.choices[1].feedback == "no")
    #expect(
      updated.solution
        == .several(SeveralSolution(correct: [0, 2], choose: 2, weights: [0.75, -1, 0.25])))
  }
}
