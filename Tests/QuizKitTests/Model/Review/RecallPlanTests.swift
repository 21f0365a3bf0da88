import Foundation
import QuizSupport
import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct RecallPlanTests {
  private func plan(
    _ answers: [ReviewAnswer], day: Int, hour: Int = 12, target: Double = 0.9
  ) -> RecallPlan {
    let now = ReviewAnswer.sample(question: 0, day: day, hour: hour, isRight: true).milliseconds
    return RecallPlan(
      of: RecallModel(of: answers), at: ReviewAnswer.instant(now), in: .gmt, target: target)
  }

  /// One right answer to each question, on consecutive days from day 0.
  private func firstAnswers(_ count: Int) -> [ReviewAnswer] {
    (0..<count).map { .sample(question: Int64($0 + 1), day: $0, isRight: true) }
  }

  @Test func `what was right for the first time comes back after two days`() throws {
    let plan = plan(firstAnswers(1), day: 1)
    let item = try #require(plan.items.first)
    #expect(item.interval == 2)
    #expect(item.next == plan.today + 1)
    #expect(item.recall == FSRS().recall(after: 1, stability: 2.3065))
    #expect(plan.due.isEmpty)
    #expect(plan.next == plan.today + 1)
  }

  @Test func `a question is due from the first minute of its day`() {
    #expect(plan(firstAnswers(1), day: 2, hour: 0).due.count == 1)
    #expect(plan(firstAnswers(1), day: 1, hour: 23).due.isEmpty)
  }

  @Test func `the least likely to be recalled comes first`() {
    let answers = [
      ReviewAnswer.sample(question: 1, day: 3, isRight: true),
      .sample(question: 2, day: 0, isRight: true),
      .sample(question: 3, day: 3, isRight: false),
    ]
    let due = plan(answers, day: 6).due
    #expect(due.map(\.questionID.rawValue) == [3, 2, 1])
    #expect(due.map(\.recall) == due.map(\.recall).sorted())
  }

  @Test func `a lower target means longer intervals and fewer answers a day`() {
    let plans = [0.97, 0.9, 0.8, 0.7].map { plan(firstAnswers(5), day: 5, target: $0) }
    let intervals = plans.compactMap(\.items.first?.interval)
    #expect(intervals == [1, 2, 8, 21])
    let price = plans.map(\.answersPerDay)
    #expect(price == price.sorted(by: >))
    #expect(price[1] == 2.5)
  }

  @Test func `the forecast counts each question on its day, from tomorrow on`() {
    let plan = plan(firstAnswers(4), day: 3)
    // The four are due on the days 2, 3, 4 and 5; this is day 3.
    #expect(plan.due.count == 2)
    #expect(plan.forecast.count == RecallPlan.forecastDays)
    #expect(plan.forecast.prefix(3) == [1, 1, 0])
    #expect(plan.forecast.reduce(0, +) == 2)
  }

  @Test func `the last day of the forecast is the thirtieth`() throws {
    let first = plan(firstAnswers(1), day: 0, target: 0.7)
    let interval = try #require(first.items.first).interval
    #expect(interval == 21)
    // If the clock was set back after the answer, its day is further away.
    let inThirty = plan(firstAnswers(1), day: interval - 30, target: 0.7)
    #expect(inThirty.forecast == Array(repeating: 0, count: 29) + [1])
    let later = plan(firstAnswers(1), day: interval - 31, target: 0.7)
    #expect(later.forecast == Array(repeating: 0, count: 30))
  }

  @Test func `another target is said to cost what it costs once chosen`() {
    // Half of the answers are wrong, so that the correction is large.
    let answers = (1...30).flatMap { question in
      (0..<6).map {
        ReviewAnswer.sample(question: Int64(question), day: $0 * 3, isRight: $0 < 3)
      }
    }
    let usual = plan(answers, day: 16)
    for target in [0.7, 0.8, 0.9, 0.95] {
      let chosen = plan(answers, day: 16, target: target)
      #expect(usual.answersPerDay(for: target) == chosen.answersPerDay)
    }
  }

  @Test func `what is known is the sum of the chances, give or take their deviation`() {
    let plan = plan(firstAnswers(3), day: 20)
    let chances = plan.items.map(\.recall)
    #expect(abs(plan.known - chances.reduce(0, +)) < 1e-12)
    let variance = chances.reduce(0) { $0 + $1 * (1 - $1) }
    #expect(abs(plan.knownDeviation - variance.squareRoot()) < 1e-12)
  }

  @Test func `without answers there is nothing to plan`() {
    let plan = plan([], day: 0)
    #expect(plan.items.isEmpty && plan.due.isEmpty && plan.next == nil)
    #expect(plan.known == 0 && plan.knownDeviation == 0 && plan.answersPerDay == 0)
  }

  @Test func `a plan for some questions has only these`() {
    let plan = plan(firstAnswers(4), day: 3).among([Identifier(rawValue: 2)])
    #expect(plan.items.map(\.questionID.rawValue) == [2])
    #expect(plan.today == self.plan([], day: 3).today)
  }

  @Test func `days are those of the learner's time zone`() throws {
    let tokyo = LocalDays(try #require(TimeZone(identifier: "Asia/Tokyo")))
    let evening = ReviewAnswer.sample(question: 1, day: 0, hour: 22, isRight: true)
    let plan = RecallPlan(
      of: RecallModel(of: [evening]), at: ReviewAnswer.instant(evening.milliseconds), in: tokyo,
      target: 0.9)
    #expect(plan.today == Day(number: 10957 + 1))
    #expect(plan.items.map(\.next) == [Day(number: 10957 + 3)])
  }

  @Test func `a learner who knows less than predicted is asked sooner`() throws {
    // The answers are alternately right and wrong, so far fewer are right than predicted.
    let answers = (1...30).flatMap { question in
      (0..<6).map { review in
        ReviewAnswer.sample(
          question: Int64(question), day: review * 2, isRight: review % 2 == 0)
      }
    }
    let model = RecallModel(of: answers)
    let last = try #require(model.cards.first)
    let calibrated = try #require(plan(answers, day: 10).items.first)
    #expect(model.calibration.shift < 0)
    #expect(calibrated.interval <= FSRS().interval(for: 0.9, stability: last.state.stability))
  }
}
