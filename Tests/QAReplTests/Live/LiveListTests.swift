import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals
import Testing

@testable import Terminal
@testable import qa_repl

/// Each list of the program at a virtual terminal.
@Suite struct LiveListTests {
  private static let small = ScreenSize(columns: 80, rows: 15)
  private let down = "\u{1B}[B"
  private let pageDown = "\u{1B}[6~"
  private let end = "\u{1B}[F"
  private let home = "\u{1B}[H"
  private let right = "\u{1B}[C"
  private let left = "\u{1B}[D"

  /// A desk with a bank that `lines` have prepared, starting with `questions` questions in one
  /// deck.
  private func desk(
    questions: Int = 120, size: ScreenSize = small, _ lines: [String] = []
  ) throws -> LiveDesk {
    let store = MemoryStore(schema: QuestionBank.schema)
    let rows = (0..<questions).map { "Question \($0 + 1) of many?,1,2,A\n" }
    let files = TestFiles(contents: ["many.csv": "question,a,b,answer\n" + rows.joined()])
    let program = try TestProgram(samples: false, files: files, store: store)
    program.shell.confirmer.caution = .none
    if questions > 0 { program.run("import many.csv") }
    for line in lines {
      #expect(program.shell.run(line: line) == .done, "\(line): \(program.diagnostics.text)")
      program.scheduler.advance(by: .seconds(1))
    }
    return try LiveDesk(size: size, store: store)
  }

