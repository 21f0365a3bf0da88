import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct BankDoctorTests {
  private let test = TestWorld()

  private func question(
    _ text: String, _ choices: [String] = ["a", "b", "c"], key: Int = 0, commentary: String = "why"
  ) -> QuestionContent {
    QuestionContent(
      text: text, choices: choices.map { Choice($0) }, solution: .single(key),
      commentary: commentary)
  }

  private func findings(_ kind: Finding.Kind? = nil, deck: String? = nil) throws -> [Finding] {
    try BankDoctor(bank: test.bank, history: test.history, deck: deck).findings
      .filter { kind == nil || $0.kind == kind }
  }

  /// Plays a quiz of one deck with these choices, and reads its result.
  private func play(_ choices: [Int], deck: String) throws {
    let session = try test.start(QuizOptions(deck: deck))
    for choice in choices { try session.select(choice) }
    session.showResult()
  }

  @Test func `a card without a commentary is not listed`() throws {
    try test.add(
      [QuestionContent(text: "Front", solution: .card(CardSolution(back: "Back")))], deck: "A")
    #expect(try findings().isEmpty)
  }

  @Test func `each question is listed once for each kind, the most serious kinds first`() throws {
    try test.add(
      [
        question("Equal choices?", ["a", "b", "a "], commentary: ""),
        question("Which of these?", ["red", "blue", "any two of the above"]),
        question("All of them?", ["red", "blue", "all of the above"]),
      ], deck: "A")
    let found = try findings()
    #expect(found.map(\.kind) == [.equalChoices, .shuffledReference, .noCommentary])
    #expect(found.map(\.number) == [1, 2, 1])
    #expect(found[0].reason == Reason("two choices are “a”", "選択肢「a」が 2 つあります"))
  }

  @Test func `equal questions of all decks are one finding, with the numbers of the others`() throws
  {
    try test.add([question("Same?"), question("Other?")], deck: "A")
    try test.add([question("Same?")], deck: "B")
    let found = try findings(.equalQuestions)
    #expect(found.map(\.number) == [1])
    #expect(found.first?.others == [3])
    #expect(found.first?.reason.text(in: .english) == "the same as question 3")
    #expect(try findings(.equalQuestions, deck: "A").isEmpty)
  }

  @Test func `equal questions with different keys are a doubt about a key`() throws {
    try test.add([question("Same?"), question("Same?", key: 1)], deck: "A")
    let found = try findings(.differingKeys)
    #expect(found.map(\.number) == [1] && found.first?.others == [2])
    #expect(try findings(.equalQuestions).isEmpty)
  }

  @Test func `a long kind is one row, and what doubts a key never is`() throws {
    try test.add(
      (1...11).map {
        question("Number \($0)?", ["one", "two", "three"], commentary: "Answer: B")
      } + (1...11).map { question("Nameless \($0)?", key: 1 + $0 % 2, commentary: "") }, deck: "A")
    let found = try findings()
    let rows = found.rows(of: nil)
    #expect(found.counts.map(\.count) == [11, 11])
    #expect(rows.map(\.count) == Array(repeating: 1, count: 11) + [11])
    #expect(rows.last?.finding.number == 12 && rows.last?.finding.others == Array(13...22))
    #expect(rows.last?.finding.reason == Reason("no commentary: 11", "解説なし: 11 件"))
    #expect(found.rows(of: .noCommentary).count == 11)
  }

  @Test func `a choice that nobody took is named after eight answers`() throws {
    try test.add([question("Which?")], deck: "A")
    for _ in 0..<7 { try play([1], deck: "A") }
    #expect(try findings(.unusedChoices).isEmpty)
    try play([0], deck: "A")
    let reason = try findings(.unusedChoices).first?.reason
    #expect(reason?.text(in: .english) == "nobody took “c” in 8 answers")
  }

  @Test func `a key that those contradict who know the rest is doubted`() throws {
    try test.add((1...6).map { question("Question \($0)?", key: $0 % 3) }, deck: "A")
    // Whoever knows the first five takes the second choice of the last one.
    for _ in 0..<9 { try play([1, 2, 0, 1, 2, 1], deck: "A") }
    for _ in 0..<3 { try play([0, 0, 1, 0, 0, 0], deck: "A") }
    let found = try findings(.doubtfulKey)
    #expect(found.map(\.number) == [6])
    #expect(
      found.first?.reason.text(in: .english)
        == "those who know the other questions answer “b” (9 of 12), not “a”")
  }

  @Test func `answers from before the question was changed do not count`() throws {
    try test.add([question("Which?")], deck: "A")
    for _ in 0..<8 { try play([0], deck: "A") }
    #expect(try findings(.unusedChoices).count == 1)
    test.scheduler.advance(by: .seconds(60))
    let stored = try #require(try test.bank.questions([Identifier(rawValue: 1)]).first)
    try test.bank.update(stored, content: question("Which?", ["a", "c", "b"]))
    #expect(try findings(.unusedChoices).isEmpty)
  }

  @Test func `answers of a quiz that goes on do not count`() throws {
    try test.add([question("Which?")], deck: "A")
    for _ in 0..<7 { try play([0], deck: "A") }
    let session = try test.start(QuizOptions(deck: "A"))
    try session.select(0)
    session.leave()
    #expect(try findings(.unusedChoices).isEmpty)
  }

  @Test func `the questions are examined again after the bank changed`() throws {
    try test.add([question("Which?", commentary: "")], deck: "A")
    let doctor = try BankDoctor(bank: test.bank, history: test.history, deck: nil)
    #expect(doctor.findings.count == 1)
    try test.bank.delete([Identifier(rawValue: 1)])
    try doctor.examine()
    #expect(doctor.findings.isEmpty && doctor.questions.isEmpty)
  }
}
