import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct LiveSessionTests {
  @Test func `a command is echoed above what it says`() throws {
    let desk = try LiveDesk()
    desk.type("help back\r")
    #expect(desk.shows("start> help back"))
    #expect(desk.shows("the question before"))
    #expect(desk.rows.last { $0.hasPrefix("  start>") } == "  start>")
  }

  @Test func `a question stands in place, with what is left of the time`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --time 60s --count 3\r")
    #expect(desk.shows("1 of 3  [------------------]   60 s left"))
    #expect(desk.shows("Which of these oceans is the largest?"))
    #expect(desk.line == "answer>")
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.shows("59 s left"))
    #expect(!desk.shows("60 s left"))
  }

  /// Whether the list of answers has the second choice of the first question, once.
  private func hasAnsweredIndian(_ desk: LiveDesk) -> Bool {
    desk.type("finish\r")
    return desk.everything.filter { $0.contains(" 1  Which of these") && $0.hasSuffix("  Indian") }
      .count == 1
  }

  @Test func `one key answers, and the answer is in the list of answers once`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("2")
    #expect(!desk.everything.contains { $0.contains("Atlantic") })
    #expect(desk.shows("2 of 3 "))
    #expect(hasAnsweredIndian(desk))
  }

  @Test func `a full-width digit answers at once too`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("２")
    #expect(hasAnsweredIndian(desk))
  }

  @Test(arguments: ["b", "イ", "ｂ", "2b"])
  func `letters and katakana are typed, and enter answers with them`(line: String) throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer(line == "2b" ? ":2" : line)
    #expect(desk.shows("1 of 3 "))
    desk.type("\r")
    #expect(desk.shows("2 of 3 "))
    #expect(hasAnsweredIndian(desk))
  }

  @Test func `typing a command answers nothing`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("back")
    #expect(desk.shows("1 of 3 ") && desk.line == "answer> back")
    desk.type("\u{15}flag\r")
    #expect(desk.shows("! 1 of 3 "))
  }

  @Test func `up and down choose, enter takes`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("\u{1B}[B\u{1B}[B\u{1B}[A")
    #expect(desk.shows("> 2  o  Indian"))
    desk.type("\r")
    #expect(desk.shows("2 of 3 "))
    #expect(hasAnsweredIndian(desk))
  }

  @Test func `a mark changes in place and nothing scrolls up`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    let before = desk.device.screen.scrollback
    desk.type(" ")
    #expect(desk.shows("! 1 of 3 "))
    #expect(desk.device.screen.scrollback == before)
    #expect(desk.everything.count { $0.contains("Which of these oceans") } == 1)
  }

  @Test func `in practice enter goes on once the answer is shown`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --practice --count 2\r")
    desk.answer("1")
    #expect(desk.shows("yours, wrong") && desk.shows("right answer"))
    #expect(desk.shows("1 of 2 "))
    desk.type("\r")
    #expect(desk.shows("2 of 2 "))
  }

  @Test func `when time runs out typed text becomes a draft and nothing is answered`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --time 2s --count 3\r")
    desk.type("go 3")
    desk.scheduler.advance(by: .seconds(2))
    #expect(desk.shows("Time ran out."))
    #expect(desk.rows.contains("  answers>"))
    desk.type("\r")
    #expect(desk.rows.contains("  answers>"))
    desk.scheduler.advance(by: .milliseconds(300))
    desk.type("\u{10}")
    #expect(desk.rows.contains("  answers> go 3"))
  }

  @Test func `the last row hands the answers in, and escape leaves a line of the result behind`()
    throws
  {
    let desk = try LiveDesk()
    desk.type("quiz --count 1\r")
    desk.answer("1")
    #expect(desk.shows(">    Hand in"))
    desk.answer("\r")
    #expect(desk.line == "result>")
    desk.escape()
    #expect(desk.line == "start>")
    #expect(desk.everything.contains { $0.hasPrefix("  First Steps  0 of 1 right") })
  }

  @Test func `enter on the list of answers changes the one at the cursor`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    for _ in 1...3 { desk.answer("1") }
    desk.answer("\u{1B}[A\u{1B}[A\r")
    #expect(desk.shows("2 of 3 "))
  }

  @Test func `enter on the result shows a question in full, and the last row plays the wrong ones`()
    throws
  {
    let desk = try LiveDesk()
    desk.type("quiz --count 2\r")
    desk.answer("1")
    desk.answer("1")
    desk.answer("\r")
    #expect(!desk.shows("right answer"))
    desk.answer("\r")
    #expect(desk.shows("Pacific    right answer") && desk.shows("1 of 2   "))
    desk.escape()
    desk.answer("\u{1B}[B\u{1B}[B")
    #expect(desk.line == "result>" && desk.shows("Enter play"))
    desk.answer("\r")
    #expect(desk.line == "answer>")
  }

  @Test func `escape leaves a quiz without an answer at once, and it is not kept`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.escape()
    #expect(desk.line == "start>")
    #expect(!desk.shows("Go on"))
    desk.type("resume\r")
    #expect(desk.shows("No quiz is waiting."))
  }

  @Test(arguments: ["", " --time 60s", " --per-question 20s", " --practice"])
  func `escape leaves a quiz without a question, because it waits with its answers`(
    option: String
  ) throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3 --in-order\(option)\r")
    desk.answer("1")
    desk.escape()
    #expect(desk.line == "start>" && desk.shows("Go on"))
    desk.type("resume\r")
    desk.wait()
    desk.type("go 1\r")
    #expect(desk.shows("1 of 3"))
    #expect(desk.rows.contains { $0.contains("*  Atlantic") || $0.contains("x  Atlantic") })
  }

  @Test func `the second ctrl-c in a row leaves the first screen with 130, however late it comes`()
    throws
  {
    let desk = try LiveDesk()
    desk.answer("\u{3}")
    #expect(!desk.isOver)
    #expect(desk.shows("Ctrl-C again"))
    desk.answer("\u{1B}[A")
    desk.answer("\u{3}")
    #expect(!desk.isOver)
    desk.scheduler.advance(by: .seconds(20))
    desk.type("\u{3}")
    #expect(desk.isOver)
    #expect(desk.session.ending == .signal(2))
  }

  @Test func `ctrl-c says no to a question that it has not caused`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.type("delete\r")
    desk.answer("\u{3}")
    #expect(desk.line == "manage>" && desk.shows("40 questions"))
  }

  @Test(arguments: [("y", 39), ("Ｙ", 39), ("yes\r", 39), ("n", 40), ("no\r", 40), ("ｎ", 40)])
  func `y and n answer at once, and the rest of a typed word goes nowhere`(
    keys: String, count: Int
  ) throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.type("delete\r")
    desk.answer(keys)
    #expect(desk.line == "manage>" && desk.shows("\(count) questions") && !desk.shows("editing"))
    #expect(!desk.everything.contains { $0.contains("no command") })
  }

  @Test func `the hints follow what is typed`() throws {
    let desk = try LiveDesk()
    desk.type("stats")
    #expect(desk.rows.last?.hasPrefix("  Enter runs it - Tab completes - Esc clears it") == true)
    desk.type("\u{15}sta")
    #expect(desk.rows.last == "  Tab completes - Esc clears it")
    desk.type("\u{15}export")
    #expect(desk.rows.last?.hasPrefix("  goes on: export FILE") == true)
    desk.type("\u{15}")
    #expect(desk.rows.last?.hasPrefix("  Enter play") == true)
    desk.type("manage\r")
    desk.type("7")
    #expect(desk.rows.last?.hasPrefix("  Enter goes to it") == true)
    desk.escape()
    desk.type("delete\r")
    desk.type("は")
    #expect(desk.rows.last?.hasPrefix("  Enter answers - Esc no") == true)
  }

  @Test func `who pastes several lines is told what became of them`() throws {
    let desk = try LiveDesk()
    desk.type("\u{1B}[200~decks\nnew A\nnew B\n\u{1B}[201~")
    #expect(desk.line.hasPrefix("start> decks new A new B"))
    #expect(desk.everything.contains { $0.contains("The 3 pasted lines are one line now") })
    desk.type("\u{15}\u{1B}[200~decks\u{1B}[201~")
    #expect(!desk.shows("pasted lines"))
  }

  @Test(arguments: ["\u{3}", "\u{15}", "\u{1B}"])
  func `what is said about pasted lines goes with them`(key: String) throws {
    let desk = try LiveDesk()
    desk.type("\u{1B}[200~one\ntwo\u{1B}[201~")
    #expect(desk.shows("The 2 pasted lines are one line now"))
    desk.type(key)
    desk.scheduler.advance(by: .milliseconds(100))
    #expect(desk.line == "start>" && !desk.shows("pasted lines"))
  }

  @Test func `an error stays until something is typed and gone, or done`() throws {
    let desk = try LiveDesk()
    desk.type("nope\r")
    #expect(desk.shows("There is no command"))
    desk.type("de")
    #expect(desk.shows("There is no command"))
    desk.type("\u{15}")
    #expect(!desk.shows("There is no command"))
  }

  @Test func `ctrl-d leaves the first screen, and other screens for the first`() throws {
    let desk = try LiveDesk()
    desk.type("history\r")
    desk.type("\u{4}")
    #expect(desk.line == "start>")
    desk.answer("\u{4}")
    #expect(desk.isOver)
    #expect(desk.session.ending == nil)
  }

  @Test func `a failed command is answered above the prompt, until the next key does something`()
    throws
  {
    let desk = try LiveDesk()
    desk.type("quizz\r")
    let prompt = try #require(desk.rows.firstIndex { $0 == "  start>" })
    #expect(desk.rows[prompt - 1].contains("There is no command “quizz”."))
    #expect(desk.rows[prompt - 2].isEmpty)
    desk.type("dec")
    #expect(desk.shows("There is no command"))
    desk.type("ks\r")
    #expect(desk.line == "decks>")
    #expect(!desk.everything.contains { $0.contains("There is no command") })
  }

  @Test func `an arrow key takes an old error away, and a later one stands alone`() throws {
    let desk = try LiveDesk()
    desk.type("foo\r")
    desk.type("bar\r")
    #expect(desk.shows("“bar”") && !desk.everything.contains { $0.contains("“foo”") })
    desk.type("\u{1B}[A")
    #expect(!desk.shows("“bar”"))
  }

  @Test func `the last error can be read after the program has left`() throws {
    let desk = try LiveDesk()
    desk.type("quizz\r")
    desk.session.end(errors: 0, exit: .success, at: .zero)
    #expect(desk.everything.contains { $0.contains("There is no command “quizz”.") })
  }

  @Test func `an error in a form stands above its fields`() throws {
    let desk = try LiveDesk()
    desk.type("register\r")
    for line in ["Q", "a", "b", "", "", "7"] { desk.type(line + "\r") }
    let error = try #require(desk.rows.firstIndex { $0.contains("There is no choice 7") })
    let head = try #require(desk.rows.firstIndex { $0.contains("New question") })
    #expect(error < head && desk.rows[error - 1].isEmpty)
  }

  @Test func `a question too tall for the screen is paged through with its choices`() throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 8))
    desk.type("quiz --time 60s --count 3\r")
    desk.scheduler.advance(by: .seconds(3))
    #expect(desk.shows("57 s left") && desk.shows("3 of 6") && !desk.shows("Arctic"))
    desk.type("\u{1B}[6~\u{1B}[6~")
    #expect(desk.shows("Arctic") && desk.shows("6 of 6"))
    desk.type("\u{1B}[5~\u{1B}[5~")
    #expect(desk.shows("Which of these oceans") && !desk.shows("Arctic"))
  }

  @Test func `a question asked back is answered by a word or by choosing`() throws {
    let desk = try LiveDesk()
    var answers: [String] = []
    for (keys, answer) in [
      ("y\r", "yes"), ("はい\r", "yes"), ("n\r", "no"), ("\r", "no"), ("\u{1B}[A\r", "yes"),
    ] {
      desk.session.ask("Really?", standard: false) { answers.append("yes") }
      desk.settle()
      #expect(desk.shows("Really?") && desk.line == "yes or no>")
      desk.scheduler.advance(by: .milliseconds(300))
      answers = []
      desk.type(keys)
      #expect(answers == (answer == "yes" ? ["yes"] : []), "\(keys)")
      #expect(desk.line == "start>")
    }
  }

  @Test func `tab completes commands, options and decks of the screen`() throws {
    let desk = try LiveDesk()
    desk.type("qui\t")
    desk.type("\t\u{15}quiz --d\t")
    #expect(desk.rows.contains { $0.hasPrefix("  start> quiz --deck") })
    desk.type("fir\t")
    #expect(desk.rows.contains("  start> quiz --deck \"First Steps\""))
  }

  @Test func `on the list of answers the number of the last question opens it`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    for _ in 1...3 {
      desk.answer("1")
      desk.scheduler.advance(by: .milliseconds(300))
    }
    #expect(desk.rows.contains("  answers>"))
    desk.type("4\r")
    #expect(desk.line == "answers>" && desk.shows("There is no"))
    desk.type("3\r")
    #expect(desk.shows("3 of 3 "))
  }

  @Test func `a double tap answers one question`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("2")
    desk.scheduler.advance(by: .milliseconds(149))
    desk.type("2")
    #expect(desk.shows("2 of 3 "))
    #expect(desk.line == "answer>")
    desk.answer("2")
    #expect(desk.shows("3 of 3 "))
  }

  @Test func `a double tap on the last question opens none of the list`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 1\r")
    desk.answer("1")
    desk.type("1")
    desk.type("\r")
    #expect(desk.line == "answers>")
    desk.answer("\u{1B}[A\r")
    #expect(desk.shows("1 of 1 "))
  }

  @Test func `in practice a double tap leaves nothing in the line`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --practice --count 2\r")
    desk.answer("1")
    desk.type("1")
    #expect(desk.line == "quiz>")
    desk.type("\r")
    #expect(desk.shows("2 of 2 "))
  }

  @Test
  func `a key tapped twice on the timer counts once without a word, a typed command is answered`()
    throws
  {
    let desk = try LiveDesk()
    desk.type("timer 5s\r")
    desk.type("  ")
    #expect(desk.shows("Space pause"))
    #expect(!desk.everything.contains { $0.contains("[dropped]") })
    desk.type("pause\r")
    #expect(desk.everything.contains { $0.hasPrefix("  “pause” came") })
  }
}
