import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct LiveFormTests {
  /// A desk with the form for a new question, after these lines were entered.
  private func register(_ lines: String...) throws -> LiveDesk {
    let desk = try LiveDesk()
    desk.type("register\r")
    for line in lines { desk.type(line + "\r") }
    return desk
  }

  @Test func `a form asks field by field`() throws {
    let desk = try register()
    #expect(desk.field == "> Question:")
    desk.type("What is two and two?\r")
    #expect(desk.field == "> Choice 1:")
    #expect(desk.shows("Question:     What is two and two?"))
  }

  @Test(arguments: ["2", "２", "2\r"])
  func `a digit takes the right choice and goes on, and enter after it does nothing`(key: String)
    throws
  {
    let desk = try register("Q", "a", "b", "c", "d")
    #expect(desk.field == "> Right choice:" && desk.shows("1-4 answer - Enter next"))
    desk.type(key)
    #expect(desk.field == "> Commentary:")
    #expect(desk.shows("Right choice: 2. b"))
    desk.type("\u{1B}[A3")
    #expect(desk.field == "> Commentary:" && desk.shows("Right choice: 3. c"))
  }

  @Test func `a choice that is not there is refused, and its number can be mended`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "7")
    #expect(desk.field == "> Right choice: 7")
    #expect(desk.shows("There is no choice 7"))
    desk.type("\u{7F}1")
    #expect(desk.field == "> Commentary:")
  }

  @Test func `of ten choices the right one is a number that is typed`() throws {
    let desk = try register("Q", "a", "b", "c", "d")
    desk.type("\u{1B}[A")
    for choice in ["e", "f", "g", "h", "i", "j", ""] { desk.type(choice + "\r") }
    #expect(desk.field == "> Right choice:" && !desk.shows("answer - Enter"))
    desk.type("1")
    desk.type("0\r")
    #expect(desk.field == "> Commentary:" && desk.shows("Right choice: 10. j"))
  }

  @Test func `enter after the fourth choice goes on to the right one, and up leads to a fifth`()
    throws
  {
    let desk = try register("Q", "a", "b", "c", "d")
    #expect(desk.field == "> Right choice:")
    desk.type("\u{1B}[A")
    #expect(desk.field == "> Choice 5: (Enter alone: no more)")
    desk.type("e\r")
    #expect(desk.field == "> Choice 6: (Enter alone: no more)")
    desk.type("\r")
    #expect(desk.field == "> Right choice:")
  }

  @Test func `up leads back with the text in place`() throws {
    let desk = try register("Q", "first")
    desk.type("\u{1B}[A")
    #expect(desk.field == "> Choice 1: first")
    desk.type("!")
    desk.type("\u{1B}[B")
    #expect(desk.field == "> Choice 2:")
    #expect(desk.shows("Choice 1:     first!"))
  }

  @Test func `a question may have several lines`() throws {
    let desk = try register()
    desk.type("one\u{1B}\rtwo\r")
    #expect(desk.shows("Question:     one two"))
    desk.type("\u{1B}[A")
    #expect(desk.shows("> Question:     one"))
    #expect(desk.field == "two")
  }

  @Test func `the end stores the question, and an empty form begins`() throws {
    let desk = try register("Q", "a", "b", "c", "d")
    desk.type("1")
    desk.type("because")
    for _ in 1...3 { desk.type("\t") }
    #expect(desk.field == "> Register>")
    desk.type("\r")
    #expect(desk.field == "> Question:")
    #expect(desk.everything.contains("  Question: Q"))
    #expect(desk.everything.count { $0.contains("Choice 5:") } == 1)
    #expect(desk.shows("(needed)"))
  }

  @Test func `what is missing is where one goes on`() throws {
    let desk = try register("Q", "a", "", "c", "d", "1", "because")
    #expect(desk.field == "> Choice 2:")
    #expect(desk.shows("Choice 2 is missing") && !desk.shows("error["))
  }

  @Test func `choices at the end that stay empty are left out`() throws {
    let desk = try register("Q", "a", "b", "", "", "2", "because")
    #expect(desk.field == "> Question:")
    desk.escape()
    desk.type("search Q --limit 1\r")
    desk.type("manage\r")
    desk.type("\u{1B}[F")
    #expect(desk.shows("2. b") && !desk.shows("3. "))
  }

  @Test func `two choices, those before a written one and the right one are not left out`() throws {
    let one = try register("Q", "a", "", "", "", "1", "because")
    #expect(one.field == "> Choice 2:" && one.shows("Choice 2 is missing"))
    let gap = try register("Q", "a", "b", "", "d", "1", "because")
    #expect(gap.field == "> Choice 3:" && gap.shows("Choice 3 is missing"))
    let right = try register("Q", "a", "b", "", "", "3", "because")
    #expect(right.field == "> Choice 3:" && right.shows("Choice 3 is missing"))
  }

  @Test func `what is refused for another reason can be gone on with`() throws {
    let desk = try register("Q", "a", "b", "", "", "2", "")
    #expect(desk.field == "> Commentary:")
    #expect(!desk.shows("Choice 4:") && desk.shows("Choice 3:     (Enter alone: no more)"))
  }

  @Test func `a choice that is emptied while a question is edited is left out too`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.answer("\r")
    desk.escape()
    for line in ["choice 4 ", "save"] { desk.type(line + "\r") }
    #expect(desk.line == "manage>" && desk.shows("3. ") && !desk.shows("4. "), "\(desk.rows)")
  }

  @Test func `enter in the commentary hands in, and escape then shows what was written`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "1", "because")
    #expect(desk.field == "> Question:" && desk.shows("Registered.") && desk.shows("Esc back"))
    desk.escape()
    #expect(desk.screen == .manage && desk.shows("> 21  Q"))
    desk.type("\r")
    #expect(desk.field == "> Question: Q" && desk.shows("(editing)"))
    desk.type("\u{13}")
    #expect(desk.line == "manage>" && !desk.shows("(editing)"))
    desk.escape()
    #expect(desk.screen == .start)
  }

  @Test func `escape leaves a form in which nothing was written`() throws {
    let desk = try register()
    desk.escape()
    #expect(desk.line == "start>")
    desk.type("register\rhalf")
    desk.escape()
    #expect(desk.line == "register>")
  }

  @Test func `what was deleted comes back by a key, as the hint says`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    #expect(!desk.shows("Ctrl-_"))
    desk.type("\u{1B}[3~")
    desk.answer("y")
    #expect(desk.shows("39 questions") && desk.shows("Enter edit - Ctrl-_ undo"))
    desk.type("\u{1F}")
    #expect(desk.shows("40 questions") && desk.shows(">  1  "))
  }

  @Test func `escape gives way to commands, enter leads back`() throws {
    let desk = try register("Q")
    desk.escape()
    #expect(desk.line == "register>")
    desk.type("\r")
    #expect(desk.field == "> Choice 1:")
  }

  @Test func `leaving what is not saved is asked about`() throws {
    let desk = try register("Q")
    desk.escape()
    desk.type("home\r")
    #expect(desk.line == "yes or no>")
    desk.type("y\r")
    #expect(desk.line == "start>")
  }

  @Test func `a note is written in its two fields`() throws {
    let desk = try LiveDesk()
    desk.type("notes\r")
    desk.type("new\r")
    #expect(desk.field == "> Title: (may stay empty)")
    desk.type("Rivers\r")
    desk.type("one\u{1B}\rtwo\r")
    #expect(desk.field == "> Save>")
    desk.type("\r")
    #expect(desk.line == "notes>")
    #expect(desk.shows("Rivers"))
  }

  @Test func `a timer runs in place and space halts it`() throws {
    let desk = try LiveDesk()
    desk.type("timer 5s\r")
    desk.type(" ")
    desk.scheduler.advance(by: .seconds(2))
    #expect(desk.shows("3 s left"))
    #expect(!desk.everything.contains("5 s left"))
    desk.type(" ")
    desk.scheduler.advance(by: .seconds(2))
    #expect(desk.shows("3 s left"))
  }

  @Test func `the management shows its list and the question below it, and enter edits`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    #expect(desk.shows(">  1  ") && desk.shows("Question 1: "))
    desk.type("\u{1B}[B")
    #expect(desk.shows(">  2  ") && desk.shows("Question 2: ") && !desk.shows("Question 1: "))
    desk.type("\r")
    #expect(desk.shows("(editing)"))
    #expect(desk.field.hasPrefix("> Question: "))
    desk.type("!!\r")
    desk.escape()
    desk.type("save\r")
    #expect(desk.line == "manage>")
    #expect(desk.rows.contains { $0.contains("Question 2: ") && $0.hasSuffix("!!") })
  }

  @Test func `one goes on where the right choice is missing, not at another choice`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "", "because")
    #expect(desk.field == "> Right choice:")
  }

  @Test func `all fields are shown, and the one being edited is marked`() throws {
    let desk = try register("Q", "a")
    #expect(
      desk.rows.suffix(12)
        == [
          "  New question",
          "    Question:     Q",
          "    Choice 1:     a",
          "  > Choice 2:     (needed)",
          "    Choice 3:     (may stay empty)",
          "    Choice 4:     (may stay empty)",
          "    Choice 5:     (Enter alone: no more)",
          "    Right choice: (needed)",
          "    Commentary:   (needed)",
          "    Tags:         (may stay empty)",
          "    Deck:         First Steps",
          "    Register",
          "  Enter next - Ctrl-S hand in - Up Down field - Esc commands",
        ].suffix(12))
  }

  @Test func `in a low window the form scrolls with the field being edited`() throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 12))
    desk.type("register\r")
    let long = String(repeating: "long ", count: 20)
    for line in [long, "a", "b", "c", "d"] {
      desk.type(line + "\r")
      #expect(desk.line.hasPrefix("> "))
      #expect(desk.rows.allSatisfy { $0.count <= 40 })
      #expect(desk.rows.count <= 12)
    }
    #expect(desk.field == "> Right choice:")
    #expect(desk.shows("  Commentary:   (needed)"))
    for _ in 1...6 { desk.type("\u{1B}[Z") }
    #expect(desk.rows.contains { $0.hasPrefix("  > Question:     long") })
  }

  @Test(arguments: [Language.english, .japanese])
  func `below a message of two rows, a form keeps its hint on the keys`(language: Language) throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 15), language: language)
    desk.type("register\r")
    desk.type("\u{13}")
    #expect(desk.rows.last?.contains("Ctrl-S") == true)
    #expect(desk.rows.count <= 15 && desk.line.hasPrefix("> "))
  }

  @Test func `a long text is folded at its blanks, and leaves the hint in its place`() throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 15))
    desk.type("register\r")
    desk.type("What is the shared responsibility model, and which party patches the guest system?")
    desk.type("\t\u{1B}[Z")
    #expect(desk.rows.contains { $0.hasPrefix("  > Question:     What is the shared") })
    #expect(
      desk.rows.contains { $0.trimmingPrefix(while: \.isWhitespace) == "responsibility model," })
    #expect(desk.rows.last?.contains("Ctrl-S") == true)
  }

  @Test func `a form says what is missing, and no command with which a script would write it`()
    throws
  {
    let desk = try register("Q")
    desk.type("\u{13}")
    #expect(desk.shows("  Choice 1 is missing.") && !desk.shows("writes it"))
    desk.escape()
    #expect(desk.shows("  New question  First Steps") && !desk.shows("then “register”"))
    desk.type("home\r")
    desk.type("y\r")
    desk.type("exam new Mock\r")
    desk.type("5\r")
    desk.escape()
    #expect(desk.shows("  Questions: 5") && !desk.shows("then “save”"))
  }

  @Test func `a form follows the size of the window`() throws {
    let desk = try register("Q")
    desk.resize(to: ScreenSize(columns: 80, rows: 8))
    #expect(desk.field == "> Choice 1:")
    #expect(desk.shows("Choice 2:"))
    #expect(!desk.rows.contains("    Register"))
  }

  @Test func `tab and shift-tab go through the fields and keep what was typed`() throws {
    let desk = try register()
    desk.type("Q\t")
    #expect(desk.field == "> Choice 1:")
    desk.type("a\u{1B}[Z")
    #expect(desk.field == "> Question: Q")
    #expect(desk.shows("Choice 1:     a"))
  }

  @Test func `the deck is completed with the right arrow`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "1")
    desk.type("because\t\t")
    #expect(desk.field == "> Deck: First Steps")
    #expect(desk.rows.last?.contains("-> completes: はじめての一問一答, First Steps") == true)
    desk.type("\u{3}は")
    #expect(desk.field == "> Deck: はじめての一問一答")
    desk.type("\u{1B}[C\r")
    #expect(desk.field == "> Register>")
    desk.type("\r")
    desk.escape()
    desk.type("decks\r")
    #expect(desk.rows.contains { $0.contains("はじめての一問一答") && $0.contains("21") })
  }

  @Test func `a deck that does not exist is made, and the next question goes there too`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "1")
    desk.type("because\t\t")
    desk.type("\u{3}Rivers\r")
    desk.type("\r")
    #expect(desk.shows("Deck:         Rivers"))
    desk.escape()
    desk.type("decks\r")
    #expect(desk.everything.contains { $0.contains("Rivers") && $0.contains("1 question") })
  }

  @Test
  func `in the form of an exam a value is typed over, and a new one begins with its questions`()
    throws
  {
    let desk = try LiveDesk()
    desk.type("exam new Mock\r")
    #expect(desk.field.hasPrefix("> Questions:"))
    desk.type("5\r")
    desk.type("90m\r")
    desk.type("70%\r")
    desk.type("\r")
    desk.type("no")
    #expect(desk.field == "> Going back: no")
    desk.type("\r")
    desk.type("\u{1B}[A")
    desk.type("\u{1B}[D")
    desk.type("x")
    #expect(desk.field == "> Going back: nxo")
    desk.type("\u{5}\u{15}yes\r")
    desk.type("\r")
    desk.type("A: 100% of deck Nope\r")
    #expect(desk.shows("“Nope”") && desk.field.hasPrefix("> Section 2:"))
  }

  @Test func `a deck needs a name`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "1")
    desk.type("because\t\t")
    desk.type("\u{3}\r")
    #expect(desk.shows("A deck needs a name."))
    #expect(desk.field == "> Deck:")
  }

  @Test func `Ctrl-S hands a form in from any field, with what is typed in it`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "2")
    desk.type("because\u{13}")
    #expect(desk.everything.contains { $0.hasSuffix("Registered.") })
    desk.type("one\u{13}")
    #expect(desk.shows("Question:     one") && desk.field == "> Choice 1:")
    #expect(desk.shows("Choice 1 is missing"))
  }

  @Test func `the kind is a row of values, and stays for the next question as the deck does`()
    throws
  {
    let desk = try register()
    desk.type("\u{1B}[A")
    #expect(desk.field == "> Kind: < single >")
    desk.type("\u{1B}[C")
    #expect(desk.field == "> Kind: < truefalse >" && desk.shows("Choice 1:     True"))
    #expect(!desk.shows("Choice 3:"))
    desk.type("\u{1B}[D\u{1B}[D")
    #expect(desk.field == "> Kind: < match >")
    for _ in 0..<5 { desk.type("\u{1B}[D") }
    #expect(desk.field == "> Kind: < text >" && !desk.shows("True"))
    desk.type("\u{1B}[C\u{1B}[C")
    #expect(desk.field == "> Kind: < card >")
    desk.type("\r")
    desk.type("front\rback\u{13}")
    #expect(desk.everything.contains { $0.hasSuffix("Registered.") })
    #expect(desk.field == "> Question:" && desk.shows("Kind:       card"))
    desk.type("another\rone\u{13}")
    #expect(desk.everything.count { $0.hasSuffix("Back: one") } == 1)
  }

  @Test(arguments: ["true", "t", "正", "１", "yes", "\u{1B}[C"])
  func `what is right of a true or false question is typed or chosen`(word: String) throws {
    let desk = try LiveDesk()
    desk.type("register --kind truefalse\r")
    desk.type("Is it?\r\r\r")
    #expect(desk.field == "> Right choice: < >" || desk.field.hasPrefix("> Right choice: <"))
    desk.type(word)
    if !word.hasPrefix("\u{1B}") { desk.type("\r") }
    #expect(desk.shows("1. True"))
  }
}
