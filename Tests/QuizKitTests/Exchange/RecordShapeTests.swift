import Testing

@testable import QuizExchange

/// Tests the forms in which question sites and quiz programs write questions as JSON.
@Suite struct RecordShapeTests {
  private func read(
    _ text: String, name: String = "q.json", _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> QuestionFile {
    var options = ReadingOptions()
    change(&options)
    return try readText(text, name: name, options: options)
  }

  /// Each question as "text: choice, choice > right".
  private func told(_ file: QuestionFile) -> [String] {
    file.contents.map {
      "\($0.text): \($0.choiceTexts.joined(separator: ", ")) > \($0.rightAnswer)"
    }
  }

  private static let shapes = [
    #"{"question": "q", "choices": ["x", "y", "z"], "answer": "y"}"#,
    #"{"body": "q", "options": ["A. x", "B. y", "C. z"], "answer": "B"}"#,
    #"{"body": "q", "options": ["A. x", "B. y", "C. z"], "correct": "B. y"}"#,
    #"{"title": "q", "choices": {"A": "x", "B": "y", "C": "z"}, "correctAnswer": "B"}"#,
    #"{"text": "q", "choices": {"1": "x", "2": "y", "3": "z"}, "correct_answer": 2}"#,
    #"{"prompt": "q", "answers": ["x", "y", "z"], "correct_response": ["b"]}"#,
    #"{"prompt": {"question": "q", "answers": ["x", "y", "z"]}, "correct_response": ["b"]}"#,
    #"{"question": {"stem": "q", "choices": [{"text": "x", "label": "A"}, "#
      + #"{"text": "y", "label": "B"}, {"text": "z", "label": "C"}]}, "answerKey": "B"}"#,
    #"{"question": "q", "choices": {"text": ["x", "y", "z"], "label": ["A", "B", "C"]}, "#
      + #""answerKey": "B"}"#,
    #"{"questionText": "q", "answerOptions": [{"answerText": "x", "isCorrect": false}, "#
      + #"{"answerText": "y", "isCorrect": true}, {"answerText": "z", "isCorrect": false}]}"#,
    #"{"question": "q", "options": [{"id": 11, "text": "x"}, {"id": 12, "text": "y"}, "#
      + #"{"id": 13, "text": "z"}], "correctOptionId": 12}"#,
    #"{"question": "q", "options": [{"A": "x"}, {"B": "y"}, {"C": "z"}], "answer": "b"}"#,
    #"{"question": "q", "options": [["A", "x"], ["B", "y"], ["C", "z"]], "answer": "B"}"#,
    #"{"question": "q", "A": "x", "B": "y", "C": "z", "answer": "B"}"#,
    #"{"question": "q", "option1": "x", "option2": "y", "option3": "z", "answer": "option2"}"#,
    #"{"question": "q", "option_a": "x", "option_b": "y", "option_c": "z", "answer": "option_b"}"#,
    #"{"question": "q", "choices": ["x", "y", "z"], "correct": [false, true, false]}"#,
    #"{"question": "q", "answers": {"answer_a": "x", "answer_b": "y", "answer_c": "z", "#
      + #""answer_d": null}, "correct_answer": null, "correct_answers": {"answer_a_correct": "#
      + #""false", "answer_b_correct": "true", "answer_c_correct": "false", "#
      + #""answer_d_correct": "false"}}"#,
    #"{"question": "q", "options": "x|y|z", "answer": "y"}"#,
    #"{"question": "q", "options": "A) x\nB) y\nC) z", "answer": "B"}"#,
    #"{"body": "q\nA. x\nB. y\nC. z", "answer": "B"}"#,
    #"{"body": "q A) x B) y C) z", "answer": "B"}"#,
    #"{"body": "q A) x B) y C) z Answer: B"}"#,
    #"{"body": "q\n(A) x  (B) y\n(C) z", "answer": "B"}"#,
    #"{"body": "q\nA. x\nB. y\nC. z\nAnswer: B"}"#,
    #"{"question": "q", "options": "A. x B. y C. z", "answer": "B"}"#,
    #"{"question": "q", "options": "ア．x　イ．y　ウ．z", "answer": "イ"}"#,
    #"{"body": "q\n\n(A) x\n(B) y\n(C) z\n\nAnswer: B"}"#,
    #"{"question": "q", "options": ["x", "y", "z"], "answer": "Option B"}"#,
    #"{"question": "q", "options": ["x", "y", "z"], "answer": "(B)"}"#,
    #"{"question": "q", "options": ["x", "y", "z"], "answer": {"index": "B", "why": 1}}"#,
  ]

  @Test(arguments: shapes)
  func `a record is read whatever shape it has`(shape: String) throws {
    let file = try read("[\(shape)]")
    #expect(told(file) == ["q: x, y, z > y"])
    #expect(file.problems.filter { $0.level != .warning }.isEmpty)
  }

  @Test(arguments: [
    #"["A", "C"]"#, #""AC""#, #""A, C""#, #""a and c""#, "[true, false, true]", #"["x", "z"]"#,
    #""x; z""#, #"["A. x", "C. z"]"#,
  ])
  func `a key may name several choices`(key: String) throws {
    let file = try read(#"[{"question": "q", "options": ["x", "y", "z"], "answer": \#(key)}]"#)
    #expect(told(file) == ["q: x, y, z > x; z"])
  }

  @Test func `a survey of the whole file decides whether indexes count from 0 or from 1`() throws {
    func records(_ keys: [Int], name: String = "answer") -> String {
      "["
        + keys.map { #"{"question": "q", "options": ["x", "y", "z"], "\#(name)": \#($0)}"# }
        .joined(separator: ", ") + "]"
    }
    #expect(told(try read(records([1, 2, 0]))).last == "q: x, y, z > x")
    #expect(told(try read(records([1, 2, 3]))).first == "q: x, y, z > x")
    #expect(try read(records([1, 2, 3])).places.isEmpty)
    #expect(try read(records([1, 2])).places == ["1:key-base-unsure", "1:key-base-unsure"])
    #expect(told(try read(records([1, 2]))).isEmpty)
    #expect(try read(records([1, 2], name: "correctIndex")).places.isEmpty)
    let named = try read(records([1, 2])) { $0.answers = .numbersFromOne }
    #expect(told(named).first == "q: x, y, z > x")
    #expect(named.places.isEmpty)
    #expect(try read(records([1, 2, 0, 7])).places == ["1:answer-not-a-choice"])
  }

  @Test(arguments: [(1, "B", "y"), (2, "B", "y"), (0, "A", "x")])
  func `a letter beside a number tells whether numbers count from 0 or from 1`(
    number: Int, letter: String, right: String
  ) throws {
    let record =
      #"{"question": "q", "options": ["x", "y", "z"], "answer": \#(number), "correct_letter": "\#(letter)"}"#
    #expect(told(try read("[\(record)]")) == ["q: x, y, z > \(right)"])
  }

  @Test(arguments: [
    #""option1": "x", "option2": "y", "option3": "z", "#,
    #""options": [{"id": 1, "text": "x"}, {"id": 2, "text": "y"}, {"id": 3, "text": "z"}], "#,
  ])
  func `a zero among the keys says that numbers count choices and are no labels`(
    choices: String
  ) throws {
    let record = #"{"ques": "q", \#(choices)"correct": "#
    let records = ["1", "0", "2", "\"1\""].map { record + $0 + "}" }.joined(separator: ",")
    let counted = try read("[\(records)]")
    #expect(counted.contents.map(\.rightAnswer) == ["y", "x", "z", "y"])
    let labelled = try read("[\(record)1}, \(record)\"3\"}]")
    #expect(labelled.contents.map(\.rightAnswer) == ["x", "z"])
  }

  @Test(arguments: [
    #"{"quiz": {"title": "t", "questions": [Q]}}"#, #"[{"category": "c", "questions": [Q]}]"#,
    #"[Q]"#, #"{"results": [Q]}"#,
  ])
  func `right and wrong answers may be in lists of any depth`(list: String) throws {
    let record = #"{"question": "q{", "correct_answer": "x", "incorrect_answers": ["y"]}"#
    let file = try read(list.replacing("Q", with: record))
    #expect(file.contents.map(\.rightAnswer) == ["x"])
    #expect(file.contents.map(\.text) == ["q{"])
  }

  @Test func `numbers that are choices and no indexes are texts`() throws {
    let file = try read(
      #"[{"question": "2+2", "options": ["3", "4", "22"], "answer": 4}, "#
        + #"{"question": "20+2", "options": ["3", "4", "22"], "answer": 22}]"#)
    #expect(told(file).map { $0.suffix(2) } == [" 4", "22"])
  }

  @Test func `letters count as choices only where no key can be a letter`() throws {
    let shuffled = #""options": ["B", "A", "C"]"#
    let texts = try read(#"[{"question": "q", \#(shuffled), "answer": "A"}]"#)
    #expect(texts.contents.map(\.rightAnswer) == ["A"])
    let letters = try read(
      #"[{"question": "q", \#(shuffled), "answer": "A"}, "#
        + #"{"question": "r", "options": ["x", "y"], "answer": "B"}]"#)
    #expect(letters.contents.map(\.rightAnswer) == ["B", "y"])
  }

  @Test(arguments: [
    #"{"results": [Q, Q]}"#, #"{"data": {"items": [Q, Q]}}"#, #"{"count": 2, "rows": [Q, Q]}"#,
    #"[[Q], [Q]]"#, #"{"quiz": {"q1": Q, "q2": Q}}"#,
    #"{"sections": [{"title": "a", "questions": [Q]}, {"title": "b", "questions": [Q]}]}"#,
  ])
  func `questions are found in whatever lists and objects they are`(document: String) throws {
    let question = #"{"question": "q", "options": ["x", "y"], "answer": "y"}"#
    let file = try read(document.replacing("Q", with: question))
    #expect(told(file) == ["q: x, y > y", "q: x, y > y"])
  }

  @Test func `groups of questions become decks`() throws {
    let question = #"{"question": "q", "options": ["x", "y"], "answer": "y"}"#
    let named = try read(
      #"{"title": "T", "parts": [{"name": "a", "questions": [\#(question)]}]}"#)
    #expect(named.questions.map(\.category) == ["a"])
    let members = try read(#"{"maths": [\#(question)], "art": [\#(question)]}"#)
    #expect(members.questions.map(\.category) == ["maths", "art"])
    let plain = try read(#"{"title": "T", "questions": [\#(question)], "tags": ["t"]}"#)
    #expect(plain.questions.map(\.category) == [nil])
  }

  @Test func `what stands among questions and cannot be read is named with its line`() throws {
    let file = try read(
      """
      {"results": [
      {"note": "before"},
      {"question": "q", "options": ["x", "y"], "answer": "y"},
      {"question": "r", "options": ["x", "y"]},
      {"question": ""},
      7,
      {"question": "s", "options": ["x", "y"], "answer": "z"},
      {"question": "t", "type": "essay"}
      ]}
      """)
    #expect(file.contents.count == 1)
    #expect(
      file.places.sorted() == [
        "2:missing-field", "4:missing-field", "5:empty-stem", "6:wrong-type",
        "7:answer-not-a-choice", "8:not-multiple-choice",
      ])
    #expect(file.problems.first?.element == "results[1]")
    let message = file.problems.first { $0.line == 4 }?.message(in: .english)
    #expect(
      message == "no field for the right answer among question, options in \"r\"")
  }

  @Test func `fields that are not used are named once`() throws {
    let file = try read(
      #"[{"question": "q", "options": ["x", "y"], "answer": "y", "votes": 3}, "#
        + #"{"question": "r", "options": ["x", "y"], "answer": "y", "votes": 4, "url": ""}]"#)
    #expect(file.places == ["1:fields-ignored"])
    #expect(file.problems.first?.message(in: .english).contains("votes, url") == true)
  }

  @Test func `a person may name the fields, also those inside of others`() throws {
    let record =
      #"{"frage": {"wortlaut": "q"}, "moeglich": ["x", "y"], "richtig": "b", "weil": "w", "#
      + #""thema": "d"}"#
    let file = try read("[\(record)]") {
      $0.columns = [
        NamedColumn(.question): "frage.wortlaut", NamedColumn(.choices): "moeglich",
        NamedColumn(.correct): "richtig", NamedColumn(.explanation): "weil",
        NamedColumn(.category): "thema",
      ]
    }
    #expect(told(file) == ["q: x, y > y"])
    #expect(file.contents.first?.commentary == "w")
    #expect(file.questions.first?.category == "d")
  }

  @Test func `a field that a person names and that is not there is an error with the others`()
    throws
  {
    let file = try read(#"[{"question": "q", "options": ["x", "y"], "answer": "y"}]"#) {
      $0.columns = [NamedColumn(.tags): "themen"]
    }
    #expect(file.places == ["1:no-column"])
    #expect(
      file.problems.first?.message(in: .english)
        == "nothing is named “themen” here; found: question, options, answer")
    #expect(file.isUnusable)
  }

  @Test func `texts between tags are HTML, and questions about HTML are not`() throws {
    let html = try read(
      #"[{"question": "<p>q &lt;b&gt;<br>r</p>", "options": ["<p>x</p>", "<p>y</p>"], "#
        + #""answer": "b"}]"#)
    #expect(html.contents.first?.text == "q <b>\nr")
    #expect(html.contents.first?.choiceTexts == ["x", "y"])
    let about = try read(
      #"[{"question": "What does <br> do?", "options": ["<p>", "&lt;"], "answer": "<p>"}]"#)
    #expect(about.contents.first?.text == "What does <br> do?")
    #expect(about.contents.first?.choiceTexts == ["<p>", "&lt;"])
  }

  @Test func `cards and questions with several parts have shapes of their own`() throws {
    let file = try read(
      """
      [{"front": "dog", "back": "perro"},
      {"term": "cat", "definition": "gato"},
      {"question": "Sort", "type": "ordering", "items": ["a", "b"]},
      {"question": "Match", "pairs": {"a": "1", "b": "2"}},
      {"question": "Match", "pairs": [["a", "1"], ["b", "2"]], "extra": ["3"]},
      {"question": "[[1]] it", "gaps": [{"choices": ["x", "y"], "correct": 2}]},
      {"kind": "card", "question": "bird", "answer": "pájaro"}]
      """)
    #expect(
      file.contents.map(\.solution) == [
        .card(CardSolution(back: "perro")), .card(CardSolution(back: "gato")), .order,
        .match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")])),
        .match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")], extra: ["3"])),
        .gaps(GapsSolution([.picked(GapChoices(["x", "y"], correct: 1))])),
        .card(CardSolution(back: "pájaro")),
      ])
    #expect(file.problems.isEmpty)
  }

  @Test func `right and wrong answers in fields of their own make choices`() throws {
    let file = try read(
      #"[{"question": {"text": "q"}, "correctAnswer": "x", "incorrectAnswers": ["y", "z"]}, "#
        + #"{"statement": "r", "answer": false}]"#)
    #expect(file.contents.map(\.rightAnswer) == ["x", "False"])
    #expect(file.contents.map(\.choices.count) == [3, 2])
    #expect(file.contents.map(\.kind) == [.single, .trueFalse])
  }
}
