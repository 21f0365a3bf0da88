import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct FitterTests {
  private let background = SteppedBackground()

  /// A bank with the answers of a learner who forgets faster than most.
  private func world(
    questions: Int, reviews: Int, _ background: any Background = ImmediateBackground()
  ) throws -> TestWorld {
    let test = TestWorld(background: background)
    try test.add((1...questions).map { .sample("Q\($0)") })
    let ids = try test.bank.questionIdentifiers(in: nil)
    let answers = ReviewAnswer.forgetful(questions: questions, reviews: reviews)
    // What is dated in the future would not count.
    test.scheduler.advance(by: .milliseconds(answers.map(\.milliseconds).max() ?? 0))
    let store = test.world.store
    try store.transaction {
      var attempt = Attempt(
        QuizSetup(title: "", items: []), startedAt: Date(timeIntervalSince1970: 0))
      attempt.outcome = Attempt.Outcome(
        finishedAt: Date(timeIntervalSince1970: 0), score: 0, milliseconds: 0, timedOut: false)
      let id = store.insert(attempt)
      let records = try test.bank.questions(ids)
      for (position, answer) in answers.enumerated() {
        var item = QuizItem(question: records[Int(answer.questionID.rawValue) - 1])
        item.response = .choice(answer.isRight ? 0 : 1)
        store.insert(
          Answer(
            id, item, position: position, changedAt: ReviewAnswer.instant(answer.milliseconds)))
      }
    }
    return test
  }

  private func outcomes(of test: TestWorld, _ work: () throws -> Void) rethrows -> [FitOutcome] {
    var outcomes: [FitOutcome] = []
    let handle = test.fitter.outcomes.observe { outcomes.append($0) }
    defer { handle.dispose() }
    try work()
    return outcomes
  }

  @Test func `a fit needs 400 answers, and says how many there are`() throws {
    let test = try world(questions: 3, reviews: 2)
    #expect(throws: FitRefusal.tooFewAnswers(9, needed: 400)) { try test.fitter.run() }
  }

  @Test func `a better fit is kept, also after a restart, and used by every plan`() throws {
    let test = try world(questions: 100, reviews: 12)
    let before = try test.reviews.plan(target: 0.9)
    let outcomes = try outcomes(of: test) { try test.fitter.run() }
    #expect(outcomes.map(\.code) == ["fit-kept"])
    let kept = try #require(try Models(world: test.world).reviews.keptFit())
    #expect(kept.answers == 1300 && kept.fittedLoss < kept.standardLoss)
    #expect(try test.reviews.plan(target: 0.9).items != before.items)
    // A second fit replaces the first.
    try test.fitter.run()
    #expect(try test.world.store.count(FetchDescriptor<KeptFit>()) == 1)
  }

  @Test func `reset goes back to the default numbers`() throws {
    let test = try world(questions: 100, reviews: 12)
    let before = try test.reviews.plan(target: 0.9).items
    try test.fitter.run()
    #expect(try outcomes(of: test) { try test.fitter.reset() } == [.reset])
    #expect(try test.reviews.plan(target: 0.9).items == before)
    #expect(try outcomes(of: test) { try test.fitter.reset() } == [.nothingToReset])
  }

  @Test func `a fit that is not clearly better is not kept`() throws {
    let test = try world(questions: 20, reviews: 20)
    let outcomes = try outcomes(of: test) { try test.fitter.run() }
    #expect(outcomes.map(\.code) == ["fit-not-better"])
    #expect(try test.world.store.count(FetchDescriptor<KeptFit>()) == 0)
  }

  @Test func `reset has to wait for a fit that is running`() throws {
    let test = try world(questions: 100, reviews: 12, background)
    try test.fitter.run()
    #expect(throws: FitRefusal.busy) { try test.fitter.reset() }
  }

  @Test func `in the background it says how far it is, and another one has to wait`() throws {
    let test = try world(questions: 100, reviews: 12, background)
    try test.fitter.run()
    #expect(test.fitter.percent == 0)
    #expect(throws: FitRefusal.busy) { try test.fitter.run() }
    var percents: [Int] = []
    let handle = test.fitter.$percent.observe { if let percent = $0 { percents.append(percent) } }
    background.readParts()
    #expect(percents.count > 2 && percents == percents.sorted() && percents.last == 100)
    #expect(try test.reviews.keptFit() == nil)
    background.complete()
    handle.dispose()
    #expect(test.fitter.percent == nil)
    #expect(try test.reviews.keptFit() != nil)
  }

  @Test func `a fit can be stopped to the end`() {
    let answers = ReviewAnswer.forgetful(questions: 100, reviews: 12)
    #expect(throws: FitRefusal.cancelled) { try ParameterFit(to: answers) { $0 <= 0.5 } }
  }

  @Test func `a fit that is stopped changes nothing`() throws {
    var steps = 0
    #expect(throws: FitRefusal.cancelled) {
      try ParameterFit(to: ReviewAnswer.forgetful(questions: 100, reviews: 12)) { _ in
        steps += 1
        return steps < 2
      }
    }
    #expect(steps == 2)
  }

  @Test func `numbers of another version are not used`() throws {
    let test = TestWorld()
    let store = test.world.store
    try store.transaction {
      store.insert(
        KeptFit(
          fittedAt: Date(timeIntervalSince1970: 0), answers: 500, judged: 100, standardLoss: 1,
          fittedLoss: 0.5,
          parameters: [1, 2, 3]))
    }
    #expect(try test.reviews.keptFit() == nil)
  }
}
