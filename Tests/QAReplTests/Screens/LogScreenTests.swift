import Foundation
import QuizKit
import QuizStore
import QuizSupport
import TestKit
import Testing

@testable import qa_repl

/// The log of changes: as text, in JSON, and undo from there.
@Suite struct LogScreenTests {
  private func program(json: Bool = false) throws -> TestProgram {
    let program = try TestProgram(json: json, store: MemoryStore(schema: QuestionBank.schema))
    program.shell.confirmer.caution = .none
    program.run("manage", "delete 1-2", "edit", "question Other?", "save", "home")
    return program
  }

  @Test func `it lists what was changed, last first, and says since when`() throws {
    let said = try program().run("log")
    #expect(said.contains("3 changes since the program began"))
    #expect(said.contains(" 1. 2000-01-01 00:00  edit of 1 question  qa-repl"))
    #expect(said.contains(" 2. 2000-01-01 00:00  deletion of 2 questions  qa-repl"))
    #expect(said.contains(" 3. 2000-01-01 00:00  import of 40 questions  qa-repl"))
  }

  @Test func `an open change shows its records, and undo takes it back`() throws {
    let program = try program()
    let said = program.run("log", "open 1")
    #expect(said.contains("~ question: Other? (was: "))
    #expect(program.run("undo").contains("undone: edit of 1 question"))
    #expect(program.run("back").contains("edit of 1 question  undone"))
    #expect(program.run("open 2").contains("- question: "))
    #expect(program.run("back", "undo").contains("undone: deletion of 2 questions"))
    #expect(program.run("redo").contains("redone: deletion of 2 questions"))
  }

  @Test func `the last changes are taken back here as on other screens`() throws {
    let program = try program()
    let said = program.run("log", "undo --last 2")
    #expect(said.contains("undone: edit of 1 question"))
    #expect(said.contains("undone: deletion of 2 questions"))
    #expect(!program.run("state").contains(" 3. 2000-01-01 00:00  import of 40 questions  undone"))
  }

  @Test func `what was undone is called so after another change as well`() throws {
    let program = try program()
    program.run("undo", "manage", "edit", "question Third?", "save", "home")
    let said = program.run("log")
    #expect(said.contains(" 1. 2000-01-01 00:00  edit of 1 question  qa-repl"))
    #expect(said.contains(" 2. 2000-01-01 00:00  edit of 1 question  undone  qa-repl"))
  }

  @Test func `an older change is taken back by its number where nothing stands in its way`() throws
  {
    let program = try program()
    program.run("log")
    program.shell.confirmer.caution = .refuse
    #expect(
      program.run("undo 2").contains(
        "error[confirm-required]: Take back: deletion of 2 questions? Give --yes"))
    program.shell.confirmer.caution = .none
    #expect(program.run("undo 2").contains("undone: deletion of 2 questions"))
    let refused = program.run("undo 3")
    #expect(
      refused.contains(
        "error[changed-since]: This cannot be undone: the question “Other?” has been changed since")
    )
    #expect(program.run("undo 9").contains("error[no-such-line]"), "\(program.run("undo 9"))")
  }

  @Test func `json has the number, the time, the device, the change and the counts`() throws {
    let said = try program(json: true).run("log", "open 2")
    #expect(
      said.contains(
        #"{"at":"2000-01-01T00:00:00Z","canUndo":true,"change":"deletion","counts":{"decks":0,"#
          + #""exams":0,"notes":0,"questions":2,"quizzes":0},"device":"qa-repl","number":2,"#),
      "\(said)")
    #expect(said.contains(#""knownSince":null"#) && said.contains(#""ofSession":true"#))
    #expect(said.contains(#"{"effect":"deleted","former":null,"kind":"question","number":1,"#))
  }

  @Test func `over a restart undo takes back what the program before it changed`() throws {
    let disk = SimulatedDisk()
    func journal() throws -> JournalStore {
      var environment = StoreEnvironment(
        fileSystem: disk, now: { Date(timeIntervalSince1970: 946_684_800) })
      environment.processors = 1
      return try JournalStore(
        path: "/bank", schema: QuestionBank.schema, environment: environment)
    }
    let first = try TestProgram(store: journal())
    first.shell.confirmer.caution = .none
    first.run("manage", "delete 1-2")
    try first.shell.models.world.store.store.close()
    let second = try TestProgram(samples: false, store: journal(), isForPerson: true)
    second.run("undo")
    #expect(second.shell.confirmer.held?.text == "Take back: deletion of 2 questions?")
    #expect(second.run("y").contains("undone: deletion of 2 questions"))
    #expect(second.run("redo").contains("redone: deletion of 2 questions"))
    try second.shell.models.world.store.store.close()
    let third = try TestProgram(samples: false, store: journal())
    #expect(third.run("redo").contains("error[nothing-to-redo]"))
    #expect(third.run("undo").contains("undone: deletion of 2 questions"))
    #expect(third.run("undo").contains("undone: import of 40 questions"))
    #expect(third.run("undo").contains("error[nothing-to-undo]"))
    #expect(third.run("log").contains("import of 40 questions  undone  device"))
    try third.shell.models.world.store.store.close()
    // Redo is of what this program has undone.
    let fourth = try TestProgram(samples: false, store: journal())
    #expect(fourth.run("redo").contains("error[nothing-to-redo]"))
  }
}
