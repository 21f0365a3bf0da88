import QuizKit
import Signals
import Testing

@testable import qa_repl

@Suite struct ShellTests {
  let program: TestProgram
  var shell: Shell { program.shell }

  init() throws {
    program = try TestProgram()
  }

  @Test func `a line says what came of it`() {
    #expect(shell.run(line: "decks") == .done)
    #expect(shell.run(line: "# nothing") == .done)
    #expect(shell.run(line: "nonsense") == .failed)
    #expect(shell.run(line: "delete \"No Such Deck\"") == .failed)
    #expect(shell.run(line: "new A") == .done)
    #expect(shell.run(line: "undo") == .done)
    #expect(shell.run(line: "redo") == .done)
    #expect(shell.run(line: "redo") == .failed)
    #expect(shell.run(line: "back") == .done)
    #expect(shell.run(line: "back") == .failed)
  }

  @Test func `a failure that was reported before is none of the next line`() {
    shell.run(line: "nonsense")
    #expect(shell.run(line: "decks") == .done)
  }

  @Test func `an answer says what came of the command that waited for it`() {
    shell.confirmer.caution = .ask
    #expect(shell.run(line: "manage") == .done)
    #expect(shell.run(line: "delete") == .done)
    #expect(shell.confirmer.held != nil)
    #expect(shell.run(line: "y") == .done)
  }

  @Test func `commands from elsewhere go the same way as lines`() {
    shell.perform(.open(.list(DecksState.self, .whole)))
    #expect(shell.screen == .decks)
    shell.perform(.home)
    #expect(shell.screen == .start)
    shell.perform(.back)
    #expect(program.diagnostics.text.contains("error[no-way-back]"))
  }

  @Test func `a question is told when it is asked, and when it is answered`() {
    var told: [String?] = []
    let handle = shell.confirmer.questions.observe { told.append($0?.text) }
    defer { handle.dispose() }
    shell.confirmer.ask(YesNo("Really?") { _ in })
    shell.run(line: "n")
    #expect(told == [nil, "Really?", nil])
  }

  @Test func `a question goes with the screen that it was about`() {
    shell.confirmer.caution = .ask
    program.run("manage", "delete")
    shell.perform(.home)
    #expect(shell.confirmer.held == nil)
  }

  @Test func `time is no change of the screen, a command is`() {
    var changes = 0
    let handle = shell.changes.observe { changes += 1 }
    defer { handle.dispose() }
    program.run("timer", "start", "advance 1s")
    let before = changes
    #expect(before >= 2)
    program.run("advance 1s")
    #expect(changes == before)
  }
}
