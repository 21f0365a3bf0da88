import Signals
import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct HistoryViewModelTests {
  private let test = TestWorld()
  private let history: AttemptHistory
  private let screen: HistoryViewModel

  init() throws {
    try test.add([.sample("First?"), .sample("Second?", correct: 1)], deck: "A")
    history = test.history
    screen = try HistoryViewModel(
      history: history, quizzes: test.quizzes, world: test.world)
  }

  private func run(_ commands: HistoryCommand...) {
    for command in commands { screen.commands.emit(command) }
  }

  private func refusals(_ commands: HistoryCommand...) -> [String] {
    var codes: [String] = []
    let handle = screen.refusals.observe { codes.append($0.code) }
    for command in commands { screen.commands.emit(command) }
    handle.dispose()
    return codes
  }

  @discardableResult
  private func play(_ choices: [Int], _ options: QuizOptions = QuizOptions(deck: "A")) throws
    -> QuizSession
  {
    let session = try test.start(options)
    for choice in choices {
      test.scheduler.advance(by: .seconds(2))
      try session.select(choice)
    }
    session.showResult()
    return session
  }

  @Test func `an attempt has its date, deck, mode, score and time`() throws {
    test.scheduler.advance(by: .seconds(3600))
    try play([0, 0])
    #expect(
      screen.state.items == [
        HistoryState.Item(
          number: 1, startedAt: Stamp(.init(timeIntervalSince1970: 3600), in: .gmt), title: "A",
          mode: .exam, finished: true, score: 1, points: 1, count: 2, seconds: 4, timedOut: false)
      ])
  }

  @Test func `the newest attempt comes first`() throws {
    try play([0, 0])
    try play([0, 1], QuizOptions())
    #expect(screen.state.items.map(\.title) == [nil, "A"])
    #expect(screen.state.items.map(\.score) == [2, 1])
  }

  @Test func `the attempt with the number is opened, and closed again`() throws {
    try play([0, 0])
    try play([0, 1])
    run(.open(2))
    #expect(screen.state.open?.attempt.number == 2)
    #expect(screen.state.open?.attempt.score == 1)
    run(.close)
    #expect(screen.state.open == nil)
  }

  @Test func `a deleted attempt takes its answers along`() throws {
    try play([0, 0])
    try play([0, 1])
    run(.delete(1))
    #expect(screen.state.items.map(\.score) == [1])
    #expect(screen.state.message?.code == "deleted")
    #expect(try test.world.store.count(FetchDescriptor<Answer>()) == 2)
  }

  @Test func `an open attempt that goes is put away, and does not come back with an undo`() throws {
    try play([0, 0])
    run(.open(1))
    try history.delete([try #require(try history.identifiers().first)])
    #expect(screen.state.open == nil)
    try test.bank.undoHistory.undo()
    #expect(screen.state.total == 1)
    #expect(screen.state.open == nil)
  }

  @Test func `the answers of an attempt under way are followed`() throws {
    let session = try test.start(QuizOptions())
    run(.open(1))
    try session.select(1)
    #expect(screen.state.open?.items.map(\.answer) == ["two", nil])
    session.leave()
  }

  @Test func `a number that is not in the list is refused`() throws {
    #expect(refusals(.open(1), .delete(2)) == ["no-such-line", "no-such-line"])
    #expect(refusals(.move(.nextPage), .move(.previousPage)) == ["last-page", "first-page"])
  }

  @Test func `a long history is turned page by page`() throws {
    for _ in 1...21 { try play([0, 0]) }
    #expect(screen.state.items.count == 20)
    run(.move(.nextPage))
    #expect(screen.state.items.map(\.number) == [21])
    run(.open(21))
    #expect(screen.state.open?.attempt.number == 21)
  }

  @Test func `other lines are shown and the message stays`() throws {
    for _ in 1...30 { try play([0, 0]) }
    run(.delete(1), .move(.show(ListWindow(first: 20, count: 5))))
    #expect(screen.state.items.map(\.number) == [21, 22, 23, 24, 25])
    #expect(screen.state.message?.code == "deleted")
    run(.open(1))
    #expect(screen.state.message == nil)
  }

  @Test func `a window of lines stays while quizzes come and go`() throws {
    for _ in 1...30 { try play([0, 0]) }
    run(.move(.show(ListWindow(first: 20, count: 5))))
    try play([0, 0])
    #expect(screen.state.items.map(\.number) == [21, 22, 23, 24, 25])
    run(.delete(LineNumbers([1...9])))
    #expect(screen.state.items.map(\.number) == [21, 22])
  }
}
