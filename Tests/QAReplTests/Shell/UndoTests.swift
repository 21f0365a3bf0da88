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

  @Test func `what was changed before the visit is named and asked first`() throws {
    program.run("manage")
    let refused = program.run("undo")
    #expect(
      refused
        == "error[confirm-required]: Take back: import of 40 questions? Give --yes to confirm.\n"
    )
    #expect(try bank() == 40)
    program.shell.confirmer.caution = .ask
    program.run("undo")
    #expect(program.shell.confirmer.held?.text == "Take back: import of 40 questions?")
    program.run("y")
    #expect(try bank() == 0)
  }

  @Test func `what was changed during the visit is taken back at once`() throws {
    program.shell.confirmer.caution = .none
    program.run("manage", "delete 2 4-6")
    program.shell.confirmer.caution = .refuse
    #expect(try bank() == 36)
    #expect(program.run("undo").contains("undone: deletion of 4 questions"))
    #expect(try bank() == 40)
    #expect(program.run("undo").contains("error[confirm-required]"))
    program.run("home", "manage", "redo")
    #expect(try bank() == 36)
  }

  @Test func `in the notes the last change of a note is taken back, and of nothing else`() throws {
    program.shell.confirmer.caution = .none
    program.run("notes", "new --deck \"First Steps\"", "title One", "save", "list")
    program.run("delete 1")
    #expect(program.run("undo").contains("undone: deletion of 1 note"))
    #expect(program.state(NotesState.self)?.total == 1)
    #expect(program.run("undo").contains("undone: registration of 1 note"))
    #expect(program.state(NotesState.self)?.total == 0)
    #expect(program.run("undo").contains("error[nothing-to-undo]"))
    #expect(try bank() == 40)
  }

  @Test func `in the history the last deletion is taken back, and of nothing else`() throws {
    program.shell.confirmer.caution = .none
    for _ in 1...3 { program.run("quiz --count 1", "1", "result", "home") }
    program.run("history", "delete 1-2")
    #expect(program.state(HistoryState.self)?.total == 1)
    #expect(program.run("undo").contains("undone: deletion of 2 quizzes"))
    #expect(program.state(HistoryState.self)?.total == 3)
    #expect(program.run("undo").contains("error[nothing-to-undo]"))
  }

  @Test func `it is asked in Japanese too`() throws {
    let program = try TestProgram(
      language: .japanese, store: MemoryStore(schema: QuestionBank.schema))
    program.run("manage")
    #expect(program.run("undo").contains("40 問の取り込みを取り消しますか?"))
  }
}
