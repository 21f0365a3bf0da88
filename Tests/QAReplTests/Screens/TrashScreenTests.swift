import QuizKit
import Testing

@testable import qa_repl

@Suite struct TrashScreenTests {
  private let program: TestProgram

  init() throws {
    program = try TestProgram()
    program.shell.confirmer.caution = .none
  }

  private var items: [TrashState.Item] { program.state(TrashState.self)?.items ?? [] }

  @Test func `what was deleted is listed with its kind and its day, and comes back`() {
    program.run("manage", "delete 1 3", "home", "decks", "delete 1", "home")
    let said = program.run("trash")
    #expect(said.hasPrefix("\nTrash: 3 deleted in the last 30 days\n"), "\(said)")
    #expect(items.map(\.kind) == [.deck, .question, .question])
    #expect(said.contains("    2000-01-01 00:00  deck\n"))
    #expect(program.run("restore 1-3").contains("Brought back."))
    #expect(items.isEmpty)
    #expect(program.run("home").contains("40 questions in 2 decks"))
  }

  @Test func `an empty trash says so, and a number that is not there is refused`() {
    #expect(program.run("trash").contains("The trash is empty."))
    #expect(program.run("restore 1").contains("error[no-such-line]"))
    #expect(program.run("restore x").contains("error[not-a-number]"))
    #expect(program.run("restore").contains("error[missing-argument]"))
  }

  @Test func `it is emptied when that is confirmed, and undo brings it back`() {
    program.run("manage", "delete 1-2", "home", "trash")
    program.shell.confirmer.caution = .refuse
    let said = program.run("empty")
    #expect(said.contains("Delete what is in the trash (2) for good?"))
    #expect(items.count == 2)
    program.shell.confirmer.caution = .none
    program.run("empty")
    #expect(items.isEmpty)
    #expect(program.run("undo").contains("undone: emptying of the trash"))
    #expect(items.count == 2)
    program.run("restore 2")
    #expect(program.run("undo").contains("undone: return of 1 question from the trash"))
  }

  @Test func `json has number, kind, text and the instant`() throws {
    let program = try TestProgram(json: true)
    program.shell.confirmer.caution = .none
    program.run("manage", "delete", "home")
    let said = program.run("trash")
    #expect(
      said.contains(
        #""items":[{"deletedAt":"2000-01-01T00:00:00Z","kind":"question","number":1,"text":""#),
      "\(said)")
  }
}

@Suite struct DeletingSeveralTests {
  private let program: TestProgram

  init() throws {
    program = try TestProgram()
  }

  @Test(
    arguments: [
      ("manage", "delete 1 3-5", "Delete 4 questions?"),
      ("manage", "delete 1、3-5", "Delete 4 questions?"),
      ("manage", "delete 1-40", "Delete 40 questions?"),
      ("manage", "delete 1 1-2", "Delete 2 questions?"),
      ("search the", "delete 1-2", "Delete 2 questions?"),
      ("decks", "delete 1-2", "Delete 2 decks with 40 questions?"),
      ("decks", "delete \"First Steps\" 1", "Delete 2 decks with 40 questions?"),
    ])
  func `it is asked once, with their count`(screen: String, line: String, question: String) {
    program.run(screen)
    #expect(
      program.run(line) == "error[confirm-required]: \(question) Give --yes to confirm.\n")
  }

  @Test func `a number that is not in the list deletes nothing`() throws {
    program.shell.confirmer.caution = .none
    for (screen, line) in [
      ("manage", "delete 40-41"), ("search capital", "delete 1-999999999999"),
      ("decks", "delete 2-3"),
      ("history", "delete 1"), ("notes", "delete 1"),
    ] {
      #expect(program.run("home", screen, line).contains("error[no-such-line]"), "\(screen)")
    }
    #expect(program.run("manage", "delete 5-3").contains("error[not-a-number]"))
    #expect(try program.shell.models.bank.summaries().map(\.questions) == [20, 20])
  }

  @Test func `a deck is deleted by its number, unless a deck has that name`() throws {
    program.shell.confirmer.caution = .none
    program.run("decks", "new 2", "delete 2")
    #expect(program.state(DecksState.self)?.decks.map(\.name) == ["はじめての一問一答", "First Steps"])
    program.run("delete 2")
    #expect(program.state(DecksState.self)?.decks.map(\.name) == ["はじめての一問一答"])
  }
}
