import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct QuizLibraryTests {
  let test = TestWorld()

  func twoQuestions() throws {
    try test.add([.sample("A", correct: 0), .sample("B", correct: 1)])
  }

  @Test func `without questions there is an error and no quiz`() {
    #expect(throws: BankError.noQuestions) { try test.quizzes.start(QuizOptions()) }
  }

  @Test func `an unknown deck is named in the error together with those that there are`() throws {
    try twoQuestions()
    #expect(throws: BankError.unknownDeck("Dekc", known: ["Deck"])) {
      try test.quizzes.start(QuizOptions(deck: "Dekc"))
    }
  }

  @Test func `each answer is in the store before the next question is shown`() throws {
    try twoQuestions()
    let quiz = try test.start()
    var savedWhenShown: [Int?] = []
    let handle = quiz.changes.observe { _ in
      let answers = try? StoreContext(test.store).fetch(FetchDescriptor<Answer>())
      savedWhenShown.append(answers?.first?.response?.choice)
    }
    try quiz.select(2)
    handle.dispose()
    #expect(savedWhenShown == [2])
  }

  @Test func `a quiz is gone on with at the same question, with the answers and the time`() throws {
    try twoQuestions()
    let first = try test.start(QuizOptions(time: .seconds(60)))
    try first.select(3)
    test.scheduler.advance(by: .seconds(10))
    try first.flag()

    let later = TestWorld(store: test.store)
    #expect(try later.quizzes.waiting().count == 1)
    let second = try later.begun { try later.quizzes.resume(number: nil) }
    #expect(second.position == 1)
    #expect(second.items[0].response?.choice == 3)
    #expect(second.items[1].isFlagged)
    #expect(second.secondsLeft == 50)
  }

  @Test func `a quiz whose questions are all gone cannot be gone on with`() throws {
    try twoQuestions()
    try test.start().select(0)
    try test.world.store.delete(Deck.self, where: nil)
    try test.world.store.save()
    #expect(throws: BankError.nothingToResume) { try test.quizzes.resume(number: nil) }
  }

  @Test func `a question that was deleted meanwhile is left out when the quiz goes on`() throws {
    try test.add([.sample("A"), .sample("B"), .sample("C")])
    let first = try test.start()
    try first.select(1)
    try first.select(2)
    try test.world.store.delete(first.items[0].question.id)
    try test.world.store.save()
    let second = try test.begun { try test.quizzes.resume(number: nil) }
    #expect(second.items.map(\.question.content.text) == ["B", "C"])
    #expect(second.current.question.content.text == "C")
    #expect(second.items[0].response?.choice == 2)
  }

  @Test func `a finished quiz is recorded with its score and can not be gone on with`() throws {
    try twoQuestions()
    let quiz = try test.start()
    try quiz.select(0)
    test.scheduler.advance(by: .seconds(7))
    try quiz.skip()
    quiz.showResult()
    let attempt = try #require(try test.world.store.fetch(FetchDescriptor<Attempt>()).first)
    #expect(attempt.outcome?.score == 1)
    #expect(attempt.outcome?.milliseconds == 7000)
    #expect(try test.world.store.count(FetchDescriptor<Answer>()) == 2)
    #expect(try test.quizzes.waiting().isEmpty)
  }

  @Test func `restart forgets the answers in the store as well`() throws {
    try twoQuestions()
    let quiz = try test.start()
    try quiz.select(0)
    quiz.restart()
    #expect(try test.world.store.count(FetchDescriptor<Answer>()) == 0)
  }

  @Test func `retry asks only what was wrong, without the old answers`() throws {
    try twoQuestions()
    let quiz = try test.start()
    try quiz.select(0)
    try quiz.select(0)
    quiz.showResult()
    let retried = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: true) }
    #expect(retried.items.map(\.question.content.text) == ["B"])
    #expect(retried.items[0].response?.choice == nil)
  }

  @Test func `a question that was corrected or deleted meanwhile is asked again as it is now`()
    throws
  {
    try twoQuestions()
    let quiz = try test.start()
    try quiz.select(1)
    try quiz.select(0)
    quiz.showResult()
    var content = quiz.items[1].question.content
    content.choices = ["x", "right", "z"].map { Choice($0) }
    content.solution = .single(SingleSolution(1))
    try test.bank.update(quiz.items[1].question, content: content)
    let corrected = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: false) }
    #expect(corrected.items.count == 2)
    #expect(corrected.items[1].question.content.rightAnswers == ["right"])
    #expect(corrected.items[1].choices.map(\.text) == ["x", "right", "z"])
    try test.bank.delete([quiz.items[0].question.id])
    let left = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: false) }
    #expect(left.items.map(\.question.content.text) == ["B"])
    try test.bank.delete([quiz.items[1].question.id])
    #expect(throws: BankError.noQuestions) {
      try test.quizzes.replay(quiz, onlyMistakes: false)
    }
  }

  @Test func `retry is refused when all answers were right`() throws {
    try test.add([.sample()])
    let quiz = try test.start()
    try quiz.select(0)
    quiz.showResult()
    #expect(throws: QuizRefusal.nothingToRetry) {
      try test.quizzes.replay(quiz, onlyMistakes: true)
    }
  }

  @Test func `mistakes are the questions whose last answer was wrong`() throws {
    try twoQuestions()
    let first = try test.start()
    try first.select(3)
    try first.select(3)
    first.showResult()
    test.scheduler.advance(by: .seconds(1))
    let second = try test.start(QuizOptions(mistakes: true))
    try second.select(0)
    second.showResult()
    let third = try test.start(QuizOptions(mistakes: true))
    #expect(third.items.map(\.question.content.text) == ["B"])
  }

  @Test func `the same seed shuffles alike, another one otherwise`() throws {
    func order(seed: UInt64) throws -> [String] {
      let test = TestWorld(seed: seed)
      try test.add((0..<20).map { .sample("Question \($0)") })
      return try test.start(QuizOptions(order: .random)).items.map(\.question.content.text)
    }
    #expect(try order(seed: 1) == order(seed: 1))
    #expect(try order(seed: 1) != order(seed: 2))
  }

  @Test func `a count takes the first questions, or random ones when shuffled`() throws {
    try test.add((0..<20).map { .sample("\($0)") })
    let quiz = try test.start(QuizOptions(count: 3))
    #expect(quiz.items.map(\.question.content.text) == ["0", "1", "2"])
  }

  @Test func `a tag picks the questions that bear it`() throws {
    var tagged = QuestionContent.sample("tagged")
    tagged.tags = ["x"]
    try test.add([.sample("plain"), tagged])
    let quiz = try test.start(QuizOptions(tag: "x"))
    #expect(quiz.items.map(\.question.content.text) == ["tagged"])
  }
}
