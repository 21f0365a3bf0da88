import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// An exam at a live terminal.
@Suite struct ExamLiveTests {
  private func desk(
    _ language: Language = .english, columns: Int = 80, rows: Int = 24
  ) throws -> LiveDesk {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(language: language, store: store)
    program.run(
      "exam new Mock", "questions 3", "time 605s", "pass 60%",
      "add-section Reading: 100% of deck \"First Steps\", time 125s", "save", "home")
    #expect(program.run("exams").contains("Mock"))
    let desk = try LiveDesk(
      size: ScreenSize(columns: columns, rows: rows), store: store, language: language)
    desk.type("exam Mock\r")
    desk.wait()
    return desk
  }

  @Test(arguments: [10, 24]) func `a chance is read from its first line, in a low window as pages`(
    rows: Int
  ) throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(store: store)
    program.run(
      "exam new Mock", "questions 2", "pass 60%", "add-section A: 1 of deck \"First Steps\"",
      "add-section B: 1 of deck \"はじめての一問一答\"", "save", "decks", "select",
      "quiz --count all --practice")
    for _ in 0..<40 { program.run("1", "next") }
    program.run("home")
    // The answers were given on the first day of 2000.
    let desk = try LiveDesk(
      size: ScreenSize(columns: 80, rows: rows), store: store,
      now: Date(timeIntervalSince1970: 946_771_200))
    desk.type("chance Mock\r")
    #expect(desk.shows("Chance of passing Mock"))
    #expect(desk.rows.last?.contains("q close") == (rows == 10))
  }

  @Test(arguments: ["!", "！"]) func `an exclamation mark says that one is sure`(key: String) throws
  {
    let desk = try desk()
    desk.type(key)
    #expect(desk.shows("(sure)"))
    desk.type(key)
    #expect(!desk.shows("(sure)"))
  }

  @Test(arguments: ["?", "？"])
  func `a question mark explains the keys in an exam too, and guess is a word`(key: String) throws {
    let desk = try desk()
    #expect(desk.rows.last?.contains("? keys") == true)
    desk.type(key)
    #expect(desk.shows("Keys") && !desk.shows("(a guess)"))
    desk.type("q")
    desk.type("guess\r")
    #expect(desk.shows("(a guess)") && desk.shows("1 of 3"))
  }

  @Test(arguments: [(Language.english, "1-4", "! sure"), (.japanese, "1-4", "! 自信")])
  func `in a narrow window the hints say how sure one can be`(
    language: Language, digits: String, sure: String
  ) throws {
    let desk = try desk(language, columns: 40, rows: 15)
    let hints = try #require(desk.rows.last)
    for hint in [digits, sure, "? ", "Space"] { #expect(hints.contains(hint), "\(hints)") }
    #expect(desk.shows(language == .english ? "10:05 left" : "残り10:05"))
  }

  @Test func `the list of answers is named among the hints`() throws {
    let desk = try desk(columns: 160)
    #expect(desk.rows.last?.contains("finish list") == true)
    #expect(desk.rows.last?.contains("skip") == false)
  }

  @Test func `who leaves an exam is told that its time runs on`() throws {
    let desk = try desk()
    desk.escape()
    #expect(desk.shows("Leave the exam? Its time runs on"))
    #expect(desk.shows("> No"))
    desk.answer("n\r")
    #expect(desk.line == "answer>")
    desk.escape()
    desk.answer("\u{1B}[A\r")
    #expect(desk.line == "start>")
  }

  @Test func `the second ctrl-c leaves an exam whose time runs on, and one alone does not`() throws
  {
    let desk = try desk()
    desk.answer("\u{3}")
    #expect(desk.shows("Leave the exam?"))
    desk.answer("\u{3}")
    #expect(desk.line == "start>")
  }

  @Test func `a question about what time has taken away is not asked any more`() throws {
    let desk = try desk()
    desk.answer("\u{3}")
    #expect(desk.shows("Leave the exam?"))
    desk.scheduler.advance(by: .seconds(130))
    #expect(!desk.shows("Leave the exam?"))
  }

  @Test func `an exam that waits is left as a quiz is, and paused under its name`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(store: store)
    program.run("exam new Mock", "questions 3", "time 605s", "pass 60%", "pause yes", "save")
    let desk = try LiveDesk(store: store)
    desk.type("exam Mock\r")
    desk.wait()
    desk.escape()
    #expect(desk.line == "start>" && desk.shows("Go on"))
    desk.type("resume\r")
    desk.wait()
    desk.type("pause\r")
    #expect(desk.shows("Paused.") && desk.shows("exam>"))
  }

  @Test func `outside exams a question mark explains the keys`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 3\r")
    desk.answer("?")
    #expect(desk.shows("Keys") && !desk.shows("(a guess)"))
  }

  @Test func `a section whose time is over is named, so that the exam does not seem to be`() throws
  {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(store: store)
    program.run(
      "exam new Mock", "questions 4", "pass 60%",
      "add-section Reading: 50% of deck \"First Steps\", time 5s",
      "add-section Listening: 50% of deck \"First Steps\"", "save", "home")
    let desk = try LiveDesk(store: store)
    desk.type("exam Mock\r")
    desk.scheduler.advance(by: .seconds(6))
    #expect(desk.shows("3 of 4"))
    #expect(desk.everything.contains { $0.contains("section “Reading” is over") })
    #expect(!desk.everything.contains { $0.contains("Time ran out.") })
  }

  @Test func `a tick of both clocks takes at most 200 bytes`() throws {
    for (columns, language) in [(80, Language.english), (40, .japanese), (80, .japanese)] {
      let desk = try desk(language, columns: columns, rows: 15)
      desk.scheduler.advance(by: .milliseconds(600))
      for _ in 0..<70 {
        let before = desk.device.written.utf8.count
        desk.scheduler.advance(by: .seconds(1))
        #expect(desk.device.written.utf8.count - before <= 200)
      }
    }
  }

  @Test func `the result shows the verdict and lists what was guessed and right`() throws {
    let desk = try desk()
    for _ in 0..<3 {
      desk.type("guess\r")
      desk.wait()
      desk.answer("1")
      desk.wait()
    }
    desk.answer("\r")
    desk.wait()
    #expect(desk.shows("assed: ") && desk.shows("(pass mark 60 %)") && desk.shows("Reading"))
  }
}
