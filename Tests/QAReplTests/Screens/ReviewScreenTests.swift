import Testing

@testable import QuizKit
@testable import QuizSupport
@testable import Terminal
@testable import qa_repl

@Suite struct ReviewScreenTests {
  /// A program in which ten questions of a deck were asked yesterday.
  private func program(
    _ language: Language = .english, json: Bool = false, columns: Int? = nil
  ) throws -> TestProgram {
    let program = try TestProgram(language: language, json: json, columns: columns)
    program.run("quiz --count 10", "finish", "result", "advance 24h")
    return program
  }

  @Test func `the state says what scripts rely on`() throws {
    let program = try program(json: true)
    let output = program.run("due --target 80")
    for key in [
      #""target":0.8"#, #""asked":10"#, #""known":"#, #""forecast":[{"day":"2000-01-03""#,
      #""recall":0."#, #""next":"2000-01-02""#, #""answersPerDay":"#, #""prices":[{"#,
    ] {
      #expect(output.contains(key), "\(key)")
    }
    #expect(!output.contains("boxes") && !output.contains(#""box""#))
    #expect(output.components(separatedBy: #""screen":"review""#).count == 2)
  }

  @Test func `a target stays chosen, and on the screen itself it is said once`() throws {
    let program = try program()
    program.run("due --target 85%")
    #expect(program.run("home", "due").contains("Target: 85 %"))
    let output = program.run("due --target 95")
    #expect(output.contains("Target: 95 %, about ") && output.contains("Before: 85 %"))
    #expect(output.components(separatedBy: "Target:").count == 2)
  }

  @Test func `the price of the target before is told, whichever it was`() throws {
    let program = try program()
    program.run("due --target 88", "home")
    #expect(program.run("due --target 95").contains("Before: 88 %, about "))
  }

  @Test func `making the way to the screen chooses nothing`() throws {
    let program = try program()
    let models = program.shell.models
    let way = Destination.review(deck: nil, target: 80)
    _ = try way.route(models, StartRoute())
    #expect(try models.reviews.percent == 90)
    #expect(way != .review(deck: nil, target: 85))
  }

  @Test func `a target that cannot be saved is an error, and the one before is shown`() throws {
    let store = FaultyStore()
    let program = try TestProgram(store: store)
    store.refusesSaves = true
    #expect(program.run("due --target 80").contains("error[save-failed]"))
    #expect(program.state(ReviewState.self)?.target == 90)
    store.refusesSaves = false
    program.run("due")
    #expect(program.state(ReviewState.self)?.target == 90)
  }

  @Test(arguments: ["69", "98", "0.9", "high", "90.5"])
  func `a target that is none is refused`(_ text: String) throws {
    let program = try program()
    #expect(program.run("due --target \(text)").contains("error[bad-value]"))
    #expect(program.run("due").contains("Target: 90 %"))
  }

  @Test func `a mistyped tag is said, and another one limits the list and the review`() throws {
    let program = try program()
    #expect(program.run("due --tag geografy").contains("error[unknown-tag]"))
    program.run("due --tag geography")
    let due = try #require(program.state(ReviewState.self)?.due)
    #expect(due > 0 && due < 10)
    program.run("review")
    #expect(program.state(QuizState.self)?.count == due)
  }

  @Test func `a review shows what was right, asks again, and waits`() throws {
    let program = try program()
    program.run("review --count 1")
    #expect(program.run("1").contains("Right answer: Pacific"))
    #expect(program.run("next").contains("comes again in a minute"))
    #expect(program.run("1").contains("error[not-yet-again]"))
    #expect(program.run("advance 60s").contains("(again)"))
    #expect(program.state(QuizState.self)?.canAnswer == true)
  }

  @Test(arguments: Language.allCases)
  func `after a review in which all was right in the end, nothing offers to retry`(
    language: Language
  ) throws {
    let program = try program(language)
    let right = language == .english ? "3" : "2"
    program.run("review --count 1", "1", "next", "advance 60s", right)
    let result = program.run("next")
    let state = try #require(program.state(ResultState.self))
    #expect(state.score == 1 && state.count == 2 && state.mistakes == 0)
    #expect(!result.contains("retry"))
    #expect(program.run("retry").contains("error[nothing-to-retry]"))
  }