  @Test(arguments: [Language.english, .japanese])
  func `the last row of the result plays the wrong ones again, in a narrow window too`(
    language: Language
  ) throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 15), language: language)
    for line in ["quiz --count 12", "finish", "result", "y"] { desk.type(line + "\r") }
    desk.type(end)
    #expect(desk.shows(language.text("Play the 12 again", "間違えた質問をもう一度（12 問）")))
    desk.answer("\r")
    #expect(desk.screen == .quiz)
  }

  @Test func `an exam shows of its rules what fits as a whole`() throws {
    let exam = [
      "exam new Mock exam", "questions 10", "time 20m", "pass 70%", "save", "home",
    ]
    for (columns, shown) in [(50, "  10 questions"), (80, "10 questions, 20 min")] {
      let desk = try desk(size: ScreenSize(columns: columns, rows: 15), exam)
      desk.type("exams\r")
      #expect(desk.rows.contains { $0.contains("Mock exam") && $0.hasSuffix(shown) })
    }
  }

  @Test(arguments: [40, 60, 80, 120])
  func `the trash cuts no date`(columns: Int) throws {
    let desk = try desk(
      questions: 3, size: ScreenSize(columns: columns, rows: 15),
      ["decks", "new Old", "delete Old", "home"])
    desk.type("trash\r")
    #expect(desk.shows("Old"))
    #expect(!desk.shows(".."))
  }

  @Test func `the time left of a list of answers has a row of its own in a narrow window`() throws {
    let desk = try desk(questions: 3, size: ScreenSize(columns: 40, rows: 15))
    desk.type("quiz --time 90\r")
    for _ in 0..<3 {
      desk.wait()
      desk.type("1")
    }
    #expect(desk.rows.contains { $0.hasPrefix("  Your answers") && $0.hasSuffix("answered") })
    #expect(desk.rows.contains { $0.hasPrefix("  8") && $0.hasSuffix(" s left") })
  }

  @Test func `a question is registered although the deck in front is gone`() throws {
    let desk = try desk(["decks", "new Old", "home", "manage --deck Old"])
    desk.type("decks\r")
    desk.type("delete Old\r")
    desk.type("y\r")
    desk.escape()
    desk.type("register\r")
    #expect(desk.shows("New question"))
  }

  @Test func `where nothing is due the outlook begins with its first row and can be scrolled`()
    throws
  {
    let desk = try desk(questions: 3, size: ScreenSize(columns: 40, rows: 15))
    for line in ["quiz", "finish", "result", "y", "home", "due"] { desk.type(line + "\r") }
    #expect(desk.shows("Probably remembered today: "))
    #expect(desk.shows("Up Down Space scroll"))
    desk.type(end)
    #expect(!desk.shows("Probably remembered today: "))
    #expect(desk.shows("a week ahead."))
  }

  // MARK: - Search

  @Test func `a search with 120 hits shows as many as fit and loads the others`() throws {
    let desk = try desk()
    desk.type("search question\r")
    #expect(desk.shows("120 questions found"))
    #expect(desk.shows(">   1  Question 120 of many?"))
    desk.type(end)
    #expect(desk.shows("> 120  Question 1 of many?"))
    for _ in 1...3 { desk.type(pageDown) }
    #expect(desk.shows("of 120"))
  }

  @Test func `each row on the way through a long list is there`() throws {
    let desk = try desk()
    desk.type("search question\r")
    for number in 2...120 {
      desk.type(down)
      let row = ">\(String(repeating: " ", count: 4 - "\(number)".count))\(number)  Question"
      #expect(desk.shows("\(row) \(121 - number) of many?"))
    }
  }

  @Test func `a typed number opens its hit, and one that is not there is refused`() throws {
    let desk = try desk()
    desk.type("search question\r")
    desk.type("121\r")
    #expect(desk.shows("There is no number 121 in the list; there are 1 to 120."))
    desk.type("118\r")
    #expect(desk.line == "manage>")
    #expect(desk.shows("Question 3 of many?"))
  }

  @Test func `coming back from a hit the cursor is where it was`() throws {
    let desk = try desk()
    desk.type("search question\r")
    for _ in 1...30 { desk.type(down) }
    desk.type("\r")
    #expect(desk.line == "manage>")
    desk.escape()
    #expect(desk.line == "search>")
    #expect(desk.shows(">  31  Question 90 of many?"))
  }

  @Test(arguments: [10, 24, 40])
  func `a typed page turn goes on by as many rows as the window has`(rows: Int) throws {
    let desk = try desk(size: ScreenSize(columns: 80, rows: rows))
    let paged = try self.desk(size: ScreenSize(columns: 80, rows: rows))
    for desk in [desk, paged] { desk.type("search question\r") }
    for _ in 1...3 {
      desk.type(">>\r")
      paged.type(pageDown)
      #expect(desk.rows == paged.rows)
    }
    desk.type("<<\r")
    paged.type("\u{1B}[5~")
    #expect(desk.rows == paged.rows)
    #expect(!desk.shows("> 1 "))
  }

  @Test(arguments: ["manage", "search question", "decks", "history", "exams", "notes"])
  func `Delete asks about the row at the cursor, and nothing else is begun`(list: String) throws {
    let lines = [
      "exam new Mock exam", "questions 10", "pass 70%", "save", "home", "quiz --count 1", "1",
      "result", "home", "notes",
      "new", "title One", "save", "home",
    ]
    let desk = try desk(lines)
    desk.type(list + "\r")
    desk.answer("\u{1B}[3~")
    #expect(desk.line == "yes or no>" && desk.shows("Delete"))
  }

  @Test func `a typed page turn while one manages is the next question`() throws {
    let desk = try desk()
    for line in ["manage\r", ">>\r"] { desk.type(line) }
    #expect(desk.shows(">   2  Question 2 of many?"))
  }

  @Test func `a deck that is found has its whole name where there is room`() throws {
    let desk = try desk(["import many.csv --deck \"Geography of Asia\""])
    desk.type("search geography\r")
    #expect(desk.shows("Geography of Asia  "))
  }

  @Test func `beyond the last page and the first one there are no more`() throws {
    let desk = try desk()
    desk.type("search question\r")
    desk.type("<<\r")
    #expect(desk.shows("This is the first page."))
    desk.type(end)
    desk.type(">>\r")
    #expect(desk.shows("This is the last page."))
    #expect(desk.shows("> 120  "))
  }

  @Test func `the list follows each key, and tab goes on to commands`() throws {
    let desk = try desk()
    desk.type("/")
    #expect(desk.shows("120 questions found"))
    desk.type("12")
    #expect(desk.line == "/ 12")
    #expect(desk.shows("3 questions found"))
    desk.type("\t")
    #expect(desk.line == "search>")
    desk.type("back\r")
    #expect(desk.line == "start>")
  }

  @Test func `a search that follows each key keeps deck, day and limit`() throws {
    let desk = try desk()
    desk.type("search question --limit 7\r")
    desk.type("/")
    desk.type(" m")
    #expect(desk.line == "/ question m")
    desk.type(end)
    #expect(desk.shows("120 questions found"))
    desk.type("\u{1B}[B\u{1B}[6~\u{1B}[6~\u{1B}[6~")
    #expect(desk.shows("> 7  "))
  }

  @Test func `escape leaves a search that follows each key`() throws {
    let desk = try desk()
    desk.type("/")
    desk.type("12")
    desk.escape()
    #expect(desk.line == "start>")
  }

  @Test func `after a deletion in the list the rows move up`() throws {
    let desk = try desk()
    desk.type("search question\r")
    desk.type("delete 1\r")
    desk.answer("y\r")
    #expect(desk.shows("119 questions found"))
    #expect(desk.shows(">   1  Question 119 of many?"))
  }

  // MARK: - Manage

  @Test func `a typed number goes to its question, and the list with it`() throws {
    let desk = try desk(size: ScreenSize(columns: 80, rows: 24))
    desk.type("manage\r")
    desk.type("50\r")
    #expect(desk.shows(">  50  Question 50 of many?"))
    desk.type("go 90\r")
    #expect(desk.shows(">  90  Question 90 of many?"))
    desk.type("121\r")
    #expect(desk.shows("There is no "))
    #expect(desk.shows(">  90  Question 90 of many?"))
  }

  @Test func `the question beside the list is that of the cursor`() throws {
    let desk = try desk(size: ScreenSize(columns: 120, rows: 30))
    desk.type("manage\r")
    desk.type(down + down)
    #expect(desk.shows("Question 3 : Question 3 of many?") || desk.shows("Question 3: Question 3"))
  }

  @Test(arguments: [ScreenSize(columns: 80, rows: 15), ScreenSize(columns: 120, rows: 15)])
  func `a question that is longer than its place is read whole`(size: ScreenSize) throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let text = (1...60).map { "line \($0)" }.joined(separator: "\n")
    let files = TestFiles(contents: ["one.csv": "question,a,b,answer\n\"\(text)\",1,2,A\n"])
    let program = try TestProgram(samples: false, files: files, store: store)
    program.run("import one.csv")
    let desk = try LiveDesk(size: size, store: store)
    desk.type("manage\r")
    #expect(desk.shows("-> whole text"))
    #expect(!desk.shows("line 59"))
    desk.type(right)
    #expect(desk.shows("line 9"))
    desk.type(end)
    #expect(desk.shows("line 59"))
    desk.type(left)
    #expect(desk.shows("> 1  line 1"))
    #expect(desk.line == "manage>")
  }

  @Test func `a question that is on the screen as a whole offers no more of it`() throws {
    let desk = try desk(size: ScreenSize(columns: 80, rows: 24))
    desk.type("manage\r")
    #expect(!desk.shows("whole text"))
    desk.type("search question\r")
    #expect(desk.shows("-> whole text"))
  }

  @Test func `after undo of a deletion the cursor is on what came back`() throws {
    let desk = try desk()
    desk.type("manage\r")
    desk.type("60\r")
    desk.type("delete\r")
    desk.answer("y\r")
    #expect(desk.shows(">  60  Question 61 of many?"))
    desk.type("\u{1B}[A\u{1B}[A")
    desk.type("undo\r")
    #expect(desk.shows(">  60  Question 60 of many?"))
  }

  // MARK: - Decks

  private func decks(_ size: ScreenSize = small) throws -> LiveDesk {
    try desk(questions: 3, size: size, ["decks"] + (1...40).map { "new \"Deck \($0)\"" })
  }

  @Test func `forty decks are gone through by page and by number`() throws {
    let desk = try decks()
    desk.type("decks\r")
    #expect(desk.shows(">  1  many"))
    desk.type(end)
    #expect(desk.shows("> 41  Deck 40"))
    desk.type("12\r")
    #expect(desk.line == "manage>")
    #expect(desk.shows("There are no questions here."))
  }

  @Test(arguments: ["0", "42", "９９"])
  func `the number of a deck that is not there is refused`(number: String) throws {
    let desk = try decks()
    desk.type("decks\r")
    desk.type(number + "\r")
    #expect(desk.line == "decks>")
    #expect(desk.shows("in the list; there are 1 to 41."))
  }

  @Test func `coming back from a deck the cursor is on it`() throws {
    let desk = try decks()
    desk.type("decks\r")
    for _ in 1...14 { desk.type(down) }
    desk.type("\r")
    desk.escape()
    #expect(desk.shows("> 15  Deck 14"))
  }

  // MARK: - Notes

  private func notes() throws -> LiveDesk {
    try desk(
      questions: 3,
      ["notes"] + (1...45).flatMap { ["new", "title Note \($0)", "save", "back"] })
  }

  @Test func `forty-five notes are gone through, opened and come back to`() throws {
    let desk = try notes()
    desk.type("notes\r")
    desk.type(end)
    #expect(desk.shows("> 45  Note 1"))
    desk.type("\r")
    #expect(desk.shows("Note 1"))
    desk.escape()
    #expect(desk.shows("> 45  Note 1"))
    desk.type("46\r")
    #expect(desk.shows("There is no number 46 in the list; there are 1 to 45."))
    desk.type("20\r")
    #expect(desk.shows("Note 26"))
  }

  // MARK: - History

  private func history() throws -> LiveDesk {
    try desk(questions: 3, (1...30).flatMap { _ in ["quiz --count 1", "1", "result", "home"] })
  }

  @Test func `thirty quizzes are gone through, opened and come back to`() throws {
    let desk = try history()
    desk.type("history\r")
    desk.type(end)
    #expect(desk.shows("> 30  "))
    desk.type("\r")
    #expect(desk.shows("Question 1: "))
    desk.escape()
    #expect(desk.shows("> 30  "))
    desk.type("31\r")
    #expect(desk.shows("There is no number 31 in the list; there are 1 to 30."))
    desk.type("2\r")
    #expect(desk.shows("2. "))
  }

  // MARK: - Trash

  @Test func `a row of the trash is brought back with enter or its number`() throws {
    let desk = try desk(["manage", "delete 1-60"])
    desk.type("trash\r")
    desk.type(end)
    #expect(desk.shows("> 60  "))
    desk.type("61\r")
    #expect(desk.shows("There is no number 61 in the list; there are 1 to 60."))
    desk.type("7\r")
    #expect(desk.shows("59 deleted") && desk.shows("Brought back."))
    desk.type("\r")
    #expect(desk.shows("58 deleted"))
  }

  @Test func `a message stays while the list loads other rows`() throws {
    let desk = try desk(["manage", "delete 1-60"])
    desk.type("trash\r")
    desk.type("7\r")
    desk.type(end)
    #expect(desk.shows("> 59  ") && desk.shows("Brought back."))
  }

  @Test func `an empty list takes a number as one that is not there`() throws {
    let desk = try desk()
    desk.type("trash\r")
    desk.type("1\r")
    #expect(desk.shows("There is nothing in this list."))
  }

  // MARK: - Answers and result

  private func answers() throws -> LiveDesk {
    let desk = try desk(size: ScreenSize(columns: 80, rows: 24))
    desk.type("quiz --count 6\r")
    for _ in 1...6 {
      desk.answer("1")
      desk.wait()
    }
    return desk
  }

  @Test func `coming back from an answer the cursor is on it`() throws {
    let desk = try answers()
    desk.answer(home + down + down + down)
    desk.answer("\r")
    #expect(desk.shows("4 of 6"))
    desk.answer("2")
    #expect(desk.line == "answers>")
    #expect(desk.shows("> 4  "))
  }

  @Test func `left and right change what a list of answers shows, and every kind can be handed in`()
    throws
  {
    let desk = try desk(size: ScreenSize(columns: 80, rows: 24))
    desk.type("quiz --count 4\r")
    desk.answer("1")
    desk.type("finish\r")
    #expect(desk.shows("[all 4]  unanswered 3") && desk.shows("<- -> all / unanswered"))
    desk.answer(right)
    #expect(desk.shows("all 4  [unanswered 3]") && desk.shows("Hand in (3 not answered)"))
    desk.answer(left)
    #expect(desk.shows("[all 4]  unanswered 3"))
    desk.answer(left)
    #expect(desk.shows("all 4  [unanswered 3]"))
    desk.answer(end)
    desk.answer("\r")
    #expect(desk.shows("3 of 4 are not answered. Hand in?"))
    desk.answer("y")
    #expect(desk.line == "result>")
    desk.answer(right)
    #expect(desk.shows("[not answered 3]") && desk.shows("Play the "))
  }

  @Test func `left goes back from a list without kinds of rows`() throws {
    let desk = try desk()
    for line in ["decks", "history", "trash", "notes"] {
      desk.type(line + "\r")
      desk.answer(left)
      #expect(desk.line == "start>", "\(line)")
    }
    let bells = desk.bells
    desk.answer(left)
    #expect(desk.line == "start>" && desk.bells == bells + 1)
  }

  @Test func `on the result a number that is not there is refused`() throws {
    let desk = try answers()
    desk.answer("\r")
    desk.type("9\r")
    #expect(desk.shows("There is no number 9 in the list; there are 1 to 6."))
    desk.type("3\r")
    #expect(desk.shows("3 of 6   "))
  }

  @Test func `the answers of the next quiz are looked at from the first on`() throws {
    let desk = try answers()
    desk.answer(home + down + down + down)
    desk.type("result\r")
    desk.type("restart\r")
    for _ in 1...6 {
      desk.answer("1")
      desk.wait()
    }
    #expect(desk.line == "answers>")
    #expect(desk.shows(">    Hand in"))
  }

  // MARK: - Over the screen

  @Test func `a question that comes over the help is seen`() throws {
    let desk = try desk(size: Self.small)
    desk.type("manage\r")
    desk.type("help\r")
    #expect(desk.line == ":")
    desk.type("delete\r")
    #expect(desk.shows("Delete the question"))
  }

  @Test(arguments: ["q", "\r", "\u{1B}"])
  func `the help is paged through and closed`(key: String) throws {
    let desk = try desk(size: Self.small)
    desk.type("help\r")
    #expect(desk.line == ":")
    desk.type(pageDown)
    #expect(!desk.shows("1-"))
    desk.type(key)
    desk.scheduler.advance(by: .milliseconds(50))
    #expect(desk.line == "start>")
  }

  @Test func `a command typed over the help closes it`() throws {
    let desk = try desk(size: Self.small)
    desk.type("help\r")
    desk.type("decks\r")
    #expect(desk.line == "decks>")
  }

  @Test func `a question about what is typed over the help is seen`() throws {
    let desk = try desk(size: Self.small)
    desk.type("manage\r")
    desk.type("help\r")
    desk.type("delete\r")
    #expect(desk.shows("Delete the question"))
  }

  // MARK: - Long texts

  @Test(arguments: [ScreenSize(columns: 40, rows: 15), ScreenSize(columns: 80, rows: 24)])
  func `the statistics scroll in place and are gone with their screen`(size: ScreenSize) throws {
    let desk = try desk(
      questions: 30, size: size,
      (1...12).flatMap { _ in ["quiz --count 2", "1", "2", "result", "home"] })
    desk.type("stats\r")
    #expect(desk.shows("12 quizzes"))
    #expect(desk.shows("q close"), "\(desk.rows)")
    desk.type(end)
    if size.rows < 24 { #expect(!desk.shows("12 quizzes")) }
    #expect(desk.rows.allSatisfy { displayWidth($0) <= size.columns })
    desk.escape()
    #expect(desk.line == "start>")
    #expect(!desk.everything.contains { $0.contains("12 quizzes") })
  }

  @Test func `a help that the list leaves no room for is paged`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.type("help\r")
    let top = try #require(desk.rows.first { !$0.isEmpty })
    desk.type("\u{1B}[B")
    #expect(!desk.rows.contains(top))
    desk.escape()
    #expect(desk.shows("Question 1: "))
  }

  @Test func `statistics that fit offer no key that scrolls`() throws {
    let desk = try desk(questions: 3)
    desk.type("stats\r")
    #expect(!desk.shows("scroll"))
    desk.type(down)
    #expect(desk.bells == 1)
  }

  @Test func `an open quiz of the history pages to its last question`() throws {
    let desk = try desk(
      questions: 20, ["quiz --count 20"] + (1...20).map { _ in "2" } + ["result"])
    desk.type("history\r")
    desk.answer("\r")
    #expect(desk.shows("Question 1: ") && !desk.shows("Question 20: "))
    for key in [pageDown, " "] {
      for _ in 1...20 { desk.type(key) }
      #expect(desk.shows("Question 20: "))
      desk.type(home)
      #expect(!desk.shows("Question 20: "))
    }
    #expect(!desk.shows("“back”"))
  }

  @Test func `a long note pages to its end`() throws {
    let desk = try desk(
      questions: 3,
      ["notes", "new", "title Long"] + (1...60).map { "add line \($0)" } + ["save"])
    desk.type("notes\r")
    desk.answer("\r")
    #expect(desk.shows("line 1") && !desk.shows("line 60"))
    desk.type(end)
    #expect(desk.shows("line 60"))
    #expect(!desk.shows("“back”"))
  }

  @Test func `a question that was found has all the room that the names of decks leave`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let text = "Which of these rivers is the longest one of all in Africa?"
    let files = TestFiles(contents: ["places.gift": "\(text) {=Nile ~Rhine}"])
    try TestProgram(samples: false, files: files, store: store).run("import places.gift")
    let desk = try LiveDesk(store: store)
    desk.type("search river\r")
    #expect(desk.rows.contains { $0.contains("  \(text)  ") && $0.hasSuffix("  places") })
  }

  @Test func `search alone begins to search as one types`() throws {
    let desk = try LiveDesk()
    desk.type("search\r")
    desk.type("danube")
    #expect(desk.shows("1 question found"))
    #expect(desk.line.contains("danube"))
  }

  @Test func `an empty list stands apart from the prompt by one row and says what to do`() throws {
    let desk = try LiveDesk(samples: false)
    for (command, text) in [("decks", "“new NAME” makes one."), ("notes", "“new” begins one.")] {
      desk.type(command + "\r")
      #expect(desk.shows(text))
      let prompt = try #require(desk.rows.firstIndex { $0 == "  " + desk.line })
      #expect(desk.rows[prompt - 1].isEmpty && !desk.rows[prompt - 2].isEmpty)
    }
    desk.type("trash\r")
    let prompt = try #require(desk.rows.firstIndex { $0 == "  " + desk.line })
    #expect(desk.rows[prompt - 1].isEmpty)
  }
}
