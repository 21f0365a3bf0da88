import Foundation
import QuizExchange
import QuizKit
import QuizStore
import QuizSupport
import TestKit
import Testing

@testable import Terminal
@testable import qa_repl

/// What a person reads at a live terminal, and scripts do not.
@Suite struct PersonalLooksTests {
  /// A desk with these files brought in by these lines.
  private func desk(
    _ files: [String: String], _ lines: String...,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: Language = .english
  ) throws -> LiveDesk {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(
      language: language, samples: false, files: TestFiles(contents: files), store: store)
    for name in files.keys.sorted() { program.run("import \(name) --deck Things") }
    let desk = try LiveDesk(size: size, store: store, language: language)
    for line in lines {
      desk.type(line + "\r")
      desk.wait()
    }
    return desk
  }

  private static let long =
    "Which language came first, of those in which people still write programs all over the world?"

  private static let commentary = """
    The first paragraph of the commentary is long enough to be wrapped at eighty columns.

    The second paragraph, with `code`, is long enough to be wrapped at eighty columns, too.
    """

  private static let table = [
    "q.csv": """
    question,a,b,answer,commentary
    "\(long)",Fortran,Lisp,A,"\(commentary)"
    Which came second?,Fortran,Lisp,B,
    """
  ]

  // MARK: - Numbers

  @Test func `large numbers have commas for a person, and none in JSON`() throws {
    let rows = (1...1_234).map { "Is \($0) a number?,yes,no,A" }
    let files = ["q.csv": "question,a,b,answer\n" + rows.joined(separator: "\n")]
    let desk = try desk(files)
    #expect(desk.shows("1,234 questions in 1 deck") && !desk.shows("1234"))
    desk.type("manage\r")
    #expect(desk.shows("Things  1,234 questions") || desk.shows("All decks  1,234 questions"))
    #expect(desk.shows("of 1,234"))
    for json in [false, true] {
      let program = try TestProgram(json: json, samples: false, files: TestFiles(contents: files))
      let output = program.run("import q.csv --deck Things", "decks", "home")
      #expect(output.contains("1234") && !output.contains("1,234"))
    }
  }

  // MARK: - Browsing

  @Test(arguments: [
    (Language.english, "2 questions found  “second”"), (.japanese, "検索結果 2 件  「second」"),
  ])
  func `the questions of a search say what was looked for`(
    language: Language, title: String
  ) throws {
    let desk = try desk(Self.table, "search second", "go 1", language: language)
    #expect(desk.screen == .manage && desk.shows(title), "\(desk.rows)")
    desk.type("manage\r")
    desk.wait()
    #expect(!desk.shows("“second”") && !desk.shows("「second」"))
  }

  @Test(arguments: [80, 40])
  func `texts behind labels go on two columns further in, and so do their paragraphs`(
    columns: Int
  ) throws {
    let desk = try desk(
      Self.table, "manage --deck Things", size: ScreenSize(columns: columns, rows: 60))
    let rows = desk.rows.map { $0.dropFirst(2) }
    let first = try #require(rows.firstIndex { $0.hasPrefix("Question 1: Which") })
    #expect(rows[first + 1].hasPrefix("  ") && !rows[first + 1].hasPrefix("   "))
    let commentary = try #require(rows.firstIndex { $0.hasPrefix("Commentary: The first") })
    let rest = rows[(commentary + 1)...].prefix {
      !$0.hasPrefix("manage") && !$0.contains(" of ") || $0.contains("the")
    }
    .filter { !$0.isEmpty && $0.first == " " }
    #expect(rest.contains { $0.contains("The second") })
    #expect(rest.allSatisfy { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }, "\(rest)")
  }

  @Test func `scripts read further lines behind the label, as before`() throws {
    let program = try TestProgram(samples: false, files: TestFiles(contents: Self.table))
    let output = program.run("import q.csv --deck Things", "manage")
    #expect(output.contains("\n            The second paragraph"))
  }

  @Test func `the selected deck has a sign, and is not offered to be selected again`() throws {
    let desk = try LiveDesk()
    desk.type("decks\r")
    desk.type("select \"First Steps\"\r")
    #expect(desk.list.contains { $0.contains("* First Steps") }, "\(desk.rows)")
  }

  // MARK: - A question

