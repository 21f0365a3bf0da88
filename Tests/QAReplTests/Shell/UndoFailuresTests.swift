import Testing

@testable import qa_repl

@Suite struct UndoFailuresTests {
  private let store = FaultyStore()
  private let program: TestProgram

  init() throws {
    program = try TestProgram(samples: false, store: store)
    program.run("decks", "new A")
  }

  @Test
  func `an undo that was carried out is not reported as failed where the screen cannot follow`() {
    store.breaksAfterSave = true
    program.shell.run(line: "undo", at: Place(file: "s", line: 4))
    #expect(program.results.text.contains("undone: a new deck"))
    #expect(program.diagnostics.text.hasPrefix("s:4: warning["), "\(program.diagnostics.text)")
    #expect(!program.diagnostics.text.contains("error["))
    #expect(program.shell.failures == 0)
    #expect(program.shell.exit == .success)
  }

  @Test func `json says so by a notice`() throws {
    let program = try TestProgram(json: true, samples: false, store: store)
    program.run("decks", "new B")
    store.breaksAfterSave = true
    program.shell.run(line: "undo", at: Place(file: "s", line: 4))
    let types = program.results.text.split(separator: "\n").map { line in
      ["report", "notice", "error"].first { line.contains("\"type\":\"\($0)\"") } ?? ""
    }
    #expect(types.contains("notice") && types.contains("report") && !types.contains("error"))
  }

  @Test func `an undo that was not carried out fails`() {
    store.refusesSaves = true
    program.shell.run(line: "undo", at: Place(file: "s", line: 4))
    #expect(program.diagnostics.text.hasPrefix("s:4: error["))
    #expect(program.shell.failures == 1)
    store.refusesSaves = false
    #expect(program.run("undo").contains("undone: a new deck"))
  }
}
