import Testing

@testable import QuizKit
@testable import qa_repl

@Suite struct ChartTests {
  @Test func `a score is drawn at the nearest quarter`() {
    #expect(
      ScoreChart(percents: [0, 30, 60, 100]).lines(columns: 12) == [
        "100% |   *", " 75% |", " 50% |  *", " 25% | *", "  0% |*", "     +----",
      ])
  }

  @Test func `a chart that has no room for all shows the newest`() {
    let lines = ScoreChart(percents: [0, 0, 100, 100]).lines(columns: 8)
    #expect(lines.first == "100% |**")
    #expect(lines[4] == "  0% |")
  }

  private func calendar(_ answers: [Int]) -> [String] {
    let days = answers.enumerated().map {
      // From Monday, 1999-12-27.
      StatisticsState.Activity(day: Day(number: 10952 + $0.offset), answers: $0.element)
    }
    return ActivityCalendar(days: days).lines(Strings(language: .english))
  }

  @Test func `a calendar has a row for each weekday and names the months`() {
    let lines = calendar([0, 0, 0, 0, 0, 1, 0, 0])
    #expect(lines[0] == "   01")
    #expect(lines[1] == "Mo  . .")
    #expect(lines[6] == "Sa  -")
    #expect(lines[7] == "Su  .")
  }

  @Test func `the marks grow with the work, and the key says how`() {
    let lines = calendar([1, 5, 10, 15, 20, 0, 0])
    #expect(lines[1...7].map { $0.suffix(1) } == ["-", "-", "+", "*", "#", ".", "."])
    #expect(lines[8] == "   . 0  - 1+  + 6+  * 11+  # 16+  answers")
  }
}
