import Testing

@testable import QuizKit
@testable import qa_repl

@Suite struct ConfirmationTests {
  let program: TestProgram

  init() throws {
    program = try TestProgram()
  }

  var questions: Int? { program.state(ManageState.self)?.count }

  @Test func `where nobody can be asked, a delete is refused and changes nothing`() {
    #expect(program.run("manage", "delete").contains("error[confirm-required]"))
    #expect(questions == 40)
  }

  @Test func `a person who said yes beforehand is not asked`() {
    program.shell.confirmer.caution = .none
    program.run("manage", "delete")
    #expect(questions == 39)
  }

  @Test(arguments: ["y", "yes", "Ｙ", " はい "])
  func `a delete waits for a yes`(answer: String) {
    program.shell.confirmer.caution = .ask
    program.run("manage", "delete")
    #expect(questions == 40)
    #expect(program.shell.confirmer.held?.question.hasSuffix("[y/N]") == true)
    program.run(answer)
    #expect(questions == 39)
    #expect(program.shell.confirmer.held == nil)
  }

  @Test(arguments: ["", "n", "delete", "いいえ"])
  func `anything but a yes is a no, and no command`(answer: String) {
    program.shell.confirmer.caution = .ask
    program.run("manage", "delete", answer)
    #expect(questions == 40)
    #expect(program.shell.confirmer.held == nil)
  }

  @Test func `a screen with something unsaved on it is left only after a yes`() {
    program.shell.confirmer.caution = .ask
    program.run("register", "question half a question", "home")
    #expect(program.shell.screen == .register)
    program.run("y")
    #expect(program.shell.screen == .start)
  }

  @Test func `the end of the input discards what is unsaved and says so`() {
    program.run("register", "question half a question")
    #expect(program.shell.end() == .commandFailed)
    #expect(program.diagnostics.text.contains("error[discarded]"))
  }

  @Test func `the end of the input is no failure where everything is saved`() {
    program.run("manage", "edit")
    #expect(program.shell.end() == .success)
  }

  @Test func `quit with a yes discards without complaint`() {
    program.shell.confirmer.caution = .none
    program.run("register", "question half a question", "quit")
    #expect(program.shell.isQuitting)
    #expect(program.shell.end() == .success)
  }
}
