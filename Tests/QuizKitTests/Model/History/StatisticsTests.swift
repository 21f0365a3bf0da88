import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct StatisticsTests {
  private let test = TestWorld()

  init() throws {
    try test.add([tagged("A1", "x"), tagged("A2", "x", "y")], deck: "A")
    try test.add([tagged("B1", "y")], deck: "B")
  }

  private func tagged(_ text: String, _ tags: String...) -> QuestionContent {
    var content = QuestionContent.sample(text)
    content.tags = tags
    return content
  }

  /// Plays a quiz. For a missing choice, the question is left unanswered.
  private func play(_ choices: [Int?], deck: String? = nil) throws {
    let session = try test.start(QuizOptions(deck: deck))
    for choice in choices {
      if let choice { try session.select(choice) } else { try session.skip() }
    }
    session.showResult()
  }

  private func statistics() throws -> Statistics {
    try StatisticsReader(test.bank, test.history).statistics()
  }

  private func tally(_ correct: Int, of answers: Int) -> Statistics.Tally {
    Statistics.Tally(answers: answers, correct: correct)
  }

  @Test func `answers are added up by deck and by tag`() throws {
    try play([0, 1, 0])
    try play([0], deck: "B")
    let statistics = try statistics()
    #expect(statistics.attempts == 2)
    #expect(statistics.total == tally(3, of: 4))
    #expect(statistics.decks.map(\.name) == ["A", "B"])
    #expect(statistics.decks.map(\.tally) == [tally(1, of: 2), tally(2, of: 2)])
    #expect(statistics.tags.map(\.name) == ["y", "x"])
    #expect(statistics.tags.map(\.tally) == [tally(2, of: 3), tally(1, of: 2)])
  }

  @Test func `a question without an answer counts as a wrong one, but not as work`() throws {
    try play([nil], deck: "B")
    let statistics = try statistics()
    #expect(statistics.total == tally(0, of: 1))
    #expect(statistics.days.map(\.answers).allSatisfy { $0 == 0 })
  }

  @Test func `a quiz without its result counts in the calendar only`() throws {
    let session = try test.start(QuizOptions(deck: "A"))
    try session.select(0)
    session.leave()
    let statistics = try statistics()
    #expect(statistics.attempts == 0)
    #expect(statistics.total == tally(0, of: 0))
    #expect(statistics.days.last?.answers == 1)
  }

  @Test func `the last twenty scores are kept, the oldest first`() throws {
    for number in 1...21 { try play([number == 21 ? 0 : 1], deck: "B") }
    let scores = try statistics().scores
    #expect(scores.count == 20)
    #expect(scores.map(\.correct) == Array(repeating: 0, count: 19) + [1])
  }

  @Test func `the weakest question is the one that goes wrong most, not the one that slipped once`()
    throws
  {
    try play([1, 1, 0])
    try play([0, 1, 0])
    try play([0, 1, 1])
    let weakest = try statistics().weakest
    #expect(weakest.map(\.question.content.text) == ["A2", "A1", "B1"])
    #expect(weakest.map(\.tally) == [tally(0, of: 3), tally(2, of: 3), tally(2, of: 3)])
  }

  @Test func `at most ten weak questions are named`() throws {
    try test.add((1...12).map { .sample("C\($0)") }, deck: "C")
    try play(Array(repeating: 1, count: 12), deck: "C")
    #expect(try statistics().weakest.count == 10)
  }

  @Test func `the calendar ends today and begins on a Monday`() throws {
    // 1970-01-01, a Thursday, and 40 days later, a Tuesday.
    try play([0, 0], deck: "A")
    test.scheduler.advance(by: .seconds(40 * 86400))
    try play([0], deck: "B")
    let days = try statistics().days
    #expect(days.count == 52 * 7 + 2)
    #expect(days.first?.day.weekday == 0)
    #expect(days.last == Statistics.Activity(day: Day(number: 40), answers: 1))
    #expect(days.first { $0.day.number == 0 }?.answers == 2)
  }

  @Test func `the answers of deleted questions stay in the sum and leave the decks`() throws {
    try play([0, 1], deck: "A")
    try test.world.store.delete(try test.bank.deck(named: "A").id)
    try test.world.store.save()
    let statistics = try statistics()
    #expect(statistics.total == tally(1, of: 2))
    #expect(statistics.decks.isEmpty && statistics.tags.isEmpty && statistics.weakest.isEmpty)
  }

  @Test func `the screen follows every result, with shares from 0 to 1`() throws {
    let screen = try StatisticsViewModel(
      bank: test.bank, history: test.history, reviews: test.reviews)
    #expect(screen.state.attempts == 0)
    try play([0, 0, 1])
    #expect(screen.state.scores.map(\.pointShare) == [2.0 / 3])
    #expect(screen.state.byDeck.map(\.accuracy) == [1, 0])
    #expect(screen.state.weakest.map(\.number) == [1])
  }
}
