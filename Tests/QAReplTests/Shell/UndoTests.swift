import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import qa_repl

@Suite struct UndoTests {
  private let program: TestProgram

  init() throws {
    program = try TestProgram(store: MemoryStore(schema: QuestionBank.schema))
  }

  private func bank() throws -> Int {
    try program.shell.models.bank.summaries().reduce(0) { $0 + $1.questions }
  }

  @Test func `in a quiz the last answer is taken back, and the bank stays`() throws {
    program.run("quiz", "1")
    let said = program.run("undo")
    #expect(said.contains("1/20"))
    #expect(program.state(QuizState.self)?.answered == 0)
    #expect(program.run("undo").contains("error[nothing-to-undo]"))
    program.run("redo")
    #expect(program.state(QuizState.self)?.answered == 1)
    #expect(try bank() == 40)
  }

  @Test func `on the list of answers the last answer is taken back`() throws {
    program.run("quiz --count 1", "1", "undo")
    #expect(program.shell.screen == .quiz)
    #expect(program.state(QuizState.self)?.answered == 0)
  }

  @Test func `a person is asked before what was changed before the visit is taken back`() throws {
    program.run("manage")
    program.shell.confirmer.caution = .ask
    program.run("undo")
    #expect(program.shell.confirmer.held?.text == "Take back: import of 40 questions?")
    program.run("y")
    #expect(try bank() == 0)
  }

  @Test func `a script takes back what was changed last, and says when that was`() throws {
    program.shell.confirmer.caution = .none
    program.run("manage", "delete 2 4-6")
    program.shell.confirmer.caution = .refuse
    #expect(try bank() == 36)
    #expect(program.run("undo").contains("undone: deletion of 4 questions, 00:00\n"))
    #expect(try bank() == 40)
    #expect(program.run("undo").contains("undone: import of 40 questions, 00:00\n"))
    #expect(try bank() == 0)
    program.run("redo", "home", "manage", "redo")
    #expect(try bank() == 36)
  }

  @Test func `several changes are taken back when that is confirmed`() throws {
    program.shell.confirmer.caution = .none
    program.run("manage", "delete 1", "delete 1", "home")
    program.shell.confirmer.caution = .refuse
    #expect(
      program.run("undo --last 2")
        == "error[confirm-required]: Take back the last 2 changes? Give --yes to confirm.\n")
    #expect(try bank() == 38)
    program.shell.confirmer.caution = .none
    #expect(program.run("undo --last 2").matches(of: /undone: deletion of 1 question/).count == 2)
    #expect(try bank() == 40)
    #expect(program.run("undo --last 9").contains("import"))
    #expect(program.run("undo --last 9").contains("error[nothing-to-undo]"))
  }

  @Test func `the notes have the order of everything`() throws {
    program.shell.confirmer.caution = .none
    program.run("notes", "new --deck \"First Steps\"", "title One", "save", "list")
    program.run("delete 1")
    #expect(program.run("undo").contains("undone: deletion of 1 note"))
    #expect(program.state(NotesState.self)?.total == 1)
    #expect(program.run("undo").contains("undone: registration of 1 note"))
    #expect(program.state(NotesState.self)?.total == 0)
    #expect(program.run("undo").contains("undone: import of 40 questions"))
    #expect(try bank() == 0)
  }

  @Test func `a deletion in the history is taken back, and no answer`() throws {
    program.shell.confirmer.caution = .none
    for _ in 1...3 { program.run("quiz --count 1", "1", "result", "home") }
    program.run("history", "delete 1-2")
    #expect(program.state(HistoryState.self)?.total == 1)
    #expect(program.run("undo").contains("undone: deletion of 2 quizzes"))
    #expect(program.state(HistoryState.self)?.total == 3)
    #expect(program.run("undo").contains("undone: import of 40 questions"))
    #expect(program.run("undo").contains("error[nothing-to-undo]"))
  }

  @Test func `it is asked in Japanese too`() throws {
    let program = try TestProgram(
      language: .japanese, store: MemoryStore(schema: QuestionBank.schema))
    program.run("manage")
    program.shell.confirmer.caution = .ask
    program.run("undo")
    #expect(program.shell.confirmer.held?.text == "40 問の取り込みを取り消しますか?")
  }
}
