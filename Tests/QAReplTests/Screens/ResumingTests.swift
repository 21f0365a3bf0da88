import Testing

@testable import QuizKit
@testable import QuizSupport
@testable import qa_repl

/// Unfinished quizzes on the start screen and in the history.
@Suite struct ResumingTests {
  private func program(_ language: Language = .english) throws -> TestProgram {
    try TestProgram(language: language)
  }

  @Test func `the start screen names the quiz that waits`() throws {
    let english = try program()
    english.run("quiz --time 60s", "1", "advance 2s")
    #expect(
      english.run("home").contains(
        "Waiting: First Steps, question 2 of 20, 58 s left. “resume” goes on with it."))
    let japanese = try program(.japanese)
    japanese.run("quiz --time 60s", "1", "advance 2s")
    #expect(
      japanese.run("home").contains(
        "中断中 : はじめての一問一答、20 問中 2 問目、残り 58 秒。resume で続けられます。"))
  }

  @Test func `several are listed, and one is taken by its number`() throws {
    let program = try program()
    program.run("quiz", "1", "quiz --deck はじめての一問一答", "home")
    let list = """
      2 quizzes are waiting; “resume N” goes on with one of them:
        1. はじめての一問一答, question 1 of 20
        2. First Steps, question 2 of 20

      """
    #expect(program.run("state").contains(list))
    #expect(program.run("resume") == "\n" + list)
    #expect(program.shell.screen == .start)
    program.run("resume 2")
    #expect(program.state(QuizState.self)?.title == "First Steps")
    #expect(program.shell.failures == 0)
  }

  @Test func `JSON has what waits, and a report of several`() throws {
    let program = try TestProgram(json: true)
    program.run("quiz --time 60s", "quiz")
    #expect(
      program.run("home").contains(
        #""waiting":[{"count":20,"index":1,"number":1,"remaining":null,"title":"First Steps"},"#))
    #expect(program.run("resume").contains(#""type":"report","v":2,"waiting":[{"count":20"#))
  }

  @Test func `the history goes on with the quiz that is open there`() throws {
    let program = try program()
    program.run("quiz --count 2", "1", "quiz --count 1", "1", "result", "history")
    #expect(program.run("open 2").contains("“resume” goes on with it"))
    program.run("resume")
    #expect(program.state(QuizState.self)?.count == 2)
    #expect(program.state(QuizState.self)?.index == 2)
    #expect(program.run("history", "open 1", "resume").contains("error[already-finished]"))
    program.run("resume 2")
    #expect(program.shell.screen == .quiz)
  }

  @Test func `the history goes on with what waits when nothing is open`() throws {
    let program = try program()
    program.run("quiz", "1", "history", "resume")
    #expect(program.state(QuizState.self)?.index == 2)
  }
}
