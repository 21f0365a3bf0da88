import Testing

@testable import qa_repl

/// `--limit` sets how many lines of a list make a page.
@Suite struct PageLimitTests {
  private let program: TestProgram

  init() throws {
    program = try TestProgram()
    program.shell.confirmer.caution = .none
  }

  @Test func `the trash`() {
    program.run("manage", "delete 1", "delete 1", "delete 1", "home")
    let said = program.run("trash --limit 2")
    #expect(
      said.contains("2. ") && !said.contains("3. ") && said.contains("Page 1 of 2"), "\(said)")
    #expect(program.run(">>").contains(" 3. "))
  }

  @Test func `the history`() {
    for _ in 1...3 { program.run("quiz --count 1", "1", "result", "home") }
    let said = program.run("history --limit 2")
    #expect(
      said.contains("2. ") && !said.contains("3. ") && said.contains("Page 1 of 2"), "\(said)")
    #expect(program.run(">>").contains(" 3. "))
  }

  @Test func `the notes, and their list`() {
    program.run("notes")
    for _ in 1...3 { program.run("new", "title one", "save", "back") }
    program.run("home")
    let said = program.run("notes --limit 2")
    #expect(said.contains("2. ") && !said.contains("3. ") && said.contains("Page 1 of 2"))
    #expect(program.run(">>").contains(" 3. "))
    #expect(program.run("list --limit 1").contains("Page 1 of 3"))
    #expect(program.run("list").contains(" 3. "))
  }

  @Test func `the decks keep their numbers on every page`() {
    program.run("decks", "new Three", "home")
    let said = program.run("decks --limit 2")
    #expect(
      said.contains("3 decks") && !said.contains("Three") && said.contains("Page 1 of 2"), "\(said)"
    )
    #expect(program.run(">>").contains("3.   Three"))
    #expect(program.run(">>").contains("error[last-page]"))
    #expect(program.run("<<").contains("First Steps"))
  }

  @Test func `without a limit all decks stand there as before`() throws {
    program.run("decks", "new Three", "home")
    #expect(program.run("decks").contains("Three"))
    #expect(program.run(">>").contains("error[last-page]"))
    let json = try TestProgram(json: true)
    #expect(json.run("decks").contains(#""page":{"number":1,"pages":1}"#))
  }

  @Test func `json has the decks on the page and its number`() throws {
    let json = try TestProgram(json: true)
    let said = json.run("decks --limit 1")
    #expect(said.contains(#""page":{"number":1,"pages":2}"#), "\(said)")
    #expect(said.components(separatedBy: #""questions":"#).count == 2, "\(said)")
  }

  @Test(arguments: ["trash", "log", "history", "notes", "decks", "doctor"])
  func `a limit that is no number is refused`(command: String) {
    #expect(program.run("\(command) --limit x").contains("error[not-a-number]"))
    #expect(program.run("\(command) --limit 0").contains("error[not-a-number]"))
  }
}
