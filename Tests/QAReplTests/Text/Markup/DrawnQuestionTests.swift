import QuizKit
import QuizStore
import Testing

@testable import Terminal
@testable import qa_repl

/// Questions with marks on the screens that show them.
@Suite struct DrawnQuestionTests {
  private func store(_ rows: String) throws -> MemoryStore {
    let store = MemoryStore(schema: QuestionBank.schema)
    let table = "question,choice1,choice2,choice3,correct,commentary\n" + rows
    let program = try TestProgram(
      samples: false, files: TestFiles(contents: ["a.csv": table]), store: store)
    program.run("import a.csv")
    return store
  }

  private func style(of text: String, on desk: LiveDesk) throws -> String {
    let row = try #require(desk.rows.lastIndex { $0.contains(text) })
    let start = try #require(desk.rows[row].range(of: text)?.lowerBound)
    return desk.device.screen.styles[row][displayWidth(String(desk.rows[row][..<start]))]
  }

  @Test(arguments: [
    "manage", "search sum", "quiz|finish", "quiz|finish|result", "manage|delete 1|trash",
  ])
  func `lists show what a question says instead of its marks`(lines: String) throws {
    let store = try store("\"What is the *sum*?\n```js\n1 + 1\n```\",1,`2`,,1,\n")
    let desk = try LiveDesk(store: store, palette: Palette(depth: .basic))
    for line in lines.split(separator: "|", omittingEmptySubsequences: false) {
      desk.type(line + "\r")
    }
    #expect(desk.rows.contains { $0.contains("What is the sum? 1 + 1") }, "\(desk.rows)")
  }

  @Test(arguments: [
    "quiz|1|finish|result|", "quiz|1|finish", "manage", "history|open 1", "search What",
  ])
  func `choices that would look alike are as they are written wherever they are shown`(
    lines: String
  ) throws {
    let store = try store("What?,`*`,*,x,2,\n")
    if lines.hasPrefix("history") {
      let desk = try LiveDesk(store: store, palette: Palette(depth: .basic))
      for line in ["quiz --practice", "1", ""] { desk.answer(line + "\r") }
    }
    let desk = try LiveDesk(
      size: ScreenSize(columns: 120, rows: 24), store: store, palette: Palette(depth: .basic))
    for line in lines.split(separator: "|", omittingEmptySubsequences: false) {
      line.count == 1 ? desk.answer(String(line)) : desk.answer(line + "\r")
      desk.wait()
    }
    #expect(desk.shows("`*`"), "\(desk.rows)")
  }

  @Test func `a choice of code is as bright as one of prose, and the verdict is seen on it`() throws
  {
    let store = try store("What?,`code`,prose,\"```js\nlet block\nlast\n```\",1,\n")
    let desk = try LiveDesk(store: store, palette: Palette(depth: .direct))
    desk.type("quiz --practice\r")
    for text in ["code", "block"] {
      #expect(try style(of: text, on: desk) == style(of: "prose", on: desk))
    }
    desk.answer("3")
    let palette = Palette(depth: .direct)
    func mark(_ role: Palette.Role) throws -> String {
      try #require(Style(role).parameters(palette.depth, palette.scheme))
    }
    #expect(try style(of: "code", on: desk).contains(mark(.right)))
    for text in ["let", "block", "last", "yours, wrong"] {
      #expect(try style(of: text, on: desk).contains(mark(.wrong)), "\(text)")
    }
    #expect(try !style(of: "prose", on: desk).contains("38;2"))
  }

  @Test func `the rows of a choice of code stand behind its sign`() throws {
    let store = try store("What?,\"```js\nlet a\n  b\n```\",2,,1,\n")
    let desk = try LiveDesk(store: store, palette: Palette(depth: .basic))
    desk.type("quiz\r")
    let row = try #require(desk.rows.firstIndex { $0.contains("let a") })
    let start = try #require(desk.rows[row].range(of: "let")?.lowerBound)
    let column = displayWidth(String(desk.rows[row][..<start]))
    #expect(desk.rows[row + 1].hasPrefix(String(repeating: " ", count: column + 2) + "b"))
  }

  @Test(arguments: [
    ("*,\\*,[*]", ["*", "\\*", "[*]"]), ("<b>x</b>,<i>x</i>,x", ["<b>x</b>", "<i>x</i>", "x"]),
    ("<b>x</b>,<i>y</i>,z", ["x", "y", "z"]), ("<br>,<hr>,<p>", ["<br>", "<hr>", "<p>"]),
  ])
  func `choices that would look alike are shown as they are written`(
    choices: String, shown: [String]
  ) throws {
    let store = try store("What?,\(choices),1,\n")
    let desk = try LiveDesk(store: store, palette: Palette(depth: .basic))
    desk.type("quiz\r")
    let rows = desk.rows.compactMap { row in
      row.range(of: "o ").map { String(row[$0.upperBound...]).trimmingTrailingBlanks.dropFirst() }
    }
    #expect(rows.map(String.init) == shown, "\(desk.rows)")
  }

  @Test(arguments: ["quiz --practice|1", "manage|1", "quiz|1|finish|result|"])
  func `code is two columns in on each screen that shows a question`(lines: String) throws {
    let store = try store("\"What?\n```js\ncode()\n```\",1,2,,1,\n")
    let desk = try LiveDesk(store: store, palette: Palette(depth: .basic))
    for line in lines.split(separator: "|", omittingEmptySubsequences: false) {
      desk.scheduler.advance(by: .milliseconds(200))
      desk.type(line + "\r")
    }
    let rows = desk.everything.filter { $0.contains("code()") && !$0.contains("What") }
    #expect(!rows.isEmpty, "\(desk.everything)")
    #expect(rows.allSatisfy { $0.prefix { $0 == " " }.count <= 6 }, "\(rows)")
  }

  @Test func `what a search found is marked in the text beside the list`() throws {
    let store = try store("\"What *is* it?\n```js\nlet needle\n```\",1,2,,1,\n")
    let desk = try LiveDesk(
      size: ScreenSize(columns: 120, rows: 24), store: store, palette: Palette(depth: .basic))
    desk.type("search needle\r")
    #expect(desk.shows("let needle"), "\(desk.rows)")
    #expect(!desk.shows("```"))
    #expect(try style(of: "needle", on: desk).contains("36"))
  }

  @Test func `a question is drawn in a quiz, and as it is written without colours`() throws {
    let text = "What does *this* `print`?"
    func shown(isColored: Bool) throws -> String {
      let program = try TestProgram(
        samples: false,
        files: TestFiles(contents: [
          "a.csv": "question,choice1,choice2,correct\n\(text),1,`2`,1\n"
        ]), isColored: isColored)
      return program.run("import a.csv", "quiz")
    }
    #expect(try shown(isColored: false).contains(text))
    #expect(try shown(isColored: false).contains("2. `2`"))
    #expect(
      try shown(isColored: true).contains(
        "What does \u{1B}[1mthis\u{1B}[0m \u{1B}[1mprint\u{1B}[0m?"))
  }
}
