import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The text about reviews on the first screen of a live terminal.
@Suite struct StartRecallTests {
  /// A desk on the day after questions of the first deck, or of both decks, were answered wrongly.
  private func desk(
    columns: Int = 80, language: Language = .english, count: Int = 5, ofBoth: Bool = false,
    countsAtOnce: Bool = true, day: Int = 1
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
      now: Date(timeIntervalSince1970: Double(day) * 86_400), countsAtOnce: countsAtOnce)
  }

  @Test func `what is due is there in the first frame, and Enter reviews it`() throws {
    let desk = try desk()
    #expect(desk.shows(" due today") && desk.chosen == "Review what is due: 5 questions")
    #expect(desk.rows.last?.hasPrefix("  Enter review the 5 ") == true)
    desk.answer("\r")
    #expect(desk.line == "answer>" && desk.shows("1 of 5 "))
  }

  @Test func `the row says how long the review takes, if it was measured and there is room`() throws
  {
    let store = MemoryStore(schema: QuestionBank.schema)
    let yesterday = try LiveDesk(store: store, samples: true)
    yesterday.type("quiz --deck \"First Steps\" --count 6 --practice\r")
    for _ in 1...6 {
      yesterday.scheduler.advance(by: .seconds(21))
      yesterday.type("9\u{8}1\r")
      yesterday.answer("\r")
    }
    for (columns, time) in [(80, ", about 2 min"), (40, "")] {
      let desk = try LiveDesk(
        size: ScreenSize(columns: columns, rows: 24), store: store,
        now: Date(timeIntervalSince1970: 20 * 86_400))
      #expect(desk.chosen == "Review what is due: 6 questions" + time)
    }
  }

  @Test func `once it is counted nothing wakes the program`() throws {
    let desk = try desk()
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.scheduler.nextDeadline == nil)
  }

  @Test func `while nothing was asked there is nothing to count`() throws {
    let desk = try LiveDesk(countsAtOnce: false)
    desk.scheduler.advance(by: .milliseconds(200))
    #expect(!desk.shows("Review") && desk.scheduler.nextDeadline == nil)
  }

  @Test func `what is counted later comes in its place, and Enter does what it did`() throws {
    let desk = try desk(countsAtOnce: false)
    desk.scheduler.advance(by: .milliseconds(249))
    let before = desk.list
    #expect(before[0] == "Review what is due: .." && !desk.shows("due today"))
    #expect(desk.chosen?.hasPrefix("First Steps") == true && desk.shows("Enter play 20 questions"))
    desk.scheduler.advance(by: .milliseconds(1))
    #expect(desk.list[0] == "Review what is due: 5 questions" && desk.shows("due today"))
    #expect(desk.list.map { $0.prefix(8) } == before.map { $0.prefix(8) })
    #expect(desk.scheduler.nextDeadline == nil)
    desk.answer("\r")
    #expect(desk.line == "answer>" && desk.shows(" of 20"))
  }

  @Test func `a cursor that was moved stays on its row when the counting is done`() throws {
    let desk = try desk(countsAtOnce: false)
    desk.type("\u{1B}[H")
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.chosen == "Review what is due: 5 questions")
    #expect(desk.shows("Enter review the 5"))
  }

  @Test func `where nothing is due after all the row says so, and is gone the next time`() throws {
    let desk = try desk(countsAtOnce: false, day: 0)
    let before = desk.list.count
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.list[0] == "Nothing is due for review today" && desk.list.count == before)
    desk.type("stats\r")
    desk.escape()
    #expect(desk.list.count == before - 1 && !desk.shows("review today"))
  }

  @Test func `who comes back to the screen is offered the review first`() throws {
    let desk = try desk(countsAtOnce: false)
    desk.scheduler.advance(by: .seconds(1))
    desk.type("stats\r")
    desk.escape()
    #expect(desk.chosen == "Review what is due: 5 questions")
    desk.answer("\r")
    #expect(desk.line == "answer>")
  }

  @Test func `of many questions twenty are reviewed at a time`() throws {
    let desk = try desk(count: 20, ofBoth: true)
    #expect(desk.rows.last?.hasPrefix("  Enter review 20 of the 40 ") == true)
    desk.answer("\r")
    #expect(desk.shows("1 of 20 "))
  }

  @Test(arguments: [(40, Language.english), (40, .japanese), (80, .japanese), (120, .english)])
  func `each row has its place at any width`(columns: Int, language: Language) throws {
    let desk = try desk(columns: columns, language: language, ofBoth: true)
    #expect(desk.rows.allSatisfy { displayWidth($0) < columns })
    let words: (String, String) = columns == 80 ? (" right", "正解") : (" of 20", "/20")
    let word = language == .english ? words.0 : words.1
    let decks = desk.rows.filter { $0.contains(word) }
    #expect(decks.count >= 2, "\(desk.rows)")
    let ends = decks.compactMap { row in
      row.range(of: word).map { displayWidth(String(row[..<$0.upperBound])) }
    }
    #expect(Set(ends).count == 1)
  }

  @Test func `in a narrow window the title stays on one row`() throws {
    let desk = try desk(columns: 40, language: .japanese)
    #expect(desk.rows.contains { $0.hasPrefix("  問題集") && $0.contains("復習") })
  }

  @Test func `a title that is still too wide does without the word today`() throws {
    let desk = try desk(columns: 36)
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
    #expect(program.run("home").contains(#""overview":null"#))
  }

  @Test func `a deck says how many of its questions were right when they were asked last`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let desk = try LiveDesk(store: store, samples: true)
    desk.type("quiz --deck \"First Steps\" --count 5\r")
    for answer in ["3", "1", "1"] { desk.answer(answer) }
    for line in ["finish", "result", "y", "home"] { desk.type(line + "\r") }
    let row = try #require(desk.list.first { $0.hasPrefix("First Steps") })
    #expect(row.contains("  2 of 20 right") && row.contains("[##---") && !row.contains("%"))
    let other = try #require(desk.list.first { $0.hasPrefix("はじめての") })
    #expect(other.hasSuffix("20 questions") && !other.contains("["))
  }

  @Test func `a deck in which nothing was right says so`() throws {
    let desk = try desk()
    #expect(desk.list.contains { $0.contains("First Steps") && $0.contains(" 0 of 20 right ") })
  }

  @Test func `a narrow window has the same in numbers`() throws {
    let desk = try desk(columns: 40)
    #expect(desk.list.contains { $0.hasPrefix("First Steps") && $0.contains(" 0 of 20") })
  }

  @Test func `a narrow window keeps most of a name in Japanese, too`() throws {
    let desk = try desk(columns: 40, language: .japanese, ofBoth: true)
    let names = desk.rows.filter { $0.contains(" 0/20") }
    #expect(names.contains { $0.contains("はじめての") })
    #expect(names.contains { $0.contains("First Steps") })
  }

  @Test func `a long name leaves room for the bars`() throws {
    let desk = try desk()
    desk.type("decks\r")
    desk.type("rename \"First Steps\" \"\(String(repeating: "long ", count: 12))deck\"\r")
    desk.type("home\r")
    let row = try #require(desk.rows.first { $0.contains("long long") })
    #expect(
      row.contains("..") && row.contains("deck  [------") && row.contains("]  0 of 20 right  ")
        && row.hasSuffix(" due"))
  }
}
