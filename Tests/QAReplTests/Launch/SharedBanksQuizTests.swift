import Foundation
import Testing

@testable import qa_repl

/// Real banks from import to result, in a script.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["QA_REPL_SHARED"] != nil
      && BuiltProgram.executable != nil, "needs QA_REPL_SHARED"))
final class SharedBanksQuizTests {
  let program: BuiltProgram
  let data: String

  init() throws {
    program = try BuiltProgram()
    data = (ProcessInfo.processInfo.environment["QA_REPL_SHARED"] ?? "") + "/data"
  }

  deinit {
    program.removeHome()
  }

  @Test(arguments: [
    ("opentdb/opentdb.json", 5250, "Science: Computers"),
    ("jmmlu/japanese_history.csv", 150, "japanese_history"),
  ])
  func `a bank is imported whole, and ten of its questions are played to the result`(
    file: String, count: Int, deck: String
  ) throws {
    let script = """
      import "\(data)/\(file)"
      quiz --deck "\(deck)" --count 10 --time 60s --shuffle
      1
      2
      skip
      pause
      resume
      1
      advance 60s
      result
      """
    let run = try program.run(["--json"], input: script)
    #expect(run.exit == 0)
    #expect(run.output.contains(#""imported":\#(count),"kind":"import""#))
    let result = try #require(run.output.split(separator: "\n").dropLast().last)
    #expect(result.contains(#""screen":"result""#))
    #expect(result.contains(#""count":10"#))
    #expect(result.contains(#""timedOut":true"#))
  }

  @Test func `straight marks and hyphens are right where Word wrote others`() throws {
    _ = try program.run(["-c", "import \"\(data)/cases/apostrophe.docx\""])
    let cards = try program.run(
      ["--json", "-c", "manage", "-c", ">>", "-c", ">>"])
    let answers = cards.output.matches(of: #/"accepted":\["([^"]+)"/#).map { String($0.1) }
    #expect(answers.count == 2 && answers.contains("it’s"), "\(cards.output)")
    let straight = answers.map { answer in
      String(
        answer.map { character in
          switch character {
          case "’", "‘": "'"
          case "“", "”": "\""
          case "–", "−", "‐", "‑": "-"
          default: character
          }
        })
    }
    #expect(zip(answers, straight).allSatisfy { $0 != $1 })
    for typed in [straight, answers] {
      let lines = ["quiz --count all"] + typed.map { "answer \($0)" } + ["finish", "result"]
      let run = try program.run(lines.flatMap { ["-c", $0] })
      #expect(run.output.components(separatedBy: "〇 right").count == 3, "\(run)")
    }
  }

  @Test func `no rounded figure crosses the pass mark`() throws {
    for file in ["exam-70.qa", "t23.csv", "e23.exam"] {
      try FileManager.default.copyItem(
        atPath: "\(data)/cases/\(file)", toPath: program.home.appending(path: file).path)
    }
    for (options, says) in [
      ([], "Not passed: 16 of 23 marks, 69.6 % (pass mark 70 %)"),
      (["--lang", "ja"], "69.6"),
    ] {
      let run = try program.run(options + ["--memory", "--yes", "-f", "exam-70.qa"])
      #expect(run.exit == 0, "\(run.diagnostics)")
      #expect(run.output.contains(says), "\(run.output)")
      #expect(!run.output.contains("70 % (") && !run.output.contains("70.0"), "\(run.output)")
    }
  }

  @Test func `a file that is not what it claims is named with its line and changes nothing`() throws
  {
    let csv = "\(data)/jmmlu/japanese_history.csv"
    _ = try program.run(["--store", "json:bank.json", "-c", "import \"\(csv)\""])
    let before = try Data(contentsOf: program.home.appending(path: "bank.json"))
    let run = try program.run([
      "--store", "json:bank.json", "-c", "import \"\(csv)\" --format opentdb",
    ])
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("japanese_history.csv:1: "))
    #expect(try Data(contentsOf: program.home.appending(path: "bank.json")) == before)
  }
}
