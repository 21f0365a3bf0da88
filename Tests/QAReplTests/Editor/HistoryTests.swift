import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct HistoryTests {
  @Test func `blank lines, repeats and lines begun with a blank are not kept`() {
    var history = History()
    for line in ["a", "a", "", "  ", " secret", "b", "a"] { history.add(line) }
    #expect(history.entries == ["a", "b", "a"])
  }

  @Test func `the oldest entries are forgotten first`() {
    var history = History((0..<History.limit).map(String.init))
    history.add("new")
    #expect(history.entries.count == History.limit)
    #expect(history.entries.first == "1")
  }

  @Test func `an entry changed in passing is changed until a line is entered`() {
    var history = History(["one", "two"])
    #expect(history.older(leaving: "") == "two")
    #expect(history.older(leaving: "two!") == "one")
    #expect(history.newer(leaving: "one") == "two!")
    history.add("three")
    #expect(history.entries == ["one", "two", "three"])
  }

  @Test func `a search finds the newest entry with the words, whatever their case`() {
    let history = History(["quiz --deck Swift", "manage", "quiz --deck 日本史", "stats"])
    #expect(history.search("QUIZ", before: 4) == 2)
    #expect(history.search("quiz", before: 2) == 0)
    #expect(history.search("史", before: 4) == 2)
    #expect(history.search("nothing", before: 4) == nil)
  }

  @Test func `ctrl-r searches while typing, again for older ones`() {
    var editor = Editor(history: History(["quiz a", "manage", "quiz b"]))
    for key in [.control("r"), .text("qu"), .text("iz")] as [Key] { _ = editor.apply(key) }
    #expect(editor.buffer.text == "quiz b")
    _ = editor.apply(.control("r"))
    #expect(editor.buffer.text == "quiz a")
    #expect(editor.apply(.control("r")) == [.bell])
    #expect(editor.apply(.named(.enter)) == [.submit("quiz a")])
  }

  @Test func `a search given up leaves the line as it was`() {
    var editor = Editor(text: "draft", history: History(["quiz"]))
    for key in [.control("r"), .text("q"), .control("g")] as [Key] { _ = editor.apply(key) }
    #expect(editor.buffer.text == "draft")
    #expect(editor.search == nil)
  }

  @Test func `escape keeps what was found for editing`() {
    var editor = Editor(history: History(["quiz"]))
    for key in [.control("r"), .text("q"), .named(.escape), .text("!")] as [Key] {
      _ = editor.apply(key)
    }
    #expect(editor.buffer.text == "quiz!")
  }
}
