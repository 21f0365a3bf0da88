import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ReviewsTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("A"), .sample("B")])
  }

  private func play(_ choices: [Int], finish: Bool = true) throws {
    let session = try test.start(QuizOptions())
    for choice in choices { try session.select(choice) }
    if finish { session.showResult() } else { session.leave() }
  }

  @Test func `the choices of a question say how likely a guess was`() throws {
    try play([0, 1])
    let answers = try test.reviews.reviewAnswers()
    let choices = QuestionContent.sample("A").choices.count
    #expect(answers.map(\.guessing) == [Guessing(choices: choices), Guessing(choices: choices)])
    #expect(answers.map(\.isRight) == [true, false])
  }

  @Test
  func `an answer keeps how many choices there were, and an older one takes those that there are`()
    throws
  {
    try play([0, 1])
    let store = test.world.store
    var first = try #require(try store.fetch(FetchDescriptor<Answer>()).first)
    #expect(first.choices == 4)
    first.choices = nil
    try store.transaction { try store.update(first) }
    let id = try test.bank.questionIdentifiers(in: nil)[0]
    var question = try #require(try test.bank.store.record(for: id))
    question.content.choices.removeLast()
    try test.bank.store.transaction { try test.bank.store.update(question) }
    let guessing = try test.reviews.reviewAnswers().map(\.guessing)
    #expect(guessing == [Guessing(choices: 3), Guessing(choices: 4)])
  }

  @Test func `the grade of a card counts in its replay`() throws {
    try play([0, 1])
    let store = test.world.store
    let grades = [RecallGrade.easy, .again]
    for (answer, grade) in zip(try store.fetch(FetchDescriptor<Answer>()), grades) {
      var answer = answer
      (answer.response, answer.isCorrect) = (.recall(grade), grade.isRight)
      (answer.choices, answer.guesses) = (nil, 0)
      try store.transaction { try store.update(answer) }
    }
    let answers = try test.reviews.reviewAnswers()
    #expect(answers.map(\.grade) == grades)
    #expect(answers.map(\.guessing) == [Guessing(choices: nil), Guessing(choices: nil)])
    let states = try test.reviews.withModel { model in
      answers.map { answer in model.cards.first { $0.questionID == answer.questionID }?.state }
    }
    #expect(states == grades.map { FSRS().first($0) })
  }

  @Test func `a quiz whose result was not asked for does not count`() throws {
    try play([0], finish: false)
    #expect(try test.reviews.reviewAnswers().isEmpty)
  }

  @Test func `a mark set later does not move the time of an answer`() throws {
    let session = try test.start(QuizOptions())
    try session.select(0)
    test.scheduler.advance(by: .seconds(3 * 86400))
    try session.back()
    try session.flag()
    session.showResult()
    let store = test.world.store
    let answers = try store.fetch(FetchDescriptor<Answer>())
    #expect(answers.map(\.isFlagged) == [true, false])
    #expect(answers.map { Day($0.changedAt, in: .gmt).number } == [0, 3])
  }

  @Test func `an answer that is changed was given when it was changed`() throws {
    let session = try test.start(QuizOptions())
    try session.select(0)
    test.scheduler.advance(by: .seconds(3 * 86400))
    try session.back()
    try session.select(1)
    let answer = try #require(try test.world.store.fetch(FetchDescriptor<Answer>()).first)
    #expect(Day(answer.changedAt, in: .gmt).number == 3)
  }

  @Test func `what was known comes back later than what was not`() throws {
    try play([0, 1])
    let plan = try test.reviews.plan(target: 0.8)
    #expect(plan.today == Day(number: 0))
    #expect(plan.items.count == 2)
    let (known, unknown) = (plan.items[0], plan.items[1])
    // Both are shown with tomorrow's chance, because their solutions were on the screen today.
    for item in [known, unknown] {
      let tomorrow = FSRS().recall(after: 1, stability: item.stability)
      #expect(abs(item.recall - tomorrow) < 1e-12)
    }
    #expect(unknown.recall < known.recall)
    #expect(known.next > unknown.next)
    #expect(unknown.next == Day(number: 1))
    #expect(plan.next == Day(number: 1))
  }

  @Test func `the answers to a deleted question are not planned`() throws {
    try play([0, 1])
    let ids = try test.bank.questionIdentifiers(in: nil)
    try test.bank.delete([ids[0]])
    #expect(try test.reviews.plan(target: 0.9).items.map(\.questionID) == [ids[1]])
    try test.bank.delete([ids[1]])
    #expect(try test.reviews.readOverview() == nil)
  }

  @Test func `a question's choices are counted in a file as they are in memory`() throws {
    let question = Question(
      deckID: Identifier(rawValue: 1), content: .sample("A"),
      createdAt: Date(timeIntervalSince1970: 0))
    let counted = try JSONDecoder().decode(
      QuestionChoices.self, from: JSONEncoder().encode(question))
    #expect(counted.count == QuestionChoices(question).count)
  }

  @Test func `a deck whose quiz was lost is not known, and a question not asked is not counted`()
    throws
  {
    try test.add([.sample("C")])
    test.reviews.keepOverview()
    let session = try test.start(QuizOptions(count: 2))
    for _ in 0..<2 { try session.select(1) }
    session.showResult()
    let all = try #require(try test.reviews.overview()).all
    #expect(all.asked == 2)
    #expect(all.known < 1.7)
  }

  @Test func `a question is right or not as it was when it was asked last`() throws {
    try test.add([.sample("C")], deck: "Other")
    test.reviews.keepOverview()
    try play([0, 0, 1])
    var overview = try #require(try test.reviews.overview())
    #expect(overview.all.lastRight == 2 && overview.byDeck.map(\.lastRight) == [2, 0])
    test.scheduler.advance(by: .seconds(86400))
    try play([1, 0, 0])
    overview = try #require(try test.reviews.overview())
    #expect(overview.byDeck.map(\.lastRight) == [1, 1] && overview.byDeck.map(\.asked) == [2, 1])
  }

  @Test func `few answers are counted at once, and many when it is asked for`() throws {
    #expect(try !test.reviews.awaitsOverview())
    try play([0, 1])
    #expect(try test.reviews.awaitsOverview() && test.reviews.overview() == nil)
    test.reviews.keepOverview()
    #expect(try !test.reviews.awaitsOverview() && test.reviews.overview() != nil)
    let other = TestWorld(store: test.store)
    let store = other.world.unitOfWork()
    let answer = try #require(try store.fetch(FetchDescriptor<Answer>()).first)
    try store.transaction {
      for _ in 0..<RecallOverview.mostAnswersAtOnce {
        var another = answer
        another.id = .unassigned
        store.insert(another)
      }
    }
    other.reviews.keepOverview()
    #expect(try other.reviews.awaitsOverview() && other.reviews.overview() == nil)
    #expect(try other.reviews.readOverview() != nil)
    #expect(try !other.reviews.awaitsOverview() && other.reviews.overview() != nil)
  }
}
