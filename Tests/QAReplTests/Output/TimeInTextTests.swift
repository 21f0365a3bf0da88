import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The output of a script about the time that `advance` passes over.
@Suite struct TimeInTextTests {
  @Test func `a full minute is said, and no second in between`() throws {
    let program = try TestProgram()
    program.run("quiz --time 2m")
    #expect(program.run("advance 50s") == "")
    #expect(program.run("advance 20s") == "\n60 s left\n")
  }

  @Test func `full minutes, 30, 10 and the last five seconds are said`() throws {
    let program = try TestProgram()
    program.run("quiz --time 3m")
    let said = program.run("advance 4m").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      said.prefix(12) == [
        "", "2:00 left", "60 s left", "30 s left", "10 s left", "5 s left", "4 s left", "3 s left",
        "2 s left", "1 s left", "0 s left", "",
      ])
    #expect(said.dropFirst(12).prefix(2) == ["Your answers", "Time ran out."])
  }

  @Test func `the time of a question is said too, to its end`() throws {
    let program = try TestProgram()
    program.run("quiz --per-question 12s --count 2")
    let said = program.run("advance 12s").split(separator: "\n").prefix(8)
    let seconds = [10, 5, 4, 3, 2, 1, 0].map { "\($0) s for this question" }
    #expect(said.map(String.init).prefix(7) == seconds[...])
    #expect(said.last?.contains("2/2") == true)
  }

  @Test func `a question that was answered in time has no end to say`() throws {
    let program = try TestProgram()
    program.run("quiz --per-question 10s --count 2", "advance 9s")
    #expect(!program.run("1").contains("\n0 s for"))
    program.run("advance 9s")
    #expect(!program.run("back").contains("\n0 s for"))
  }

  @Test func `in practice a question whose time is up says so before the right answer`() throws {
    let program = try TestProgram()
    program.run("quiz --practice --per-question 3s")
    let said = program.run("advance 3s").split(separator: "\n")
    #expect(
      said.prefix(3) == ["2 s for this question", "1 s for this question", "0 s for this question"])
  }

  @Test func `two times that pass at different moments are said once each`() throws {
    let program = try TestProgram()
    program.run("quiz --time 40s --per-question 35s --count 3", "advance 500ms", "1")
    let said = program.run("advance 25s").split(separator: "\n")
    #expect(said == ["30 s for this question", "30 s left", "10 s for this question"])
  }

  @Test func `two times that end at once are said as one end`() throws {
    let program = try TestProgram()
    program.run("quiz --time 2s --per-question 2s --count 3")
    let said = program.run("advance 2s").split(separator: "\n")
    #expect(said.prefix(4) == ["1 s left", "1 s for this question", "0 s left", "Your answers"])
  }

  @Test func `the list of answers says the time that is left, too`() throws {
    let program = try TestProgram()
    program.run("quiz --time 62s --count 2", "finish")
    #expect(program.run("advance 2s") == "\n60 s left\n")
    #expect(program.run("advance 1m").contains("\n0 s left\n\nYour answers\n"))
  }

  @Test func `a pause says nothing`() throws {
    let program = try TestProgram()
    program.run("quiz --time 1m", "pause")
    #expect(program.run("advance 2m") == "")
  }

  @Test func `a timer says its time, and its end once`() throws {
    let program = try TestProgram()
    program.run("timer 61s", "start", "advance 500ms")
    #expect(program.run("advance 31s").split(separator: "\n").last == "30 s left")
    let said = program.run("advance 1m").split(separator: "\n")
    #expect(
      said.prefix(6) == ["10 s left", "5 s left", "4 s left", "3 s left", "2 s left", "1 s left"])
    #expect(said.count { $0 == "0 s left" } == 1)
    #expect(said.contains("Time is up!"))
  }

  @Test func `the time is said in Japanese`() throws {
    let program = try TestProgram(language: .japanese)
    program.run("quiz --time 2m --per-question 70s")
    #expect(program.run("advance 30s") == "\nこの質問は残り 60 秒\n")
    #expect(
      program.run("advance 30s") == "この質問は残り 30 秒\n残り 60 秒\nこの質問は残り 10 秒\n")
  }

  @Test(arguments: [(62, 58, true), (60, 59, false), (31, 30, true), (9, 6, false), (8, 4, true)])
  func `a moment that the program came too late for is said afterwards`(
    earlier: Int, seconds: Int, isSaid: Bool
  ) {
    let passed = PassedTime(
      from: [TimeLeft(countdown: .quiz, seconds: earlier)],
      to: [TimeLeft(countdown: .quiz, seconds: seconds)])
    let said = passed.lines(Strings(language: .english), isTick: true)
    #expect(said == (isSaid ? ["\(seconds) s left"] : []))
  }

  @Test func `JSON keeps every tick`() throws {
    let program = try TestProgram(json: true)
    program.run("quiz --time 2m")
    let lines = program.run("advance 70s").split(separator: "\n")
    #expect(lines.count == 70)
    #expect(lines.allSatisfy { $0.contains(#""type":"tick""#) })
  }

  @Test func `nothing rings in a script`() throws {
    let program = try TestProgram()
    #expect(!program.run("quiz --time 3s", "advance 3s", "home").contains("\u{07}"))
    #expect(!program.run("timer 3s", "start", "advance 3s").contains("\u{07}"))
  }

  @Test(arguments: [true, false])
  func `at a plain terminal the bell rings once when time is up`(rings: Bool) throws {
    let results = BufferSink()
    let output = TextOutput(
      theme: Theme(strings: Strings(language: .english), palette: Palette()),
      results: results, diagnostics: BufferSink(), isInteractive: true, rings: rings)
    let program = try TestProgram()
    program.run("timer 3s", "start")
    let states = try ["advance 1s", "advance 1s", "advance 1s"].map { line in
      program.run(line)
      return try #require(program.state(TimerState.self))
    }
    output.show(states[0], .command(.state), at: .zero)
    output.show(states[1], .tick, at: .seconds(1))
    #expect(!results.text.contains("\u{07}"))
    output.show(states[2], .change, at: .seconds(2))
    output.show(states[2], .command(.state), at: .seconds(2))
    #expect(results.text.count { $0 == "\u{07}" } == (rings ? 1 : 0))
  }
}
