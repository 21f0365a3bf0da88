import Signals
import Testing

@testable import QuizKit

@Suite struct QuizViewModelTests {
  private let test = TestWorld()

  private func open(_ options: QuizOptions) throws -> (QuizSession, Screen<QuizCommand, QuizState>)
  {
    try test.add([.sample("First?"), .sample("Second?"), .sample("Third?")])
    let session = try test.start(options)
    return (session, Screen(QuizViewModel(session: session)))
  }

  /// The displayed values since the screen was opened: the question, the time left for the quiz,
  /// and the time left for the question.
  private func shown(_ screen: Screen<QuizCommand, QuizState>) -> [[Int?]] {
    screen.states.dropFirst().map { [$0.index, $0.remaining, $0.questionRemaining] }
  }

  @Test func `two countdowns of one instant give one tick, and never a half state`() throws {
    let (_, screen) = try open(QuizOptions(time: .seconds(60), perQuestion: .seconds(10)))
    test.scheduler.advance(by: .seconds(3))
    #expect(shown(screen) == [[1, 59, 9], [1, 58, 8], [1, 57, 7]])
  }

  @Test func `the next question comes with its whole time and a second less for the quiz`() throws {
    let (_, screen) = try open(QuizOptions(time: .seconds(60), perQuestion: .seconds(2)))
    test.scheduler.advance(by: .seconds(3))
    #expect(shown(screen) == [[1, 59, 1], [2, 58, 2], [2, 57, 1]])
  }

  @Test func `when the quiz ends between two ticks of a question nothing is shown half`() throws {
    let (session, screen) = try open(QuizOptions(time: .seconds(3), perQuestion: .seconds(10)))
    test.scheduler.advance(by: .seconds(3))
    #expect(shown(screen) == [[1, 2, 9], [1, 1, 8]])
    #expect(session.phase == .confirming)
    #expect(session.isTimedOut)
  }

  @Test func `countdowns that go on at different instants tick each for itself`() throws {
    let (_, screen) = try open(QuizOptions(time: .seconds(60), perQuestion: .seconds(10)))
    test.scheduler.advance(by: .milliseconds(500))
    screen.run(.choose([1]))
    test.scheduler.advance(by: .seconds(1))
    #expect(shown(screen) == [[2, 60, 10], [2, 59, 10], [2, 59, 9]])
  }

  @Test func `a command shows one state, with all that it changed`() throws {
    let (_, screen) = try open(QuizOptions(time: .seconds(60), perQuestion: .seconds(10)))
    test.scheduler.advance(by: .seconds(4))
    let before = screen.states.count
    screen.run(.choose([2]), .pause, .resume, .back)
    #expect(
      screen.states.dropFirst(before).map { [$0.index, $0.questionRemaining] }
        == [[2, 10], [2, 10], [2, 10], [1, 6]])
    #expect(screen.states.dropFirst(before).map(\.paused) == [false, true, false, false])
  }

  @Test func `a question without a limit of its own shows none`() throws {
    let (_, screen) = try open(QuizOptions(time: .seconds(60)))
    #expect(screen.state.remaining == 60)
    #expect(screen.state.timeLimit == 60)
    #expect(screen.state.questionRemaining == nil)
    #expect(screen.state.questionTimeLimit == nil)
  }

  @Test func `a refused command shows nothing`() throws {
    let (_, screen) = try open(QuizOptions())
    screen.run(.choose([9]), .back, .resume)
    #expect(screen.codes == ["no-such-choice", "at-first-question", "not-paused"])
    #expect(screen.states.count == 1)
  }
}
