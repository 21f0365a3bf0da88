import Testing

@testable import qa_repl

@Suite struct LiveSessionTests {
  @Test func `a command is echoed above what it says`() throws {
    let desk = try LiveDesk()
    desk.type("help back\r")
    #expect(desk.shows("start> help back"))
    #expect(desk.shows("the question before"))
    #expect(desk.rows.last { $0.hasPrefix("start>") } == "start>")
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

  @Test func `one key answers, and the question scrolls up with the choice marked`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("2")
    #expect(desk.everything.contains { $0.hasPrefix("> 2. ") })
    #expect(desk.shows("2 of 3 "))
  }

  @Test func `a full-width digit answers at once too`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("２")
    #expect(desk.everything.contains { $0.hasPrefix("> 2. ") })
  }

  @Test(arguments: ["b", "イ", "ｂ", "2b"])
  func `letters and katakana are typed, and enter answers with them`(line: String) throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer(line == "2b" ? ":2" : line)
    #expect(desk.shows("1 of 3 "))
    desk.type("\r")
    #expect(desk.shows("2 of 3 "))
    #expect(desk.everything.contains { $0.hasPrefix("> 2. ") })
  }

  @Test func `typing a command answers nothing`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("back")
    #expect(desk.shows("1 of 3 ") && desk.line == "answer> back")
    desk.type("\u{15}flag\r")
    #expect(desk.shows("1 of 3 ") && desk.shows("(marked)"))
  }

  @Test func `up and down choose, enter takes`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("\u{1B}[B\u{1B}[B\u{1B}[A")
    #expect(desk.shows("> 2  o  Indian"))
    desk.type("\r")
    #expect(desk.shows("2 of 3 "))
    #expect(desk.everything.contains { $0.hasPrefix("> 2. ") })
  }

  @Test func `a mark changes in place and nothing scrolls up`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    let before = desk.device.screen.scrollback
    desk.type(" ")
    #expect(desk.shows("(marked)"))
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
    #expect(desk.rows.contains("answers>"))
    desk.type("\r")
    #expect(desk.rows.contains("answers>"))
    desk.scheduler.advance(by: .milliseconds(300))
    desk.type("\u{10}")
    #expect(desk.rows.contains("answers> go 3"))
  }

  @Test func `right hands the answers in, and escape leaves a line of the result behind`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 1\r")
    desk.answer("1")
    desk.answer("\u{1B}[C")
    #expect(desk.line == "result>")
    desk.escape()
    #expect(desk.line == "start>")
    #expect(desk.everything.contains { $0.hasPrefix("First Steps  0 of 1 right") })
  }

  @Test func `enter on the list of answers changes the one at the cursor`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    for _ in 1...3 { desk.answer("1") }
    desk.answer("\u{1B}[B\r")
    #expect(desk.shows("2 of 3 "))
  }

  @Test func `enter on the result shows a question in full, and space plays the wrong ones`() throws
  {
    let desk = try LiveDesk()
    desk.type("quiz --count 2\r")
    desk.answer("1")
    desk.answer("1")
    desk.answer("\u{1B}[C")
    #expect(!desk.shows("Commentary: "))
    desk.answer("\r")
    #expect(desk.shows("Right answer: Pacific") && desk.shows("Commentary: "))
    desk.answer("\u{1B}[C")
    #expect(desk.line == "result>")
    desk.answer(" ")
    #expect(desk.line == "answer>")
  }

  @Test func `escape asks before it leaves a quiz`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.escape()
    #expect(desk.shows("Leave the quiz?"))
    #expect(desk.shows("> No"))
    desk.answer("n\r")
    #expect(desk.line == "answer>")
    desk.escape()
    desk.answer("\u{1B}[A\r")
    #expect(desk.line == "start>")
  }

  @Test func `ctrl-c twice within a second leaves the first screen with 130`() throws {
    let desk = try LiveDesk()
    desk.type("\u{3}")
    #expect(!desk.isOver)
    #expect(desk.shows("Ctrl-C again"))
    desk.scheduler.advance(by: .seconds(2))
    desk.type("\u{3}")
    #expect(!desk.isOver)
    desk.type("\u{3}")
    #expect(desk.isOver)
    #expect(desk.session.ending == .signal(2))
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

  @Test func `a failed command is answered above the prompt`() throws {
    let desk = try LiveDesk()
    desk.type("quizz\r")
    #expect(desk.shows("start> quizz"))
    #expect(desk.shows("There is no command “quizz”."))
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
      #expect(desk.shows("Really?") && desk.line == "[y/N]>")
      desk.scheduler.advance(by: .milliseconds(300))
      answers = []
      desk.type(keys)
      #expect(answers == (answer == "yes" ? ["yes"] : []), "\(keys)")
      #expect(desk.line == "start>")
    }
  }

  @Test func `a question about what time has taken away is not asked any more`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --per-question 5s --count 3\r")
    desk.scheduler.advance(by: .milliseconds(400))
    desk.type("\u{03}")
    #expect(desk.shows("Leave the quiz?"))
    desk.scheduler.advance(by: .milliseconds(5500))
    #expect(!desk.shows("Leave the quiz?"))
    #expect(desk.shows("2 of 3 "))
    desk.type("1")
    #expect(desk.shows("3 of 3 "))
  }

  @Test func `tab completes commands, options and decks of the screen`() throws {
    let desk = try LiveDesk()
    desk.type("qui\t")
    desk.type("\t\u{15}quiz --d\t")
    #expect(desk.rows.contains { $0.hasPrefix("start> quiz --deck") })
    desk.type("fir\t")
    #expect(desk.rows.contains("start> quiz --deck \"First Steps\""))
  }

  @Test func `on the list of answers the number of the last question opens it`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    for _ in 1...3 {
      desk.answer("1")
      desk.scheduler.advance(by: .milliseconds(300))
    }
    #expect(desk.rows.contains("answers>"))
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
    desk.answer("\r")
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
    #expect(desk.everything.contains { $0.hasPrefix("“pause” came") })
  }
}
