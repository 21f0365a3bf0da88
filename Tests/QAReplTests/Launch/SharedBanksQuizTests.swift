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
    #expect(run.output.contains(#""imported":\#(count),"problems":[],"read":\#(count)"#))
    let result = try #require(run.output.split(separator: "\n").dropLast().last)
    #expect(result.contains(#""screen":"result""#))
    #expect(result.contains(#""count":10"#))
    #expect(result.contains(#""timedOut":true"#))
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
