import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests that a question that is answered wrongly in a review is repeated in the same quiz.
@Suite struct RepeatingTests {
  private let test = TestWorld()

  /// A review of `count` questions, "Q1" and so on. Their first choice is right.
  private func review(_ count: Int, _ options: QuizOptions = QuizOptions()) throws -> QuizSession {
    try test.add((1...count).map { .sample("Q\($0)") })
    let first = try test.start()
    for _ in 1...count { try first.select(0) }
    first.showResult()
    test.scheduler.advance(by: .seconds(86400))
    var options = options
    (options.due, options.mode) = (true, .practice)
    return try test.start(options)
  }

  private func answer(_ session: QuizSession, _ isRight: Bool, seconds: Int = 0) throws {
    test.scheduler.advance(by: .seconds(seconds))
    try session.select(isRight ? 0 : 1)
    try session.skip()
  }

  private func texts(_ session: QuizSession) -> [String] {
    session.items.map { $0.question.content.text + ($0.isAgain ? "+" : "") }
  }

  private func saved() throws -> [Answer] {
    let last = try #require(try test.world.store.fetch(FetchDescriptor<Attempt>()).last)
    return try test.world.store.records(whose: \Answer.attemptID, is: last.id)
      .sorted { $0.position < $1.position }
  }

  private func attempt() throws -> Attempt {
    try #require(try test.world.store.fetch(FetchDescriptor<Attempt>()).last)
  }

  @Test func `a wrong one comes again after ten others`() throws {
    let session = try review(12)
    try answer(session, false)
    #expect(texts(session)[11] == "Q1+" && session.items.count == 13)
    for _ in 2...11 { try answer(session, true) }
    #expect(session.current.isAgain && session.untilAgain == nil)
    try answer(session, true)
    #expect(session.current.question.content.text == "Q12")
  }