  @Test(arguments: [
    (Language.english, "(Choose TWO) Which are vowels?", "Choose two."),
    (.english, "Which two of these are vowels?", "Choose two."),
    (.japanese, "母音を2つ選んでください", "2つ選んでください。"),
  ])
  func `how many to choose is said once`(
    language: Language, question: String, task: String
  ) throws {
    let files = [
      "q.csv": """
      question,choice1,choice2,choice3,correct,choose
      \(question),a,e,k,"A,B",2
      Which?,a,e,k,"A,B",2
      """
    ]
    let desk = try desk(files, "quiz --in-order", language: language)
    #expect(desk.rows.filter { $0.contains(task) }.count == (question.contains(task) ? 1 : 0))
    #expect(desk.shows("[ ]"), "\(desk.rows)")
    desk.type("skip\r")
    desk.wait()
    #expect(desk.shows(task))
  }

  @Test(arguments: [(80, 24), (40, 15)])
  func `an error does not touch what is above it`(columns: Int, rows: Int) throws {
    for line in ["quiz --count 3 --in-order", "manage", "decks"] {
      let desk = try LiveDesk(size: ScreenSize(columns: columns, rows: rows))
      for line in [line, "nonsense"] {
        desk.type(line + "\r")
        desk.wait()
      }
      let error = try #require(desk.rows.firstIndex { $0.contains("no command “nonsense”") })
      #expect(desk.rows[error - 1].isEmpty, "\(line): \(desk.rows)")
    }
  }

  // MARK: - Forms

  @Test func `a draft that was thrown away is not left behind, and a question that is kept is`()
    throws
  {
    let desk = try LiveDesk()
    desk.type("register\r")
    desk.type("A thought that came to nothing\r")
    desk.escape()
    desk.type("cancel\r")
    desk.wait()
    #expect(!desk.everything.contains { $0.contains("came to nothing") })
  }

  @Test func `Enter takes the exam that was just saved, and the rows below change it or leave it`()
    throws
  {
    func saved() throws -> LiveDesk {
      let desk = try LiveDesk()
      desk.type("exam new Mock\r")
      desk.escape()
      for line in ["questions 3", "pass 50%", "save"] {
        desk.type(line + "\r")
        desk.wait()
      }
      #expect(desk.shows("Saved.") && desk.chosen?.hasPrefix("Take it") == true, "\(desk.rows)")
      return desk
    }
    var desk = try saved()
    desk.answer("\r")
    desk.wait()
    #expect(desk.shows("1 of 3"))
    desk = try saved()
    desk.answer("\u{1B}[B\r")
    desk.wait()
    #expect(desk.field.hasPrefix("> Name: Mock"))
    desk = try saved()
    desk.answer("\u{1B}[B\u{1B}[B\r")
    desk.wait()
    #expect(desk.screen == .exams)
  }

  @Test(arguments: [
    (Language.english, "“NAME: 24% of tag T”"), (.japanese, "「名前: 24% of tag T」"),
  ])
  func `a section that is none is told how one is written`(
    language: Language, pattern: String
  ) throws {
    let program = try TestProgram(language: language)
    #expect(program.run("exam new Mock", "add-section nonsense").contains(pattern))
  }

  @Test func `one word for what is right stands in forms and texts`() throws {
    let program = try TestProgram()
    let output = program.run("register", "question Q", "choice 1 a", "choice 2 b")
    #expect(output.contains("Right choice: (empty)") && !output.contains("Correct:"))
    #expect(program.run("kind text").contains("Right answer: (empty)"))
  }

  // MARK: - Statistics

  @Test(arguments: ["q", "\r", "\u{1B}", "\u{1B}[D"])
  func `the statistics are read as in less`(key: String) throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 80, rows: 15))
    for line in ["quiz --count 3", "1", "1", "1", "result", "home", "stats"] {
      desk.type(line + "\r")
      desk.wait()
    }
    let first = try #require(desk.rows.first { !$0.isEmpty })
    #expect(first.contains("1 quiz") && desk.rows.last?.contains("q close") == true, "\(desk.rows)")
    desk.type(" ")
    #expect(!desk.shows("1 quiz,"))
    desk.type("g")
    #expect(desk.shows("1 quiz,"))
    desk.type("nonsense\r")
    #expect(desk.shows("no command “nonsense”"))
    desk.type(key)
    desk.scheduler.advance(by: .milliseconds(100))
    #expect(desk.line == "start>")
  }
}
