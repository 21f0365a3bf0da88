import Testing

@testable import Terminal
@testable import qa_repl

/// The text of a field in a program of its own, which Ctrl-X Ctrl-E opens.
@Suite struct TextEditorTests {
  private let editor = FakeEditor()

  private func register() throws -> LiveDesk {
    let desk = try LiveDesk(textEditor: editor)
    desk.type("register\r")
    return desk
  }

  @Test func `the text goes to the editor and comes back into the field`() throws {
    let desk = try register()
    desk.type("half")
    editor.answer = { _ in "one\ntwo" }
    desk.type("\u{18}\u{5}")
    #expect(editor.texts == ["half"])
    #expect(desk.field == "two")
    desk.type("\r")
    #expect(desk.shows("Question:     one two"))
  }

  @Test func `the terminal is given back first and taken over again, and drawn once`() throws {
    let desk = try register()
    let device = desk.device
    var calls: [String] = []
    var isErased = false
    editor.answer = { text in
      calls = device.calls
      isErased = !desk.shows("Question:")
      return text
    }
    desk.type("\u{18}\u{5}")
    #expect(calls.suffix(1) == ["leave"])
    #expect(isErased)
    #expect(device.calls.suffix(2) == ["leave", "enter"])
    #expect(desk.everything.count { $0.contains("Question:") } == 1)
  }

  @Test func `undo brings back the text from before`() throws {
    let desk = try register()
    desk.type("mine")
    editor.answer = { _ in "theirs" }
    desk.type("\u{18}\u{5}\u{1F}")
    #expect(desk.field == "> Question: mine")
  }

  @Test func `an editor that fails says so, and the text stays`() throws {
    let desk = try register()
    desk.type("mine")
    editor.answer = { _ throws(TextEditorFailure) in throw .ended(editor: "ed", exit: 3) }
    desk.type("\u{18}\u{5}")
    #expect(desk.field == "> Question: mine")
    #expect(desk.shows("The editor “ed” ended with exit code 3. The text stays as"))
  }

  @Test func `a field of one line stays one line`() throws {
    let desk = try register()
    desk.type("Q\r")
    editor.answer = { _ in "one\ntwo" }
    desk.type("\u{18}\u{5}")
    #expect(desk.field == "> Choice 1: one two")
  }

  @Test func `another key after ctrl-x rings and does nothing`() throws {
    let desk = try register()
    desk.type("Q\u{18}x\u{18}\u{1B}[B")
    #expect(desk.bells == 2)
    #expect(desk.field == "> Question: Q")
    #expect(editor.texts.isEmpty)
  }

  @Test func `where no field is, it rings`() throws {
    let desk = try register()
    desk.escape()
    desk.type("\u{18}\u{5}")
    #expect(desk.bells == 1)
    #expect(editor.texts.isEmpty)
  }
}

/// An editor that returns at once.
private final class FakeEditor: TextEditor {
  var answer: (String) throws(TextEditorFailure) -> String = { $0 }
  private(set) var texts: [String] = []

  func edit(_ text: String) throws(TextEditorFailure) -> String {
    texts.append(text)
    return try answer(text)
  }
}
