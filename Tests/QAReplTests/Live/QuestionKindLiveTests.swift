import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Questions of each kind at a live terminal.
@Suite struct QuestionKindLiveTests {
  private func desk(
    _ lines: String..., language: Language = .english, columns: Int = 80
  ) throws -> LiveDesk {
    let desk = try LiveDesk(
      size: ScreenSize(columns: columns, rows: 24), store: try KindsBank.store(),
      language: language)
    for line in lines { desk.type(line + "\r") }
    return desk
  }

  @Test func `digits and the space bar tick, and enter hands in`() throws {
    let desk = try desk("quiz")
    #expect(desk.shows("> 1  [ ]  Red"), "\(desk.rows)")
    desk.answer("1")
    #expect(desk.shows("> 1  [x]  Red") && desk.shows("1 of 5"))
    desk.type("\u{1B}[B\u{1B}[B ")
    #expect(desk.shows("> 3  [x]  Green"))
    desk.type("３")
    #expect(desk.shows("> 3  [ ]  Green"))
    desk.type("\r")
    #expect(desk.shows("1 of 5") && desk.everything.contains { $0.contains("asks for 2 choices") })
    desk.answer("\u{3000}")
    desk.type("\r")
    #expect(desk.shows("2 of 5") && desk.shows("Choose all that apply."))
    #expect(desk.listedAnswers().contains { $0.hasSuffix("  Red; Green") })
  }

  @Test func `in a narrow window the key that hands in is named beside those that tick`()
    throws
  {
    let hints = try #require(desk("quiz", columns: 40).rows.last)
    #expect(hints.hasPrefix("  1-4 Space tick - Enter hand in"), "\(hints)")
  }

  @Test func `enter without a tick says so, and answers nothing`() throws {
    let desk = try desk("quiz")
    desk.answer("\r")
    #expect(desk.shows("1 of 5"))
    #expect(desk.everything.contains { $0.contains("Nothing is ticked yet") })
  }

  @Test func `numbers can be typed as a line, too`() throws {
    let desk = try desk("quiz")
    desk.answer(":1 3")
    desk.type("\r")
    #expect(desk.shows("2 of 5"))
    #expect(desk.listedAnswers().contains { $0.hasSuffix("  Red; Green") })
  }

  @Test func `a text is typed into a field, and enter hands it in`() throws {
    let desk = try desk("quiz", "go 3")
    #expect(
      desk.line == "answer>"
        && desk.rows.last == "  Enter hand in - Esc commands - <- back - Tab more")
    desk.type("1? /b")
    #expect(desk.line == "answer> 1? /b")
    desk.type("\u{15}Paris")
    desk.type("\r")
    #expect(desk.shows("4 of 5") && desk.shows("Type a number."))
    // The text that was typed can be changed.
    desk.escape()
    desk.type("back\r")
    #expect(desk.line == "answer> Paris")
  }

  @Test func `left goes back while nothing is typed, and right does nothing`() throws {
    let desk = try desk("quiz", "go 3")
    desk.type("\u{1B}[C")
    #expect(desk.shows("3 of 5"))
    desk.type("\u{1B}[D")
    #expect(desk.shows("2 of 5"))
    desk.type("go 3\r")
    desk.type("x")
    #expect(desk.rows.last == "  Enter hand in - Esc commands")
    desk.type("\u{15}:x\u{1B}[D\u{1B}[D\u{1B}[D")
    #expect(desk.shows("3 of 5") && desk.line == "answer> :x")
  }

  @Test func `escape leads to commands, and enter back to the answer`() throws {
    let desk = try desk("quiz", "go 3")
    desk.escape()
    #expect(desk.rows.last?.contains("Enter type the answer") == true)
    desk.type(" ")
    #expect(desk.shows("! 3 of 5"))
    desk.type("\r")
    #expect(desk.rows.last == "  Enter hand in - Esc commands - <- back - Tab more")
    desk.escape()
    desk.type("skip\r")
    #expect(desk.shows("4 of 5"))
  }

  @Test func `what is no number is refused, and nothing typed is no answer`() throws {
    let desk = try desk("quiz", "go 4")
    desk.answer("\r")
    #expect(desk.shows("4 of 5") && desk.everything.contains { $0.contains("The answer is empty") })
    desk.type("pi\r")
    #expect(
      desk.shows("4 of 5") && desk.everything.contains { $0.contains("“pi” is not a number") })
    desk.type("3,14\r")
    #expect(desk.shows("5 of 5"))
  }

  @Test func `enter hit twice hands in once, and does not complain about the next`() throws {
    let desk = try desk("quiz", "go 3")
    desk.type("Paris\r\r")
    #expect(
      desk.shows("4 of 5") && !desk.everything.contains { $0.contains("The answer is empty") })
  }

  @Test func `practice shows what was hit, missed and wrong`() throws {
    let desk = try desk("quiz --practice --partial")
    desk.answer(":1 2\r")
    let notes = [("Red", "yours, right"), ("Yellow", "yours, wrong"), ("Green", "missed")]
    let places = notes.compactMap { choice, note in
      desk.rows.first { $0.contains(" \(choice) ") && $0.hasSuffix(note) }
        .map { displayWidth($0) - displayWidth(note) }
    }
    #expect(places.count == 3 && Set(places).count == 1, "\(desk.rows)")
    desk.answer("\r")
    desk.type("skip\r")
    desk.type("Lutetia\r")
    #expect(desk.shows("Lutetia   yours, wrong") && desk.shows("Right answer: Paris"))
    #expect(desk.shows("partly right: 0.5 of 1"))
    desk.answer("\r")
    #expect(desk.shows("4 of 5"))
  }

  @Test func `the result tells parts of points`() throws {
    let desk = try desk("quiz --partial", "go 2")
    desk.answer("135\r")
    desk.type("Lutetia\r")
    desk.type("3\r")
    desk.answer("2")
    desk.answer("result\r")
    desk.type("y")
    #expect(desk.shows("1.5 of 5 points") && desk.shows("~ partly "))
  }

  @Test func `the time stands above a field, and typing goes on while it runs`() throws {
    let desk = try desk("quiz --time 60", "go 3")
    desk.type("Pa")
    desk.scheduler.advance(by: .seconds(2))
    #expect(desk.line == "answer> Pa" && desk.shows("58 s left"))
    desk.type("ris\r")
    #expect(desk.shows("4 of 5"))
  }
}
