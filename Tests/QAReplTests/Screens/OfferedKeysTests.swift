import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// A key that a screen offers has an effect: it is not refused.
@Suite struct OfferedKeysTests {
  private static let ways = [
    ["quiz --count 3"], ["quiz --count 3", "1"], ["quiz --count 3", "pause"],
    ["quiz --count 3", "1", "pause"], ["quiz --count 3 --practice"],
    ["quiz --count 3 --practice", "1"],
    ["quiz --count 3 --per-question 5s", "advance 5s", "back"],
    ["quiz --count 3 --per-question 5s", "1", "advance 5s", "3"],
    ["quiz --count 3 --per-question 5s", "1", "advance 5s", "3", "go 1"],
    ["quiz --count 3 --time 5s", "1", "advance 5s"],
    ["quiz --count 3 --time 5s", "advance 5s"], ["quiz --count 3 --time 5s", "finish"],
    ["quiz --count 1", "1", "result"], ["quiz --count 1 --time 5s", "advance 5s", "result"],
    [
      "quiz --count 1", "1", "result", "advance 24h", "review", "1", "next", "advance 60s", "3",
      "next",
    ],
    ["timer"], ["timer", "start", "advance 2s"], ["timer", "start", "advance 5s"],
    ["timer", "start", "advance 2s", "pause"], ["timer", "start", "advance 2s", "stop"],
    ["home"], ["manage"], ["manage", "delete 1-39"], ["manage", "delete 1-40"], ["manage", "edit"],
    ["register"], ["ways"], ["decks"], ["decks", "delete 1", "delete 1"], ["search a"],
    ["search zzz"],
    ["manage", "delete 1-3", "trash"], ["trash"], ["manage", "delete 1-3", "log"], ["log"],
    ["history"], ["notes"], ["stats"], ["due"],
    ["doctor"], ["import looked.csv --look"],
    ["notes", "new", "title one", "save", "back"], ["notes", "new", "title one", "save"],
    ["quiz --count 1", "1", "result", "history"], ["quiz --count 1", "1", "home", "history"],
    ["quiz --count 1", "1", "home", "history", "open 1"], ["quiz --count 3", "1", "home"],
    ["quiz --count 1", "1", "result", "stats"], ["quiz --count 40", "finish", "result"],
  ]

  private func front(after way: [String]) throws -> TestProgram {
    let program = try TestProgram(
      files: TestFiles(contents: [
        "looked.csv": "question,a,b,answer\nOne?,1,2,A\nTwo?,1,2,B\n"
      ]))
    program.shell.confirmer.caution = .none
    for line in way { #expect(program.shell.run(line: line) == .done, "\(way)") }
    program.scheduler.advance(by: .seconds(way.contains { $0.contains(" --") } ? 0 : 1))
    return program
  }

  private func liveView(_ program: TestProgram, _ language: Language = .english) throws -> LiveView
  {
    let theme = Theme(strings: Strings(language: language), palette: Palette())
    return try #require(program.shell.state).liveView(theme)
  }

  @Test(arguments: ways)
  func `no key is refused`(way: [String]) throws {
    for command in try liveView(front(after: way)).commands {
      let program = try front(after: way)
      #expect(program.shell.run(command) == .done, "\(command) after \(way)")
      #expect(program.diagnostics.text.isEmpty)
    }
  }

  @Test(arguments: [
    (["1", "advance 5s"], []), (["advance 5s"], []), (["1", "finish"], [0, 1, 2, 3, 4]),
  ])
  func `the list of answers offers to change those that can be changed`(
    lines: [String], changeable: [Int]
  ) throws {
    let program = try front(after: ["quiz --count 5 --time 5s"] + lines)
    let (english, japanese) = (try liveView(program), try liveView(program, .japanese))
    for row in 0..<5 {
      let canChange = changeable.contains(row)
      #expect(english.hints(row).contains("Enter change") == canChange)
      #expect(japanese.hints(row).contains("Enter 変更") == canChange)
    }
    #expect(english.hints(5).contains("Enter hand in"))
    #expect(japanese.hints(5).contains("Enter 提出"))
  }

  @Test(arguments: [
    (["1", "advance 5s"], "4 questions without an answer. “result” shows what was right."),
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
    let answering = ["1-4 answer", "Up Down Enter choose"]
    let others = ["Space mark", "Tab more", "? keys"]
    #expect(try liveView(front(after: ["quiz --count 3"])).hints(0) == answering + others)
    #expect(
      try liveView(front(after: ["quiz --count 3", "1"])).hints(0)
        == answering + ["<- back"] + others)
  }
}

extension LiveView {
  /// The commands of the keys, each once.
  fileprivate var commands: [Command] {
    var commands = actions.values.compactMap {
      if case .perform(let command) = $0 { command } else { nil }
    }
    if let list, actions.values.contains(.take) {
      commands += (0..<list.count).filter { list.hint($0) != nil }.compactMap(list.command)
    }
    return commands.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
