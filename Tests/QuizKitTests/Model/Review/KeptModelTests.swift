import Foundation
import Signals
import Testing

@testable import QuizKit
@testable import QuizStore

/// Makes sure that the model that is kept between two plans does not change them. Each plan is the
/// same as in a bank that was just opened.
@Suite struct KeptModelTests {
  private let test = TestWorld()

  init() throws {
    try test.add((1...12).map { .sample("Q\($0)") })
  }

  private func expectSame(_ comment: Comment) throws {
    let fresh = Models(world: test.world).reviews
    #expect(
      try test.reviews.plan(target: 0.9).items == fresh.plan(target: 0.9).items, comment)
    #expect(try test.reviews.predictionTally() == fresh.predictionTally(), comment)
  }

  private func play(_ options: QuizOptions = QuizOptions(), finish: Bool = true) throws {
    let session = try test.start(options)
    for position in 0..<session.items.count - 1 {
      try session.select(position % 3)
      if options.mode == .practice { try session.skip() }
    }
    if finish { session.showResult() } else { session.leave() }
  }

  @Test func `new answers, other days, changed answers and lost ones`() throws {
    try expectSame("nothing")
    for day in 1...5 {
      try play()
      try expectSame("day \(day)")
      test.scheduler.advance(by: .seconds(86400 * day))
      try expectSame("the morning of day \(day)")
      try play(QuizOptions(due: true, mode: .practice))
      try expectSame("review of day \(day)")
    }
    try play(QuizOptions(mode: .practice), finish: false)
    try expectSame("practice under way")
    try play(finish: false)
    try expectSame("an exam under way")
    try play(QuizOptions(mode: .practice))
    try expectSame("later practice")
    try test.begun { try test.quizzes.resume(number: 1) }.showResult()
    try expectSame("the exam finished")
    let history = AttemptHistory(world: test.world)
    try history.delete([try history.identifiers()[1]])
    try expectSame("a quiz deleted")
    test.bank.undoHistory.commands.emit(.undo)
    try expectSame("and brought back")
    try test.bank.delete([test.bank.questionIdentifiers(in: nil)[2]])
    try expectSame("a question deleted")
    test.bank.undoHistory.commands.emit(.undo)
    try expectSame("and brought back")
  }

  @Test func `an answer that is older than those before, as a backup has it`() throws {
    test.scheduler.advance(by: .seconds(86400 * 9))
    try play()
    try expectSame("new")
    let store = test.world.store
    var old = try #require(try store.fetch(FetchDescriptor<Answer>()).first)
    old.id = .unassigned
    old.changedAt = Date(timeIntervalSince1970: 86400)
    try store.transaction { store.insert(old) }
    try expectSame("old")
  }

  @Test func `other numbers count at once`() throws {
    try play()
    try expectSame("default")
    let store = test.world.store
    try store.transaction {
      var values = FSRSParameters.standard.values
      values[0] = 3
      store.insert(
        KeptFit(
          fittedAt: Date(timeIntervalSince1970: 0), answers: 500, judged: 100, standardLoss: 1,
          fittedLoss: 0.5,
          parameters: values))
    }
    try expectSame("fitted")
  }
}
