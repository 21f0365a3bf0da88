import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct QuizSessionTests {
  let scheduler = VirtualScheduler()

  /// A quiz of three questions, whose right choices are at 0, 1 and 2.
  func session(
    time: Duration? = nil, perQuestion: Duration? = nil, mode: QuizOptions.Mode = .exam,
    progress: QuizProgress? = nil
  ) -> QuizSession {
    let items = (0..<3).map { index in
      QuizItem(
        question: Question(
          deckID: .unassigned, content: .sample("Question \(index)", correct: index),
          createdAt: .distantPast))
    }
    let setup = QuizSetup(
      title: "", items: items, mode: mode, time: time, perQuestion: perQuestion)
    return QuizSession(setup: setup, progress: progress, scheduler: scheduler)
  }

  // MARK: Answering

  @Test func `an answer goes on to the next question, and the last one to the list of answers`()
    throws
  {
    let quiz = session()
    try quiz.select(0)
    #expect(quiz.position == 1)
    try quiz.select(0)
    try quiz.select(2)
    #expect(quiz.phase == .confirming)
    #expect(quiz.items.map(\.isCorrect) == [true, false, true])
  }

  @Test func `an unanswered question is not answered with its first choice`() throws {
    let quiz = session()
    try quiz.skip()
    try quiz.finish()
    quiz.showResult()
    #expect(quiz.items[0].response?.choice == nil)
    #expect(!quiz.items[0].isCorrect)
  }

  @Test func `of two equal choices only the one at the right position is right`() throws {
    let content = QuestionContent(
      text: "?", choices: [Choice("same"), Choice("same")], correct: 1)
    let item = QuizItem(
      question: Question(deckID: .unassigned, content: content, createdAt: .distantPast))
    let quiz = QuizSession(setup: QuizSetup(title: "", items: [item]), scheduler: scheduler)
    try quiz.select(0)
    #expect(!quiz.items[0].isCorrect)
  }

  @Test func `a choice is the shown one when the choices are in another order`() throws {
    let item = QuizItem(
      question: Question(
        deckID: .unassigned, content: .sample(correct: 0), createdAt: .distantPast),
      order: [3, 0, 1, 2])
    let quiz = QuizSession(setup: QuizSetup(title: "", items: [item]), scheduler: scheduler)
    try quiz.select(1)
    #expect(quiz.items[0].isCorrect)
    #expect(quiz.items[0].answerText == "one")
  }

  @Test func `a choice that is not there is refused`() {
    let quiz = session()
    #expect(throws: QuizRefusal.noSuchChoice(number: 5, count: 4)) { try quiz.select(4) }
    #expect(throws: QuizRefusal.noSuchChoice(number: 0, count: 4)) { try quiz.select(-1) }
  }

  // MARK: Moving

  @Test func `back on the first question is refused and goes nowhere`() {
    let quiz = session()
    #expect(throws: QuizRefusal.atFirstQuestion) { try quiz.back() }
    #expect(quiz.position == 0)
  }

  @Test func `back shows the answer that was given`() throws {
    let quiz = session()
    try quiz.select(3)
    try quiz.back()
    #expect(quiz.current.shownSelection == 3)
  }

  @Test func `restart clears answers and marks and begins at the first question`() throws {
    let quiz = session(time: .seconds(60))
    try quiz.flag()
    try quiz.select(1)
    scheduler.advance(by: .seconds(20))
    quiz.restart()
    #expect(quiz.position == 0)
    #expect(quiz.secondsLeft == 60)
    #expect(quiz.elapsed == .zero)
    #expect(quiz.items.allSatisfy { $0.response?.choice == nil && !$0.isFlagged })
  }

  @Test func `an answer changed from the list goes back to the list`() throws {
    let quiz = session()
    try quiz.finish()
    try quiz.go(to: 1)
    #expect(quiz.isRevising)
    try quiz.select(1)
    #expect(quiz.phase == .confirming)
    #expect(quiz.items[1].isCorrect)
  }

  @Test func `back from a question opened from the list goes to the list`() throws {
    let quiz = session()
    try quiz.finish()
    try quiz.go(to: 0)
    try quiz.back()
    #expect(quiz.phase == .confirming)
  }

  // MARK: Time

  @Test func `when time runs out the unanswered stay unanswered and cannot be answered`() throws {
    let quiz = session(time: .seconds(10))
    try quiz.select(0)
    scheduler.advance(by: .seconds(10))
    #expect(quiz.phase == .confirming)
    #expect(quiz.isTimedOut)
    #expect(quiz.items[1].response?.choice == nil)
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.go(to: 1) }
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.reopen() }
  }

  @Test func `an answer that was given in time counts, and cannot be changed after time ran out`()
    throws
  {
    let quiz = session(time: .seconds(10))
    try quiz.select(3)
    scheduler.advance(by: .seconds(10))
    #expect(!quiz.canRevise(0) && !quiz.canAnswer)
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.go(to: 0) }
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.select(0) }
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.judge(.guess) }
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.undoAnswer() }
    #expect(quiz.items[0].shownSelection == 3)
  }

  @Test func `the answer to a question whose own time ran out cannot be changed either`() throws {
    let quiz = session(perQuestion: .seconds(10))
    try quiz.select(3)
    try quiz.back()
    scheduler.advance(by: .seconds(10))
    try quiz.back()
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.select(0) }
    try quiz.finish()
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.go(to: 0) }
    try quiz.go(to: 1)
    #expect(quiz.items[0].shownSelection == 3)
  }

  @Test func `what is changed from the list of answers is there in time or not at all`() throws {
    let quiz = session(time: .seconds(10))
    try quiz.select(3)
    try quiz.finish()
    try quiz.go(to: 0)
    scheduler.advance(by: .seconds(10))
    #expect(quiz.phase == .confirming)
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.select(0) }
    #expect(quiz.items[0].shownSelection == 3)
  }

  @Test func `a pause stops the time of the quiz and of the question`() throws {
    let quiz = session(time: .seconds(60), perQuestion: .seconds(10))
    scheduler.advance(by: .seconds(4))
    try quiz.pause()
    scheduler.advance(by: .seconds(100))
    #expect(quiz.secondsLeft == 56)
    #expect(quiz.questionSecondsLeft == 6)
    try quiz.resume()
    scheduler.advance(by: .seconds(1))
    #expect(quiz.questionSecondsLeft == 5)
    #expect(quiz.elapsed == .seconds(5))
  }

  @Test func `nothing can be answered during a pause`() throws {
    let quiz = session()
    try quiz.pause()
    #expect(throws: QuizRefusal.paused) { try quiz.select(0) }
    #expect(throws: QuizRefusal.paused) { try quiz.skip() }
  }

  @Test func `a question whose time runs out stays unanswered and the next one is asked`() {
    let quiz = session(perQuestion: .seconds(10))
    scheduler.advance(by: .seconds(10))
    #expect(quiz.position == 1)
    #expect(quiz.questionSecondsLeft == 10)
    scheduler.advance(by: .seconds(20))
    #expect(quiz.phase == .confirming)
    #expect(quiz.items.allSatisfy { $0.response?.choice == nil })
    #expect(quiz.anyTimeRanOut)
  }

  @Test func `each question keeps what is left of its own time`() throws {
    let quiz = session(perQuestion: .seconds(10))
    scheduler.advance(by: .seconds(3))
    try quiz.skip()
    scheduler.advance(by: .seconds(5))
    try quiz.back()
    #expect(quiz.questionSecondsLeft == 7)
  }

  @Test func `the whole quiz's time goes on at the list of answers`() throws {
    let quiz = session(time: .seconds(10))
    try quiz.finish()
    scheduler.advance(by: .seconds(10))
    #expect(quiz.isTimedOut)
    #expect(quiz.phase == .confirming)
  }

  @Test func `no time runs after the result`() {
    let quiz = session(time: .seconds(10), perQuestion: .seconds(5))
    quiz.showResult()
    #expect(scheduler.nextDeadline == nil)
  }

  @Test func `a quiz that was left goes on at its question with the time that was left`() throws {
    let first = session(time: .seconds(60))
    try first.select(0)
    scheduler.advance(by: .seconds(15))
    first.leave()
    scheduler.advance(by: .seconds(1000))
    let second = session(time: .seconds(60), progress: first.progress)
    #expect(second.position == 1)
    #expect(second.secondsLeft == 45)
  }

  // MARK: Practice

  @Test func `practice shows what was right and stays until the player goes on`() throws {
    let quiz = session(mode: .practice)
    try quiz.select(2)
    #expect(quiz.position == 0)
    #expect(quiz.current.isRevealed)
    #expect(throws: QuizRefusal.alreadyRevealed) { try quiz.select(0) }
    try quiz.skip()
    #expect(quiz.position == 1)
  }

  @Test func `time stands still while practice shows the commentary`() throws {
    let quiz = session(time: .seconds(60), mode: .practice)
    try quiz.select(0)
    scheduler.advance(by: .seconds(30))
    #expect(quiz.secondsLeft == 60)
  }

  @Test func `practice ends with the result, because its answers are known already`() throws {
    let quiz = session(mode: .practice)
    try quiz.finish()
    #expect(quiz.phase == .finished)
  }

  @Test func `no time runs any more in a quiz that the player has left`() throws {
    let quiz = session(time: .seconds(60), perQuestion: .seconds(10))
    scheduler.advance(by: .seconds(1))
    quiz.leave()
    var changes = 0
    let subscription = quiz.changes.observe { _ in changes += 1 }
    scheduler.advance(by: .seconds(100))
    #expect(changes == 0)
    #expect(quiz.position == 0)
    subscription.dispose()
  }
}
