import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct ExamBlueprintTests {
  private static func blueprint(_ questions: Int, shares: [Int]) -> ExamBlueprint {
    ExamBlueprint(
      questions: questions, passMark: Percent(hundredths: 7000),
      sections: shares.enumerated().map { index, share in
        ExamBlueprint.Section("S\(index)", .share(percent: Percent(hundredths: share * 100)))
      })
  }

  @Test(arguments: [
    (65, [24, 30, 34, 12], [16, 19, 22, 8]), (90, [12, 22, 18, 28, 20], [11, 20, 16, 25, 18]),
    (100, [26, 10, 22, 24, 18], [26, 10, 22, 24, 18]), (3, [50, 50], [2, 1]),
    (1, [1, 99], [0, 1]),
    (10, [33, 33, 33], [4, 3, 3]),
  ])
  func `shares become whole numbers by the largest remainder`(
    questions: Int, shares: [Int], counts: [Int]
  ) {
    #expect(Self.blueprint(questions, shares: shares).counts == counts)
  }

  @Test func `the numbers of all sections together are those of the exam`() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      let questions = Int.random(in: 1...300, using: &random)
      let first = Int.random(in: 1...98, using: &random)
      let second = Int.random(in: 1...(99 - first), using: &random)
      let shares = [first, second, 100 - first - second]
      let counts = Self.blueprint(questions, shares: shares).counts
      #expect(counts.reduce(0, +) == questions)
      for (count, share) in zip(counts, shares) {
        #expect(abs(Double(count) - Double(questions * share) / 100) < 1)
      }
    }
  }

  @Test(arguments: [
    ("24%", 2400), ("24 %", 2400), ("12.5", 1250), ("0.05%", 5), ("１００％", 10_000), ("0", 0),
  ])
  func `shares are read as people write them`(text: String, hundredths: Int) {
    #expect(Percent(text)?.hundredths == hundredths)
  }

  @Test(arguments: ["", "%", "101%", "-1", "1.234", "1.", ".5", "half"])
  func `what is no share is refused`(text: String) {
    #expect(Percent(text) == nil)
  }

  @Test(arguments: [(2400, "24"), (1250, "12.5"), (5, "0.05"), (10_000, "100")])
  func `shares are written without needless zeros`(hundredths: Int, text: String) {
    #expect(Percent(hundredths: hundredths).text == text)
  }

  @Test(arguments: [
    ("1", 1, 1), ("+1", 1, 1), ("-1/3", -1, 3), ("−1/3", -1, 3), ("0.25", 1, 4), ("-.5", -1, 2),
    ("2/4", 1, 2), ("0", 0, 1), ("+33.333", 33_333, 1000), ("10000", 10_000, 1),
    ("9999.999", 9_999_999, 1000), ("33333/1000", 33_333, 1000), ("1/10000", 1, 10_000),
  ])
  func `marks are exact fractions`(text: String, numerator: Int, denominator: Int) {
    #expect(Fraction(text) == Fraction(numerator, denominator))
  }

  @Test(arguments: [
    "", "+", "1/0", "a", "1/", "/2", "1.", "0.1234", "99999999999999999999", "1/2/3",
    "10001", "10000.001", "1/10001", "20002/2",
  ])
  func `what are no marks is refused`(text: String) {
    #expect(Fraction(text) == nil)
  }

  @Test func `one passes at the pass mark and not below, thirds included`() {
    var blueprint = Self.blueprint(30, shares: [100])
    blueprint.marks.wrong = Fraction(-1, 3)
    // 21 marks of 30: 23.25 right answers when all others are wrong.
    #expect(blueprint.leastRight == 24)
    blueprint.passMark = Percent(hundredths: 6000)
    // 21 right and 9 wrong are exactly 18 of 30 marks.
    #expect(blueprint.leastRight == 21)
    blueprint.passMark = Percent(hundredths: 0)
    blueprint.marks.wrong = Fraction(0)
    #expect(blueprint.leastRight == 0)
  }

  @Test func `what cannot be an exam says why`() {
    #expect(Self.blueprint(0, shares: [100]).fault == .notACount("0"))
    #expect(Self.blueprint(10, shares: [50, 40]).fault == .sharesSum("90"))
    #expect(Self.blueprint(10, shares: [33, 33, 33]).fault == nil)
    #expect(Self.blueprint(10, shares: [98]).fault == .sharesSum("98"))
    var blueprint = Self.blueprint(10, shares: [50, 50])
    blueprint.sections[1].name = "S0"
    #expect(blueprint.fault == .sectionTwice("S0"))
    blueprint.sections[1] = ExamBlueprint.Section("S1", .number(questions: 5))
    #expect(blueprint.fault == .mixedSizes)
    blueprint.sections[0].size = .number(questions: 4)
    #expect(blueprint.fault == .numbersSum(9, questions: 10))
    blueprint.sections[0].size = .number(questions: 5)
    #expect(blueprint.fault == nil)
    blueprint.marks.unanswered = Fraction(1)
    #expect(blueprint.fault == .marksOutOfOrder)
    blueprint.marks = ExamBlueprint.Marks()
    blueprint.timeLimit = 0
    #expect(blueprint.fault == .notATime("0ms"))
  }
}
