import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests the date of a changed key, and what becomes of the answers before it.
@Suite struct ChangedKeyTests {
  private let test = TestWorld()

  init() throws { try test.add([.sample("A"), .sample("B")]) }

  private func play(_ choices: [Int]) throws {
    test.scheduler.advance(by: .seconds(60))
    let session = try test.start(QuizOptions())
    for choice in choices { try session.select(choice) }
    session.showResult()
    test.scheduler.advance(by: .seconds(60))
  }

  private func first() throws -> Question {
    try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
  }

  private func setKey(_ position: Int) throws {
    let question = try first()
    var content = question.content
    content.solution = .single(position)
    try test.bank.update(question, content: content)
  }

  @Test func `answers before a changed key say nothing, and the question counts as wrong`() throws {
    try play([0, 0])
    let id = try first().id
    #expect(try test.reviews.reviewAnswers().count == 2)
    #expect(try test.reviews.answers.mistakes().isEmpty)
    let history = try test.world.store.fetch(FetchDescriptor<Answer>())
    try setKey(1)
    #expect(try first().keyChangedAt == test.bank.now())
    #expect(try test.reviews.reviewAnswers().map(\.questionID).contains(id) == false)
    #expect(try test.reviews.withModel { $0.cards.map(\.questionID) }.contains(id) == false)
    #expect(try test.reviews.answers.mistakes() == [id])
    let overview = try #require(try test.reviews.readOverview())
    #expect(overview.all.asked == 2)
    #expect(overview.all.lastRight == 1)
    #expect(overview.byDeck.map(\.lastRight) == [1])
    #expect(try test.world.store.fetch(FetchDescriptor<Answer>()) == history)
    #expect(try test.start(QuizOptions(mistakes: true)).items.count == 1)
  }

  @Test func `answers after it count again`() throws {
    try play([0, 0])
    try setKey(1)
    try play([1, 0])
    #expect(try test.reviews.reviewAnswers().count == 3)
    #expect(try test.reviews.answers.mistakes().isEmpty)
  }

  @Test func `an undo brings the answers back`() throws {
    try play([0, 0])
    try setKey(1)
    try test.bank.undoHistory.undo()
    #expect(try first().keyChangedAt == nil)
    #expect(try test.reviews.reviewAnswers().count == 2)
    #expect(try test.reviews.answers.mistakes().isEmpty)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var before: QuestionContent
    var after: QuestionContent
    var invalidates: Bool
    var testDescription: String { name }
  }

  private static func picked(_ texts: [String], _ solution: Solution) -> QuestionContent {
    QuestionContent(text: "Q?", choices: texts.map { Choice($0) }, solution: solution)
  }

  private static func solved(_ solution: Solution) -> QuestionContent {
    QuestionContent(text: "Q?", solution: solution)
  }

  private static func several(_ right: [Int]) -> Solution {
    .several(SeveralSolution(correct: right))
  }

  private static func texts(_ accepted: [String], _ isCaseSensitive: Bool = false) -> Solution {
    .text(
      TextSolution(
        accepted: accepted.map { AcceptedText($0) }, isCaseSensitive: isCaseSensitive))
  }

  private static func number(_ value: Double, _ tolerance: Double) -> Solution {
    .number(NumberSolution(accepted: [AcceptedNumber(.value(value, tolerance: tolerance))]))
  }

  private static func gap(_ accepted: [String]) -> Solution {
    .gaps(GapsSolution([.typed(TextSolution(accepted: accepted.map { AcceptedText($0) }))]))
  }

  private static func change(
    _ name: String, _ before: QuestionContent, _ after: QuestionContent, _ invalidates: Bool
  ) -> Change {
    Change(name: name, before: before, after: after, invalidates: invalidates)
  }

  static let changes = [
    change(
      "another choice", picked(["a", "b"], .single(0)), picked(["a", "b"], .single(1)), true),
    change(
      "choices in another order", picked(["a", "b"], .single(0)), picked(["b", "a"], .single(1)),
      false),
    change(
      "a mended choice", picked(["ate", "b"], .single(0)), picked(["eight", "b"], .single(0)), false
    ),
    change(
      "texts that changed places", picked(["a", "b"], .single(0)), picked(["b", "a"], .single(0)),
      true),
    change(
      "a second right choice of which one is picked", picked(["a", "b"], .single(0)),
      picked(["a", "b"], .single(SingleSolution(0, weights: [1, 1]))), false),
    change(
      "another one to pick as well", picked(["a", "b"], .single(0)),
      picked(["a", "b"], several([0, 1])), true),
    change(
      "one less to pick", picked(["a", "b"], several([0, 1])), picked(["a", "b"], several([0])),
      true),
    change("another text", solved(texts(["a"])), solved(texts(["b"])), true),
    change("one more text", solved(texts(["a"])), solved(texts(["a", "b"])), false),
    change("a pattern that holds it", solved(texts(["abc"])), solved(texts(["a*"])), false),
    change("letter case", solved(texts(["a"])), solved(texts(["a"], true)), true),
    change("a wider number", solved(number(8, 0)), solved(number(8, 1)), false),
    change("a narrower number", solved(number(8, 1)), solved(number(8, 0)), true),
    change(
      "another back", solved(.card(CardSolution(back: "cat"))),
      solved(.card(CardSolution(back: "dog"))), true),
    change(
      "a mended back", solved(.card(CardSolution(back: "the cat"))),
      solved(.card(CardSolution(back: "The cat!"))), false),
    change("another gap", solved(gap(["is"])), solved(gap(["are"])), true),
    change("a wider gap", solved(gap(["is"])), solved(gap(["is", "are"])), false),
    change("another order", picked(["a", "b"], .order), picked(["b", "a"], .order), true),
    change(
      "another pair",
      solved(.match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")]))),
      solved(.match(MatchSolution([MatchPair("a", "2"), MatchPair("b", "1")]))), true),
    change("another kind", solved(texts(["a"])), picked(["a", "b"], .single(0)), true),
  ]

  @Test(arguments: changes)
  func `a key has changed where what was right is right no more`(_ change: Change) {
    #expect(change.after.invalidatesAnswers(of: change.before) == change.invalidates)
    #expect(!change.before.invalidatesAnswers(of: change.before))
  }
}
