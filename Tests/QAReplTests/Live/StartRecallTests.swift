import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import qa_repl

/// The text about reviews on the first screen of a live terminal.
@Suite struct StartRecallTests {
  /// A desk on the day after five questions of the first deck, or of both decks, were answered.
  private func desk(
    columns: Int = 80, language: Language = .english, count: Int = 5, ofBoth: Bool = false
  ) throws -> LiveDesk {
    let store = MemoryStore(schema: QuestionBank.schema)
    let yesterday = try LiveDesk(store: store, samples: true, language: language)
    for deck in ["First Steps", "はじめての一問一答"].prefix(ofBoth ? 2 : 1) {
      yesterday.type("quiz --deck \"\(deck)\" --count \(count)\r")
      yesterday.type("finish\r")
      yesterday.type("result\r")
      yesterday.type("y\r")
    }
    return try LiveDesk(
      size: ScreenSize(columns: columns, rows: 24), store: store, language: language,
      now: Date(timeIntervalSince1970: 86_400))
  }

  @Test func `what is due and known is said a moment after the first frame`() throws {
    let desk = try desk()
    desk.scheduler.advance(by: .milliseconds(249))
    #expect(!desk.shows("due"))
    let cursor = desk.rows.first { $0.contains("> ") }
    desk.scheduler.advance(by: .milliseconds(1))
    #expect(desk.shows(" due today"))
    #expect(desk.rows.contains { $0.contains("First Steps") && $0.contains(" %") })
    #expect(cursor.map { desk.shows(String($0.prefix(12))) } == true)
  }

