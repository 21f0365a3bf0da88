import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ReviewViewModelTests {
  private let test = TestWorld()
  private let screen: ReviewViewModel

  init() throws {
    try test.add([.sample("A1"), .sample("A2")], deck: "A")
    try test.add([.sample("B1")], deck: "B")
    screen = try Self.opened(test)
  }

  private static func opened(
    _ test: TestWorld, _ scope: ReviewScope = ReviewScope()
  ) throws -> ReviewViewModel {
    try ReviewViewModel(
      reviews: test.reviews, history: AttemptHistory(world: test.world), quizzes: test.quizzes,
      fitter: test.fitter, scope: scope)
  }

  private func play(_ choices: [Int], _ options: QuizOptions = QuizOptions()) throws {
    let session = try test.start(options)
    for choice in choices { try session.select(choice) }
    session.showResult()
  }

  private func sleep(days: Int) {
    test.scheduler.advance(by: .seconds(days * 86400))
  }

  /// The screen after it is opened again now. An open screen reacts to saves but not to the
  /// calendar.
  private func reopened(deck: String? = nil, tag: String? = nil) throws -> ReviewState {
    try Self.opened(test, try test.reviews.scope(deck: deck, tag: tag)).state
  }

  @Test func `the review of a deck follows another name of it, and its end`() throws {
    let screen = try Self.opened(test, try test.reviews.scope(deck: "A", tag: nil))
    try test.bank.renameDeck("A", to: "C")
    #expect(screen.state.deck == "C")
    try test.bank.deleteDecks(["C"])
    #expect(screen.state.deck == nil)
    #expect(screen.state.items.isEmpty)
  }

  @Test func `nothing is due before anything was asked`() {
    #expect(screen.state.due == 0 && screen.state.asked == 0 && screen.state.known == 0)
    #expect(screen.state.upcoming.isEmpty)
    #expect(throws: BankError.nothingDue(next: nil)) {
      try test.quizzes.start(QuizOptions(due: true))
    }
  }

  @Test func `what was asked today is due tomorrow`() throws {
    try play([0, 1, 0])
    #expect(screen.state.due == 0 && screen.state.asked == 3)
    #expect(screen.state.upcoming == [ReviewState.Upcoming(day: Day(number: 1), questions: 3)])
    #expect(throws: BankError.nothingDue(next: Day(number: 1))) {
      try test.quizzes.start(QuizOptions(due: true))
    }
    sleep(days: 1)
    // The question that was answered wrongly is known least.
    #expect(try reopened().items.map(\.question) == ["A2", "A1", "B1"])
  }

  @Test func `each question says how likely it is known, and since when it is due`() throws {
    try play([0, 1, 0])
    sleep(days: 3)
    let state = try reopened()
    let plan = try test.reviews.plan(target: 0.9)
    #expect(state.items.map(\.recall) == plan.due.map(\.recall))
    #expect(state.items.allSatisfy { (0..<1).contains($0.recall) })
    #expect(state.items.map(\.next) == plan.due.map(\.next))
    #expect(state.items.map(\.overdue) == [2, 2, 2])
    #expect(state.known == plan.known && state.deviation == plan.knownDeviation)
  }

  @Test func `the forecast has each of the next 30 days`() throws {
    try play([0, 1, 0])
    let forecast = screen.state.forecast
    #expect(forecast.map(\.day.number) == Array(1...30))
    #expect(forecast.map(\.questions) == [3] + Array(repeating: 0, count: 29))
  }

  @Test func `a right answer on another day leads further than a wrong one`() throws {
    try play([0, 0, 0])
    sleep(days: 1)
    try play([0, 1, 0])
    let upcoming = try reopened().upcoming
    #expect(upcoming.map(\.questions) == [1, 2])
    #expect(upcoming.first?.day == Day(number: 2))
  }

  @Test func `an exam whose result was not asked for does not count`() throws {
    let session = try test.start()
    try session.select(0)
    session.leave()
    sleep(days: 1)
    #expect(try reopened().due == 0)
  }

  @Test func `an answer in practice counts at once, because it cannot change`() throws {
    let session = try test.start(QuizOptions(mode: .practice))
    try session.select(0)
    session.leave()
    #expect(try reopened().asked == 1)
  }

  @Test func `review plays what is due, the least likely to be known first, from all decks`() throws
  {
    try play([0], QuizOptions(deck: "B"))
    sleep(days: 1)
    try play([0, 0], QuizOptions(deck: "A"))
    sleep(days: 1)
    let session = try test.begun { screen.commands.emit(.play(QuizOptions())) }
    #expect(session.items.map(\.question.content.text) == ["B1", "A1", "A2"])
    #expect(session.setup.title == "")
  }

  @Test(arguments: [
    ([[0], []], true, "B"), ([[0], [0]], true, ""), ([[0], []], false, ""),
  ])
  func `a person's review of one deck's questions is called after it`(
    played: [[Int]], isPerson: Bool, title: String
  ) throws {
    try play(played[0], QuizOptions(deck: "B"))
    if !played[1].isEmpty { try play(played[1], QuizOptions(deck: "A", count: 1)) }
    sleep(days: 1)
    test.bank.servesPerson = isPerson
    #expect(try test.start(QuizOptions(due: true)).setup.title == title)
  }

  @Test func `answers that are dated in the future are said, and do not count`() throws {
    sleep(days: 400)
    try play([0, 1, 0])
    // The clock is right again.
    let today = TestWorld(store: test.store)
    func review() throws -> ReviewState { try Self.opened(today).state }
    #expect(try review().ahead == 3 && review().asked == 0)
    let session = try today.start(QuizOptions(deck: "A"))
    for _ in 0..<2 { try session.select(0) }
    session.showResult()
    #expect(try review().ahead == 3 && review().asked == 2)
    let statistics = try StatisticsViewModel(
      bank: today.bank, history: today.history, reviews: today.reviews)
    #expect(statistics.state.ahead == 3)
  }

  @Test func `a review of one deck keeps to it`() throws {
    try play([0, 0, 0])
    sleep(days: 3)
    let state = try reopened(deck: "A")
    #expect(state.items.map(\.deck) == ["A", "A"])
    #expect(state.asked == 2)
    let session = try test.start(QuizOptions(deck: "A", count: 1, due: true))
    #expect(session.items.map(\.question.content.text) == ["A1"])
  }

  @Test func `a review of one tag keeps to it, and plays it`() throws {
    var tagged = QuestionContent.sample("T")
    tagged.tags = ["sea"]
    try test.add([tagged], deck: "A")
    try play([0, 0, 0, 0])
    sleep(days: 1)
    #expect(try reopened(tag: "sea").items.map(\.question) == ["T"])
    let screen = try Self.opened(test, try test.reviews.scope(deck: nil, tag: "sea"))
    let session = try test.begun { screen.commands.emit(.play(QuizOptions())) }
    #expect(session.items.map(\.question.content.text) == ["T"])
    #expect(throws: BankError.unknownTag("see", known: ["sea"])) {
      try test.reviews.scope(deck: nil, tag: "see")
    }
  }

  @Test func `the review of a deck plays that deck, and nothing once the deck is gone`() throws {
    try play([0, 0, 0])
    sleep(days: 1)
    let screen = Screen(try Self.opened(test, try test.reviews.scope(deck: "B", tag: nil)))
    let session = try test.begun { screen.run(.play(QuizOptions())) }
    #expect(session.items.map(\.question.content.text) == ["B1"])
    try test.bank.deleteDecks(["B"])
    screen.run(.play(QuizOptions()))
    #expect(screen.codes == ["nothing-due"])
  }

  @Test func `a review can be ahead by some days when nothing is due`() throws {
    try play([0, 0, 0])
    #expect(throws: BankError.nothingDue(next: Day(number: 1))) {
      try test.start(QuizOptions(due: true))
    }
    #expect(try test.start(QuizOptions(due: true, ahead: 1)).items.count == 3)
  }

  @Test func `the list empties as the review is played`() throws {
    try play([0, 0, 0])
    sleep(days: 1)
    try play([0, 0, 0], QuizOptions(due: true))
    #expect(screen.state.due == 0)
    #expect(screen.state.asked == 3)
  }

  @Test func `another target is kept, and every list has its price before`() throws {
    try play([0, 0, 0])
    sleep(days: 1)
    try play([0, 0, 0])
    let before = screen.state
    #expect(before.target == 90)
    try test.reviews.choose(percent: 95)
    let after = try reopened()
    #expect(after.target == 95)
    #expect(after.answersPerDay == before.prices.first { $0.target == 95 }?.answersPerDay)
    #expect(after.answersPerDay > before.answersPerDay)
    #expect(try Models(world: test.world).reviews.percent == 95)
    // The selected deck is in the same record.
    try test.bank.select(deck: "B")
    #expect(try Models(world: test.world).reviews.percent == 95)
    try test.reviews.choose(percent: 70)
    #expect(try QuestionBank(world: test.world).selectedDeck == "B")
  }

  @Test func `the screen chooses a target and says the one before`() throws {
    try play([0, 0, 0])
    var states: [ReviewState] = []
    let handle = screen.states.observe { states.append($0) }
    defer { handle.dispose() }
    screen.commands.emit(.choose(target: 90))
    #expect(states.last?.targetBefore == nil)
    screen.commands.emit(.choose(target: 80))
    #expect(states.last?.target == 80 && states.last?.targetBefore == 90)
    #expect(try test.reviews.percent == 80)
  }

  @Test func `a target of another version is moved to the nearest one`() throws {
    let store = test.world.store
    try store.transaction { store.insert(BankSetting(reviewTarget: 99)) }
    #expect(try test.reviews.percent == 97)
    #expect(try reopened().target == 97)
  }

  @Test func `what is due today is not listed as to come`() throws {
    try play([0, 1, 0])
    sleep(days: 1)
    let state = try reopened()
    #expect(state.due == 3 && state.upcoming.isEmpty)
  }

  @Test func `a review of mistakes plays only what was wrong and is due`() throws {
    try play([0, 1, 0])
    sleep(days: 1)
    let session = try test.start(QuizOptions(mistakes: true, due: true))
    #expect(session.items.map(\.question.content.text) == ["A2"])
  }

  @Test func `a target that cannot be saved is not chosen`() throws {
    let store = RefusingStore()
    let test = TestWorld(store: store)
    store.refuses = true
    #expect(throws: SaveFailure.self) { try test.reviews.choose(percent: 80) }
    #expect(try test.reviews.percent == 90)
  }

  @Test func `what all due questions have in common is said of all`() throws {
    try play([1, 1, 1])
    sleep(days: 1)
    let alike = try reopened()
    #expect(alike.recallOfAll == alike.items.first.map { Int(($0.recall * 100).rounded()) })
    try play([0], QuizOptions(deck: "B"))
    sleep(days: 40)
    #expect(try reopened().recallOfAll == nil)
  }
}
