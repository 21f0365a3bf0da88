import QuizExchange
import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The rows above the question of a quiz.
@Suite struct QuizStatusTests {
  private func state(_ change: (inout QuizState) -> Void = { _ in }) throws -> QuizState {
    let program = try TestProgram()
    program.run("quiz --deck \"First Steps\"")
    var state = try #require(program.state(QuizState.self))
    state.title = "First Steps"
    change(&state)
    return state
  }

  private func rows(_ state: QuizState, columns: Int = 80) -> [String] {
    QuizStatus(
      state,
      Theme(strings: Strings(language: .english), palette: Palette(), columns: columns)
    ).rows
  }

  @Test func `the title stands at the left, and the place in the quiz at the right end`() throws {
    let rows = rows(try state { ($0.number, $0.questions) = (2, 9) })
    #expect(rows.count == 1 && rows[0].hasPrefix("First Steps ") && rows[0].contains(" 2 of 9"))
    #expect(displayWidth(rows[0]) == 80)
  }

  @Test func `where a row has no room for both the place stands below the title`() throws {
    let rows = rows(
      try state { ($0.number, $0.questions, $0.remaining) = (2, 9, 100) }, columns: 22)
    #expect(rows.count == 2 && rows[0] == "First Steps" && rows[1].hasPrefix("2 of 9"))
  }

  @Test(arguments: [40, 80])
  func `what the player says of the question moves nothing else in its row`(columns: Int) throws {
    let plain = rows(try state { $0.remaining = 100 }, columns: columns)
    let marked = rows(
      try state { ($0.remaining, $0.flagged) = (100, true) }, columns: columns)
    #expect(plain.count == 1 && marked[0].contains("! 1 of 20"), "\(marked)")
    #expect(marked[0].replacing("! 1 of", with: "  1 of") == plain[0])
    let guessed = rows(
      try state { ($0.remaining, $0.flagged, $0.certainty) = (100, true, .guess) },
      columns: columns)
    #expect(guessed[0].contains("(a guess) ! 1 of 20"), "\(guessed)")
    #expect(guessed[0].hasSuffix("100 s left"))
  }

  @Test func `a question that comes again says so behind the place`() throws {
    #expect(rows(try state { $0.repeated = true })[0].hasSuffix(" (again)"))
  }

  @Test(arguments: [(11, 1), (10, 2)])
  func `the time is a bar too when ten seconds are left`(remaining: Int, count: Int) throws {
    let rows = rows(try state { ($0.remaining, $0.timeLimit) = (remaining, 60) })
    #expect(rows.count == count && rows[0].contains("\(remaining) s"))
  }

  @Test(arguments: [605, 119, 9])
  func `in an exam the place stays where it is while the time runs`(remaining: Int) throws {
    let row = rows(
      try state { ($0.isExam, $0.remaining, $0.timeLimit, $0.index) = (true, remaining, 605, 1) })[
        0]
    let full = rows(
      try state { ($0.isExam, $0.remaining, $0.timeLimit, $0.index) = (true, 605, 605, 1) })[0]
    #expect(row.firstRange(of: "1 of ") == full.firstRange(of: "1 of "))
  }

  @Test func `a section has its name, and its time if there is a limit`() throws {
    #expect(rows(try state { $0.section = "Reading" }).dropFirst() == ["Reading"])
    let timed = rows(
      try state {
        ($0.section, $0.sectionRemaining, $0.sectionTimeLimit) = ("Reading", 50, 100)
      })
    #expect(timed.count == 2 && timed[1].hasPrefix("Reading   50 s left"))
  }

  @Test func `where there is little room the time of a section is as short as the others`() {
    let strings = Strings(language: .japanese)
    #expect(strings.sectionRemaining("日本", 358, isShort: true) == "日本 残り5:58")
  }

  @Test func `the time of the question is the last row`() throws {
    let rows = rows(
      try state {
        ($0.section, $0.questionRemaining, $0.questionTimeLimit) = ("Reading", 7, 20)
      })
    #expect(rows.count == 3 && rows[2].hasPrefix("7 s for this question  "))
  }

  @Test(arguments: [30, 40, 59, 60, 80, 200])
  func `the times are not wider than the window`(columns: Int) throws {
    let state = try state {
      ($0.title, $0.section) = ("A title that is long enough for any window", "A long section")
      ($0.remaining, $0.timeLimit, $0.isExam) = (9, 605, true)
      ($0.sectionRemaining, $0.sectionTimeLimit) = (8, 125)
    }
    for row in rows(state, columns: columns).suffix(2) {
      #expect(displayWidth(row) <= columns, "\(row)")
    }
  }
}
