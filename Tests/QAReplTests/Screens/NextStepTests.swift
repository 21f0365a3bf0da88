import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The first screen suggests the next step.
@Suite struct NextStepTests {
  @Test func `text names the command that plays`() throws {
    #expect(
      try TestProgram().run("state").hasSuffix("“quiz” plays First Steps (20 questions).\n"))
    #expect(
      try TestProgram(language: .japanese).run("state").hasSuffix(
        "quiz で「はじめての一問一答」を始めます（20 問）。\n"))
    let all = try TestProgram()
    #expect(
      all.run("decks", "select", "home").hasSuffix("“quiz” plays all decks (20 questions).\n"))
  }

  @Test func `a deck without questions is not offered`() throws {
    let program = try TestProgram()
    #expect(!program.run("decks", "new Empty", "select Empty", "home").contains("plays"))
    #expect(program.state(StartState.self)?.suggestion == nil)
  }

  @Test func `at a live terminal Enter plays, and the hint says so`() throws {
    let desk = try LiveDesk()
    #expect(desk.shows("Enter play 20 questions") && desk.shows("> First Steps"))
    desk.answer("\r")
    #expect(desk.shows("1 of 20 "))
  }

  @Test func `at a live terminal Enter goes on with what waits`() throws {
    let desk = try LiveDesk()
    desk.answer("quiz\r")
    desk.answer("1")
    desk.answer("home\r")
    #expect(desk.shows("Enter go on") && desk.shows("> Go on: First Steps, question 2 of 20"))
    desk.answer("\r")
    #expect(desk.shows("2 of 20 "))
  }

  @Test func `that there are no questions does not stay above the questions`() throws {
    let desk = try LiveDesk(store: MemoryStore(schema: QuestionBank.schema))
    #expect(desk.shows("There are no questions yet"))
    desk.answer("sample\r")
    #expect(desk.shows("40 questions in 2 decks"))
    #expect(!desk.everything.contains { $0.contains("There are no questions yet") })
  }

  @Test(arguments: [
    (Language.english, "qa-repl is a quiz that asks again before you forget."),
    (.japanese, "qa-repl は、忘れるころにもう一度出題するクイズです。"),
  ])
  func `the first screen of an empty bank says in one line what the program is`(
    language: Language, line: String
  ) throws {
    let desk = try LiveDesk(
      size: ScreenSize(columns: 60, rows: 24), store: MemoryStore(schema: QuestionBank.schema),
      language: language)
    #expect(desk.rows.contains { $0.contains(line) })
    let program = try TestProgram(language: language, samples: false)
    #expect(program.run("state").contains("\(line)\n"))
  }

  @Test func `after an import the cursor is on the new deck, until something else was opened`()
    throws
  {
    let desk = try LiveDesk()
    desk.files.contents["Rivers.csv"] = """
      question,choice 1,choice 2,correct,commentary
      Which is longer?,Nile,Rhine,1,The Nile is 6650 km long.
      """
    desk.type("import Rivers.csv\r")
    #expect(desk.chosen?.hasPrefix("Rivers") == true && desk.shows("Enter play 1 question"))
    desk.type("stats\r")
    desk.escape()
    #expect(desk.chosen?.hasPrefix("First Steps") == true)
  }

  @Test func `an import from another screen is shown on the first one`() throws {
    let desk = try LiveDesk()
    desk.files.contents["Rivers.csv"] = """
      question,choice 1,choice 2,correct,commentary
      Which is longer?,Nile,Rhine,1,The Nile is 6650 km long.
      """
    for line in ["decks", "import Rivers.csv", "home"] { desk.type(line + "\r") }
    #expect(desk.chosen?.hasPrefix("Rivers") == true)
  }

  @Test func `an import that brings nothing new leaves the cursor where it is`() throws {
    let desk = try LiveDesk()
    desk.files.contents["Rivers.csv"] = """
      question,choice 1,choice 2,correct,commentary
      Which is longer?,Nile,Rhine,1,The Nile is 6650 km long.
      """
    for line in ["import Rivers.csv", "stats", "home", "import Rivers.csv"] {
      desk.type(line + "\r")
    }
    #expect(desk.chosen?.hasPrefix("First Steps") == true)
  }
}
