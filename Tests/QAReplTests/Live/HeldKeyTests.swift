import Testing

@testable import qa_repl

/// A key that is held down has no effect in places where it was not pressed. Terminals do not
/// report that a key is released, so the time since it was last pressed or repeated decides.
@Suite struct HeldKeyTests {
  private let right = "\u{1B}[C"

  /// Holds a key down for a second: thirty repeats.
  ///
  /// - Parameter delay: How long the terminal waits before it repeats the key. A long wait looks
  ///   like another press.
  private func hold(_ key: String, on desk: LiveDesk, delay: Duration = .milliseconds(33)) {
    desk.answer(key)
    desk.scheduler.advance(by: delay)
    for _ in 0..<30 {
      desk.type(key)
      desk.scheduler.advance(by: .milliseconds(33))
    }
  }

  private func quiz(_ options: String = "--count 5") throws -> LiveDesk {
    let desk = try LiveDesk()
    desk.type("quiz \(options)\r")
    desk.scheduler.advance(by: .seconds(1))
    return desk
  }

  @Test(arguments: ["--count 5", "--count 5 --practice"])
  func `Right held down does nothing in a quiz`(options: String) throws {
    let desk = try quiz(options)
    hold(right, on: desk)
    #expect(desk.line == "answer>" && desk.shows("1 of 5"))
  }

  @Test func `Enter held down on the last question stops at the row that hands in`() throws {
    let desk = try quiz("--count 1")
    hold("\r", on: desk)
    #expect(desk.line == "answers>" && desk.shows(">    Hand in"))
    desk.answer("\r")
    #expect(desk.line == "result>" && desk.shows("of 1 right"))
  }

  @Test(arguments: ["2", "\r"]) func `a key that answers answers one question`(key: String) throws {
    let desk = try quiz()
    hold(key, on: desk)
    #expect(desk.shows("2 of 5"))
    hold(key, on: desk)
    #expect(desk.shows("3 of 5"))
  }

  @Test func `each repeat is a new last press, and after 150 ms without one the key is free`()
    throws
  {
    let desk = try quiz("--count 1 --practice")
    func openings() -> Int { desk.everything.count { $0.contains("1 of 1   ") } }
    // Enter answers, goes on to the result, and would open the question at the cursor there.
    desk.type("\r")
    for _ in 0..<4 {
      desk.scheduler.advance(by: .milliseconds(149))
      desk.type("\r")
    }
    #expect(desk.line == "result>" && openings() == 0)
    desk.scheduler.advance(by: .milliseconds(150))
    desk.type("\r")
    #expect(openings() == 1)
  }

  @Test func `another key in between is no repeat`() throws {
    let desk = try LiveDesk()
    desk.type("decks\r")
    desk.type("new Rivers\r")
    desk.type("home\r")
    #expect(desk.line == "start>" && desk.shows("Rivers"))
  }

  @Test func `a key that is held down goes on where it was pressed`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.scheduler.advance(by: .seconds(1))
    hold("\u{1B}[B", on: desk)
    #expect(desk.shows(">  32  ") || desk.shows("> 32  "))
  }

  @Test func `Enter held down opens a form and does not go through its fields`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.scheduler.advance(by: .seconds(1))
    hold("\r", on: desk)
    #expect(desk.field.hasPrefix("> Question:") && desk.shows("(editing)"))
  }

  @Test func `Ctrl-C twice in a hurry leaves a quiz, and twice at the start the program`() throws {
    let desk = try quiz()
    desk.type("\u{3}\u{3}")
    #expect(desk.line == "start>")
    desk.type("\u{3}\u{3}")
    #expect(desk.isOver)
  }

  @Test func `Esc held down leaves one screen`() throws {
    let desk = try LiveDesk()
    desk.type("decks\r")
    desk.type("notes\r")
    desk.scheduler.advance(by: .seconds(1))
    hold("\u{1B}", on: desk)
    #expect(desk.line == "start>" || desk.line == "decks>")
  }

  @Test func `a key that opens a text or closes it is not typed when it is held down`() throws {
    let desk = try LiveDesk()
    desk.type("manage\r")
    desk.scheduler.advance(by: .seconds(1))
    hold("?", on: desk)
    #expect(desk.shows("Keys") && desk.line == ":")
    hold("q", on: desk)
    #expect(desk.line == "manage>")
  }
}
