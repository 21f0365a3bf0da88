import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests which questions a quiz asks, and where their choices stand, for a person.
@Suite struct QuestionNeedTests {
  private let test = TestWorld(seed: 7)

  init() {
    test.quizzes.usualOrder = .need
  }

  private func add(_ count: Int) throws {
    try test.add((0..<count).map { .sample("\($0)", correct: $0 % 4) })
  }

  private static func texts(_ quiz: QuizSession) -> [Int] {
    quiz.items.compactMap { Int($0.question.content.text) }
  }

  /// Plays a quiz of five questions, and answers those in `wrong` wrongly.
  @discardableResult
  private func play(_ count: Int = 5, wrong: Set<Int> = []) throws -> [Int] {
    let quiz = try test.start(QuizOptions(count: count))
    let asked = Self.texts(quiz)
    for item in quiz.items {
      let right = item.question.content.solution.rightChoice ?? 0
      let number = Int(item.question.content.text) ?? 0
      let choice = wrong.contains(number) ? (right + 1) % 4 : right
      try quiz.select(item.order.firstIndex(of: choice) ?? 0)
    }
    quiz.showResult()
    test.scheduler.advance(by: .seconds(60))
    return asked
  }

  @Test func `others come before the same ones again`() throws {
    try add(12)
    #expect(try play() == [0, 1, 2, 3, 4])
    #expect(try play() == [5, 6, 7, 8, 9])
    #expect(try play() == [10, 11, 0, 1, 2])
    #expect(try play() == [3, 4, 5, 6, 7])
  }

  @Test func `one that was wrong comes for every three that are new`() throws {
    try add(30)
    try play(wrong: [1, 3])
    #expect(try play(10) == [1, 5, 6, 7, 3, 8, 9, 10, 11, 12])
  }

  @Test func `what is due comes first, and of what waits equally long the older question`() throws {
    try add(30)
    try play(wrong: [2])
    test.scheduler.advance(by: .seconds(86_400))
    // A right answer may have been a guess, so that all five are due.
    #expect(try play(7) == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func `a command that names an order gets it`() throws {
    try add(12)
    try play()
    let quiz = try test.start(QuizOptions(count: 5, order: .author))
    #expect(Self.texts(quiz) == [0, 1, 2, 3, 4])
    #expect(Set(quiz.items.map(\.order)) == [[0, 1, 2, 3]])
  }

  @Test func `where no person answers, the author's order holds`() throws {
    test.quizzes.usualOrder = .author
    try add(12)
    try play()
    #expect(try play() == [0, 1, 2, 3, 4])
  }

  @Test func `choices change places from the second time on, and stay for resume and restart`()
    throws
  {
    try add(5)
    let first = try test.start()
    #expect(Set(first.items.map(\.order)) == [[0, 1, 2, 3]])
    try play()
    let second = try test.start()
    #expect(Set(second.items.map(\.order)) != [[0, 1, 2, 3]])
    second.leave()
    let later = TestWorld(store: test.store, seed: 99)
    let resumed = try later.begun { try later.quizzes.resume(number: 1) }
    #expect(resumed.items.map(\.order) == second.items.map(\.order))
    let again = try later.begun { try later.quizzes.replay(resumed, onlyMistakes: false) }
    #expect(again.items.map(\.order) == second.items.map(\.order))
  }

  @Test func `the right one stands in each place equally often`() throws {
    try add(1)
    try play()
    var places = [0, 0, 0, 0]
    for seed in 0..<400 {
      let world = TestWorld(store: test.store, seed: UInt64(seed))
      world.quizzes.usualOrder = .need
      let item = try #require(try world.start().items.first)
      places[try #require(item.order.firstIndex(of: 0))] += 1
    }
    // The quantile of χ² with three degrees of freedom at 1 %.
    let chiSquared = places.reduce(0.0) { $0 + pow(Double($1) - 100, 2) / 100 }
    #expect(chiSquared < 11.34, "\(places)")
  }

  @Test func `a review shows choices in other places too`() throws {
    try add(5)
    try play(wrong: [0, 1, 2, 3, 4])
    test.scheduler.advance(by: .seconds(3 * 86_400))
    let review = try test.start(.review(asking: 20))
    #expect(Set(review.items.map(\.order)) != [[0, 1, 2, 3]])
  }

  @Test func `the row of a deck says what comes`() throws {
    try add(30)
    try play(wrong: [1, 3])
    test.reviews.keepOverview()
    let part = try #require(try test.reviews.overview()?.byDeck.first)
    let round = NextRound(part, of: 30, size: 20)
    #expect("\(round.due) \(round.wrong) \(round.new)" == "0 2 18")
    test.scheduler.advance(by: .seconds(86_400))
    let later = try #require(try test.reviews.overview()?.byDeck.first)
    let next = NextRound(later, of: 30, size: 20)
    #expect("\(next.due) \(next.wrong) \(next.new)" == "5 0 15")
  }
}
