import Foundation
import Testing

@testable import Terminal
@testable import qa_repl

/// The rows that the mouse chooses at a virtual terminal.
@Suite struct MouseTests {
  private let on = "\u{1B}[?1000h\u{1B}[?1006h"
  private let off = "\u{1B}[?1006l\u{1B}[?1000l"
  private let question = "\u{1B}[6n"
  private let wheelDown = "\u{1B}[<65;3;3M"
  private let wheelUp = "\u{1B}[<64;3;3M"

  private func desk(_ size: ScreenSize = ScreenSize(columns: 80, rows: 24)) throws -> LiveDesk {
    let desk = try LiveDesk(size: size)
    desk.type("manage\r")
    return desk
  }

  private func asked(_ desk: LiveDesk) -> Int {
    desk.device.written.components(separatedBy: question).count - 1
  }

  @Test func `a click moves the cursor, and another one on its row takes it`() throws {
    let desk = try desk()
    desk.click(" 3  ")
    #expect(desk.shows(">  3  "))
    #expect(desk.line == "manage>")
    desk.click(">  3")
    #expect(desk.shows("(editing)"))
    #expect(desk.shows("3/"))
  }

  @Test func `the first click on a choice moves there, and the second one answers`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 2\r")
    desk.click("2  o")
    #expect(desk.shows("1 of 2") && desk.shows("> 2  o"))
    desk.click("2  o")
    #expect(desk.shows("2 of 2"))
    #expect(desk.listedAnswers().contains { $0.contains(" 1  ") && $0.hasSuffix("  Indian") })
  }

  @Test func `the choice at the cursor takes two clicks as well`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 2\r")
    desk.click("1  o")
    #expect(desk.shows("1 of 2"))
    desk.click("1  o")
    #expect(desk.shows("2 of 2"))
  }

  @Test func `clicks on the second line of a choice answer too`() throws {
    let desk = try LiveDesk(size: ScreenSize(columns: 24, rows: 20))
    desk.type("quiz --count 2\r")
    let row = desk.rows.firstIndex { $0.hasPrefix("    3 o") }
    let second = try #require(row.map { desk.rows[$0 + 1] })
    guard second.hasPrefix("      "), second.contains(where: { $0 != " " }) else { return }
    for _ in 1...2 { desk.click(second.trimmingPrefix { $0 == " " }.description) }
    #expect(desk.shows("2 of 2"))
  }

  @Test func `a double click on a choice answers one question, and a third click none`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.wait(LiveDesk.doubleTap)
    let cell = try #require(desk.press("2  o"))
    desk.tellCursor()
    desk.press(at: cell)
    desk.tellCursor()
    #expect(desk.shows("2 of 3"))
    desk.scheduler.advance(by: .milliseconds(399))
    desk.press(at: cell)
    desk.tellCursor()
    #expect(asked(desk) == 2)
    desk.scheduler.advance(by: .milliseconds(1))
    desk.press(at: cell)
    desk.tellCursor()
    #expect(asked(desk) == 3 && desk.shows("2 of 3"))
    for _ in 1...2 { desk.click("3  o") }
    #expect(desk.shows("3 of 3"))
  }

  @Test func `two clicks answer yes or no`() throws {
    let desk = try desk()
    desk.type("delete\r")
    #expect(desk.shows("> No"))
    desk.click("Yes")
    #expect(desk.shows("> Yes"))
    desk.click("Yes")
    #expect(!desk.shows("> Yes"))
    #expect(desk.shows("39 questions"))
  }

  @Test func `while yes or no is asked, the list below has no rows to click`() throws {
    let desk = try desk()
    desk.type("delete\r")
    desk.click(" 3  ")
    #expect(desk.shows("> No"))
  }

  @Test func `beside the rows a click does nothing`() throws {
    let desk = try desk()
    for text in ["All decks", "1-8 of", "Commentary", "manage>", "Enter edit"] {
      desk.click(text)
      #expect(desk.shows(">  1  "), "\(text)")
      #expect(desk.line == "manage>", "\(text)")
    }
    #expect(desk.bells == 0)
  }

  @Test func `beside the list its details are not clicked`() throws {
    let desk = try desk(ScreenSize(columns: 120, rows: 15))
    desk.click(" 3  ")
    #expect(desk.shows(">  3  "))
    desk.click("   Question 3:")
    #expect(desk.shows(">  3  "))
    #expect(desk.line == "manage>")
  }

  @Test func `what was clicked is what is on the screen, not what comes meanwhile`() throws {
    let desk = try desk()
    desk.wait(LiveDesk.doubleTap)
    desk.press(" 3  ")
    #expect(desk.shows(">  1  "))
    desk.tellCursor()
    #expect(desk.shows(">  3  "))
  }

  @Test func `keys between the question and its answer come after the click`() throws {
    let desk = try desk()
    desk.click(" 3  ", then: "\u{1B}[Bab")
    #expect(desk.shows(">  4  "))
    #expect(desk.line == "manage> ab")
  }

  @Test func `two clicks at once are asked for one after the other`() throws {
    let desk = try desk()
    desk.wait(LiveDesk.doubleTap)
    desk.press(" 3  ")
    desk.press(" 4  ")
    desk.type("x")
    #expect(asked(desk) == 1)
    desk.tellCursor()
    #expect(asked(desk) == 2)
    #expect(desk.line == "manage>")
    desk.tellCursor()
    #expect(desk.shows(">  4  "))
    #expect(desk.line == "manage> x")
  }

  @Test func `a terminal that does not answer loses the click and no key`() throws {
    let desk = try desk()
    desk.wait(LiveDesk.doubleTap)
    desk.press(" 3  ")
    desk.type("ab")
    desk.scheduler.advance(by: .milliseconds(299))
    #expect(desk.line == "manage>")
    desk.scheduler.advance(by: .milliseconds(1))
    #expect(desk.line == "manage> ab")
    #expect(desk.shows(">  1  "))
    desk.tellCursor()
    #expect(desk.shows(">  1  "))
  }

  @Test func `a click while the window changes its size is not asked for`() throws {
    let desk = try desk()
    desk.device.size = ScreenSize(columns: 60, rows: 24)
    desk.press(" 3  ")
    #expect(asked(desk) == 0)
    desk.resize(to: ScreenSize(columns: 60, rows: 24))
    desk.click(" 3  ")
    #expect(desk.shows(">  3  "))
  }

  @Test func `the wheel moves the cursor and does not ring at the end`() throws {
    let desk = try desk()
    desk.type(wheelDown + wheelDown)
    #expect(desk.shows(">  3  "))
    desk.type(wheelUp)
    #expect(desk.shows(">  2  "))
    desk.type(String(repeating: wheelUp, count: 5))
    #expect(desk.shows(">  1  "))
    #expect(desk.bells == 0)
    #expect(asked(desk) == 0)
  }

  @Test func `the mouse is on where it can choose, and off elsewhere and at the end`() throws {
    let desk = try desk()
    #expect(desk.device.written.components(separatedBy: on).count == 2)
    #expect(!desk.device.written.contains(off))
    desk.type("?")
    #expect(desk.device.written.components(separatedBy: off).count == 2)
    desk.escape()
    #expect(desk.device.written.components(separatedBy: on).count == 3)
    desk.type("\u{1A}")
    #expect(desk.device.written.components(separatedBy: off).count == 3)
    desk.scheduler.advance(by: .milliseconds(100))
    #expect(desk.device.written.components(separatedBy: on).count == 4)
    desk.type("quit\r")
    desk.session.end(errors: 0, exit: .success, at: .zero)
    #expect(desk.device.written.components(separatedBy: off).count == 4)
  }

  @Test func `without the mouse the terminal keeps it, and its reports mean nothing`() throws {
    let desk = try LiveDesk(takesMouse: false)
    desk.type("manage\r")
    desk.click(" 3  ")
    desk.type(wheelDown)
    #expect(!desk.device.written.contains(on))
    #expect(asked(desk) == 0)
    #expect(desk.shows(">  1  "))
  }
}