  @Test func `what is wrong twice is offered once`() throws {
    let program = try program()
    program.run("review --count 1", "2", "next", "advance 60s", "2", "finish")
    let state = try #require(program.state(ResultState.self))
    #expect(state.mistakes == 1 && state.count == 2)
    program.run("retry")
    #expect(program.state(QuizState.self)?.count == 1)
  }

  @Test func `when nothing is due, a review can be ahead`() throws {
    let program = try TestProgram()
    program.run("quiz --count 3", "finish", "result")
    #expect(program.run("review").contains("Nothing is due today"))
    #expect(program.run("review --ahead 0").contains("error[not-a-number]"))
    program.run("review --ahead 1")
    #expect(program.state(QuizState.self)?.count == 3)
  }

  @Test func `a fit of few answers says how many it needs`() throws {
    #expect(try program().run("fit").contains("error[too-few-answers]: There are 10 answers"))
    #expect(try program(.japanese).run("調整").contains("回答が 10 件しかありません"))
    #expect(try program(json: true).run("fit --reset").contains(#""code":"nothing-to-reset""#))
  }

  @Test(arguments: [40, 60, 80, 200])
  func `the list and its chart fit the screen`(columns: Int) throws {
    for language in Language.allCases {
      let output = try program(language, columns: columns).run("due", "stats")
      for line in output.split(separator: "\n") {
        #expect(displayWidth(String(line)) <= columns, "\(line)")
      }
    }
  }

  @Test(arguments: [Language.english, .japanese])
  func `in a narrow window each price stays with its target`(language: Language) throws {
    for columns in [36, 40, 60, 78] {
      let output = try program(language, columns: columns).run("due")
      #expect(output.contains("97 %: "))
      for line in output.split(separator: "\n") {
        #expect(!line.hasSuffix("%:") && line.first { $0 != " " } != "%", "\(line)")
      }
    }
  }

  @Test(arguments: [36, 78])
  func `a person reads the prices of the targets in a row, with the chosen one marked`(
    columns: Int
  ) throws {
    let program = try program()
    program.run("due")
    let theme = Theme(
      strings: Strings(language: .english), palette: Palette(), columns: columns, isLive: true)
    let lines = try #require(program.state(ReviewState.self)).view(theme)
    let whole = lines.joined(separator: " ")
    #expect(whole.contains("70 % ") && whole.contains("97 % ") && !whole.contains("70 %:"))
    #expect(whole.contains("[90 % "), "\(lines)")
    #expect(lines.allSatisfy { displayWidth($0) <= columns })
  }

  @Test func `the calibration fits a narrow window`() {
    let row = StatisticsState.CalibrationRow(
      from: 90, to: 95, predicted: .init(said: 1, accuracy: 1, answers: 1234))
    let theme = Theme(strings: Strings(language: .english), palette: Palette(), columns: 37)
    #expect(
      CalibrationChart(rows: [row]).lines(theme) == ["said 100 %, right 100 % [#####|] 1234"])
  }

  @Test func `the calibration shows what was said beside what came`() {
    let row = StatisticsState.CalibrationRow(
      from: 90, to: 95, predicted: .init(said: 0.92, accuracy: 0.5, answers: 12))
    let theme = Theme(
      strings: Strings(language: .english), palette: Palette(), columns: nil)
    #expect(
      CalibrationChart(rows: [row]).lines(theme) == [
        "said  92 %, right  50 % [###############-------------|-] 12"
      ])
    let certain = StatisticsState.CalibrationRow(
      from: 95, to: 100, predicted: .init(said: 1, accuracy: 1, answers: 3))
    #expect(
      CalibrationChart(rows: [certain]).lines(theme) == [
        "said 100 %, right 100 % [#############################|] 3"
      ])
  }
}
