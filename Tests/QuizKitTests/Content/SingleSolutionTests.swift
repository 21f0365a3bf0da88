import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

/// Tests the weights of choices when one of them is to be picked.
@Suite struct SingleSolutionTests {
  private let third = 0.3333333

  private func content(_ weights: [Double], correct: Int = 0) -> QuestionContent {
    QuestionContent(
      text: "?", choices: weights.indices.map { Choice("\($0)") },
      solution: .single(SingleSolution(correct, weights: weights)))
  }

  @Test func `weights that only say what is right are none`() {
    #expect(SingleSolution(1, weights: [0, 1, 0]) == SingleSolution(1))
    #expect(SingleSolution(1, weights: [0, 1, -0.0]).weights == nil)
    #expect(SingleSolution(1, weights: [1, 0, 0]).weights == [1, 0, 0])
    #expect(SingleSolution(1, weights: [0, 0.9, 0]).weights == [0, 0.9, 0])
  }

  @Test func `the best choice is right, and so are those that are as good`() {
    #expect(SingleSolution(weights: [0.4, 0.8, 0])?.right == [1])
    #expect(SingleSolution(weights: [0.4, 0.8, 0.8])?.right == [1, 2])
    #expect(SingleSolution(2, weights: [0, 1, 1]).correct == 1)
    #expect(Solution.single(SingleSolution(0, weights: [1, 1, 0])).rightChoices == [0, 1])
    #expect(SingleSolution(weights: [0, -1]) == nil && SingleSolution(weights: []) == nil)
  }

  @Test(
    arguments: [
      ([1, 0.5, -1], 0, true), ([0.8, 0.4, 0], 0, true), ([1, 1, 1], 0, true),
      ([1, 0.5], 1, false), ([0, 0], 0, false), ([-0.5, -1], 0, false), ([1, 1.1], 1, false),
      ([1, -1.1], 0, false), ([1, .nan], 0, false), ([1, 0.5], 2, false),
    ] as [([Double], Int, Bool)])
  func `the right choice is credit something, and no other more`(
    _ weights: [Double], _ correct: Int, _ isWhole: Bool
  ) {
    #expect((content(weights, correct: correct).fault == nil) == isWhole)
  }

  @Test func `there is one weight for each choice`() {
    let solution = SingleSolution(0, weights: [1, 0.5])
    #expect(solution.fault(among: 2) == nil)
    #expect(solution.fault(among: 3) != nil && solution.fault(among: 1) != nil)
  }

  @Test func `a choice is credit its weight where parts count, and in exams`() {
    let content = content([1, 0.5, -third, 0])
    for (position, credit) in [1, 0.5, -third, 0].enumerated() {
      let answer = Response.choice(position)
      #expect(Grading(isPartial: true).grade(answer, to: content).points == credit)
      #expect(Grading(isExam: true).grade(answer, to: content).points == credit)
      #expect(Grading().grade(answer, to: content).points == (position == 0 ? 1 : 0))
      for grading in [Grading(), Grading(isPartial: true), Grading(isExam: true)] {
        #expect(grading.grade(answer, to: content).isRight == (position == 0))
      }
    }
    #expect(Grading(isExam: true).grade(nil, to: content).points == 0)
  }

  @Test func `the best choice is right, whatever it is credit`() {
    let grade = Grading(isPartial: true).grade(.choice(1), to: content([0.4, 0.8, 0], correct: 1))
    #expect(grade.isRight && grade.points == 0.8 && grade.unusualPoints == 0.8)
    let plain = Grading().grade(.choice(1), to: content([0.4, 0.8, 0], correct: 1))
    #expect(plain.isRight && plain.points == 1 && plain.unusualPoints == nil)
  }

  @Test func `a player who guesses finds one of equally good choices sooner`() {
    #expect(content([1, 0.5, 0, 0]).guesses == 4)
    #expect(content([1, 1, 0, 0]).guesses == 2)
    #expect(content([1, 1]).guesses == 1)
  }

  // MARK: Records

  private func text(of solution: Solution) throws -> String {
    var bytes: [UInt8] = []
    try JSONTextEncoder().encode(solution, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func solution(_ text: String) throws -> Solution {
    try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      try JSONTextDecoder().decode(Solution.self, from: bytes)
    }
  }

  @Test
  func `weights stand beside the right choice, where a program without them passes over them`()
    throws
  {
    let weighted = Solution.single(SingleSolution(1, weights: [-third, 1, 0.5]))
    #expect(try text(of: weighted) == "{\"single\":1,\"weights\":[-0.3333333,1,0.5]}")
    #expect(try solution(try text(of: weighted)) == weighted)
    #expect(try text(of: .single(1)) == "{\"single\":1}")
    #expect(try solution("{\"single\":1}") == .single(1))
    #expect(throws: JSONFault.self) { try solution("{\"weights\":[1]}") }
    #expect(throws: JSONFault.self) { try solution("{\"single\":1,\"truefalse\":1}") }
  }

  @Test func `a newer version of the choices takes its weights to the order that is kept`() {
    let older = ["a", "b", "c"].map { Choice($0) }
    let newer = ["c", "a", "b"].map { Choice($0) }
    let solution = Solution.single(SingleSolution(1, weights: [-0.5, 1, 0.25]))
    #expect(
      solution.keeping([0], of: older, from: newer)
        == .single(SingleSolution(0, weights: [1, 0.25, -0.5])))
  }
}