  @Test func `after that nothing wakes the program`() throws {
    let desk = try desk()
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.shows(" due today"))
    #expect(desk.scheduler.nextDeadline == nil)
  }

  @Test func `while nothing was asked there is nothing to say, and nothing wakes the program`()
    throws
  {
    let desk = try LiveDesk()
    let before = desk.rows
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.rows == before)
    #expect(desk.scheduler.nextDeadline == nil)
  }

  @Test func `Enter does the same before and after it is said`() throws {
    let desk = try desk()
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.shows("Enter play"))
    desk.answer("\r")
    #expect(desk.line == "answer>")
    #expect(desk.shows(" of 20"))
  }

  @Test func `the row of the review comes above the decks, and the cursor stays`() throws {
    let desk = try desk()
    desk.scheduler.advance(by: .seconds(1))
    let review = try #require(desk.rows.firstIndex { $0.contains("    Review what is due: 5 ") })
    #expect(desk.rows[review + 2].contains("  > First Steps"))
    #expect(desk.rows.last?.hasPrefix("  Enter play 20 questions") == true)
    desk.type("\u{1B}[H")
    #expect(desk.shows("> Review what is due: ") && desk.shows("Enter review the "))
    desk.answer("\r")
    #expect(desk.line == "answer>" && desk.shows(" of 5"))
  }

  @Test func `the cursor stays on its deck when the row of the review comes above it`() throws {
    let desk = try desk()
    desk.type("\u{1B}[A")
    let before = try #require(desk.rows.first { $0.contains("  > ") })
    desk.scheduler.advance(by: .seconds(1))
    let after = try #require(desk.rows.first { $0.contains("  > ") })
    #expect(before.prefix(12) == after.prefix(12) && desk.shows("Review what is due: "))
  }

  @Test func `who comes back to the screen is offered the review first`() throws {
    let desk = try desk()
    desk.scheduler.advance(by: .seconds(1))
    desk.type("stats\r")
    desk.escape()
    #expect(desk.shows("> Review what is due: "))
    #expect(desk.shows("Enter review the "))
    desk.answer("\r")
    #expect(desk.line == "answer>")
  }

  @Test(arguments: [(40, Language.english), (40, .japanese), (80, .japanese), (120, .english)])
  func `each row has its place at any width`(columns: Int, language: Language) throws {
    let desk = try desk(columns: columns, language: language, ofBoth: true)
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.rows.allSatisfy { displayWidth($0) < columns })
    let decks = desk.rows.filter { $0.contains(" %") }
    #expect(decks.count >= 2)
    let ends = decks.compactMap { row in
      row.range(of: " %").map { displayWidth(String(row[..<$0.upperBound])) }
    }
    #expect(Set(ends).count == 1)
  }

  @Test func `in a narrow window the title stays on one row`() throws {
    let desk = try desk(columns: 40, language: .japanese)
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.rows.contains { $0.hasPrefix("  問題集") && $0.contains("復習") })
  }

  @Test func `a title that is still too wide does without the word today`() throws {
    let desk = try desk(columns: 36)
    desk.scheduler.advance(by: .seconds(1))
    #expect(
      desk.rows.contains("  40 questions in 2 decks  5 due") && !desk.rows.contains("  today"))
  }

  @Test func `numbers of questions stand below each other`() throws {
    let desk = try LiveDesk()
    for line in ["decks", "new Empty"] { desk.type(line + "\r") }
    let ends = desk.rows.filter { $0.hasSuffix(" questions") }.map { displayWidth($0) }
    #expect(ends.count == 3 && Set(ends).count == 1)
  }

  @Test func `scripts are told nothing that they have not asked for`() throws {
    let program = try TestProgram(json: true)
    program.run("quiz --count 5", "finish", "result", "advance 24h", "due")
    #expect(program.run("home").contains(#""recall":null"#))
  }

  @Test func `a deck says how many of its questions were asked, and how much of these is known`()
    throws
  {
    let desk = try desk()
    desk.scheduler.advance(by: .seconds(1))
    let row = try #require(desk.rows.first { $0.contains("First Steps") })
    #expect(row.contains("5 of 20 asked") && row.contains(" %"))
    let other = try #require(desk.rows.first { $0.contains("はじめての") })
    #expect(other.contains("20 questions") && !other.contains("%") && !other.contains("asked"))
  }

  @Test func `a deck all of whose questions were asked says how many there are`() throws {
    let desk = try desk(count: 20)
    desk.scheduler.advance(by: .seconds(1))
    let row = try #require(desk.rows.first { $0.contains("First Steps") && $0.contains(" %") })
    #expect(row.contains(" 20 questions ") && !row.contains("asked"))
  }

  @Test func `a narrow window has the same in numbers`() throws {
    let desk = try desk(columns: 40)
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.rows.contains { $0.contains("First Steps") && $0.contains(" 5/20 ") })
  }

  @Test func `a narrow window keeps most of a name in Japanese, too`() throws {
    let desk = try desk(columns: 40, language: .japanese, ofBoth: true)
    desk.scheduler.advance(by: .seconds(1))
    let names = desk.rows.filter { $0.contains(" 5/20 ") }
    #expect(names.contains { $0.contains("はじめての") })
    #expect(names.contains { $0.contains("First Steps") })
  }

  @Test func `a deck that was lost a moment ago is not known`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --count 5\r")
    for line in ["finish", "result", "y", "home"] { desk.type(line + "\r") }
    desk.scheduler.advance(by: .seconds(1))
    let row = try #require(desk.rows.first { $0.contains("First Steps") && $0.contains("asked") })
    #expect(row.contains(" 77 %"))
  }

  @Test func `a long name leaves room for the bars`() throws {
    let desk = try desk()
    desk.type("decks\r")
    desk.type("rename \"First Steps\" \"\(String(repeating: "long ", count: 12))deck\"\r")
    desk.type("home\r")
    desk.scheduler.advance(by: .seconds(1))
    let row = try #require(desk.rows.first { $0.contains("long long") })
    #expect(row.contains("..  5 of 20 asked  [######"))
    #expect(row.contains(" %") && row.hasSuffix(" due"))
  }
}
