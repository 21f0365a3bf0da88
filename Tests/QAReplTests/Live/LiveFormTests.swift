import Testing

@testable import qa_repl

@Suite struct LiveFormTests {
  /// At the form for a new question, with these lines entered.
  private func register(_ lines: String...) throws -> LiveDesk {
    let desk = try LiveDesk()
    desk.type("register\r")
    for line in lines { desk.type(line + "\r") }
    return desk
  }

  @Test func `a form asks field by field`() throws {
    let desk = try register()
    #expect(desk.line == "Question:")
    desk.type("What is two and two?\r")
    #expect(desk.line == "Choice 1:")
    #expect(desk.shows("Question: What is two and two?"))
  }

  @Test func `one key marks the right choice`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "")
    #expect(desk.line == "Right choice:")
    desk.type("2")
    #expect(desk.line == "Commentary:")
    #expect(desk.shows("〇 2. b"))
  }

  @Test func `an empty choice at the end is passed over, a written one is added`() throws {
    let desk = try register("Q", "a", "b", "c", "d")
    #expect(desk.line == "Choice 5:")
    desk.type("e\r")
    #expect(desk.line == "Choice 6:")
    desk.type("\r")
    #expect(desk.line == "Right choice:")
  }

  @Test func `up leads back with the text in place`() throws {
    let desk = try register("Q", "first")
    desk.type("\u{1B}[A")
    #expect(desk.line == "Choice 1: first")
    desk.type("!")
    desk.type("\u{1B}[B")
    #expect(desk.line == "Choice 2:")
    #expect(desk.shows("1. first!"))
  }

  @Test func `a question may have several lines`() throws {
    let desk = try register()
    desk.type("one\u{1B}\rtwo\r")
    #expect(desk.shows("Question: one"))
    #expect(desk.rows.contains { $0.hasSuffix(" two") })
  }

  @Test func `the end stores the question, and an empty form begins`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "")
    for answer in ["1", "because\r", "\r"] { desk.type(answer) }
    #expect(desk.line == "Register? [Enter]>")
    desk.type("\r")
    #expect(desk.line == "Question:")
    #expect(desk.everything.contains("Question: Q"))
    #expect(desk.shows("(empty)"))
  }

  @Test func `what is missing is where one goes on`() throws {
    let desk = try register("Q", "a", "", "c", "d", "")
    for answer in ["1", "because\r", "\r", "\r"] { desk.type(answer) }
    #expect(desk.line == "Choice 2:")
    #expect(desk.shows("Choice 2 is missing") && !desk.shows("error["))
  }

  @Test func `escape gives way to commands, enter leads back`() throws {
    let desk = try register("Q")
    desk.escape()
    #expect(desk.line == "register>")
    desk.type("\r")
    #expect(desk.line == "Choice 1:")
  }

  @Test func `leaving what is not saved is asked about`() throws {
    let desk = try register("Q")
    desk.escape()
    desk.type("home\r")
    #expect(desk.line == "[y/N]>")
    desk.type("y\r")
    #expect(desk.line == "start>")
  }

  @Test func `a note is written in its two fields`() throws {
    let desk = try LiveDesk()
    desk.type("notes\r")
    desk.type("new\r")
    #expect(desk.line == "Title:")
    desk.type("Rivers\r")
    desk.type("one\u{1B}\rtwo\r")
    #expect(desk.line == "Save? [Enter]>")
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
    #expect(desk.shows(">    1  ") && desk.shows("Question 1: "))
    desk.type("\u{1B}[B")
    #expect(desk.shows(">    2  ") && desk.shows("Question 2: ") && !desk.shows("Question 1: "))
    desk.type("\r")
    #expect(desk.shows("(editing)"))
    #expect(desk.line.hasPrefix("Question: "))
    desk.type("!!\r")
    desk.escape()
    desk.type("save\r")
    #expect(desk.line == "manage>")
    #expect(desk.rows.contains { $0.contains("Question 2: ") && $0.hasSuffix("!!") })
  }

  @Test func `one goes on where the right choice is missing, not at another choice`() throws {
    let desk = try register("Q", "a", "b", "c", "d", "", "", "because", "")
    #expect(desk.line == "Register? [Enter]>")
    desk.type("\r")
    #expect(desk.line == "Right choice:")
  }
}
