import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests questions with several right answers, a text or a number in a quiz.
@Suite struct QuestionKindSessionTests {
  private let test = TestWorld()

  /// Starts a quiz with questions of these kinds: one right choice, two of three with weights, both
  /// of two, a text, and a number.
  private func start(_ options: QuizOptions = QuizOptions()) throws -> QuizSession {
    try test.add(QuestionContent.eachKind.filter { $0.kind != .trueFalse })
    return try test.start(options)
  }

  private func answers() throws -> [Answer] {
    try test.world.store.fetch(FetchDescriptor<Answer>()).sorted { $0.position < $1.position }
  }

  @Test func `each kind takes its answer, and moves on`() throws {
    let quiz = try start()
    try quiz.choose([1])
    try quiz.choose([2, 0, 2])
    try quiz.choose([0, 1])
    try quiz.answer(" Paris ")
    try quiz.answer("3,14")
    #expect(
      quiz.items.map(\.response) == [
        .choice(1), .choices([0, 2]), .choices([0, 1]), .typed("Paris"), .typed("3,14"),
      ])
    #expect(quiz.phase == .confirming)
    quiz.showResult()
    #expect(quiz.items.allSatisfy(\.isCorrect) && quiz.points == 5)
    #expect(try answers().map(\.response) == quiz.items.map(\.response))
    #expect(try answers().map(\.choices) == [2, 3, 2, 0, 0])
    #expect(try answers().map(\.guesses) == [nil, nil, 3, nil, nil])
  }

  @Test func `a choice of one is credit its weight with parts of points, and is kept so`() throws {
    try test.add([.weighted, .weighted, .weighted, .weighted])
    let quiz = try test.start(QuizOptions(isPartial: true))
    for choice in 0..<4 { try quiz.choose([choice]) }
    quiz.showResult()
    #expect(quiz.items.map(\.grade.points) == [-1, 1, 0.5, -0.3333333])
    #expect(quiz.items.map(\.isCorrect) == [false, true, false, false])
    #expect(abs(quiz.points - 0.1666667) < 1e-9)
    #expect(try answers().map(\.points) == [-1, nil, 0.5, -0.3333333])
    #expect(try answers().map(\.isCorrect) == [false, true, false, false])
    #expect(try answers().allSatisfy(\.isPlausible))
    let attempt = try #require(try test.world.store.fetch(FetchDescriptor<Attempt>()).first)
    #expect(attempt.isPlausible && attempt.outcome?.score == 1)
    #expect(attempt.outcome?.points == quiz.points)
  }

  @Test func `without parts of points a choice of one is right or wrong`() throws {
    try test.add([.weighted, .weighted])
    let quiz = try test.start()
    for choice in [0, 1] { try quiz.choose([choice]) }
    quiz.showResult()
    #expect(quiz.items.map(\.grade.points) == [0, 1])
    #expect(try answers().map(\.points) == [nil, nil])
  }

  @Test func `an answer of another kind is refused, and nothing changes`() throws {
    let quiz = try start()
    func refusal(_ work: () throws -> Void) -> String? {
      do {
        try work()
        return nil
      } catch {
        return (error as? QuizRefusal)?.code
      }
    }
    #expect(refusal { try quiz.choose([0, 1]) } == "takes-one-choice")
    #expect(refusal { try quiz.choose([]) } == "nothing-ticked")
    #expect(refusal { try quiz.toggle([0]) } == "takes-one-choice")
    #expect(refusal { try quiz.answer("b") } == "takes-choices")
    try quiz.skip()
    #expect(refusal { try quiz.choose([0, 3]) } == "no-such-choice")
    #expect(refusal { try quiz.choose([]) } == "nothing-ticked")
    #expect(refusal { try quiz.toggle([3]) } == "no-such-choice")
    #expect(refusal { try quiz.answer("b") } == "takes-choices")
    try quiz.skip()
    try quiz.skip()
    #expect(refusal { try quiz.choose([0]) } == "takes-typed-answer")
    #expect(refusal { try quiz.toggle([0]) } == "takes-typed-answer")
    #expect(refusal { try quiz.answer(" \u{3000}") } == "empty-answer")
    #expect(refusal { try quiz.answer("anything") } == nil)
    #expect(refusal { try quiz.answer("pi") } == "no-number")
    #expect(quiz.items.map(\.response) == [nil, nil, nil, .typed("anything"), nil])
    #expect(quiz.items.allSatisfy { $0.ticked == nil })
  }

  @Test func `ticks are no answer until they are handed in`() throws {
    let quiz = try start()
    try quiz.skip()
    try quiz.toggle([1])
    try quiz.toggle([2, 1])
    #expect(quiz.current.shownPicks == [2] && quiz.current.response == nil)
    #expect(throws: QuizRefusal.otherCountTicked(choose: 2)) { try quiz.choose([]) }
    try quiz.toggle([0])
    try quiz.skip()
    try quiz.back()
    #expect(quiz.current.shownPicks == [0, 2])
    try quiz.choose([])
    #expect(quiz.items[1].response == .choices([0, 2]) && quiz.items[1].ticked == nil)
    // Ticking again starts with the choices that were submitted.
    try quiz.back()
    try quiz.toggle([0, 1])
    #expect(quiz.current.shownPicks == [1, 2] && quiz.current.response == .choices([0, 2]))
    try quiz.toggle([0, 1])
    #expect(quiz.current.ticked == nil)
  }

  @Test func `numbers hand in any number of choices at once`() throws {
    let quiz = try start()
    try quiz.go(to: 1)
    try quiz.choose([0])
    #expect(quiz.items[1].response == .choices([0]))
  }

  @Test func `shuffled choices are picked as they are shown`() throws {
    let content = QuestionContent.eachKind[2]
    let item = QuizItem(
      question: Question(deckID: .unassigned, content: content, createdAt: .distantPast),
      order: [2, 1, 0])
    let quiz = QuizSession(setup: QuizSetup(title: "", items: [item]), scheduler: test.scheduler)
    try quiz.toggle([0])
    #expect(quiz.current.ticked == [2] && quiz.current.shownPicks == [0])
    try quiz.choose([0, 2])
    #expect(quiz.current.response == .choices([0, 2]) && quiz.current.isCorrect)
    #expect(quiz.current.shownRight == [0, 2])
  }

  @Test(arguments: [false, true])
  func `parts of points count when the quiz says so`(_ isPartial: Bool) throws {
    let quiz = try start(QuizOptions(isPartial: isPartial))
    try quiz.choose([0])
    try quiz.choose([0])
    try quiz.choose([1])
    try quiz.answer("Lot*")
    try quiz.answer("4")
    quiz.showResult()
    let points: [Double] = isPartial ? [0, 0.5, 0.5, 0.25, 0.5] : [0, 0, 0, 0, 0]
    let sum = isPartial ? 1.75 : 0
    #expect(quiz.items.map(\.grade.points) == points)
    #expect(quiz.points == sum)
    #expect(quiz.mistakes.count == 5)
    let attempt = try #require(try test.world.store.fetch(FetchDescriptor<Attempt>()).first)
    #expect(attempt.isPartial == (isPartial ? true : nil))
    #expect(attempt.outcome?.score == 0)
    #expect(attempt.outcome?.points == (isPartial ? sum : nil))
    let stored: [Double?] = points.map { $0 == 0 ? nil : $0 }
    #expect(try answers().map(\.points) == stored)
    let scores = try StatisticsReader(test.bank, test.history).statistics().scores.map(\.points)
    #expect(scores == [sum])
    let again = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: true) }
    try again.go(to: 1)
    try again.choose([2])
    #expect(again.items[1].grade.points == (isPartial ? 0.5 : 0))
  }

  @Test func `a quiz that starts again keeps its rules`() throws {
    let quiz = try start(QuizOptions(isPartial: true))
    quiz.restart()
    try quiz.go(to: 1)
    try quiz.choose([0])
    #expect(quiz.items[1].grade.points == 0.5)
  }

  @Test func `a killed quiz without parts of points goes on without them`() throws {
    let quiz = try start(QuizOptions())
    try quiz.choose([0])
    let resumed = try test.begun { try test.quizzes.resume(number: nil) }
    try resumed.go(to: 1)
    try resumed.choose([0])
    #expect(resumed.items[1].grade.points == 0)
  }

  @Test func `a killed quiz goes on with its answers, its ticks and its rules`() throws {
    let quiz = try start(QuizOptions(isPartial: true))
    try quiz.go(to: 1)
    try quiz.toggle([0])
    try quiz.go(to: 2)
    try quiz.choose([1])
    try quiz.answer("Lot*")
    // The quiz does not get any notice that the program has ended.
    let resumed = try test.begun { try test.quizzes.resume(number: nil) }
    #expect(resumed.position == 4)
    #expect(resumed.items.map(\.response) == [nil, nil, .choices([1]), .typed("Lot*"), nil])
    #expect(resumed.items.map(\.ticked) == [nil, [0], nil, nil, nil])
    #expect(resumed.items[3].grade.points == 0.25)
    try resumed.go(to: 1)
    try resumed.toggle([2])
    try resumed.choose([])
    #expect(resumed.items[1].isCorrect)
  }

  @Test func `an answer of each kind is taken back and given again`() throws {
    let quiz = try start()
    try quiz.go(to: 1)
    try quiz.choose([0, 2])
    try quiz.choose([0])
    try quiz.answer("x")
    try quiz.undoAnswer()
    #expect(quiz.position == 3 && quiz.current.response == nil)
    try quiz.undoAnswer()
    try quiz.undoAnswer()
    #expect(quiz.position == 1 && quiz.items.allSatisfy { $0.response == nil })
    try quiz.redoAnswer()
    #expect(quiz.items[1].response == .choices([0, 2]) && quiz.position == 2)
    try quiz.redoAnswer()
    try quiz.redoAnswer()
    #expect(quiz.items[3].response == .typed("x"))
  }

  @Test func `practice grades what is handed in, and not what is ticked`() throws {
    let quiz = try start(QuizOptions(mode: .practice))
    try quiz.skip()
    try quiz.toggle([0])
    #expect(!quiz.current.isRevealed)
    #expect(try test.history.answers.settled().isEmpty)
    try quiz.toggle([2])
    try quiz.choose([])
    #expect(quiz.current.isRevealed && quiz.current.isCorrect)
    #expect(try test.history.answers.settled().count == 1)
    #expect(throws: QuizRefusal.alreadyRevealed) { try quiz.toggle([0]) }
    #expect(throws: QuizRefusal.alreadyRevealed) { try quiz.answer("x") }
  }

  @Test func `what is ticked and not handed in when time is up stays unanswered`() throws {
    let quiz = try start(QuizOptions(perQuestion: .seconds(5)))
    try quiz.go(to: 1)
    try quiz.toggle([0, 2])
    test.scheduler.advance(by: .seconds(5))
    #expect(quiz.position == 2 && quiz.items[1].response == nil && quiz.items[1].isOutOfTime)
    #expect(!quiz.canRevise(1))
  }

  @Test func `a review knows how likely each answer was a guess`() throws {
    let quiz = try start()
    try quiz.choose([1])
    try quiz.choose([0, 2])
    try quiz.choose([0, 1])
    try quiz.answer("Paris")
    try quiz.answer("3.14")
    quiz.showResult()
    let chances = try test.reviews.reviewAnswers().map(\.guessing.chance)
    let expected: [Double] = [1.0 / 2, 1.0 / 3, 1.0 / 3, 0, 0]
    #expect(chances == expected)
  }

  @Test func `a backup brings answers of each kind back`() throws {
    let quiz = try start(QuizOptions(isPartial: true))
    try quiz.choose([1])
    try quiz.choose([0])
    try quiz.skip()
    try quiz.answer("Lot*")
    quiz.showResult()
    try test.exporter.run(ExportOptions(file: "b.json", isBackup: true))
    let target = TestWorld(files: test.files.texts)
    try target.importer.run(ImportOptions(files: ["b.json"]))
    let (before, after) = (
      try answers(),
      try target.world.store.fetch(FetchDescriptor<Answer>())
        .sorted { $0.position < $1.position }
    )
    #expect(after.map(\.response) == before.map(\.response))
    #expect(after.map(\.points) == before.map(\.points))
    #expect(try target.world.store.fetch(FetchDescriptor<Attempt>()).first?.isPartial == true)
    #expect(try target.world.store.fetch(FetchDescriptor<Attempt>()).first?.outcome?.points == 1.75)
  }

  @Test func `a table of answers has all that was picked and what was typed`() throws {
    let quiz = try start()
    try quiz.choose([1])
    try quiz.choose([0, 2])
    try quiz.skip()
    try quiz.answer("Paris")
    quiz.showResult()
    try test.exporter.run(ExportOptions(file: "a.csv", isOfAnswers: true))
    let rows = try #require(test.files.texts["a.csv"]).split(separator: "\r\n").map(String.init)
    #expect(rows[1].contains(",2,2,b,1,"))
    #expect(rows[2].contains(",3,\"1,3\",\"a; c\",1,"))
    #expect(rows[3].contains(",0,,Paris,1,"))
  }
}
