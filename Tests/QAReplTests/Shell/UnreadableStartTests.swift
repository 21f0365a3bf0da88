import QuizKit
import Testing

@testable import qa_repl

@Suite struct UnreadableStartTests {
  private let store = FaultyStore()

  @Test func `a start screen that could not be read is shown by the next command`() throws {
    let program = try TestProgram(store: store)
    program.run("quiz")
    store.refusesReads = true
    #expect(program.run("home").contains("error["))
    store.refusesReads = false
    #expect(program.run("2").contains("error["))
    #expect(program.state(StartState.self) != nil)
    program.run("decks")
    #expect(program.shell.screen == .decks)
  }

  @Test func `while the start screen cannot be read the program says so and can be left`() throws {
    let program = try TestProgram(store: store)
    program.run("quiz")
    store.refusesReads = true
    for line in ["home", "2", "quiz", "state"] {
      #expect(program.run(line).contains("error["), "\(line)")
    }
    program.run("quit")
    #expect(program.shell.isQuitting)
  }

  @Test func `a number chosen on a screen that is no longer in front ends`() throws {
    let desk = try LiveDesk(store: store, samples: true)
    desk.type("quiz\r")
    store.refusesReads = true
    desk.type("home\r")
    desk.answer("y")
    desk.answer("2\r")
    #expect(desk.screen == .start)
    store.refusesReads = false
    desk.type("decks\r")
    #expect(desk.screen == .decks)
  }
}
