import Testing

@testable import qa_repl

@Suite struct PromptSinkTests {
  let screen = BufferSink()

  @Test func `output after a command follows it`() {
    let sink = PromptSink(screen)
    sink.prompt("quiz> ")
    sink.lineTaken()
    sink.write("done\n")
    #expect(screen.text == "quiz> done\n")
  }

  @Test func `output while a prompt waits goes below it, and the prompt is shown again`() {
    let sink = PromptSink(screen)
    let handle = sink.interruptions.observe { [unowned sink] in sink.prompt("confirm> ") }
    defer { handle.dispose() }
    sink.prompt("quiz> ")
    sink.write("time is up\n")
    #expect(screen.text == "quiz> \ntime is up\nconfirm> ")
  }

  @Test func `the end of the input leaves the cursor on a line of its own`() {
    let sink = PromptSink(screen)
    sink.prompt("quiz> ")
    sink.inputEnded()
    #expect(screen.text == "quiz> \n")
  }
}
