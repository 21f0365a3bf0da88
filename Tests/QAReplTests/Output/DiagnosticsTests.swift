import Testing

@testable import qa_repl

@Suite struct DiagnosticsTests {
  @Test func `in a window a message breaks between words`() throws {
    let program = try TestProgram(columns: 40)
    let lines = program.run("quiz --deck Nowhere").split(separator: "\n")
    #expect(
      lines == [
        "error[unknown-deck]: There is no deck", "  “Nowhere”. There are: “はじめての",
        "  一問一答”, “First Steps”.",
      ])
  }

  @Test func `in a script a message is one line`() throws {
    let said = try TestProgram().run("quiz --deck Nowhere")
    #expect(said.count { $0 == "\n" } == 1)
  }
}
