import QuizSupport
import Testing

@testable import qa_repl

/// The command that selects the deck for quizzes that do not name one.
@Suite struct SelectTests {
  private func program() throws -> TestProgram {
    let program = try TestProgram(samples: false)
    program.run("decks", "new One", "new Two", "new Three", "home")
    return program
  }

  @Test(arguments: ["home", "decks", "history", "register", "timer"])
  func `a deck is selected by its name from everywhere, in any case and width`(
    screen: String
  ) throws {
    let program = try program()
    for name in ["two", "ＴＷＯ", "Two"] {
      program.run("home", "select", screen)
      #expect(!program.run("select \(name)").contains("error"))
      #expect(try program.shell.models.bank.selectedDeck == "Two")
    }
  }

  @Test(arguments: ["home", "history", "register", "timer"])
  func `a number selects a deck only where the list shows it`(screen: String) throws {
    let program = try program()
    #expect(program.run(screen, "select 2").contains("error[unknown-deck]"))
    #expect(!program.run("decks", "select 2").contains("error"))
    #expect(try program.shell.models.bank.selectedDeck == "Two")
  }

  @Test func `a deck that is called like a number comes before the number`() throws {
    let program = try program()
    program.run("decks", "new 1", "select 1")
    #expect(try program.shell.models.bank.selectedDeck == "1")
    program.run("select 3")
    #expect(try program.shell.models.bank.selectedDeck == "Three")
  }

  @Test func `a number that no deck has is refused, and so is a name`() throws {
    let program = try program()
    program.run("decks", "select 2")
    #expect(program.shell.run(line: "select 4") == .failed)
    #expect(
      program.diagnostics.text.contains("There is no number 4 in the list; there are 1 to 3."))
    #expect(program.shell.run(line: "select Four") == .failed)
    #expect(program.shell.run(line: "select 1-2") == .failed)
    #expect(try program.shell.models.bank.selectedDeck == "Two")
  }

  @Test func `elsewhere than among the decks it says what is selected`() throws {
    let program = try program()
    #expect(program.run("timer", "select Two").contains("“Two” is selected"))
    #expect(program.run("select").contains("All decks are selected"))
    #expect(try program.shell.models.bank.selectedDeck == nil)
  }
}
