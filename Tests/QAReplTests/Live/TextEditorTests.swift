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

  // MARK: - The file of a question

  /// A desk with a deck that follows its file.
  private func follow(_ line: String) throws -> LiveDesk {
    let desk = try LiveDesk(samples: false, textEditor: editor)
    desk.files.contents["/trees.csv"] =
      "question,a,b,c,answer\nWhich is tall?,oak,elm,ash,A\nWhich is old?,oak,oak,ash,A\n"
    desk.type("follow /trees.csv\r")
    desk.type("\(line)\r")
    return desk
  }

  @Test(arguments: [
    ("manage", "/trees.csv:2"), ("search old", "/trees.csv:3"), ("doctor", "/trees.csv:3"),
  ])
  func `the file of the question at the cursor opens at its line`(
    line: String, place: String
  ) throws {
    let desk = try follow(line)
    desk.type("\u{18}\u{5}")
    #expect(editor.opened == [place])
    #expect(desk.device.calls.suffix(2) == ["leave", "enter"])
    #expect(desk.bells == 0)
  }

  @Test func `the cursor says which question, and a number another one`() throws {
    let desk = try follow("manage")
    for keys in ["\u{1B}[B", "\u{18}\u{5}", "file 1\r"] { desk.type(keys) }
    #expect(editor.opened == ["/trees.csv:3", "/trees.csv:2"])
  }

  @Test func `a form keeps the keys for its field, and opens the file where it waits`() throws {
    let desk = try follow("manage")
    for keys in ["edit\r", "edit\r", "\u{18}\u{5}"] { desk.type(keys) }
    #expect(editor.texts == ["Which is tall?"])
    desk.escape()
    desk.type("\u{18}\u{5}")
    #expect(editor.opened == ["/trees.csv:2"])
  }

  @Test func `a question that follows no file rings`() throws {
    let desk = try follow("unfollow trees")
    desk.type("manage\r")
    desk.type("\u{18}\u{5}")
    #expect(desk.bells == 1)
    #expect(editor.opened.isEmpty)
  }

  @Test func `an editor that is not there says so`() throws {
    let desk = try follow("manage")
    editor.opening = { () throws(TextEditorFailure) in throw .ended(editor: "ed", exit: 127) }
    desk.type("\u{18}\u{5}")
    #expect(desk.shows("The editor “ed” was not found"))
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
  var opening: () throws(TextEditorFailure) -> Void = {}
  private(set) var opened: [String] = []

  func edit(_ text: String) throws(TextEditorFailure) -> String {
    texts.append(text)
    return try answer(text)
  }

  func openFile(_ path: String, line: Int) throws(TextEditorFailure) {
    opened.append("\(path):\(line)")
    try opening()
  }
}
