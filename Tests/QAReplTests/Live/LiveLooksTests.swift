import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals
import Testing

@testable import Terminal
@testable import qa_repl

/// What stands where at a live terminal: margins, blank rows, columns, and what is left behind.
@Suite struct LiveLooksTests {
  private let down = "\u{1B}[B"

  /// A desk with decks of such names, each with a question that only its choice tells apart.
  private func desk(
    _ names: [String] = ["Entertainment: Music", "Entertainment: Film", "Geography"],
    columns: Int = 80, rows: Int = 24
  ) throws -> LiveDesk {
    let (store, files) = (MemoryStore(schema: QuestionBank.schema), TestFiles())
    for (index, name) in names.enumerated() {
      let rows = (1...3).map { "Question \($0) of it?,Choice \(index + 1)x\($0),other,A\n" }
      files.contents[name + ".csv"] = "question,a,b,answer\n" + rows.joined()
    }
    let program = try TestProgram(samples: false, files: files, store: store)
    for name in names { program.run("import \"\(name).csv\"") }
    return try LiveDesk(size: ScreenSize(columns: columns, rows: rows), store: store)
  }

  private func play(_ desk: LiveDesk, _ line: String, _ keys: String...) {
    desk.type(line + "\r")
    for key in keys {
      desk.answer(key)
      desk.wait()
    }
  }

  @Test func `titles, rows, prompts and hints have one left margin`() throws {
    for line in ["", "decks", "history", "search a", "register", "quiz", "stats"] {
      let desk = try LiveDesk()
      if !line.isEmpty { desk.type(line + "\r") }
      for row in desk.rows where !row.isEmpty { #expect(row.hasPrefix("  "), "\(line): \(row)") }
    }
  }

  @Test(arguments: [15, 24]) func `a long list leaves a blank row above, below its title and below`(
    height: Int
  ) throws {
    let desk = try desk((1...40).map { "Deck \($0)" }, rows: height)
    desk.type("decks\r")
    let title = try #require(desk.rows.firstIndex { $0.contains(" in 40 decks") })
    let prompt = try #require(desk.rows.firstIndex { $0 == "  decks>" })
    #expect(desk.rows[title - 1].isEmpty && desk.rows[title + 1].isEmpty)
    #expect(desk.rows[prompt - 1].isEmpty && !desk.rows[prompt - 2].isEmpty)
  }

  @Test func `in practice an answered question leaves one row, and a blank one stands around all`()
    throws
  {
    let desk = try LiveDesk()
    play(desk, "quiz --count 4 --practice", "1", "\r", "2", "\r", "3", "\r")
    let first = try #require(desk.rows.firstIndex { $0.hasPrefix("  1  Which") })
    #expect(desk.rows[first - 1].isEmpty)
    #expect(
      desk.rows[first + 1].hasPrefix("  2  Which") && desk.rows[first + 1].contains("Sydney"))
    #expect(desk.rows[first + 2].hasPrefix("  3  ") && desk.rows[first + 3].isEmpty)
    #expect(desk.rows[first + 4].contains("4 of 4"))
  }

