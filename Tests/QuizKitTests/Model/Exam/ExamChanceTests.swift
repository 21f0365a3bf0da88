import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ExamChanceTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func asked(_ days: Double, stability: Double, choices: Int? = nil) -> ExamKnowledge.Asked
  {
    ExamKnowledge.Asked(
      state: MemoryState(stability: stability, difficulty: 5),
      answered: ReviewAnswer.milliseconds(Self.now.addingTimeInterval(-days * 86400)),
      guessing: Guessing(choices: choices))
  }

  private func knowledge(_ sections: ExamKnowledge.Section...) -> ExamKnowledge {
    ExamKnowledge(sections: sections, formulas: FSRS(), calibration: RecallCalibration())
  }

  private func blueprint(_ counts: Int..., pass: Int = 50) -> ExamBlueprint {
    ExamBlueprint(
      questions: counts.reduce(0, +), passMark: Percent(hundredths: pass * 100),
      sections: counts.enumerated().map { .init("S\($0)", .number(questions: $1)) })
  }

  @Test func `a question counts with its recall after the days since its answer`() {
    let knowledge = knowledge(
      .init(name: "S0", drawn: 1, total: 1, asked: [asked(10, stability: 10)]))
    let chance = ExamChance(blueprint(1, pass: 100), knowledge, at: Self.now)
    // After a number of days equal to the stability, recall is 90 %.
    #expect(abs(chance.chance - 0.9) < 1e-9)
    #expect(abs(chance.expected - 0.9) < 1e-9)
  }

  @Test func `what is forgotten may be guessed`() {
    let knowledge = knowledge(
      .init(name: "S0", drawn: 1, total: 1, asked: [asked(10, stability: 10, choices: 4)]))
    let chance = ExamChance(blueprint(1, pass: 100), knowledge, at: Self.now)
    #expect(abs(chance.chance - (0.9 + 0.1 / 4)) < 1e-9)
  }

  @Test func `what was answered an hour ago is not certain`() {
    let knowledge = knowledge(
      .init(name: "S0", drawn: 1, total: 1, asked: [asked(1.0 / 24, stability: 0.2)]))
    let chance = ExamChance(blueprint(1, pass: 100), knowledge, at: Self.now)
    #expect(chance.chance < 1)
    #expect(chance.chance > 0.9)
  }

  @Test func `a chance falls with the days when nothing is studied`() {
    let knowledge = knowledge(
      .init(
        name: "S0", drawn: 5, total: 20,
        asked: (0..<20).map { _ in asked(1, stability: 20) }, firstRight: 15, firstAnswers: 20))
    let chances = [0, 10, 100, 1000].map { days in
      ExamChance(
        blueprint(5, pass: 80), knowledge, at: Self.now.addingTimeInterval(Double(days) * 86400)
      ).chance
    }
    #expect(chances == chances.sorted(by: >))
    #expect(chances[0] > 0.9)
    #expect(chances[3] < 0.7)
  }

  @Test func `marks taken off make passing harder`() {
    let knowledge = knowledge(
      .init(
        name: "S0", drawn: 30, total: 30, asked: (0..<30).map { _ in asked(30, stability: 10) }))
    var blueprint = blueprint(30, pass: 70)
    let plain = ExamChance(blueprint, knowledge, at: Self.now)
    blueprint.marks.wrong = Fraction(-1, 3)
    let strict = ExamChance(blueprint, knowledge, at: Self.now)
    #expect(strict.chance < plain.chance - 0.1)
    #expect(strict.expected < plain.expected)
    // If r of n questions are right, the marks are r − (n − r)/3.
    #expect(abs(strict.expected - (plain.expected * 4 - 1) / 3) < 1e-9)
  }

  @Test func `new questions are expected to go as the first answers of their section`() {
    let knowledge = knowledge(
      .init(name: "S0", drawn: 10, total: 100, firstRight: 90, firstAnswers: 100),
      .init(name: "S1", drawn: 10, total: 100, firstRight: 30, firstAnswers: 100))
    let chance = ExamChance(blueprint(10, 10), knowledge, at: Self.now)
    #expect(chance.sections.map(\.name) == ["S1", "S0"])
    #expect(abs(chance.sections[0].right - 3) < 0.4)
    #expect(abs(chance.sections[1].right - 9) < 0.4)
    #expect(abs(chance.sections.reduce(0) { $0 + $1.share } - 1) < 1e-9)
  }

  @Test func `a section without answers goes as the others, and less surely`() {
    let known = FirstAnswerPrior(first: [(80, 100), (0, 0)])
    #expect(abs(known.sections[1].mean - 0.8) < 0.15)
    #expect(known.sections[1].mean < known.sections[0].mean)
    #expect(known.sections[1].a + known.sections[1].b < 20)
    #expect(known.sections[0].a + known.sections[0].b > 80)
  }

  @Test func `where nothing is known half is expected, with no certainty`() {
    let prior = FirstAnswerPrior(first: [(0, 0)])
    #expect(abs(prior.sections[0].mean - 0.5) < 0.01)
    #expect(prior.sections[0].a + prior.sections[0].b < 8)
  }

  @Test func `who knows nothing still guesses`() {
    let prior = FirstAnswerPrior(first: [(15, 20), (0, 0)], guess: 0.5)
    #expect(prior.sections[1].mean > FirstAnswerPrior(first: [(15, 20), (0, 0)]).sections[1].mean)
    #expect(FirstAnswerPrior(first: [(0, 0)], guess: 0.5).sections[0].mean > 0.74)
  }

  @Test func `sections turn out better or worse together`() throws {
    let prior = FirstAnswerPrior(first: [(6, 10), (7, 10)])
    #expect(prior.levels.count > 3)
    #expect(abs(prior.levels.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
    let mean = prior.levels.reduce(0) { $0 + $1.weight * $1.sections[0].mean }
    #expect(abs(mean - prior.sections[0].mean) < 0.001)
    let (low, high) = (try #require(prior.levels.first), try #require(prior.levels.last))
    #expect(zip(low.sections, high.sections).allSatisfy { $0.mean + 0.1 < $1.mean })
    #expect(FirstAnswerPrior(first: [(6, 10)]).levels.count == 1)
  }

  @Test func `what never fades is expected to be there on the day of the exam`() {
    // 60 questions are asked every 20 days. The first 45 are right each time, the others never.
    let answers = (0..<5).flatMap { round in
      (1...60).map { question in
        ReviewAnswer.sample(
          question: Int64(question), day: round * 20, isRight: question <= 45)
      }
    }
    let pool = (1...60).map { Identifier<Question>(rawValue: Int64($0)) }
    let knowledge = ExamKnowledge(
      blueprint(60), pools: [pool], model: RecallModel(of: answers), answers: answers)
    let last = ReviewAnswer.sample(question: 1, day: 80, isRight: true).milliseconds
    let shares = [1, 60].map { days in
      ExamChance(
        blueprint(60), knowledge,
        at: ReviewAnswer.instant(last + Int64(days) * 86_400_000)
      ).expected
    }
    #expect(abs(shares[0] - 0.75) < 0.02)
    #expect(abs(shares[1] - 0.75) < 0.02)
  }

  @Test func `studying helps, and more of it helps more`() {
    let knowledge = knowledge(
      .init(
        name: "S0", drawn: 10, total: 200, asked: (0..<60).map { _ in asked(20, stability: 5) },
        firstRight: 30, firstAnswers: 60))
    let blueprint = blueprint(10, pass: 80)
    let then = Self.now.addingTimeInterval(30 * 86400)
    let before = ExamChance(blueprint, knowledge, at: then).chance
    let chances = [5, 20].map { perDay in
      let plan = StudyPlan(from: knowledge, at: Self.now, perDay: perDay, days: 30)
      #expect(plan.answers == perDay * 30)
      return ExamChance(blueprint, plan.knowledge, at: then).chance
    }
    #expect(before < chances[0])
    #expect(chances[0] < chances[1])
  }

  @Test func `nothing can be studied on no day, and no more than there is`() {
    let knowledge = knowledge(.init(name: "S0", drawn: 1, total: 3))
    #expect(StudyPlan(from: knowledge, at: Self.now, perDay: 5, days: 0).answers == 0)
    let plan = StudyPlan(from: knowledge, at: Self.now, perDay: 100, days: 1)
    #expect(plan.answers == 3)
    #expect(plan.knowledge.sections[0].unasked == 0)
  }

  // MARK: In a bank

  private func world(answers: Int) throws -> TestWorld {
    let test = TestWorld()
    try test.add((1...40).map { .sample("Q\($0)") })
    try test.exams.add("Exam", ExamBookTests.blueprint(10))
    let session = try test.start(QuizOptions(count: answers))
    for index in 0..<answers { try session.select(index % 5 == 0 ? 1 : 0) }
    session.showResult()
    return test
  }

  private func report(_ test: TestWorld, _ options: ChanceOptions) throws -> ChanceReport {
    try test.reviews.chance(of: try test.exams.exam(named: "Exam"), options)
  }

  @Test func `thirty answers are needed`() throws {
    #expect(throws: ExamRefusal.tooFewAnswers(29, needed: 30)) {
      try report(try world(answers: 29), ChanceOptions(exam: "Exam"))
    }
    let told = try report(try world(answers: 30), ChanceOptions(exam: "Exam"))
    #expect(told.answers == 30)
    #expect(told.chance.chance > 0.5)
    #expect((told.chance.low...told.chance.high).contains(told.chance.expected))
    #expect(told.plan == nil)
  }

  @Test func `a day to come is one on which less is known, unless one studies`() throws {
    let test = try world(answers: 35)
    let today = Day(test.world.now(), in: .gmt)
    let now = try report(test, ChanceOptions(exam: "Exam"))
    let later = try report(test, ChanceOptions(exam: "Exam", day: today + 60, perDay: 5))
    #expect(later.chance.expected < now.chance.expected)
    #expect(later.plan?.days == 60)
    #expect((later.plan?.chance.expected ?? 0) > later.chance.expected)
    #expect(throws: ExamRefusal.pastDay(today - 1)) {
      try report(test, ChanceOptions(exam: "Exam", day: today - 1))
    }
  }

  @Test func `an exam that cannot be taken has no chance`() throws {
    let test = try world(answers: 30)
    let exam = try test.exams.exam(named: "Exam")
    try test.exams.change(exam, to: "Exam", ExamBookTests.blueprint(50))
    #expect(throws: ExamRefusal.self) { try report(test, ChanceOptions(exam: "Exam")) }
  }
}
