import Foundation
import Signals
import Testing

@testable import QuizKit

@Suite struct ReviewViewModelTests {
  private let test = TestWorld()
  private let screen: ReviewViewModel

  init() throws {
    try test.add([.sample("A1"), .sample("A2")], deck: "A")
    try test.add([.sample("B1")], deck: "B")
    screen = try ReviewViewModel(
      bank: test.bank, history: test.history, quizzes: test.quizzes, deck: nil)
  }

  private func play(_ choices: [Int], _ options: QuizOptions = QuizOptions()) throws {
    let session = try test.start(options)
    for choice in choices { try session.select(choice) }
    session.showResult()
  }

  private func sleep(days: Int) {
    test.scheduler.advance(by: .seconds(days * 86400))
  }

  /// The screen as it would be opened now; an open one follows saves and not the calendar.
  private func reopened(deck: String? = nil) throws -> ReviewState {
    try ReviewViewModel(
      bank: test.bank, history: test.history, quizzes: test.quizzes,
      deck: try deck.map { try test.bank.deck(named: $0).id }
    ).state
  }

  @Test func `the review of a deck follows another name of it, and its end`() throws {
    let id = try test.bank.deck(named: "A").id
    let screen = try ReviewViewModel(
      bank: test.bank, history: test.history, quizzes: test.quizzes, deck: id)
    try test.bank.renameDeck("A", to: "C")
    #expect(screen.state.deck == "C")
    try test.bank.deleteDecks(["C"])
    #expect(screen.state.deck == nil)
    #expect(screen.state.items.isEmpty)
  }

  @Test func `nothing is due before anything was asked`() {
    #expect(screen.state.due == 0)
    #expect(screen.state.upcoming.isEmpty)
    #expect(throws: BankError.nothingDue(next: nil)) {
      try test.quizzes.start(QuizOptions(due: true))
    }
  }

  @Test func `what was asked today is due tomorrow`() throws {
    try play([0, 1, 0])
    #expect(screen.state.due == 0)
    #expect(screen.state.upcoming == [ReviewState.Upcoming(day: Day(number: 1), questions: 3)])
    #expect(throws: BankError.nothingDue(next: Day(number: 1))) {
      try test.quizzes.start(QuizOptions(due: true))
    }
    sleep(days: 1)
    #expect(try reopened().items.map(\.question) == ["A1", "A2", "B1"])
  }

  @Test func `a right answer on another day moves a question on, a wrong one back`() throws {
    try play([0, 0, 0])
    sleep(days: 1)
    try play([0, 1, 0])
    let state = try reopened()
    #expect(state.boxes.map(\.questions) == [1, 2, 0, 0, 0])
    #expect(state.upcoming.map(\.day.number) == [2, 3])
    #expect(state.upcoming.map(\.questions) == [1, 2])
  }

  @Test func `a quiz whose result was not asked for does not count`() throws {
    let session = try test.start()
    try session.select(0)
    session.leave()
    sleep(days: 1)
    #expect(try reopened().due == 0)
  }

  @Test func `review plays what is due, the longest overdue first, from all decks`() throws {
    try play([0], QuizOptions(deck: "B"))
    sleep(days: 1)
    try play([0, 0], QuizOptions(deck: "A"))
    sleep(days: 1)
    let session = try test.begun { screen.commands.emit(.play(QuizOptions())) }
    #expect(session.items.map(\.question.content.text) == ["B1", "A1", "A2"])
    #expect(session.setup.title == "")
  }

  @Test func `a review of one deck keeps to it`() throws {
    try play([0, 0, 0])
    sleep(days: 3)
    let state = try reopened(deck: "A")
    #expect(state.items.map(\.deck) == ["A", "A"])
    #expect(state.items.map(\.overdue) == [2, 2])
    let session = try test.start(QuizOptions(deck: "A", count: 1, due: true))
    #expect(session.items.map(\.question.content.text) == ["A1"])
  }

  @Test func `the review of a deck plays that deck, and nothing once the deck is gone`() throws {
    try play([0, 0, 0])
    sleep(days: 1)
    let screen = Screen(
      try ReviewViewModel(
        bank: test.bank, history: test.history, quizzes: test.quizzes,
        deck: try test.bank.deck(named: "B").id))
    let session = try test.begun { screen.run(.play(QuizOptions())) }
    #expect(session.items.map(\.question.content.text) == ["B1"])
    try test.bank.deleteDecks(["B"])
    screen.run(.play(QuizOptions()))
    #expect(screen.codes == ["nothing-due"])
  }

  @Test func `the list empties as the review is played`() throws {
    try play([0, 0, 0])
    sleep(days: 1)
    try play([0, 0, 0], QuizOptions(due: true))
    #expect(screen.state.due == 0)
    #expect(screen.state.boxes.map(\.questions) == [0, 3, 0, 0, 0])
  }

  @Test func `days are those of the wall and not of Greenwich`() throws {
    let tokyo = try #require(TimeZone(secondsFromGMT: 9 * 3600))
    try play([0, 0, 0])
    // 15:00 in Greenwich is midnight in Tokyo.
    let afternoon = test.world.now() + 15 * 3600
    let plan = { zone in
      try ReviewPlan(of: test.bank, today: Day(afternoon, in: zone), timeZone: zone)
    }
    #expect(try plan(tokyo).due.count == 3)
    #expect(try plan(.gmt).due.isEmpty)
  }
}
