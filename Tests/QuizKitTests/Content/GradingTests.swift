import Testing

@testable import QuizExchange

@Suite struct GradingTests {
  private let letters = ["A", "B", "C", "D"].map { Choice($0) }

  private func several(_ solution: SeveralSolution) -> QuestionContent {
    QuestionContent(text: "?", choices: letters, solution: .several(solution))
  }

  private func points(
    _ response: Response?, _ content: QuestionContent, isPartial: Bool = true
  ) -> Double {
    Grading(isPartial: isPartial).grade(response, to: content).points
  }

  @Test func `one choice is right, and all others and none are not`() {
    let content = QuestionContent(text: "?", choices: letters, correct: 1)
    for isPartial in [false, true] {
      #expect(points(.choice(1), content, isPartial: isPartial) == 1)
      for wrong in [Response.choice(0), .choice(7), .choices([1]), .typed("B")] {
        #expect(points(wrong, content, isPartial: isPartial) == 0, "\(wrong)")
      }
      #expect(points(nil, content, isPartial: isPartial) == 0)
    }
  }

  // The cases of Moodle's question/type/multichoice/tests/question_multi_test.php, with its
  // weights.
  @Test(
    arguments: [
      ([0, 2], 1.0), ([0], 0.5), ([0, 1, 2], 0), ([1], 0), ([0, 1, 2, 3], 0), ([2], 0.5),
    ] as [([Int], Double)])
  func `in part, several choices are credit what Moodle gives for them`(
    _ picked: [Int], _ credit: Double
  ) {
    let weighted = several(SeveralSolution(weights: [0.5, -1, 0.5, -1]))
    #expect(weighted.solution.rightChoices == [0, 2])
    #expect(points(.choices(picked), weighted) == credit)
    #expect(points(.choices(picked), weighted, isPartial: false) == (picked == [0, 2] ? 1 : 0))
  }

  @Test func `weights with five digits that make a whole make a point`() {
    let thirds = several(SeveralSolution(weights: [0.3333333, 0.3333333, 0.3333333, 0]))
    #expect(points(.choices([0, 1, 2]), thirds) == 1)
    #expect(points(.choices([0, 1, 2, 3]), thirds) == 1)
    #expect(points(.choices([0, 1, 2, 3]), thirds, isPartial: false) == 0)
  }

  @Test(
    arguments: [
      ([0, 1, 2], 1.0), ([0, 1], 2.0 / 3), ([0, 1, 3], 1.0 / 3), ([0], 1.0 / 3), ([0, 3], 0),
      ([3], 0),
      ([0, 1, 2, 3], 2.0 / 3),
    ] as [([Int], Double)])
  func `without weights, right ones add and wrong ones take as much away`(
    _ picked: [Int], _ credit: Double
  ) {
    let content = several(SeveralSolution(correct: [2, 0, 1]))
    #expect(abs(points(.choices(picked), content) - credit) < 1e-12)
    let grade = Grading(isPartial: true).grade(.choices(picked), to: content)
    #expect(
      grade.isRight == (credit == 1) && (grade.unusualPoints != nil) == (credit > 0 && credit < 1))
  }

  @Test func `each choice tells what picking it meant`() {
    let content = several(SeveralSolution(correct: [0, 1]))
    let marks = letters.indices.map { content.mark(of: $0, in: .choices([1, 2])) }
    #expect(marks == [.missed, .hit, .wrong, nil])
  }

  // The answers in Moodle's question/type/shortanswer/tests/question_test.php.
  @Test func `the first text that matches decides what the answer is credit`() {
    let content = QuestionContent(
      text: "?",
      solution: .text(
        TextSolution(accepted: [
          AcceptedText("frog"), AcceptedText("toad", fraction: 0.8),
          AcceptedText("*", fraction: 0, feedback: "No"),
        ])))
    #expect(
      ["frog", "toad", "cat", "", "Frog."].map { points(.typed($0), content) } == [1, 0.8, 0, 0, 1])
    #expect(points(.typed("toad"), content, isPartial: false) == 0)
    #expect(content.feedback(on: .typed("cat")) == "No")
    #expect(points(.choice(0), content) == 0)
  }

  @Test func `the first number that matches decides what the answer is credit`() {
    let content = QuestionContent(
      text: "?",
      solution: .number(
        NumberSolution(accepted: [
          AcceptedNumber(.value(3.14, tolerance: 0)),
          AcceptedNumber(.range(3, 4), fraction: 0.5, feedback: "near"),
          AcceptedNumber(.any, fraction: 0, feedback: "far"),
        ])))
    let typed = ["3.14", "3,14", "3.1", "4", "42", "abc"]
    #expect(typed.map { points(.typed($0), content) } == [1, 1, 0.5, 0.5, 0, 0])
    #expect(typed.map { content.feedback(on: .typed($0)) } == ["", "", "near", "near", "far", ""])
  }
}
