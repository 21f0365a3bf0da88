import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The ways of playing a deck: in text, in JSON and at a live terminal.
@Suite struct WaysScreenTests {
  /// A desk on the day after five questions of the first deck were not answered.
  private func desk(columns: Int = 80, language: Language = .english) throws -> LiveDesk {
    let store = MemoryStore(schema: QuestionBank.schema)
    let yesterday = try LiveDesk(store: store, samples: true, language: language)
    for line in ["quiz --deck \"First Steps\" --count 5", "finish", "result", "y"] {
      yesterday.type(line + "\r")
    }
    return try LiveDesk(
      size: ScreenSize(columns: columns, rows: 24), store: store, language: language,
      now: Date(timeIntervalSince1970: 86_400))
  }

  private func openWays(_ desk: LiveDesk, of deck: String = "First Steps") {
    while desk.chosen?.hasPrefix(deck) == false {
      let before = desk.chosen
      desk.type("\u{1B}[B")
      if desk.chosen == before { break }
    }
    desk.type("\u{1B}[C")
  }

  @Test func `Right on a deck opens the ways, and Esc goes back`() throws {
    let desk = try desk()
    desk.type("\u{1B}[B")
    #expect(desk.shows("-> play, edit"))
    openWays(desk)
    #expect(
      desk.list == [
        "Play 20             answers at the end",
        "Practise            told at once, with the commentary",
        "Review what is due  5", "What was wrong      5", "Against the clock   20 in 10 min",
        "Shuffled            20 at random, choices too",
        "In order            the first 20, choices too", "Change questions", "New question",
      ])
    desk.escape()
    #expect(desk.screen == .start)
  }

  @Test(arguments: [
    (0, "1 of 20 ", "answer>"), (1, "1 of 20 ", "answer>"), (2, "1 of 5 ", "answer>"),
    (3, "1 of 5 ", "answer>"), (4, "10:00 left", "answer>"),
  ])
  func `Enter starts a way`(row: Int, text: String, prompt: String) throws {
    let desk = try desk()
    openWays(desk)
    for _ in 0..<row { desk.type("\u{1B}[B") }
    desk.answer("\r")
    #expect(desk.screen == .quiz && desk.shows(text) && desk.line == prompt)
  }

  @Test func `Left and Right choose how many questions are asked, for every way and the next time`()
    throws
  {
    let desk = try desk()
    openWays(desk)
    #expect(desk.rows.contains { $0.hasSuffix("First Steps  20 questions  < 20 >") })
    desk.answer("\u{1B}[C")
    #expect(desk.shows("First Steps  20 questions  < 20 >"))
    desk.type("\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[C")
    #expect(desk.shows("First Steps  20 questions  < 8 >"))
    #expect(desk.list[0].hasPrefix("Play 8 ") && desk.list[4].hasSuffix("8 in 4 min"))
    desk.answer("\r")
    #expect(desk.screen == .quiz && desk.shows("1 of 8 "))
    desk.type("home\r")
    while desk.chosen?.hasPrefix("First Steps") == false { desk.type("\u{1B}[B") }
    #expect(desk.shows("Enter play 8 questions"))
    desk.type("\u{1B}[C")
    #expect(desk.shows("< 8 >") && desk.list[0].hasSuffix("answers at the end, as last time"))
  }

  @Test func `the last rows lead to the questions of the deck and to a new one in it`() throws {
    let desk = try desk()
    openWays(desk)
    desk.type("\u{1B}[F\r")
    #expect(desk.screen == .register && desk.shows("Deck:         First Steps"))
    desk.escape()
    #expect(desk.screen == .ways)
    desk.type("\u{1B}[F\u{1B}[A\r")
    #expect(desk.screen == .manage && desk.shows("First Steps  20 questions"))
    desk.escape()
    desk.escape()
    for line in ["decks", "new Empty", "ways Empty"] { desk.type(line + "\r") }
    #expect(desk.list == ["Change questions", "New question"])
  }

  @Test func `Right on a row of the decks opens the ways too`() throws {
    let desk = try desk(columns: 120)
    desk.type("decks\r")
    #expect(desk.shows("-> play, edit"))
    desk.type("\u{1B}[C")
    #expect(desk.screen == .ways)
    desk.escape()
    #expect(desk.screen == .decks)
  }

  @Test func `what was chosen last comes first, and Enter on the first screen plays it`() throws {
    let desk = try desk()
    openWays(desk)
    desk.type("\u{1B}[B")
    desk.answer("\r")
    desk.type("finish\r")
    #expect(desk.screen == .result)
    desk.escape()
    #expect(desk.screen == .start)
    openWays(desk)
    #expect(desk.list[0].hasPrefix("Practise ") && desk.list[0].hasSuffix(", as last time"))
    #expect(desk.list[1].hasPrefix("Play 20 ") && desk.list[1].hasSuffix("answers at the end"))
    desk.escape()
    #expect(desk.shows("Enter practise 20 questions"))
    desk.answer("\r")
    desk.answer("1")
    #expect(desk.shows("yours, "))
  }

  @Test func `a review is not what Enter repeats, because it may not be there`() throws {
    let desk = try desk()
    openWays(desk)
    for _ in 0..<2 { desk.type("\u{1B}[B") }
    desk.answer("\r")
    desk.answer("1")
    desk.type("home\r")
    for _ in 0..<2 { desk.type("\u{1B}[B") }
    #expect(desk.chosen?.hasPrefix("First Steps") == true && desk.shows("Enter play 20 questions"))
  }

  @Test(arguments: [40, 80, 120], Language.allCases)
  func `each way has its row at any width`(columns: Int, language: Language) throws {
    let desk = try desk(columns: columns, language: language)
    desk.type((language == .english ? "ways \"First Steps\"" : "出題方法 \"First Steps\"") + "\r")
    #expect(desk.screen == .ways && desk.list.count == 9)
    #expect(desk.rows.allSatisfy { displayWidth($0) < columns && !$0.contains("..") })
  }

  @Test func `in a script the ways have numbers`() throws {
    let program = try TestProgram()
    let text = program.run("ways \"First Steps\"")
    #expect(
      text == """
        First Steps  20 questions
        1. Play 20            answers at the end
        2. Practise           told at once, with the commentary
        3. Against the clock  20 in 10 min
        4. Shuffled           20 at random, choices too
        5. In order           the first 20, choices too
        “go N” starts one of them.

        """)
    #expect(program.run("go 3").contains("[First Steps]  1/20  10:00 left"))
    #expect(program.run("home", "ways Nowhere").contains("error[unknown-deck]"))
    #expect(program.run("ways", "go 9").contains("error[no-such-line]"))
  }

  @Test func `without a name they are those of the selected deck`() throws {
    let program = try TestProgram()
    program.run("ways")
    #expect(program.state(WaysState.self)?.deck == "First Steps")
    program.run("decks", "select", "ways")
    let state = try #require(program.state(WaysState.self))
    #expect(state.deck == nil && state.questions == 40)
    #expect(state.items.map(\.way) == [.play, .practice, .timed, .all, .shuffled, .inOrder])
  }

  @Test func `JSON says all of a way`() throws {
    let program = try TestProgram(json: true)
    let output = program.run("ways")
    #expect(output.contains(#""screen":"ways""#) && output.contains(#""deck":"First Steps""#))
    #expect(
      output.contains(
        #"{"count":20,"number":3,"playedLast":false,"questions":20,"timeLimit":600,"way":"timed"}"#)
    )
  }

  @Test func `a deck without questions has none`() throws {
    let program = try TestProgram()
    #expect(
      program.run("decks", "new Empty", "ways Empty").contains("There are no questions to play."))
    #expect(program.state(WaysState.self)?.items == [])
  }
}