  @Test func `for a person the choices stand elsewhere when it comes again, and a script's stay`()
    throws
  {
    func orders(_ usual: QuizOptions.Order) throws -> [(first: [Int], again: [Int])] {
      let test = TestWorld(seed: 7)
      try test.add((1...12).map { .sample("Q\($0)") })
      let first = try test.start()
      for _ in 1...12 { try first.select(0) }
      first.showResult()
      test.scheduler.advance(by: .seconds(86400))
      test.quizzes.usualOrder = usual
      let session = try test.start(QuizOptions(due: true, mode: .practice))
      for _ in 1...12 {
        let wrong = session.current.order.firstIndex { $0 != 0 }
        try session.select(try #require(wrong))
        try session.skip()
      }
      return session.items.filter(\.isAgain).compactMap { again in
        session.items.first { !$0.isAgain && $0.question.id == again.question.id }
          .map { ($0.order, again.order) }
      }
    }
    let mixed = try orders(.need)
    #expect(mixed.count >= 10)
    #expect(Set(mixed.map { $0.again.firstIndex(of: 0) }).count == 4)
    #expect(mixed.filter { $0.first != $0.again }.count >= 8)
    let kept = try orders(.author)
    #expect(kept.allSatisfy { $0.first == $0.again })
  }

  @Test func `where fewer are left it waits for a minute`() throws {
    let session = try review(2)
    try answer(session, false)
    try answer(session, true, seconds: 5)
    #expect(session.untilAgain == .seconds(55))
    #expect(throws: QuizRefusal.notYetAgain) { try session.select(0) }
    test.scheduler.advance(by: .seconds(54))
    #expect(!session.canAnswer)
    test.scheduler.advance(by: .seconds(1))
    #expect(session.untilAgain == nil && session.canAnswer)
    try answer(session, true)
    #expect(session.phase == .finished)
    #expect(session.items.map(\.isCorrect) == [false, true, true])
  }

  @Test func `somebody who does not want to wait is asked at once`() throws {
    let session = try review(1)
    try answer(session, false)
    #expect(session.untilAgain == .seconds(60))
    try session.skip()
    #expect(session.untilAgain == nil && session.phase == .asking)
    try answer(session, true)
    #expect(session.phase == .finished)
  }

  @Test func `the screen says that it waits, and then shows the question`() throws {
    let session = try review(1)
    let screen = QuizViewModel(session: session)
    try answer(session, false)
    test.scheduler.advance(by: .zero)
    #expect(screen.state.againIn == 60 && screen.state.repeated)
    #expect(screen.state.question == nil && screen.state.choices.isEmpty && !screen.state.canAnswer)
    test.scheduler.advance(by: .seconds(60))
    #expect(screen.state.againIn == nil && screen.state.question == "Q1" && screen.state.canAnswer)
  }

  @Test func `what comes again does not change the number of questions on the screen`() throws {
    let session = try review(12)
    let screen = QuizViewModel(session: session)
    for _ in 1...2 { try answer(session, false) }
    test.scheduler.advance(by: .zero)
    #expect(screen.state.number == 3 && screen.state.questions == 12)
    #expect(screen.state.index == 3 && screen.state.count == 14 && screen.state.isReview)
    for _ in 3...11 { try answer(session, true) }
    test.scheduler.advance(by: .zero)
    #expect(screen.state.repeated && screen.state.number == 11 && screen.state.questions == 12)
  }

  @Test func `a right answer says when the question comes back, a wrong one that it comes again`()
    throws
  {
    let session = try review(2)
    let screen = QuizViewModel(session: session, reviews: test.reviews)
    try session.select(1)
    test.scheduler.advance(by: .zero)
    let wrong = try #require(screen.state.feedback)
    #expect(wrong.again && wrong.days == 1)
    try session.skip()
    try session.select(0)
    test.scheduler.advance(by: .zero)
    let right = try #require(screen.state.feedback)
    #expect(!right.again && (right.days ?? 0) > 1)
    let plan = try test.reviews.plan()
    let item = try #require(plan.items.first { $0.questionID == session.current.question.id })
    #expect(right.next == item.next && right.days == item.next.number - plan.today.number)
  }

  @Test func `outside a review nothing is said about coming back`() throws {
    try test.add([.sample("Q1")])
    let session = try test.start(QuizOptions(mode: .practice))
    let screen = QuizViewModel(session: session, reviews: test.reviews)
    try session.select(0)
    test.scheduler.advance(by: .zero)
    let feedback = try #require(screen.state.feedback)
    #expect(feedback.next == nil && feedback.days == nil && !feedback.again)
  }

  @Test func `it comes until it is right`() throws {
    let session = try review(1)
    for _ in 1...3 {
      try answer(session, false)
      test.scheduler.advance(by: .seconds(60))
    }
    try answer(session, true)
    #expect(session.phase == .finished && session.items.count == 4)
    #expect(try saved().map(\.isCorrect) == [false, false, false, true])
  }

  @Test func `what was not answered in time comes again`() throws {
    let session = try review(1, QuizOptions(perQuestion: .seconds(10)))
    test.scheduler.advance(by: .seconds(10))
    #expect(session.items.count == 2)
    try session.skip()
    test.scheduler.advance(by: .seconds(60))
    #expect(session.questionSecondsLeft == 10 && session.canAnswer)
  }

  @Test func `waiting is not counted as time taken`() throws {
    let session = try review(1)
    try answer(session, false, seconds: 4)
    test.scheduler.advance(by: .seconds(60))
    try answer(session, true, seconds: 3)
    #expect(session.elapsed == .seconds(7))
    #expect(try saved().map(\.milliseconds) == [4000, 3000])
  }

  @Test func `other quizzes ask each question once`() throws {
    try test.add([.sample("A")])
    for mode in [QuizOptions.Mode.exam, .practice] {
      let session = try test.start(QuizOptions(mode: mode))
      try session.select(1)
      #expect(session.items.count == 1)
    }
  }

  @Test func `a review that is resumed has the same questions in the same order`() throws {
    let session = try review(12)
    try answer(session, false)
    try answer(session, false)
    session.leave()
    let before = texts(session)
    let resumed = try test.begun { try test.quizzes.resume(number: nil) }
    #expect(texts(resumed) == before)
    #expect(before.suffix(3) == ["Q1+", "Q2+", "Q12"])
    #expect(resumed.position == 2)
    for _ in 3...11 { try answer(resumed, true) }
    try answer(resumed, true)
    #expect(resumed.items.count { $0.isAgain && $0.isCorrect } == 1)
    // A question that is answered wrongly after the quiz was resumed is repeated as well.
    try resumed.select(1)
    #expect(resumed.items.count == 15)
  }

  /// The last question is deleted, and then one is repeated: first in the resumed quiz, then after
  /// a restart.
  @Test func `what comes again does not take the place of a question that was deleted`() throws {
    let session = try review(3)
    try answer(session, true)
    session.leave()
    let last = try #require(session.items.last).question.id
    try test.bank.delete([last])
    let resumed = try test.begun { try test.quizzes.resume(number: 1) }
    for isAgain in [false, true] {
      if isAgain { resumed.restart() }
      while !resumed.current.isAgain { try answer(resumed, false) }
      let items = try attempt().items
      for saved in try saved() {
        #expect(items[saved.position].questionID == saved.questionID)
      }
    }
  }

  @Test func `what was not reached stays due and is not wrong`() throws {
    let session = try review(5)
    try answer(session, false)
    try answer(session, true)
    try session.finish()
    #expect(texts(session) == ["Q1", "Q2"])
    #expect(try attempt().items.count == 2)
    #expect(try attempt().outcome?.score == 1)
    #expect(try saved().map(\.position) == [0, 1])
    let due = try test.reviews.plan(target: 0.9).due
    #expect(due.count == 3)
  }

  @Test func `the record has no gaps where a question in between was not reached`() throws {
    let session = try review(12)
    try answer(session, false)
    try session.skip()
    for _ in 3...12 where !session.current.isAgain { try answer(session, true) }
    try session.finish()
    let answers = try saved()
    #expect(answers.map(\.position) == Array(0..<answers.count))
    #expect(try attempt().items.count == answers.count)
    let items = try attempt().items
    for answer in answers { #expect(items[answer.position].questionID == answer.questionID) }
  }

  @Test func `a review that is ended before the first answer leaves no trace`() throws {
    let session = try review(3)
    let before = try test.reviews.plan(target: 0.9).items
    try session.finish()
    #expect(session.phase == .finished && session.items.count == 1)
    session.leave()
    #expect(try test.world.store.count(FetchDescriptor<Attempt>()) == 1)
    #expect(try test.world.store.count(FetchDescriptor<AttemptProgress>()) == 0)
    #expect(try test.reviews.plan(target: 0.9).items == before)
  }

  @Test func `restart plays each question once, retry what was not right in the end`() throws {
    let session = try review(3)
    try answer(session, false)
    try answer(session, true)
    try answer(session, false)
    test.scheduler.advance(by: .seconds(60))
    try answer(session, true)
    try session.finish()
    let retried = try test.begun { try test.quizzes.replay(session, onlyMistakes: true) }
    #expect(texts(retried) == ["Q3"])
    let restarted = try test.begun { try test.quizzes.replay(session, onlyMistakes: false) }
    #expect(texts(restarted) == ["Q1", "Q2", "Q3"])
  }

  @Test func `an answer that was shown cannot be taken back`() throws {
    let session = try review(2)
    try answer(session, true)
    try session.go(to: 0)
    #expect(throws: QuizRefusal.alreadyRevealed) { try session.undoAnswer() }
    #expect(texts(session) == ["Q1", "Q2"])
  }

  @Test func `taking back keeps to the answered question when another came before it`() throws {
    let session = try review(12, QuizOptions(perQuestion: .seconds(10)))
    try session.go(to: 11)
    try session.select(0)
    try session.go(to: 0)
    test.scheduler.advance(by: .seconds(10))
    #expect(texts(session)[11] == "Q1+" && session.items[12].response == .choice(0))
    #expect(throws: QuizRefusal.alreadyRevealed) { try session.undoAnswer() }
    #expect(session.position == 0)
  }

  @Test func `what came again follows the same question in the record without gaps`() throws {
    let session = try review(12)
    try session.skip()
    try answer(session, false)
    for _ in 3...12 { try answer(session, true) }
    try answer(session, true)
    try session.finish()
    let items = try attempt().items
    #expect(items.count == 12 && items.map(\.after) == Array(repeating: nil, count: 11) + [10])
  }

  @Test func `the history lists what came again`() throws {
    let session = try review(1)
    try answer(session, false)
    test.scheduler.advance(by: .seconds(60))
    try answer(session, true)
    let entries = try AttemptHistory(world: test.world).entries(of: try attempt())
    #expect(entries.map { $0.answer?.isCorrect } == [false, true])
  }

  @Test func `a backup of a review in the middle is the same review later`() throws {
    let session = try review(3)
    try answer(session, false)
    session.leave()
    try test.exporter.run(ExportOptions(file: "middle.json", isBackup: true))
    try session.finish()
    try test.importer.run(ImportOptions(files: ["middle.json"]))
    #expect(try test.world.store.count(FetchDescriptor<Attempt>()) == 2)
  }
}
