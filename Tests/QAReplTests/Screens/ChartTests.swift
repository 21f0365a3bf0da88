import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport
@testable import Terminal
@testable import qa_repl

@Suite struct ChartTests {
  private func chart(_ percents: [Int], days: [String]? = nil, _ signs: BlockSigns = .ascii)
    -> ScoreChart
  {
    let points = percents.enumerated().map {
      ScoreChart.Point(day: days?[$0.offset] ?? "", percent: $0.element)
    }
    return ScoreChart(points: points, signs: signs)
  }

  @Test func `a point stands on its side of the pass mark`() {
    let points = [(69, false), (70, true), (74, true), (20, true)].map {
      ScoreChart.Point(day: "", percent: $0, passed: $1)
    }
    let chart = ScoreChart(points: points, passMark: Percent("70"), signs: .ascii)
    let rows = chart.lines(columns: 40)
    #expect(rows[2].hasPrefix(" 70 % |....."))
    #expect(rows[3].hasPrefix(" 50 % |   *"))
    #expect(rows[2].filter { $0 == "*" }.count == 2 && rows[1].filter { $0 == "*" }.count == 1)
  }

  @Test func `a small chart has the rows that say most, and their percent signs`() {
    let points = [(40, false), (75, true)].map {
      ScoreChart.Point(day: "d", percent: $0, passed: $1)
    }
    var chart = ScoreChart(points: points, passMark: Percent("60"), signs: .ascii)
    #expect(chart.lines(columns: 40).count == 9)
    chart.isCompact = true
    #expect(
      chart.lines(columns: 40) == [
        "100 % |", " 60 % |.........*..", "  0 % |   *", "         40    75",
      ])
    let full = [40, 100].map { ScoreChart.Point(day: "", percent: $0) }
    chart = ScoreChart(points: full, passMark: Percent("60"), signs: .ascii, isCompact: true)
    #expect(chart.lines(columns: 17).last == "        40  100")
  }

  @Test func `less than nothing stands in the lowest row, which says so`() {
    let points = [-3, 50].map { ScoreChart.Point(day: "", percent: $0) }
    let lines = ScoreChart(points: points, signs: .ascii).lines(columns: 40)
    #expect(lines[4] == "<=0 % |   *" && lines[6] == "         -3    50")
  }

  @Test func `a score is drawn at the nearest quarter, above its number`() {
    #expect(
      chart([0, 30, 60, 100]).lines(columns: 31) == [
        "100 % |                 *", " 75 % |", " 50 % |            *", " 25 % |       *",
        "  0 % |  *", "      +--------------------", "         0   30   60   100",
      ])
  }

  @Test(arguments: [14, 20, 40, 79, 80, 120])
  func `each number stands below its star`(columns: Int) throws {
    let percents = [100, 7, 50, 100, 0, 75, 33, 100, 100, 66, 20, 100]
    let lines = chart(percents).lines(columns: columns)
    #expect(lines.allSatisfy { displayWidth($0) <= columns })
    let numbers = lines[6].matches(of: #/\d+/#)
    #expect(!numbers.isEmpty)
    for number in numbers {
      let range = lines[6].distance(from: lines[6].startIndex, to: number.range.lowerBound)
      let step = 4 - (try #require(Int(number.0)) * 4 + 50) / 100
      let stars = Array(lines[step]).indices.filter { Array(lines[step])[$0] == "*" }
      #expect(stars.contains { (range..<range + number.0.count).contains($0) }, "\(number.0)")
    }
  }

  @Test func `a chart that has no room for all shows the newest`() {
    let lines = chart([0, 0, 100, 100]).lines(columns: 10)
    #expect(lines.first == "100 % |**")
    #expect(lines[4] == "  0 % |")
  }

  @Test func `the first and the last day stand below a chart`() {
    let short = chart([0, 100], days: ["2000-01-01", "2000-01-03"]).lines(columns: 40)
    #expect(short.last == "       2000-01-01 .. 2000-01-03")
    let drawn = chart([0, 100], days: ["2000-01-01", "2000-01-03"], .unicode).lines(columns: 40)
    #expect(drawn.last == "       2000-01-01 – 2000-01-03")
    let days = (1...9).map { "2000-01-0\($0)" }
    let long = chart(Array(repeating: 50, count: 9), days: days).lines(columns: 80)
    #expect(long.last == "       2000-01-01                                2000-01-09")
    let one = chart([0, 100], days: ["2000-01-01", "2000-01-01"]).lines(columns: 40)
    #expect(one.last == "       2000-01-01")
  }

  @Test func `where there are blocks a line joins the scores`() {
    let lines = chart([50, 75, 75, 25], .unicode).lines(columns: 20)
    #expect(
      lines.prefix(5) == [
        "100 % ┤", " 75 % ┤  ╭─●──●╮", " 50 % ┤ ●╯     │", " 25 % ┤        ╰─●", "  0 % ┤",
      ])
  }

  private func calendar(_ answers: [Int], columns: Int = 80) -> [String] {
    let days = answers.enumerated().map {
      // From Monday, 1999-12-27.
      StatisticsState.Activity(day: Day(number: 10952 + $0.offset), answers: $0.element)
    }
    return ActivityCalendar(days: days, signs: .ascii)
      .lines(columns: columns, Strings(language: .english))
  }

  @Test func `a calendar has a row for each weekday and names the months`() {
    let lines = calendar([0, 0, 0, 0, 0, 1, 0, 0])
    #expect(lines[0] == "   01")
    #expect(lines[1] == "Mo  . .")
    #expect(lines[6] == "Sa  -")
    #expect(lines[7] == "Su  .")
  }

  @Test func `the marks grow with the work, and the legend stays the same`() {
    let lines = calendar([1, 9, 10, 25, 50, 0, 49])
    #expect(lines[1...7].map { $0.suffix(1) } == ["-", "-", "+", "*", "#", ".", "*"])
    #expect(lines[8] == "   . 0  - 1+  + 10+  * 25+  # 50+  answers a day")
    #expect(calendar([0, 0, 0, 0, 0, 0, 500])[8] == lines[8])
  }

  @Test(arguments: [20, 40, 80, 120])
  func `a calendar shows as many weeks as fit`(columns: Int) {
    let rows = calendar(Array(repeating: 0, count: 53 * 7), columns: columns)[1...7]
    let weeks = rows.map { $0.count { $0 == "." } }
    #expect(Set(weeks) == [min(53, (columns - 3) / 2)])
    #expect(rows.allSatisfy { $0.count <= columns })
  }
}
