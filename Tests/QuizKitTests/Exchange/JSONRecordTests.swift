import Testing

@testable import QuizExchange

@Suite struct JSONRecordTests {
  private func read(_ text: String, name: String = "q.jsonl") throws -> QuestionFile {
    try readText(text, name: name)
  }

  @Test(arguments: [
    #"[{"id": 1, "name": "a", "icon": "b"}, {"id": 2, "name": "c", "icon": "d"}]"#,
    "{\"id\": 1, \"name\": \"a\"}\n{\"id\": 2, \"name\": \"c\"}\n",
  ])
  func `a list of other things is one sentence, not a fault for each`(text: String) throws {
    #expect(try read(text, name: "a.json").problems.map(\.code) == ["no-questions"])
  }

  @Test func `among questions a thing without a question is named`() throws {
    let question = #"{"question": "q?", "choices": ["x", "y"], "answer": "x"}"#
    let file = try read(
      #"[{"id": 1, "name": "a"}, \#(question), {"options": ["x", "y"]}]"#, name: "a.json")
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.code) == ["missing-field", "missing-field"])
  }

  @Test(arguments: ["对", "○", "正しい", "true"])
  func `a word for true alone is an answer without choices`(word: String) throws {
    let file = try read(#"{"question": "s", "answer": "\#(word)"}"#)
    #expect(file.contents.map(\.kind) == [.trueFalse])
    #expect(file.contents.first?.solution.rightChoice == 0)
  }

  @Test func `a line is a question with choices and an index from 0`() throws {
    let file = try read(
      """
      {"q_id": 7, "question": "q?", "choice0": "x", "choice1": "y", "choice2": "z", "label": 2}

      {"question": "r?", "choices": ["x", "y"], "answer": "x", "tags": ["t"], "explanation": "e"}
      """)
    #expect(file.contents.map(\.correctText) == ["z", "x"])
    #expect(file.questions.map(\.line) == [1, 3])
    #expect(file.contents.first?.externalID == "7")
    #expect(file.contents.last?.tags == ["t"])
    #expect(file.contents.last?.commentary == "e")
  }

  @Test func `a list of right answers is several, one alone is one`() throws {
    let choices = #""question": "q?", "choices": ["x", "y", "z"]"#
    let file = try read(
      """
      {\(choices), "label": [2, 0]}
      {\(choices), "answer": ["x", "y"]}
      {\(choices), "correct": ["y"]}
      {\(choices), "answer": ["y"], "kind": "several"}
      {\(choices), "answer": "y", "kind": "several"}
      {\(choices), "answer": []}
      {\(choices), "answer": ["x", 3]}
      {\(choices), "answer": [null]}
      """)
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(correct: [0, 2])), .several(SeveralSolution(correct: [0, 1])),
        .single(1), .several(SeveralSolution(correct: [1])),
        .several(SeveralSolution(correct: [1])),
      ])
    #expect(file.places == ["6:no-correct-choice", "7:answer-not-a-choice", "8:wrong-type"])
  }

  @Test func `accepted answers are texts or numbers`() throws {
    let file = try read(
      """
      {"question": "a?", "accepted": ["Paris", {"text": "Lutetia", "fraction": 0.5}]}
      {"question": "b?", "accepted": [3, {"value": 3.14, "tolerance": 0.01}, {"from": 1, "to": 2}]}
      {"question": "c?", "kind": "text", "answer": "Mars", "caseSensitive": true}
      {"question": "d?", "kind": "number", "answer": 9.81, "tolerance": 0.02}
      {"question": "e?", "kind": "number", "answer": "3 to 4"}
      {"question": "f?", "answer": "no choices"}
      {"question": "g?", "kind": "number", "answer": "many"}
      {"question": "h?", "accepted": []}
      {"question": "i?", "kind": "number", "answer": {"from": 4, "to": 3}}
      {"question": "j?", "kind": "text"}
      """)
    #expect(
      file.contents.map(\.solution) == [
        .text(
          TextSolution(accepted: [AcceptedText("Paris"), AcceptedText("Lutetia", fraction: 0.5)])),
        .number(
          NumberSolution(accepted: [
            AcceptedNumber(.value(3, tolerance: 0)), AcceptedNumber(.value(3.14, tolerance: 0.01)),
            AcceptedNumber(.range(1, 2)),
          ])),
        .text(TextSolution(accepted: [AcceptedText("Mars")], isCaseSensitive: true)),
        .number(NumberSolution(accepted: [AcceptedNumber(.value(9.81, tolerance: 0.02))])),
        .number(NumberSolution(accepted: [AcceptedNumber(.range(3, 4))])),
      ])
    #expect(
      file.places == [
        "6:too-few-choices", "7:not-a-number", "8:empty-answer", "9:bounds-reversed",
        "10:missing-field",
      ])
  }

  @Test func `a faulty line costs itself only`() throws {
    let file = try read(
      "{\"question\": \"a?\", \"choices\": [\"x\"], \"label\": 0}\n{\"question\": oops}\n"
        + "{\"question\": \"b?\", \"choices\": [\"x\", \"y\"], \"label\": 2}\n"
        + "{\"question\": \"c?\", \"choices\": [\"x\", \"y\"], \"label\": 1}\n")
    #expect(file.places == ["1:too-few-choices", "2:syntax", "3:answer-not-a-choice"])
    #expect(file.contents.map(\.text) == ["c?"])
  }

  @Test func `a list of such objects is read as well`() throws {
    let file = try read(
      "[\n{\"question\": \"a?\", \"options\": [\"x\", \"y\"], \"answer\": \"y\"}\n]", name: "q.json"
    )
    #expect(file.contents.map(\.correctText) == ["y"])
    #expect(file.questions.first?.line == 2)
  }

  @Test func `a document that breaks off gives one error`() throws {
    #expect(try read("[\n{\"question\": \"a?\",\n", name: "q.json").places == ["3:syntax"])
  }

  private static let faults: [(String, Int, Int, Fault.SyntaxFault)] = [
    ("[\n {\"あ\": ?}]", 2, 8, .unexpected("?")), ("[{\"a\": あ}]", 1, 8, .unexpected("あ")),
    ("[\n1,", 2, 3, .unexpectedEnd), ("[\n\"a", 2, 3, .unexpectedEnd),
    ("[] x", 1, 4, .textAfterEnd),
    ("[\"a\nb\"]", 1, 4, .controlCharacterInString), ("[\n\"a\\q\"]", 2, 3, .badEscape),
    ("[1,01]", 1, 6, .badNumber),
    (String(repeating: "[", count: 600), 1, 513, .nestedTooDeeply),
  ]

  @Test(arguments: faults)
  func `a syntax error has its line and column`(
    _ text: String, _ line: Int, _ column: Int, _ syntax: Fault.SyntaxFault
  ) throws {
    let file = try readText(text, name: "q.json", format: .jsonLines)
    #expect(
      file.problems.first?.fault
        == .syntax(format: "JSON", column: column, syntax, mentionsQuestion: false))
    #expect(file.problems.first?.line == line)
  }

  @Test func `a faulty line has its own column`() throws {
    let fine = #"{"question": "q?", "choices": ["x", "y"], "label": 0}"#
    let file = try read("\(fine)\n{\"question\": \"cut\n\(fine)")
    #expect(file.problems.map(\.fault) == [.syntax(format: "JSON", column: 18, .unexpectedEnd)])
    #expect(file.problems.map(\.line) == [2])
    #expect(file.problems.first?.excerpt == #"{"question": "cut"#)
    #expect(file.questions.count == 2)
  }

  @Test func `the last of two equal members counts`() throws {
    let file = try read(#"{"question": "a?", "choices": ["x", "y"], "label": 0, "label": 1}"#)
    #expect(file.contents.map(\.solution.rightChoice) == [1])
  }

  @Test(arguments: [("20", "20"), (#""20 s""#, "20 s"), (#""\ud83d""#, "\u{FFFD}"), ("[1]", "[1]")])
  func `a time is what the file says, also where half a character is in it`(
    json: String, text: String
  ) {
    var content = QuestionContent(text: "q", choices: [Choice("a"), Choice("b")], correct: 0)
    content.otherFields = ["time": json]
    #expect(content.timeLimit == text)
  }
}
