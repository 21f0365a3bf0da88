import QuizExchange
import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The list of the history at a live terminal.
@Suite struct HistoryColumnsTests {
  /// The rows of a history of three quizzes, of which the last is not finished.
  private func rows(_ columns: Int, _ language: Language = .english) throws -> [String] {
    let program = try TestProgram(language: language)
    for line in [
      "quiz --count 1 --deck \"First Steps\"", "3", "finish", "result", "home",
      "quiz --count 12 --practice", "1", "home", "history",
    ] {
      program.run(line)
    }
    let state = try #require(program.state(HistoryState.self))
    let theme = Theme(
      strings: Strings(language: language), palette: Palette(), columns: columns + 6)
    let list = try #require(state.liveView(theme).list)
    return (0..<list.count).map { list.lines($0, columns)[0] }
  }

  @Test func `the columns of all rows begin at the same place`() throws {
    let rows = try rows(70)
    #expect(
      rows[0].hasPrefix("2000-01-01 00:00  First Steps  -/12  (not finished)  practice  "))
    #expect(
      rows[1].hasPrefix("2000-01-01 00:00  First Steps   1/1  ") && rows[1].hasSuffix("  0 s"))
    #expect(rows[0].count == rows[1].count)
  }

  @Test(arguments: [24, 30, 34, 50, 70, 110], Language.allCases)
  func `a row fits, and shows no seconds of the clock`(columns: Int, language: Language) throws {
    for row in try rows(columns, language) {
      #expect(displayWidth(row) <= columns)
      #expect(!row.contains("00:00:00"))
    }
  }

  @Test func `a narrow list keeps the name and the score`() throws {
    let rows = try rows(54)
    #expect(rows.allSatisfy { $0.contains("First Steps") && $0.contains("/1") }, "\(rows)")
  }
}
