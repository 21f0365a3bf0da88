import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import qa_repl

/// The first screen suggests the next step.
@Suite struct NextStepTests {
  @Test func `text names the command that plays`() throws {
    #expect(
      try TestProgram().run("state").hasSuffix("“quiz” plays First Steps (20 questions).\n"))
    #expect(
      try TestProgram(language: .japanese).run("state").hasSuffix(
        "quiz で「はじめての一問一答」を始めます(20 問)。\n"))
    let all = try TestProgram()
    #expect(
      all.run("decks", "select", "home").hasSuffix("“quiz” plays all decks (20 questions).\n"))
  }

  @Test func `a deck without questions is not offered`() throws {
    let program = try TestProgram()
    #expect(!program.run("decks", "new Empty", "select Empty", "home").contains("plays"))
    #expect(program.state(StartState.self)?.next == nil)
  }

  @Test func `at a live terminal Enter plays, and the hint says so`() throws {
    let desk = try LiveDesk()
    #expect(desk.shows("Enter play 20 questions") && desk.shows("> First Steps"))
    desk.answer("\r")
    #expect(desk.shows("1 of 20 "))
  }

  @Test func `at a live terminal Enter goes on with what waits`() throws {
    let desk = try LiveDesk()
    desk.answer("quiz\r")
    desk.answer("1")
    desk.answer("home\r")
    #expect(desk.shows("Enter go on") && desk.shows("> Waiting: First Steps, question 2 of 20"))
    desk.answer("\r")
    #expect(desk.shows("2 of 20 "))
  }

  @Test func `that there are no questions does not stay above the questions`() throws {
    let desk = try LiveDesk(store: MemoryStore(schema: QuestionBank.schema))
    #expect(desk.shows("There are no questions yet"))
    desk.answer("sample\r")
    #expect(desk.shows("40 questions in 2 decks"))
    #expect(!desk.everything.contains { $0.contains("There are no questions yet") })
  }
}
