import Testing

@testable import QuizExchange
@testable import QuizKit

/// What a person may be glad of after a quiz.
@Suite struct PraiseTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("A"), .sample("B")], deck: "One")
    try test.add([.sample("C"), .sample("D")], deck: "Two")
  }

  private func play(_ deck: String = "One", right: Int) throws -> ResultState.Praise {
    let session = try test.start(QuizOptions(deck: deck))
    for place in 0..<2 { try session.select(place < right ? 0 : 1) }
    session.showResult()
    defer { test.scheduler.advance(by: .seconds(60)) }
    return try test.history.praise(of: session.setup)
  }

  @Test func `a result that is better than all before of the same name is the best so far`() throws
  {
    #expect(try !play(right: 1).isBest)
    #expect(try !play(right: 1).isBest)
    #expect(try play(right: 2).isBest)
    #expect(try !play(right: 2).isBest)
    #expect(try !play("Two", right: 0).isBest)
    #expect(try play("Two", right: 1).isBest)
  }

  @Test func `days on which something was answered are counted while none is left out`() throws {
    #expect(try play(right: 1).days == 1)
    for days in 2...3 {
      test.scheduler.advance(by: .seconds(86_400))
      #expect(try play(right: 1).days == days)
    }
    test.scheduler.advance(by: .seconds(2 * 86_400))
    #expect(try play(right: 1).days == 1)
  }
}
