import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit

@Suite struct ExamPaperTests {
  private let test = TestWorld()

  private func fill() throws {
    for (deck, count) in [("A", 30), ("B", 20)] {
      try test.add(
        (1...count).map { number in
          var content = QuestionContent.sample("\(deck)\(number)")
          content.tags = number % 2 == 0 ? ["even"] : ["odd", deck]
          return content
        }, deck: deck)
    }
  }

  private func exam(timed: Bool = false) throws -> Exam {
    try test.exams.add(
      timed ? "Timed" : "Free",
      ExamBlueprint(
        questions: 10, passMark: Percent(hundredths: 6000),
        sections: [
          .init(
            "a", .share(percent: Percent(hundredths: 7000)), of: [.deck(name: "A")],
            timeLimit: timed ? 60_000 : nil),
          .init(
            "b", .share(percent: Percent(hundredths: 3000)),
            of: [.tag(name: "B"), .tag(name: "even")]),
        ]))
  }

  private func paper(_ exam: Exam, seed: Int, isFresh: Bool = false) throws -> ExamPaper {
    try ExamPaper(
      of: exam, seed: seed, from: test.bank, freshBy: isFresh ? test.history.answers : nil)
  }

  @Test func `a section asks what has its tag or is in its deck`() throws {
    try fill()
    let exam = try exam()
    let pools = try test.bank.pools(of: exam.blueprint).map { $0.count }
    // The questions of B with odd numbers, and those of A and B with even numbers.
    #expect(pools == [30, 10 + 25])
    for seed in 1...50 {
      let paper = try paper(exam, seed: seed)
      #expect(paper.items.count == 10)
      #expect(paper.places.count(where: { $0 == 0 }) == 7)
      for (item, place) in zip(paper.items, paper.places) {
        let content = item.question.content
        #expect(place == 0 ? content.text.hasPrefix("A") : !content.tags.contains("A"))
      }
    }
  }

  @Test func `the same seed makes the same paper, with the same order of choices`() throws {
    try fill()
    let exam = try exam()
    #expect(try paper(exam, seed: 7).items == paper(exam, seed: 7).items)
    let other = try paper(exam, seed: 8).items
    #expect(try paper(exam, seed: 7).items != other)
    #expect(Set(other.map(\.order)).count > 3)
  }

  @Test func `sections are mixed, unless they have times of their own`() throws {
    try fill()
    let timed = try exam(timed: true)
    #expect(
      try (1...20).allSatisfy {
        try paper(timed, seed: $0).places == paper(timed, seed: $0).places.sorted()
      })
    let free = try exam()
    #expect(
      try (1...20).contains {
        try paper(free, seed: $0).places != paper(free, seed: $0).places.sorted()
      })
  }

  @Test func `a fresh paper has none of the questions of the last quiz`() throws {
    try fill()
    let session = try test.start(QuizOptions(deck: "A", count: 20))
    for _ in 0..<20 { try session.select(0) }
    let asked = Set(session.items.map(\.question.id))
    let exam = try exam()
    for seed in 1...20 {
      let drawn = try paper(exam, seed: seed, isFresh: true)
      let repeated = zip(drawn.items, drawn.places).filter {
        $1 == 0 && asked.contains($0.question.id)
      }
      #expect(repeated.isEmpty)
    }
  }

  @Test func `an exam is played as a quiz of its name in its time`() throws {
    try fill()
    var blueprint = try exam().blueprint
    blueprint.timeLimit = 60_000
    let exam = try test.exams.add("Played", blueprint)
    let session = try test.begun { try test.quizzes.start(exam, seed: 7, isFresh: false) }
    #expect(session.setup.title == "Played")
    #expect(session.setup.mode == .exam)
    #expect(session.secondsLeft == 60)
    #expect(session.items.map(\.question) == (try paper(exam, seed: 7)).items.map(\.question))
    #expect(session.items.map(\.order) == (try paper(exam, seed: 7)).items.map(\.order))
  }

  @Test func `a deck or a tag that is not there is told by its name`() throws {
    try fill()
    let deck = try test.exams.add("D", ExamBookTests.blueprint(of: [.deck(name: "C")]))
    #expect(throws: BankError.unknownDeck("C", known: ["A", "B"])) { try paper(deck, seed: 1) }
    let tag = try test.exams.add("T", ExamBookTests.blueprint(of: [.tag(name: "evn")]))
    #expect(throws: BankError.unknownTag("evn", known: ["A", "B", "even", "odd"])) {
      try paper(tag, seed: 1)
    }
  }

  @Test func `nothing is started when questions are missing`() throws {
    try fill()
    let exam = try test.exams.add("Long", ExamBookTests.blueprint(99))
    #expect(throws: ExamRefusal.tooFewQuestions([.init(section: "All", needed: 99, available: 50)]))
    {
      try test.quizzes.start(exam, seed: nil, isFresh: false)
    }
    #expect(try test.history.identifiers().isEmpty)
  }
}
