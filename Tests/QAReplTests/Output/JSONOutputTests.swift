import Foundation
import QuizSupport
import Testing

@testable import QuizKit
@testable import qa_repl

@Suite struct JSONOutputTests {
  /// The objects that the commands put out, from the first.
  func emissions(_ lines: String...) throws -> [[String: Any]] {
    let program = try TestProgram(json: true)
    for line in lines { program.shell.run(line: line) }
    _ = program.shell.end()
    return try program.results.text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  func keys(_ emission: [String: Any]?) -> Set<String> {
    Set(((emission?["state"] as? [String: Any]) ?? [:]).keys)
  }

  @Test func `the first line says hello and the last one how it ended`() throws {
    let all = try emissions("nonsense")
    #expect(all.first?["type"] as? String == "hello")
    #expect(
      Set(all[0].keys)
        == ["type", "version", "lang", "seed", "clock", "readOnly", "seq", "t", "v"])
    #expect(all[0]["readOnly"] as? Bool == false)
    #expect(all.last?["type"] as? String == "end")
    #expect(all.last?["errors"] as? Int == 1)
    #expect(all.last?["exit"] as? Int == 1)
    #expect(all.map { $0["seq"] as? Int } == Array(1...all.count))
  }

  @Test func `each screen carries the fields of the contract`() throws {
    let all = try emissions("quiz --count 1 --time 60s", "1", "result")
    #expect(keys(all[1]).isSuperset(of: ["decks", "questions", "canResume"]))
    #expect(
      keys(all[2]).isSuperset(of: [
        "index", "count", "question", "choices", "selected", "flagged", "canGoBack", "remaining",
        "questionRemaining", "paused",
      ]))
    #expect(keys(all[3]).isSuperset(of: ["items", "timedOut"]))
    #expect(keys(all[4]).isSuperset(of: ["score", "count", "timedOut", "seconds", "items"]))
    let item = ((all[4]["state"] as? [String: Any])?["items"] as? [[String: Any]])?.first
    #expect(
      Set((item ?? [:]).keys).isSuperset(of: [
        "number", "question", "answer", "correct", "correctAnswer", "commentary",
      ]))
  }

  @Test func `what is absent is null and not left out`() throws {
    let state = try #require(try emissions("quiz --count 1")[2]["state"] as? [String: Any])
    #expect(state["selected"] is NSNull)
    #expect(state["remaining"] is NSNull)
  }

  @Test func `commentary is null where the answer was right`() throws {
    let all = try emissions(#"quiz --count 1 --deck "First Steps""#, "3", "result")
    let items = (all[4]["state"] as? [String: Any])?["items"] as? [[String: Any]]
    #expect(items?.first?["correct"] as? Bool == true)
    #expect(items?.first?["commentary"] is NSNull)
  }

  @Test func `a second that passes is a tick, and the end of time is a state`() throws {
    let all = try emissions("quiz --count 2 --time 2s", "advance 2s")
    #expect(
      all.map { $0["type"] as? String } == ["hello", "state", "state", "tick", "state", "end"])
    #expect(all[3]["t"] as? Int == 1000)
    #expect(all[4]["screen"] as? String == "confirm")
  }

  @Test func `an error carries its code, its message and its place`() throws {
    let program = try TestProgram(json: true)
    program.shell.run(line: "quzi", at: Place(file: "script", line: 3))
    let line = try #require(program.results.text.split(separator: "\n").last)
    let expected =
      #"{"code":"unknown-command","commandPlace":null,"file":"script","line":3,"seq":3,"t":0,"#
      + #""text":"There is no command “quzi”. Did you mean “quiz”?","type":"error","v":2}"#
    #expect(line == expected)
    #expect(program.diagnostics.text.hasPrefix("script:3: error[unknown-command]: "))
  }

  @Test func `keys are sorted and text is raw UTF-8`() throws {
    let program = try TestProgram(language: .japanese, json: true)
    program.shell.run(line: "quiz --count 1")
    let line = try #require(program.results.text.split(separator: "\n").last)
    #expect(line.hasPrefix(#"{"screen":"quiz","seq":3,"state":{"againIn":null,"answered":0,"#))
    #expect(line.contains("日本でいちばん長い川はどれですか。"))
  }

  @Test func `two runs with the same seed are the same byte for byte`() throws {
    func run() throws -> String {
      let program = try TestProgram(json: true, seed: 7)
      for line in ["quiz --shuffle --count 5 --time 30s", "1", "2", "advance 10s", "3", "finish"] {
        program.shell.run(line: line)
      }
      return program.results.text
    }
    #expect(try run() == run())
  }

  @Test func `a paused quiz does not give its question away`() throws {
    let state = try #require(try emissions("quiz", "pause")[3]["state"] as? [String: Any])
    #expect(state["question"] is NSNull)
    #expect((state["choices"] as? [String])?.isEmpty == true)
  }

  @Test(arguments: [(Language.english, "no correct choice"), (.japanese, "正解の選択肢がありません")])
  func `the sentences of a report are in the language that is spoken`(
    language: Language, sentence: String
  ) throws {
    let files = TestFiles(contents: [
      "c.csv": "question,choice1,choice2,correct\nq?,a,b,\nr?,a,b,1\n"
    ])
    let program = try TestProgram(language: language, json: true, files: files)
    program.run("state")
    let line = program.run("import c.csv").split(separator: "\n").first { $0.contains("problems") }
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data((line ?? "").utf8)) as? [String: Any])
    let problem = (report["problems"] as? [[String: Any]])?.first
    #expect((problem?["detail"] as? String)?.contains(sentence) == true, "\(problem ?? [:])")
    #expect(problem?["level"] as? String == "error")
  }

  @Test func `a command that was dropped is a notice and no error`() throws {
    let program = try TestProgram(json: true)
    program.run("timer", "start")
    program.shell.run(line: "pause", at: Place(file: "script", line: 3))
    let line = try #require(program.results.text.split(separator: "\n").last)
    let notice = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(notice["type"] as? String == "notice")
    #expect(notice["code"] as? String == "dropped")
    #expect(notice["line"] as? Int == 3)
    #expect(program.diagnostics.text.hasPrefix("script:3: warning[dropped]: “pause” came"))
    #expect(program.shell.end() == .success)
  }

  @Test func `in a shared folder what the system refuses is an error, and the rest a warning`() {
    let refused = Reason("refused", "拒否")
    let causes: [(SyncProblem.Cause, String)] = [
      (.system(refused), "error"), (.older, "warning"), (.damaged(refused), "warning"),
    ]
    for (cause, level) in causes {
      let problem = SyncProblem(cause, file: "changes.jsonl")
      let entry = ImportReport.Entry(problem, of: "folder", in: .english)
      #expect("\(entry.level)" == level)
    }
  }
}