  @Test func `the answers of a quiz that tells the result at its end are on the screen once`()
    throws
  {
    let desk = try LiveDesk()
    play(desk, "quiz --count 3", "1", "2", "3")
    desk.type("result\r")
    func count() -> Int { desk.everything.count { $0.contains("  Which of these oceans") } }
    #expect(desk.line == "result>" && count() == 1)
    desk.type("home\r")
    #expect(desk.line == "start>" && count() == 1)
    #expect(
      desk.everything.contains { $0.hasPrefix("  First Steps") || $0.contains(" of 3 right") })
  }

  @Test func `several answers in one row are separated as on every other screen`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let table = "question,a,b,c,answer\nWhich?,one,two,three,A B\nNext?,x,y,,A\n"
    let program = try TestProgram(
      samples: false, files: TestFiles(contents: ["a.csv": table]), store: store)
    program.run("import a.csv")
    let desk = try LiveDesk(store: store)
    play(desk, "quiz", "1", "2", "\r")
    #expect(desk.listedAnswers().contains { $0.contains(" 1  Which?") && $0.hasSuffix("one; two") })
  }

  @Test func `in a narrow window the row that is left has the verdict rather than three letters`()
    throws
  {
    let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 24))
    play(desk, "quiz --count 3 --practice", "1", "\r")
    #expect(
      desk.everything.contains {
        $0.hasPrefix("  1  Which of these o") && $0.hasSuffix("..  × wrong")
      })
  }

  @Test func `a question that is answered gives up blank rows before rows of its own`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let rows = (1...9).map { "row \($0)" }.joined(separator: "\n\n")
    let table = "question,a,b,answer\n\"\(rows)\",one,two,A\n"
    let program = try TestProgram(
      samples: false, files: TestFiles(contents: ["a.csv": table]), store: store)
    program.run("import a.csv")
    let desk = try LiveDesk(size: ScreenSize(columns: 80, rows: 24), store: store)
    play(desk, "quiz --practice", "2")
    #expect(desk.shows("row 1") && desk.shows("yours, wrong") && !desk.shows(" of 20"))
  }

  @Test func `a long commentary does not move the question to which it belongs`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let long = (1...30).map { "row \($0)" }.joined(separator: "\n\n")
    let table = "question,a,b,answer,commentary\nWhat is it?,one,two,A,\"\(long)\"\n"
    let program = try TestProgram(
      samples: false, files: TestFiles(contents: ["a.csv": table]), store: store)
    program.run("import a.csv")
    let desk = try LiveDesk(size: ScreenSize(columns: 80, rows: 24), store: store)
    play(desk, "quiz --practice")
    let above = desk.rows.firstIndex { $0.contains("What is it?") }
    desk.answer("2")
    #expect(desk.shows("yours, wrong") && desk.shows("row 5"))
    #expect(above != nil && desk.rows.firstIndex { $0.contains("What is it?") } == above)
  }

  @Test func `numbers of a review stay in their column when questions come again`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let desk = try LiveDesk(store: store, samples: true)
    play(desk, "quiz --count 9 --practice", "1", "\r", "2", "\r")
    let later = try LiveDesk(store: store, now: Date(timeIntervalSince1970: 86_400 * 9))
    play(later, "review", "1", "\r", "1", "\r", "1", "\r")
    let rows = later.everything.filter { $0.contains("× wrong") || $0.contains("〇 right") }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix("  1  ") || $0.hasPrefix("  2  ") })
  }

  @Test func `what was deleted is not said above the next question`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.type("delete 1\r")
    desk.answer("y")
    #expect(desk.shows("Deleted."))
    desk.type("delete 1\r")
    #expect(desk.shows("Delete the question") && !desk.shows("Deleted."))
  }

  @Test func `in practice the row that is left has the verdict in words`() throws {
    let desk = try LiveDesk()
    play(desk, "quiz --count 3 --practice", "1", "\r", "1", "\r")
    let row = try #require(desk.everything.first { $0.hasPrefix("  1  Which") })
    #expect(row.hasSuffix("Atlantic  × wrong"))
    #expect(desk.everything.contains { $0.hasPrefix("  2  ") && $0.hasSuffix("Canberra  〇 right") })
  }

  @Test func `that the time ran out is said once`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --time 2s --count 3\r")
    desk.scheduler.advance(by: .seconds(3))
    #expect(desk.everything.count { $0.contains("Time ran out.") } == 1)
    desk.answer("\r")
    desk.answer("y")
    #expect(desk.everything.count { $0.contains("Time ran out.") } <= 1)
  }

  @Test func `the prompt of the questions that are due says due`() throws {
    let desk = try LiveDesk()
    desk.type("due\r")
    #expect(desk.line == "due>")
  }

  @Test func `the history shows no seconds of the clock`() throws {
    let desk = try LiveDesk()
    play(desk, "quiz --count 1 --practice", "1", "\r")
    desk.type("history\r")
    #expect(desk.shows("1970-01-01 00:00  First Steps"))
    desk.type("\r")
    #expect(!desk.rows.contains { $0.contains("00:00:00") })
  }

  @Test func `in a narrow window decks that begin alike have different names`() throws {
    let names = ["Music", "Film", "Books", "Comics"].map { "Entertainment: \($0)" }
    let desk = try desk(names, columns: 40, rows: 15)
    for name in ["Music", "Film", "Books", "Comics"] { #expect(desk.shows(name)) }
  }

  @Test func `a word that only a choice has is shown there`() throws {
    let desk = try desk()
    desk.type("/2x3")
    let row = try #require(desk.rows.first { $0.contains("> ") })
    #expect(row.contains("Question 3 of it? (Choice 2x3)"))
    desk.type("\u{15}of it")
    #expect(!desk.rows.contains { $0.contains("(Choice") })
  }

  @Test func `in a wide window a found question stands beside the list with its choices`() throws {
    let desk = try desk(columns: 120)
    desk.type("/2x3")
    let rows = desk.rows.filter { $0.contains("   1  Choice 2x3") }
    #expect(rows.count == 1 && desk.shows("   2  other"))
  }

  @Test func `after a slash the decks are filtered as one types, with their numbers`() throws {
    let desk = try desk()
    desk.type("decks\r")
    #expect(desk.shows("/ filter"))
    desk.type("/film")
    #expect(desk.shows("> 2  Entertainment: Film") && !desk.shows("Geography"))
    desk.type("\u{15}zzz")
    #expect(desk.shows("No deck is called so."))
    desk.escape()
    #expect(desk.line == "decks>" && desk.shows("Geography") && desk.shows("Entertainment: Film"))
    desk.type("/geo\r")
    #expect(desk.line == "manage>" && desk.shows("Geography"))
  }

  @Test func `in a wide window the questions of a deck stand beside the decks`() throws {
    let desk = try desk(columns: 120)
    desk.type("decks\r")
    #expect(
      desk.rows.contains { $0.contains("Entertainment: Music") && $0.contains("questions   Ent") })
    desk.type(down + down)
    #expect(desk.rows.contains { $0.hasSuffix("   Geography") })
  }

  @Test func `in a wide window the first screen shows the questions of the deck at the cursor`()
    throws
  {
    let desk = try desk(columns: 120)
    desk.type(down)
    #expect(desk.rows.contains { $0.hasSuffix("   Entertainment: Music") })
    #expect(desk.rows.contains { $0.hasSuffix("   3 questions") })
  }

  @Test func `beside the decks a gap has its number, as where the question is asked`() throws {
    let (store, files) = (MemoryStore(schema: QuestionBank.schema), TestFiles())
    files.contents["g.json"] = """
      {"format": "qa-repl", "version": 3, "questions": [
        {"deck": "D", "kind": "gaps", "text": "[[1]] is the capital of [[2]].",
         "gaps": [{"accepted": ["Paris"]}, {"accepted": ["France"]}]}
      ]}
      """
    let program = try TestProgram(samples: false, files: files, store: store)
    program.run("import g.json")
    let desk = try LiveDesk(size: ScreenSize(columns: 120, rows: 24), store: store)
    #expect(desk.rows.contains { $0.hasSuffix("   [1] is the capital of [2].") }, "\(desk.rows)")
  }

  @Test func `a heading names its deck without the brackets that scripts know it by`() throws {
    let desk = try desk()
    for command in ["search Question", "due", "doctor", "notes"] {
      desk.type(command + " --deck Geography\r")
      #expect(desk.rows.contains { $0.hasSuffix("  Geography") }, "\(desk.rows)")
      #expect(!desk.everything.contains { $0.contains("[Geography]") })
    }
  }

  @Test func `in a wide window all decks and the answers have something beside them, too`() throws {
    let desk = try desk(columns: 120)
    #expect(desk.rows.contains { $0.contains("> All decks") && $0.hasSuffix("   All decks") })
    #expect(desk.rows.contains { $0.hasSuffix("   9 questions") })
    #expect(desk.rows.contains { $0.hasSuffix("   Question 1 of it?") })
    play(desk, "quiz", "1")
    desk.type("finish\r")
    #expect(desk.rows.contains { $0.hasSuffix("   Question 2: Question 2 of it?") })
    #expect(desk.rows.contains { $0.hasSuffix("   Answer: (none)") })
  }

  @Test func `in a wide window the bars of the decks stay where names leave room`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let first = try LiveDesk(store: store, samples: true)
    play(first, "quiz --count 2 --practice", "1", "\r", "1", "\r")
    for (columns, hasBar) in [(120, true), (80, true), (40, false)] {
      let desk = try LiveDesk(size: ScreenSize(columns: columns, rows: 24), store: store)
      let row = try #require(desk.rows.first { $0.contains("> First Steps") })
      #expect(row.contains("[#") == hasBar, "\(desk.rows)")
    }
  }

  @Test(arguments: [12, 14, 16, 18, 20, 24, 30, 40])
  func `in a narrow window no number of a deck is cut`(columns: Int) throws {
    let desk = try desk(columns: columns)
    for row in desk.list { #expect(!row.hasSuffix("..") && row.last?.isNumber == true, "\(row)") }
    play(desk, "quiz --deck Geography --count 1 --practice", "1", "\r")
    desk.type("home\r")
    desk.scheduler.advance(by: .seconds(1))
    // No room is left for it in twelve columns.
    guard columns > 12 else { return }
    let row = try #require(desk.list.first { $0.contains("1 of 3") })
    #expect(!row.hasSuffix(".."), "\(desk.rows)")
  }

  @Test func `at 40 columns names get the room of the word for questions`() throws {
    let desk = try desk(["General Knowledge of the World"], columns: 40)
    #expect(
      desk.list.contains { $0.hasPrefix("General Knowledge of the World") && $0.hasSuffix(" 3") })
  }

  @Test func `the sections of an exam stay above its result, or it is said where they are`() throws
  {
    for sections in [3, 9] {
      let store = MemoryStore(schema: QuestionBank.schema)
      let program = try TestProgram(store: store)
      program.run("exam new Mock", "questions 18", "pass 60%")
      for index in 1...sections {
        program.run("add-section Part \(index): \(18 / sections) of deck \"First Steps\"")
      }
      program.run("save", "home")
      let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 15), store: store)
      desk.type("exam Mock\r")
      desk.scheduler.advance(by: .seconds(1))
      desk.type("finish\r")
      desk.scheduler.advance(by: .seconds(1))
      desk.type("result\r")
      desk.answer("y")
      #expect(desk.line == "result>")
      if sections == 3 {
        for index in 1...sections { #expect(desk.shows("Part \(index)"), "\(desk.rows)") }
      } else {
        #expect(desk.shows("rows above"), "\(desk.rows)")
      }
      for _ in 1...6 {
        let rows = desk.rows.dropFirst()
        #expect(!zip(rows, rows.dropFirst()).contains { $0.isEmpty && $1.isEmpty }, "\(desk.rows)")
        desk.type(down)
      }
    }
  }

  @Test func `in a wide window the answers of a quiz stand beside the history`() throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 120, rows: 24))
    play(desk, "quiz --count 2 --practice", "1", "\r", "1", "\r")
    desk.type("history\r")
    #expect(desk.shows("   Question 1: Which of these oceans") && desk.shows("   Yours: Atlantic"))
  }

  @Test func `the list of answers stays in sight in a low window, with its words whole`() throws {
    let desk = try desk(columns: 40, rows: 15)
    play(desk, "quiz --deck Geography", " ", "finish\r")
    #expect(desk.rows.contains("  Your answers - 0 of 3 - 1 marked"), "\(desk.rows)")
    desk.type("result\r")
    #expect(desk.shows("Hand in?"))
    for number in 1...3 {
      #expect(
        desk.rows.contains {
          $0.contains("Question \(number)") && $0.hasSuffix("- not answered")
        }, "\(desk.rows)")
    }
  }

  @Test func `in practice a low window shows what was right below a long question`() throws {
    let lines = (1...9).map { "Line \($0) of the question." }.joined(separator: "\n\n")
    let desk = try desk(asking: lines, columns: 40, rows: 15)
    play(desk, "quiz --deck Deck --practice")
    #expect(desk.shows("Line 1 of"))
    play(desk, "choose 3")
    #expect(desk.shows("right answer") && desk.shows("yours, wrong"), "\(desk.rows)")
    desk.type("\u{1B}[5~")
    desk.wait()
    #expect(!desk.shows("yours, wrong"), "\(desk.rows)")
  }

  // MARK: A look at a wrong answer

  /// A desk with two questions, of which choice 2 is right.
  private func desk(asking text: String, columns: Int, rows: Int) throws -> LiveDesk {
    let store = MemoryStore(schema: QuestionBank.schema)
    let files = TestFiles()
    files.contents["q.csv"] =
      "question,choice1,choice2,choice3,choice4,correct,commentary\n"
      + [text, "Another?"].map { "\"\($0)\",six,eight,ten,twelve,2,Because it is so.\n" }.joined()
    let program = try TestProgram(samples: false, files: files, store: store)
    program.run("import q.csv --deck Deck")
    return try LiveDesk(size: ScreenSize(columns: columns, rows: rows), store: store)
  }

  /// The look at the first of the two questions.
  private func result(
    _ text: String, columns: Int, rows: Int, answers: (String, String) = ("3", "1")
  ) throws -> LiveDesk {
    let desk = try desk(asking: text, columns: columns, rows: rows)
    play(desk, "quiz --deck Deck", answers.0, answers.1)
    desk.type("result\r")
    #expect(desk.line == "result>")
    desk.answer("\r")
    return desk
  }

  @Test(arguments: [(80, 24), (40, 15)])
  func `one's own, the right one and the commentary are in the window`(columns: Int, rows: Int)
    throws
  {
    let desk = try result("Legs of a spider?", columns: columns, rows: rows)
    #expect(desk.shows("1 of 2   x wrong"))
    #expect(desk.rows.contains { $0.contains("ten") && $0.hasSuffix("yours, wrong") })
    #expect(desk.rows.contains { $0.contains("eight") && $0.hasSuffix("right answer") })
    #expect(desk.shows("Because it is so."))
  }

  @Test func `code is cut before the choices are, and the whole question stands below`() throws {
    let code = (1...12).map { "line(\($0))" }.joined(separator: "\n")
    let desk = try result("What is this?\n\n```\n\(code)\n```", columns: 80, rows: 24)
    for text in ["six", "yours, wrong", "right answer", "Because it is so.", "line(1)"] {
      #expect(desk.shows(text), "\(desk.rows)")
    }
    #expect(!desk.shows("line(12)"))
    desk.type("\u{1B}[6~")
    #expect(desk.shows("The whole question") && desk.shows("line(9)"))
  }

  @Test(arguments: 12...15)
  func `the first words of a long question are there even in a low window`(rows: Int) throws {
    let text = "Which of these is the number of legs that every spider has, and no insect ever?"
    let desk = try result(text, columns: 40, rows: rows)
    #expect(desk.shows("Which of these is the number"), "\(desk.rows)")
    for text in ["yours, wrong", "right answer", "Because it is so."] { #expect(desk.shows(text)) }
  }

  @Test func `a question is cut only in a window in which not everything fits`() throws {
    let code = (1...6).map { "line(\($0))" }.joined(separator: "\n")
    func desk(rows: Int) throws -> LiveDesk {
      try result("What is this?\n\n```\n\(code)\n```", columns: 80, rows: rows)
    }
    // One row of the window stays free.
    let all = try desk(rows: 40).rows.count + 1
    for rows in all - 3...all + 3 {
      let desk = try desk(rows: rows)
      #expect(desk.shows("line(6)") == (rows >= all), "\(rows) of \(all)")
      #expect(desk.shows("Because it is so."))
    }
  }

  @Test(arguments: [("1", true), ("2", false)])
  func `the arrows are named where another one is wrong`(second: String, areNamed: Bool) throws {
    let desk = try result(
      "Legs of a spider?", columns: 80, rows: 24, answers: ("3", second))
    #expect(desk.shows("Esc the list") && desk.shows("the wrong ones") == areNamed)
  }

  @Test func `Left and Right go to the wrong ones, and Esc to the list`() throws {
    let desk = try result("Legs of a spider?", columns: 80, rows: 24)
    desk.type("\u{1B}[C")
    #expect(desk.shows("2 of 2   x wrong") && desk.shows("Another?"))
    desk.type("\u{1B}[C")
    #expect(desk.shows("2 of 2   x wrong"))
    desk.type("\u{1B}[D")
    #expect(desk.shows("1 of 2   x wrong"))
    desk.escape()
    #expect(desk.shows("Play the 2 again") && !desk.shows("yours, wrong"))
  }
}
