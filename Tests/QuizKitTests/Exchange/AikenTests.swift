import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct AikenTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "test.txt", format: .aiken)
  }

  @Test func `a stem of several lines, choices with a dot or a bracket, and the answer`() throws {
    let file = try read("Which one\nis red?\nA. Mars\nB) Venus\n\nANSWER: A\n")
    #expect(file.contents.map(\.text) == ["Which one\nis red?"])
    #expect(file.contents.first?.choiceTexts == ["Mars", "Venus"])
    #expect(file.contents.first?.solution.rightChoice == 0)
  }

  @Test func `the answer in lower case is read with a warning`() throws {
    let file = try read("q?\nA. x\nB. y\nAnswer: b\n")
    #expect(file.places == ["4:answer-case"])
    #expect(file.contents.first?.correctText == "y")
  }

  @Test func `a letter out of order costs the question and is named on its line`() throws {
    let file = try read("q?\nA. x\nC. y\nD. z\nANSWER: A\nr?\nA. x\nB. y\nANSWER: B\n")
    #expect(file.places == ["3:choice-letter-out-of-order"])
    #expect(file.contents.map(\.text) == ["r?"])
  }

  @Test func `an answer beyond the choices is an error on its line`() throws {
    #expect(try read("q?\nA. x\nB. y\nANSWER: C\n").places == ["4:answer-not-a-choice"])
  }

  @Test(arguments: [
    ("A,C", [0, 2]), ("c, a", [0, 2]), ("A and C.", [0, 2]), ("A C", [0, 2]), ("AC", [0, 2]),
    ("A、B、C", [0, 1, 2]), ("A; B", [0, 1]), ("A & B", [0, 1]),
  ])
  func `several letters are several right answers`(key: String, correct: [Int]) throws {
    let file = try read("q?\nA. x\nB. y\nC. z\nANSWER: \(key)\n")
    #expect(file.contents.map(\.solution) == [.several(SeveralSolution(correct: correct))])
  }

  @Test(arguments: ["Bad", "BZ", "B, see C above", "B. C is wrong", "not B", "B. x"])
  func `a key that is not understood whole is named, not read by its first letter`(
    key: String
  ) throws {
    let file = try read("q?\nA. x\nB. y\nC. z\nANSWER: \(key)\n")
    #expect(file.places == ["5:answer-not-a-choice"])
  }

  @Test(arguments: ["B. because", "B", "b", "B) y", "B, B"])
  func `a letter with something behind it is one right answer`(key: String) throws {
    let file = try read("q?\nA. x\nB. y\nC. z\nANSWER: \(key)\n")
    #expect(file.contents.map(\.solution) == [.single(1)])
  }

  @Test func `a letter beyond the choices costs the question, also among several`() throws {
    #expect(
      try read("q?\nA. x\nB. y\nANSWER: A, D\n").places == ["4:answer-not-a-choice"])
    let file = try read("q?\nA. x\nB. y\nANSWER: A, B\n")
    #expect(file.places == ["1:all-choices-right"])
  }

  @Test func `kinds that Aiken has no words for are not written, and named`() throws {
    let contents = [
      QuestionContent(
        text: "s", choices: [Choice("a"), Choice("b")],
        solution: .several(SeveralSolution(weights: [0.5, 0.5]))),
      QuestionContent(text: "t", solution: .text(TextSolution(accepted: [AcceptedText("a")]))),
      QuestionContent(
        text: "n",
        solution: .number(
          NumberSolution(accepted: [AcceptedNumber(.any, feedback: "f")]))),
      QuestionContent(text: "q", choices: [Choice("a"), Choice("b")], correct: 1),
    ]
    let file = try #require(
      QuestionFormat.aiken.write(contents.map { ExportedQuestion(content: $0) }, name: "o"))
    #expect(String(decoding: file.bytes, as: UTF8.self) == "q\nA. a\nB. b\nANSWER: B\n\n")
    #expect(
      file.problems.map(\.fault)
        == [.several, .text, .number].map {
          .kindNotWritten($0, format: "Aiken")
        })
    #expect(file.problems.map(\.question) == ["s", "t", "n"])
    #expect(file.written == 1)
  }

  @Test func `a question at the end of the file without an answer is an error`() throws {
    #expect(try read("q?\nA. x\nB. y").places == ["3:question-not-finished"])
  }

  @Test func `an accent behind the mark of a choice is not lost with it`() throws {
    let file = try read("q?\nA.\u{301}x\nB. y\nANSWER: A\n")
    #expect(file.contents.first.map { Array($0.choiceTexts[0].utf8) } == Array("\u{301}x".utf8))
  }

  @Test func `what Aiken cannot keep is counted and said`() throws {
    let content = QuestionContent(
      text: "two\nlines", choices: [Choice("x", feedback: "f"), Choice("y")], correct: 1,
      commentary: "c", tags: ["t"])
    let file = try #require(
      QuestionFormat.aiken.write([ExportedQuestion(content: content)], name: "o"))
    #expect(String(decoding: file.bytes, as: UTF8.self) == "two lines\nA. x\nB. y\nANSWER: B\n\n")
    #expect(
      file.problems.map(\.code) == [
        "commentary-lost", "feedback-lost", "tags-lost", "line-breaks-lost",
      ])
    #expect(
      file.problems.first?.message(in: .english) == "Aiken keeps no commentary: 1 lost")
  }

  @Test func `a question that would be read as a choice is not written`() throws {
    let content = QuestionContent(
      text: "A. Lincoln was?", choices: [Choice("x"), Choice("y")], correct: 0)
    let file = try #require(
      QuestionFormat.aiken.write([ExportedQuestion(content: content)], name: "o"))
    #expect(file.written == 0)
    #expect(file.problems.map(\.code) == ["unwritable"])
  }
}
