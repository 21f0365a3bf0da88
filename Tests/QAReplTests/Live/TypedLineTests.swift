import Testing

@testable import Terminal
@testable import qa_repl

/// The line at a prompt, from key to key and from prompt to prompt.
@Suite final class TypedLineTests {
  private var line = TypedLine(history: History(["first"]))
  private let size = ScreenSize(columns: 80, rows: 24)
  private let digits: [Key: KeyBinding.Action] = [.text("1"): .choice(1)]

  private func type(_ text: String) { _ = line.apply(.text(text), size) }

  private func discard() -> Bool { line.discard() }

  private func keeps(_ text: String) -> Bool { line.enter(text) }

  private func complete() -> [Editor.Effect] { line.complete(Quiz()) }

  @Test func `another prompt begins with its own text`() {
    line.ask(Prompt(id: "field", text: "Title: ", prefilled: "Old", isCommandLine: false))
    #expect(line.text == "Old" && line.editor.prompt == "Title: ")
  }

  @Test func `the same prompt with another look leaves what is typed`() {
    type("qu")
    line.ask(Prompt(id: "", text: "$ "))
    #expect(line.text == "qu" && line.editor.prompt == "$ ")
  }

  @Test func `a half-typed command comes back by Up and by Ctrl-Y`() {
    type("import x")
    line.ask(Prompt(id: "other", text: "> "))
    #expect(line.isFresh)
    _ = line.apply(.named(.up), size)
    #expect(line.text == "import x")
    line.ask(Prompt(id: "field", text: "Title: ", isField: true, isCommandLine: false))
    _ = line.apply(.control("y"), size)
    #expect(line.text == "import x")
  }

  @Test func `a text that stood there already is no draft`() {
    line.ask(Prompt(id: "field", text: "Title: ", prefilled: "Old", isField: true))
    line.ask(Prompt(id: "other", text: "> "))
    _ = line.apply(.named(.up), size)
    #expect(line.text == "first")
  }

  @Test func `a key acts at once only while nothing is typed`() {
    line.ask(Prompt(id: "1", text: "? ", actions: digits))
    #expect(line.action(of: .text("1")) == .choice(1))
    type("go ")
    #expect(line.action(of: .text("1")) == nil)
  }

  @Test func `a key that lasts acts behind a text too`() {
    line.ask(Prompt(id: "1", text: "/ ", lastingActions: [.named(.enter): .take]))
    type("swift")
    #expect(line.action(of: .named(.enter)) == .take)
  }

  @Test func `after a colon keys are text until the line is entered or taken away`() {
    line.ask(Prompt(id: "1", text: "? ", actions: digits))
    line.write()
    #expect(line.action(of: .text("1")) == nil)
    #expect(discard() && line.action(of: .text("1")) == .choice(1))
    line.write()
    _ = keeps("2")
    #expect(line.action(of: .text("1")) == .choice(1))
  }

  @Test func `only a command that was begun is taken away`() {
    #expect(!discard())
    type("qu")
    #expect(discard() && line.text.isEmpty)
    line.ask(Prompt(id: "field", text: "Title: ", isField: true, isCommandLine: false))
    type("New")
    #expect(!discard() && line.text == "New")
  }

  @Test func `the history keeps a command once, and no text of a field`() {
    #expect(keeps("second"))
    #expect(!keeps("second"))
    line.ask(Prompt(id: "field", text: "Title: ", isField: true, isCommandLine: false))
    #expect(!keeps("Cells"))
    line.ask(Prompt(id: "", text: "> "))
    _ = line.apply(.named(.up), size)
    #expect(line.text == "second")
  }

  @Test func `a field says what its suggestions go on with, and a command what its words do`() {
    line.ask(
      Prompt(
        id: "field", text: "Deck: ", isField: true, isCommandLine: false, suggestions: ["Cells"]))
    type("Ce")
    line.updateHint(Quiz())
    #expect(line.editor.hint == Hint(text: "lls", continues: true))
    line.ask(Prompt(id: "", text: "> "))
    type("qu")
    line.updateHint(Quiz())
    #expect(line.editor.hint == Hint(text: "iz", continues: true))
  }

  @Test func `Tab completes a command, and an answer that is typed is none`() {
    type("qu")
    _ = complete()
    #expect(line.text.hasPrefix("quiz"))
    line.ask(Prompt(id: "answer", text: "answer> ", isCommandLine: false))
    type("qu")
    #expect(complete() == [.bell] && line.text == "qu")
  }
}

/// Completes to one word.
private struct Quiz: Completer {
  func completion(of head: String) -> Completion {
    Completion(replaced: head.count, candidates: ["quiz"])
  }
  func hints(for line: String) -> [String] { [] }

  func hint(for line: String) -> Hint? {
    Hint(text: String("quiz".dropFirst(line.count)), continues: true)
  }
}
