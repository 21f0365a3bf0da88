import QuizKit
import Testing

@testable import qa_repl

/// A key that a screen offers does something: it is not refused.
@Suite struct OfferedKeysTests {
  private static let ways = [
    ["quiz --count 3"], ["quiz --count 3", "1"], ["quiz --count 3", "pause"],
    ["quiz --count 3", "1", "pause"], ["quiz --count 3 --practice"],
    ["quiz --count 3 --practice", "1"],
    ["quiz --count 3 --per-question 5s", "advance 5s", "back"],
    ["quiz --count 3 --per-question 5s", "1", "advance 5s", "3"],
    ["quiz --count 3 --per-question 5s", "1", "advance 5s", "3", "go 1"],
    ["quiz --count 3 --time 5s", "1", "advance 5s"],
    ["quiz --count 3 --time 5s", "1", "advance 5s", "go 1"],
    ["quiz --count 3 --time 5s", "advance 5s"], ["quiz --count 3 --time 5s", "finish"],
    ["quiz --count 1", "1", "result"], ["quiz --count 1 --time 5s", "advance 5s", "result"],
    ["timer"], ["timer", "start", "advance 2s"], ["timer", "start", "advance 5s"],
    ["timer", "start", "advance 2s", "pause"], ["timer", "start", "advance 2s", "stop"],
  ]

  private func front(after way: [String]) throws -> TestProgram {
    let program = try TestProgram()
    for line in way { #expect(program.shell.run(line: line) == .done, "\(way)") }
    program.scheduler.advance(by: .seconds(way.contains { $0.contains(" --") } ? 0 : 1))
    return program
  }

  private func stage(_ program: TestProgram, _ language: Language = .english) throws -> Stage {
    let look = Look(strings: Strings(language: language), palette: Palette())
    return try #require(program.shell.state).stage(look)
  }

  @Test(arguments: ways)
  func `no key is refused`(way: [String]) throws {
    for line in Set(try stage(front(after: way)).shortcuts.values) {
      let program = try front(after: way)
      #expect(program.shell.run(line: line) == .done, "\(line) after \(way)")
      #expect(program.diagnostics.text.isEmpty)
    }
  }

  @Test(arguments: [
    (["1", "advance 5s"], "Enter result, 1 changes an answer", "Enter 結果を確認・1 回答を変更"),
    (["advance 5s"], "Enter result", "Enter 結果を確認"),
    (
      ["1", "skip", "1", "1", "advance 5s"], "Enter result, 1, 3-4 changes an answer",
      "Enter 結果を確認・1、3-4 回答を変更"
    ),
    (["1", "finish"], "Enter result, 1-5 changes an answer", "Enter 結果を確認・1-5 回答を変更"),
  ])
  func `the list of answers names the ones that can be changed`(
    lines: [String], english: String, japanese: String
  ) throws {
    let program = try front(after: ["quiz --count 5 --time 5s"] + lines)
    #expect(try stage(program).help == english)
    #expect(try stage(program, .japanese).help == japanese)
  }

  @Test(arguments: [
    (["1", "advance 5s"], "“go N” changes an answer (1), “result” shows what was right."),
    (["advance 5s"], "5 questions without an answer. “result” shows what was right."),
    (
      ["1", "finish"], "without an answer. “go N” changes an answer, “result” shows what was right."
    ),
  ])
  func `the list of answers does not speak of what time has ruled out`(
    lines: [String], hint: String
  ) throws {
    let program = try front(after: ["quiz --count 5 --time 5s"] + lines)
    #expect(program.run("state").contains(hint))
  }

  @Test func `back is offered where there is something to go back to`() throws {
    #expect(try stage(front(after: ["quiz --count 3"])).help == "-> skip, Space mark, Tab more")
    #expect(
      try stage(front(after: ["quiz --count 3", "1"])).help
        == "<- back, -> skip, Space mark, Tab more")
  }
}
