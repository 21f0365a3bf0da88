import Foundation
import QuizSupport
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct RecallModelTests {
  private let answers = ReviewAnswer.forgetful(questions: 20, reviews: 6, choices: 4)

  @Test func `each question has the state that its own answers lead to`() {
    let model = RecallModel(of: answers)
    #expect(model.cards.count == 20)
    for card in model.cards {
      let own = answers.filter { $0.questionID == card.questionID }
      #expect(FSRS().state(after: own) == card.state)
      #expect(own.map(\.milliseconds).max() == card.answered)
    }
  }

  @Test func `one more answer leads where all answers at once lead`() {
    let ordered = answers.chronological()
    var model = RecallModel(of: Array(ordered.dropLast(30)))
    for answer in ordered.suffix(30) { model.add(answer) }
    let whole = RecallModel(of: answers)
    #expect(model.calibration == whole.calibration)
    #expect(model.cards.map(\.state) == whole.cards.map(\.state))
  }

  @Test func `the order in which answers are handed over does not matter`() {
    let (model, reversed) = (RecallModel(of: answers), RecallModel(of: answers.reversed()))
    #expect(model.calibration == reversed.calibration)
    #expect(Set(model.cards.map(\.answered)) == Set(reversed.cards.map(\.answered)))
  }

  @Test func `a plan as many days after another answer as the one before is made anew`() {
    func noon(_ day: Int) -> Date {
      ReviewAnswer.instant(ReviewAnswer.sample(question: 1, day: day, isRight: true).milliseconds)
    }
    let answers = [0, 4].map { ReviewAnswer.sample(question: 1, day: $0, isRight: true) }
    var model = RecallModel(of: answers)
    _ = model.plan(at: noon(7), in: .gmt, target: 0.9)
    let last = ReviewAnswer.sample(question: 1, day: 7, isRight: false)
    model.add(last)
    var whole = RecallModel(of: answers + [last])
    #expect(
      model.plan(at: noon(10), in: .gmt, target: 0.9).items
        == whole.plan(at: noon(10), in: .gmt, target: 0.9).items)
  }

  @Test func `first answers and those of the same day are not predicted`() throws {
    var model = RecallModel()
    #expect(model.add(.sample(question: 1, day: 0, isRight: true)) == nil)
    #expect(model.add(.sample(question: 1, day: 0, hour: 13, isRight: false)) == nil)
    let third = model.add(.sample(question: 1, day: 3, isRight: true, choices: 4))
    let prediction = try #require(third)
    #expect(prediction.recall < 0.9)
    #expect(prediction.corrected == prediction.recall)
    #expect(prediction.isRight)
    #expect(prediction.guessing.chance == 0.25)
  }

  @Test func `the days that each grade would bring are those that it brings`() throws {
    let zone = LocalDays(try #require(TimeZone(identifier: "UTC")))
    let question = Identifier<Question>(rawValue: 1)
    let start = Date(timeIntervalSince1970: 0)
    func answer(_ days: Double, _ grade: RecallGrade) -> ReviewAnswer {
      ReviewAnswer(
        to: question, at: start.addingTimeInterval(days * 86_400), grade: grade, choices: nil)
    }
    for past in [
      [], [answer(0, .good)], [answer(0, .again), answer(0.01, .good), answer(3, .hard)],
    ] {
      let now = past.isEmpty ? 0 : 7.0
      let days = RecallModel(of: past).intervals(
        of: question, at: start.addingTimeInterval(now * 86_400), in: zone, target: 0.9)
      for grade in RecallGrade.allCases {
        let next = RecallModel(of: past + [answer(now, grade)])
          .next(of: question, in: zone, target: 0.9)
        #expect(next?.number == Int(now) + days[grade.rawValue - 1], "\(grade) after \(past.count)")
      }
      #expect(days == days.sorted())
    }
  }
}
